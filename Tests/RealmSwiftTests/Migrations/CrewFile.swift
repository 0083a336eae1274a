// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

/// A program's classes in two versions, and something of each kind to do between them.
enum Crew {
  class Sailor1: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var first: String
    @Persisted var last: String
    @Persisted var boat: Boat1?
    override class func _realmObjectName() -> String? { "Sailor" }
  }

  class Boat1: Object {
    @Persisted var name: String
    @Persisted var length: Double?
    override class func _realmObjectName() -> String? { "Boat" }
  }

  class Sailor2: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name = "nobody"
    @Persisted var boat: Boat2?
    @Persisted var rank = 3
    override class func _realmObjectName() -> String? { "Sailor" }
  }

  class Boat2: Object {
    @Persisted(primaryKey: true) var name: String
    @Persisted var length = 7.5
    override class func _realmObjectName() -> String? { "Boat" }
  }

  class Port: Object {
    @Persisted var name = "Kiel"
    @Persisted var boats: List<Boat2>
  }

  static let before: [ObjectBase.Type] = [Sailor1.self, Boat1.self]
  static let after: [ObjectBase.Type] = [Sailor2.self, Boat2.self, Port.self]
}

/// A file of the program before.
struct CrewFile {
  let folder = TemporaryFolder()
  var url: URL { URL(fileURLWithPath: folder.file("a.realm")) }

  func before(version: UInt64 = 1) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: url, encryptionKey: .key(1), schemaVersion: version,
      objectTypes: Crew.before)
  }

  func after(version: UInt64 = 2, _ block: MigrationBlock? = nil) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: url, encryptionKey: .key(1), schemaVersion: version,
      migrationBlock: block, objectTypes: Crew.after)
  }

  func make() throws {
    let realm = try Realm(configuration: before())
    try realm.write {
      let boat = Crew.Boat1(value: ["name": "Elke"])
      for id in 1...3 {
        realm.add(
          Crew.Sailor1(value: ["id": id, "first": "F\(id)", "last": "L\(id)", "boat": boat]))
      }
    }
  }

  func expectUntouched() throws {
    let realm = try Realm(configuration: before())
    #expect(realm.objects(Crew.Sailor1.self).map(\.first) == ["F1", "F2", "F3"])
    #expect(realm.objects(Crew.Boat1.self).map(\.length) == [nil])
    #expect(realm.objects(Crew.Sailor1.self).last?.boat?.name == "Elke")
    #expect(realm.schema["Port"] == nil && realm.schema["Sailor"]?.properties.count == 4)
    #expect(
      try Realm.schemaVersionAtURL(url, encryptionKey: .key(1)) == 1)
  }
}
