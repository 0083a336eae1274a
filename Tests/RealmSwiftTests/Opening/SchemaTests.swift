// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import SQLite
import TestFolders
import Testing

/// Classes that do not fit a file of ``Before``, and what is said of them.
struct Misfit: Sendable, CustomTestStringConvertible {
  let type: ObjectBase.Type
  let sentences: [String]

  var testDescription: String { "\(type)" }

  static let all = [
    Misfit(
      type: Conflict.Optional.self, sentences: ["Property 'Person.name' has been made optional."]),
    Misfit(
      type: Conflict.Several.self,
      sentences: [
        "Property 'Person.name' has been changed from 'string' to 'int'.",
        "Property 'Person.age' has been made optional.",
        "Property 'Person.pet' has been changed from '<Pet>?' to '<Person>?'.",
        "Property 'Person.tags' has been changed from 'list<string>' to 'set<string>'.",
        "Property 'Person.town' has been removed.",
      ]),
    Misfit(
      type: Conflict.Keyed.self, sentences: ["Primary Key for class 'Person' has been added."]),
    Misfit(
      type: Conflict.NewKey.self, sentences: ["Primary Key for class 'Person' has been added."]),
    Misfit(
      type: Conflict.Keyless.self, sentences: ["Primary Key for class 'Pet' has been removed."]),
    Misfit(
      type: Conflict.Standing.self, sentences: ["Class 'Address' has been changed from embedded."]),
    Misfit(
      type: Conflict.Lowercase.self,
      sentences: ["Class 'pet' differs from 'Pet' of the file in case only."]),
  ]
}

@Suite struct Schemas {
  let folder = TemporaryFolder()
  var path: String { folder.file("a.realm") }

