// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class IntKeyed: Object {
  @Persisted(primaryKey: true) var key: Int
  @Persisted var note: String
}

class Int8Keyed: Object {
  @Persisted(primaryKey: true) var key: Int8?
  @Persisted var note: String
}

class StringKeyed: Object {
  @Persisted(primaryKey: true) var key: String
  @Persisted var note: String
}

class UUIDKeyed: Object {
  @Persisted(primaryKey: true) var key: UUID?
  @Persisted var note: String
}

class ObjectIdKeyed: Object {
  @Persisted(primaryKey: true) var key: ObjectId
  @Persisted var note: String
}

class LevelKeyed: Object {
  @Persisted(primaryKey: true) var key: Level
  @Persisted var note: String
}

class ColorKeyed: Object {
  @Persisted(primaryKey: true) var key: Color?
  @Persisted var note: String
}

class AddressKeyed: Object {
  @Persisted(primaryKey: true) var key = Address(persistedValue: "me@here")!
  @Persisted var note: String
}

class Indexed: Object {
  @Persisted(indexed: true) var date: Date
  @Persisted(indexed: true) var decimal: Decimal128
  @Persisted(indexed: true) var objectId: ObjectId?
  @Persisted(indexed: true) var level: Level
  @Persisted(indexed: true) var color = Color.darkBlue
  @Persisted(indexed: true) var optionalColor: Color?
  @Persisted(indexed: true) var address: Address
  @Persisted(indexed: true) var mixed: AnyRealmValue
}

/// A class and some keys of its objects.
struct KeyCase: @unchecked Sendable, CustomTestStringConvertible {
  let type: Object.Type
  let keys: [Any]
  var testDescription: String { "\(type)" }

  static let all: [KeyCase] = [
    KeyCase(type: IntKeyed.self, keys: [0, -1, Int.max, Int.min]),
    KeyCase(type: Int8Keyed.self, keys: [0, Int8.min, Int8.max, Int8?.none as Any]),
    KeyCase(type: StringKeyed.self, keys: ["", "a", "A", "é", "e\u{301}", "a\0"]),
    KeyCase(type: UUIDKeyed.self, keys: [UUID(), UUID(), UUID?.none as Any]),
    KeyCase(type: ObjectIdKeyed.self, keys: [ObjectId(), ObjectId.generate()]),
    KeyCase(type: LevelKeyed.self, keys: [Level.low, Level.high, Level.top]),
    KeyCase(type: ColorKeyed.self, keys: [Color.red, Color?.none as Any]),
    KeyCase(
      type: AddressKeyed.self,
      keys: [Address(persistedValue: "a@b")!, Address(persistedValue: "")!]),
  ]
}

@Suite("primary keys and indexes") struct PrimaryKeyTests {
  private let folder = TemporaryFolder()

  private func realm(_ types: [ObjectBase.Type]) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: types))
  }

  @Test("an object is found and updated by its primary key", arguments: KeyCase.all)
  func keys(of value: KeyCase) throws {
    let realm = try realm([value.type])
    try realm.write {
      for (index, key) in value.keys.enumerated() {
        realm.create(value.type, value: ["key": key, "note": "\(index)"])
      }
    }
    for (index, key) in value.keys.enumerated() {
      let object = realm.object(ofType: value.type, forPrimaryKey: key)
      #expect(object?["note"] as? String == "\(index)")
    }
    try realm.write {
      for key in value.keys {
        realm.create(value.type, value: ["key": key, "note": "new"], update: .modified)
      }
    }
    #expect(realm.objects(value.type).count == value.keys.count)
    #expect(realm.objects(value.type).allSatisfy { $0["note"] as? String == "new" })
  }

  @Test("an object is found by the raw value of its key, too")
  func rawValues() throws {
    let realm = try realm([LevelKeyed.self, AddressKeyed.self])
    try realm.write {
      realm.create(LevelKeyed.self, value: ["key": 1000])
      realm.create(AddressKeyed.self)
    }
    #expect(realm.object(ofType: LevelKeyed.self, forPrimaryKey: 1000)?.key == .top)
    #expect(realm.object(ofType: LevelKeyed.self, forPrimaryKey: Level.low) == nil)
    #expect(realm.object(ofType: AddressKeyed.self, forPrimaryKey: "me@here") != nil)
  }

  @Test("every type that can be looked for can have an index")
  func indexes() throws {
    let realm = try realm([Indexed.self])
    try realm.write {
      realm.create(Indexed.self, value: ["optionalColor": "red", "mixed": 5])
    }
    let object = try #require(Array(realm.objects(Indexed.self)).first)
    #expect(object.color == .darkBlue)
    #expect(object.optionalColor == .red)
    #expect(object.mixed == .int(5))
  }

  @Test("a second object with the same key ends the program")
  func duplicates() async {
    await #expect(processExitsWith: .failure) {
      let folder = TemporaryFolder()
      let realm = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [LevelKeyed.self]))
      try realm.write {
        realm.create(LevelKeyed.self, value: ["key": Level.top])
        realm.create(LevelKeyed.self, value: ["key": 1000])
      }
    }
  }
}
