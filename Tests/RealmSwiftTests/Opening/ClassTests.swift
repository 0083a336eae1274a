// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SQLite
import TestFolders
import Testing

class Beast: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var sound = "…"
  @Persisted var friend: Beast?
}

class Tiger: Beast {
  @Persisted var lives = 9
}

class Stall: Object {
  @Persisted var animals: List<Beast>
}

class RenamedBook: Object {
  @Persisted var title: String
  @Persisted(indexed: true) var place: Int

  override class func _realmObjectName() -> String? { "book" }
  override class func propertiesMapping() -> [String: String] {
    ["title": "titel", "place": "ort"]
  }
}

class HiddenThing: Object {
  @Persisted var name: String

  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Classes that no realm keeps, each for a reason of its own.
enum Unfit {
  class TwoKeys: Object {
    @Persisted(primaryKey: true) var a: Int
    @Persisted(primaryKey: true) var b: String
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
  }

  class KeyedPart: EmbeddedObject {
    @Persisted(primaryKey: true) var a: Int
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
  }

  class Case: Object {
    @Persisted var name: String
    @Persisted var Name: String
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
  }

  class BadMapping: Object {
    @Persisted var name: String
    override class func propertiesMapping() -> [String: String] { ["nome": "name"] }
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
  }

  class BadName: Object {
    @Persisted var name: String
    override class func _realmObjectName() -> String? { "a#b" }
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
  }

  class Link: Object {
    @Persisted var note: HiddenThing
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
  }

  static let all: [(type: ObjectBase.Type, says: String)] = [
    (TwoKeys.self, "2 primary keys, a and b"),
    (KeyedPart.self, "embedded and cannot have a primary key"),
    (Case.self, "differ in case only"),
    (BadMapping.self, "names nome, which is no property"),
    (BadName.self, "a name cannot hold #"),
    (Link.self, "is a link, and must be optional"),
  ]
}

@Suite struct Classes {
  let folder = TemporaryFolder()

  func open(_ types: [ObjectBase.Type]?) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: types))
  }

  @Test("a class has the properties of its base, and objects of its own")
  func inheritance() throws {
    let realm = try open([Beast.self, Tiger.self])
    try realm.write {
      realm.add(Tiger(value: ["id": 1, "sound": "miau", "lives": 7]))
      realm.add(Beast(value: ["id": 1]))
      realm.create(Tiger.self, value: [2, "grr", nil, 3] as [Any?])
    }
    let cat = try #require(realm.object(ofType: Tiger.self, forPrimaryKey: 1))
    #expect(cat.sound == "miau" && cat.lives == 7)
    #expect(realm.objects(Tiger.self).map(\.lives) == [7, 3])
    #expect(realm.objects(Beast.self).map(\.sound) == ["…"])
    let animal = try #require(realm.object(ofType: Beast.self, forPrimaryKey: 1))
    try realm.write { cat.friend = animal }
    #expect(cat.friend == animal && cat != animal)
  }

  @Test("classes and properties are called otherwise in the file")
  func mapping() throws {
    let realm = try open([RenamedBook.self])
    try realm.write { realm.create(RenamedBook.self, value: ["title": "Emma", "place": 3]) }
    #expect(realm.objects(RenamedBook.self).first { _ in true }?["title"] as? String == "Emma")
    let plain = folder.file("b.realm")
    try realm.writeCopy(toFile: URL(fileURLWithPath: plain))
    let connection = try Connection(path: plain)
    #expect(
      try connection.number("SELECT count(*) FROM book WHERE titel = 'Emma' AND ort = 3") == 1)
  }

  @Test("a class that is in no realm by default is in one that names it")
  func hidden() throws {
    let realm = try open([HiddenThing.self])
    try realm.write { realm.add(HiddenThing(value: ["name": "a"])) }
    #expect(realm.objects(HiddenThing.self).count == 1)
  }

  @Test("a class that cannot be kept is refused with a reason", arguments: Unfit.all.indices)
  func unfit(_ index: Int) throws {
    let (type, says) = Unfit.all[index]
    let error = try #require(failure { _ = try open([type]) })
    #expect(error.errorCode == .schemaMismatch)
    #expect(error.reason.contains(says), "\(error)")
    #expect(error.reason.contains("\(type)"), "\(error)")
  }

  @Test("two classes with one name are refused")
  func sameName() throws {
    let error = try #require(failure { _ = try open([Before.Pet.self, After.Pet.self]) })
    #expect(error.errorCode == .schemaMismatch)
    #expect(error.reason.contains("Before.Pet") && error.reason.contains("After.Pet"))
    #expect(error.reason.contains("_realmObjectName"))
  }
}
