// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Holder: Object {
  @Persisted var value: AnyRealmValue
}

class Coin: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var box: Holder?
}

class Stamp: Object {
  @Persisted var year: Int
}

// One table, as three versions of a program see it.
class EarlyNote: Object {
  override class func _realmObjectName() -> String? { "Note" }
  @Persisted var id: Int
}

class Note: Object {
  @Persisted var id: Int
  @Persisted var value: AnyRealmValue = .double(7)
}

class LateNote: Object {
  override class func _realmObjectName() -> String? { "Note" }
  @Persisted var id: Int
  @Persisted(indexed: true) var value: AnyRealmValue
}

@Suite("AnyRealmValue") struct AnyRealmValueTests {
  private let folder = TemporaryFolder()

  private func realm(_ types: [ObjectBase.Type]) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: types))
  }

  @Test("a link leads to the object, whatever its class")
  func links() throws {
    let realm = try realm([Holder.self, Coin.self, Stamp.self])
    let (first, second) = (Holder(), Holder())
    first.value = .object(Coin(value: ["id": 5]))
    second.value = .object(Stamp(value: ["year": 1840]))
    try realm.write { realm.add([first, second]) }
    #expect(first.value.object(Coin.self)?.id == 5)
    #expect(first.value.object(Stamp.self) == nil)
    #expect(second.value.object(Stamp.self)?.year == 1840)
    #expect(realm.objects(Coin.self).count == 1)
    try realm.write { first.value = second.value }
    #expect(first.value == second.value)
    #expect(first.value.object(Object.self) != nil)
  }

  @Test("a link is there on another thread, for which nobody has used the class yet")
  func linksElsewhere() throws {
    let realm = try realm([Holder.self, Stamp.self])
    try realm.write { realm.add(Holder(value: ["value": Stamp(value: [1840])])) }
    let configuration = realm.configuration
    let year = try onAnotherThread {
      let realm = try Realm(configuration: configuration)
      return Array(realm.objects(Holder.self)).first?.value.object(Stamp.self)?.year
    }
    #expect(year == 1840)
  }

  @Test("a link becomes none when its object is deleted")
  func deletion() throws {
    let realm = try realm([Holder.self, Coin.self])
    let coin = Coin(value: ["id": 1])
    let box = Holder(value: ["value": coin])
    let number = Holder(value: ["value": 1])
    try realm.write { realm.add([box, number]) }
    try realm.write { realm.delete(coin) }
    #expect(box.value == .none)
    #expect(number.value == .int(1))
  }

  @Test("objects may lead to each other")
  func cycles() throws {
    let realm = try realm([Holder.self, Coin.self])
    let (box, coin) = (Holder(), Coin())
    box.value = .object(coin)
    coin.box = box
    try realm.write { realm.add(box) }
    #expect(box.value.object(Coin.self)?.box == box)
    #expect(realm.objects(Holder.self).count == 1)
    let own = Holder()
    own.value = .object(own)
    try realm.write { realm.add(own) }
    #expect(own.value == .object(own))
  }

  @Test("objects that lead to each other describe each other by their classes")
  func description() {
    let holder = Holder()
    holder.value = .object(Coin(value: ["id": 5, "box": holder]))
    #expect(holder.description == "Holder {\n  value = Coin;\n}")
    holder.value = .string("text")
    #expect(holder.description == "Holder {\n  value = \"text\";\n}")
  }

  @Test("a link to a class that the program has not named leads to a dynamic object")
  func unnamedClass() throws {
    let old = try realm([Holder.self, Stamp.self])
    try old.write { old.add(Holder(value: ["value": Stamp(value: ["year": 1840])])) }
    let values = Array(try realm([Holder.self]).objects(Holder.self)).map(\.value)
    #expect(values.map { $0.dynamicObject?.year as? Int } == [1840])
  }

  @Test("objects that exist get the default of a property that is new")
  func newProperty() throws {
    try realm([EarlyNote.self]).write { try realm([EarlyNote.self]).create(EarlyNote.self) }
    let note = try #require(Array(try realm([Note.self]).objects(Note.self)).first)
    #expect(note.value == .double(7))
  }

  @Test("an index may be asked for later, and given up again")
  func index() throws {
    let first = try realm([Note.self])
    try first.write { first.add(Note()) }
    #expect(try realm([LateNote.self]).objects(LateNote.self).map(\.value) == [.double(7)])
    #expect(try realm([Note.self]).objects(Note.self).map(\.value) == [.double(7)])
  }

  @Test("each accessor gives its own type only")
  func accessors() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let (uuid, id) = (UUID(), ObjectId())
    let object = Stamp()
    let values: [AnyRealmValue] = [
      .none, .int(1), .bool(true), .float(1), .double(1), .string("1"), .data(Data()), .date(date),
      .object(object), .objectId(id), .decimal128(1), .uuid(uuid), .fromArray([1]),
      .fromDictionary(["a": 1]),
    ]
    #expect(values.compactMap(\.intValue) == [1])
    #expect(values.compactMap(\.boolValue) == [true])
    #expect(values.compactMap(\.floatValue) == [1])
    #expect(values.compactMap(\.doubleValue) == [1])
    #expect(values.compactMap(\.stringValue) == ["1"])
    #expect(values.compactMap(\.dataValue) == [Data()])
    #expect(values.compactMap(\.dateValue) == [date])
    #expect(values.compactMap { $0.object(Stamp.self) } == [object])
    #expect(values.compactMap(\.objectIdValue) == [id])
    #expect(values.compactMap(\.decimal128Value) == [1])
    #expect(values.compactMap(\.uuidValue) == [uuid])
    #expect(values.compactMap(\.listValue).map { Array($0) } == [[1]])
    #expect(values.compactMap(\.dictionaryValue).map { $0["a"] } == [1])
    #expect(Set(values).count == 14)
    #expect(AnyRealmValue() == .none)
  }

  @Test("literals are values")
  func literals() {
    #expect(
      [1, 2.5, true, "x"] as [AnyRealmValue] == [.int(1), .double(2.5), .bool(true), .string("x")])
  }

  @Test("values are coded as their own types are")
  func coding() throws {
    let values: [AnyRealmValue] = [.none, 1, 2.5, true, "x"]
    let data = try JSONEncoder().encode(values)
    #expect(String(decoding: data, as: UTF8.self) == "[null,1,2.5,true,\"x\"]")
    #expect(try JSONDecoder().decode([AnyRealmValue].self, from: data) == values)
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode([AnyRealmValue.object(Stamp())])
    }
  }
}