  func configuration(
    _ types: [ObjectBase.Type], version: UInt64 = 0
  ) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: .key(1), schemaVersion: version,
      objectTypes: types)
  }

  func makeBefore(version: UInt64 = 0) throws {
    let realm = try Realm(configuration: configuration(Before.all, version: version))
    try realm.write {
      for age in 0..<3 {
        realm.add(
          Before.Person(value: [
            "name": "P", "age": age, "town": "Ulm", "pet": ["id": age, "nickname": "Rex"],
            "tags": ["a"], "home": ["street": "S"],
          ]))
      }
    }
  }

  @Test("new classes, properties and indexes are added on opening, with defaults")
  func additions() throws {
    try makeBefore()
    let realm = try Realm(configuration: configuration(After.all))
    let people = Array(realm.objects(After.Person.self))
    #expect(people.map(\.age) == [0, 1, 2])
    for person in people {
      #expect(
        person.name == "P" && person.pet?.nickname == "Rex"
          && person.tags.first { _ in true } == "a")
      #expect(person.home?.street == "S" && person.home?.city == "Ulm")
      #expect(person.number == 42 && person.isOld && person.single == 0.1 && person.double == 0.1)
      #expect(person.negative.sign == .minus && person.notANumber.isNaN)
      #expect(person.text == "it's\u{0}so" && person.plainText == "it's so")
      #expect(person.bytes == Data([0, 1, 255]) && person.date.timeIntervalSince1970 == 1.5)
      #expect(person.uuid.uuidString == "00112233-4455-6677-8899-AABBCCDDEEFF")
      #expect(person.missing == nil && person.given == 7 && person.isNew)
      #expect(person.friend == nil && person.second == nil && person.toy == nil)
      #expect(
        person.list.isEmpty && person.set.isEmpty && person.map.isEmpty && person.friends.isEmpty)
    }
    try realm.write {
      people[0].friend = people[1]
      people[0].list.append(1)
      people[0].set.insert("s")
      people[0].map["m"] = people[1].pet
      people[0].second = After.Address(value: ["street": "T"])
      people[0].toy = After.Toy(value: ["name": "ball"])
      people[0].isNew = false
      people[0].double = 2
    }
    #expect(people[1].friends.count == 1 && people[0].toy?.name == "ball")
    #expect(people[0].map["m"]??.id == 1 && people[0].list[0] == 1 && people[0].set.count == 1)
    #expect(!people[0].isNew && people[1].isNew && people[0].double == 2 && people[1].double == 0.1)
    try realm.write { realm.delete(people[1]) }
    #expect(people[0].friend == nil)
  }

  @Test("a realm reads on, and writes no more, when a later program has added to its classes")
  func additionsMeanwhile() throws {
    try makeBefore()
    let old = try Realm(configuration: configuration(Before.all))
    let first = old.objects(Before.Person.self).first { _ in true }
    #expect(first?.age == 0)
    let after = configuration(After.all)
    try DispatchQueue(label: "later").sync {
      let new = try Realm(configuration: after)
      try new.write { new.add(After.Person(value: ["name": "new", "age": 7, "number": 3])) }
    }
    #expect(first?.age == 0 && old.objects(Before.Person.self).count == 3)
    old.refresh()
    #expect(old.objects(Before.Person.self).map(\.age) == [0, 1, 2, 7])
    // What it would write lacked what it does not know.
    let error = failure { try old.write { first?.name = "changed" } }
    #expect(error?.errorCode == .schemaMismatch)
    #expect(error?.reason.contains("Person.number") == true)
    #expect(!old.isInWriteTransaction && first?.name == "P")
  }

  @Test("indexes come and go with the declarations")
  func indexes() throws {
    try makeBefore()
    func indexes() throws -> [String] {
      try Realm(configuration: configuration(Before.all)).writeCopy(
        toFile: URL(fileURLWithPath: path + ".plain"))
      defer { try? FileManager.default.removeItem(atPath: path + ".plain") }
      let connection = try Connection(path: path + ".plain")
      let statement = try connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Person' ORDER BY name")
      var names: [String] = []
      while try statement.step() { names.append(statement.text(at: 0)) }
      return names
    }
    #expect(try indexes() == ["Person#home", "Person#pet", "Person#town"])
    _ = try Realm(configuration: configuration([Indexed.self]))
    let plain = folder.file("b.realm")
    try Realm(configuration: configuration([Indexed.self])).writeCopy(
      toFile: URL(fileURLWithPath: plain))
    let connection = try Connection(path: plain)
    let statement = try connection.prepare(
      "SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema WHERE type = 'index' "
        + "AND tbl_name = 'Person' ORDER BY name)")
    _ = try statement.step()
    #expect(statement.text(at: 0) == "Person#age Person#home Person#pet")
  }

  /// ``Before/Person`` with another index.
  class Indexed: Object {
    @Persisted var name: String
    @Persisted(indexed: true) var age: Int
    @Persisted var town: String
    @Persisted var pet: Before.Pet?
    @Persisted var tags: List<String>
    @Persisted var home: Before.Address?
    override class func _realmObjectName() -> String? { "Person" }
  }

  @Test("what takes a migration is refused, a sentence each", arguments: Misfit.all)
  func conflicts(_ misfit: Misfit) throws {
    try makeBefore()
    let error = try #require(failure { _ = try Realm(configuration: configuration([misfit.type])) })
    #expect(error.errorCode == .schemaMismatch && error.code == 10)
    #expect(error.reason.hasPrefix("Migration is required due to the following errors:"))
    let sentences = error.reason.split(separator: "\n").dropFirst().map { String($0.dropFirst(2)) }
    #expect(sentences == misfit.sentences)
    #expect(error.fileURL?.path == path)
    #expect(
      try Realm(configuration: configuration(Before.all)).objects(Before.Person.self).count == 3)
  }

  @Test("a file whose classes do not fit is begun anew where that is allowed")
  func deleteIfNeeded() throws {
    try makeBefore(version: 3)
    var other = configuration([Conflict.Optional.self], version: 3)
    other.deleteRealmIfMigrationNeeded = true
    try {
      let open = try Realm(configuration: configuration(Before.all, version: 3))
      let error = failure { _ = try Realm(configuration: other) }
      #expect(error?.errorCode == .alreadyOpen)
      #expect(open.objects(Before.Person.self).count == 3)
    }()
    let realm = try Realm(configuration: other)
    #expect(realm.isEmpty)
    try realm.write { realm.add(Conflict.Optional()) }
  }

  @Test("a file whose classes fit is kept")
  func deleteNotNeeded() throws {
    try makeBefore()
    var same = configuration(After.all, version: 1)
    same.deleteRealmIfMigrationNeeded = true
    #expect(try Realm(configuration: same).objects(After.Person.self).count == 3)
    var wrong = same
    wrong.encryptionKey = .key(2)
    #expect(failure { _ = try Realm(configuration: wrong) } != nil)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("the schema version goes up, and not down")
  func versions() throws {
    try makeBefore(version: 3)
    let url = URL(fileURLWithPath: path)
    let error = failure { _ = try Realm(configuration: configuration(Before.all, version: 2)) }
    #expect(error?.errorCode == .schemaMismatch)
    #expect(error?.reason.contains("schema version 3") == true)
    #expect(try Realm.schemaVersionAtURL(url, encryptionKey: .key(1)) == 3)
    #expect(try Realm(configuration: configuration(Before.all, version: .max)).isEmpty == false)
    #expect(try Realm.schemaVersionAtURL(url, encryptionKey: .key(1)) == .max)
  }

  @Test("a read-only realm lacks what the file lacks")
  func readOnly() throws {
    try makeBefore()
    var other = configuration([After.Toy.self])
    other.readOnly = true
    #expect(try Realm(configuration: other).objects(After.Toy.self).count == 0)
    other.objectTypes = After.all
    let error = failure { _ = try Realm(configuration: other) }
    #expect(error?.errorCode == .schemaMismatch)
    #expect(error?.reason.contains("Person.number") == true)
  }
}
