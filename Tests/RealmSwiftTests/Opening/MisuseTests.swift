// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import TestFolders
import Testing

/// A mistake that ends the program with a sentence.
struct Mistake: Sendable, CustomTestStringConvertible {
  let name: String
  let says: String
  let body: @Sendable (Realm, TemporaryFolder) throws -> Void

  var testDescription: String { name }

  static let all = [
    Mistake(name: "adding outside of a transaction", says: "outside of a write transaction") {
      realm, _ in
      realm.add(Jotting())
    },
    Mistake(name: "changing outside of a transaction", says: "outside of a write transaction") {
      realm, _ in
      realm.objects(Jotting.self).first { _ in true }!.text = "new"
    },
    Mistake(name: "use on another thread", says: "on another thread") { realm, _ in
      let carried = UncheckedRealm(realm)
      let thread = Thread { _ = carried.realm.objects(Jotting.self).count }
      thread.start()
      while true { pause() }
    },
    Mistake(name: "use outside of its queue", says: "outside of the queue") { realm, _ in
      let queue = DispatchQueue(label: "notes")
      let configuration = realm.configuration
      let carried = try queue.sync {
        UncheckedRealm(try Realm(configuration: configuration, queue: queue))
      }
      _ = carried.realm.objects(Jotting.self).count
    },
    Mistake(name: "reading a deleted object", says: "class Jotting has been deleted") { realm, _ in
      let note = realm.objects(Jotting.self).first { _ in true }!
      try realm.write { realm.delete(note) }
      _ = note.text
    },
    Mistake(name: "a list of a deleted object", says: "Jotting.words") { realm, _ in
      let words = realm.objects(Jotting.self).first { _ in true }!.words
      try realm.write { realm.deleteAll() }
      _ = words.count
    },
    Mistake(name: "observing in a write transaction", says: "inside a write transaction") {
      realm, _ in
      try realm.write { _ = realm.objects(Jotting.self).observe { _ in } }
    },
    Mistake(name: "observing what is frozen", says: "frozen does not change") { realm, _ in
      _ = realm.objects(Jotting.self).freeze().observe { _ in }
    },
    Mistake(name: "observing what no realm has", says: "add it first") { _, _ in
      _ = Jotting().observe { _ in }
    },
    Mistake(name: "leaving observers of another realm out", says: "of its own realm alone") {
      realm, folder in
      let other = try Realm(configuration: .notes(folder.file("b.realm")))
      let token = other.objects(Jotting.self).observe { _ in }
      try realm.write(withoutNotifying: [token]) {}
    },
    Mistake(name: "an object of another realm", says: "managed by another realm") { realm, folder in
      let other = try Realm(configuration: .notes(folder.file("b.realm")))
      let note = realm.objects(Jotting.self).first { _ in true }!
      try other.write { other.add(note) }
    },
    Mistake(name: "deleting from another realm", says: "only an object of this realm") {
      realm, folder in
      let other = try Realm(configuration: .notes(folder.file("b.realm")))
      let note = realm.objects(Jotting.self).first { _ in true }!
      try other.write { other.delete(note) }
    },
    Mistake(name: "a transaction in a transaction", says: "already in a write transaction") {
      realm, _ in
      try realm.write { try realm.write {} }
    },
    Mistake(name: "changing a primary key", says: "the primary key id") { realm, _ in
      try realm.write { realm.objects(Jotting.self).first { _ in true }!.id = 9 }
    },
    Mistake(name: "a primary key that exists", says: "with the primary key 0 exists") { realm, _ in
      try realm.write { realm.add(Jotting(value: ["id": 0])) }
    },
    Mistake(name: "a class that is not in the configuration", says: "not among the objectTypes") {
      realm, _ in
      _ = realm.objects(HiddenThing.self)
    },
    Mistake(name: "changing what is frozen", says: "frozen realm cannot be changed") { realm, _ in
      let frozen = realm.objects(Jotting.self).first { _ in true }!.freeze()
      try realm.write { frozen.text = "new" }
    },
    Mistake(name: "writing to a frozen realm", says: "frozen realm cannot be changed") { realm, _ in
      try realm.freeze().write {}
    },
    Mistake(name: "freezing in a transaction", says: "frozen in a write transaction") { realm, _ in
      try realm.write { _ = realm.freeze() }
    },
    Mistake(name: "writing to a read-only realm", says: "opened read-only") { realm, _ in
      var configuration = realm.configuration
      configuration.readOnly = true
      try Realm(configuration: configuration).write {}
    },
    Mistake(name: "putting off without a queue", says: "belongs to no queue") { realm, _ in
      let configuration = realm.configuration
      let thread = Thread { try! Realm(configuration: configuration).writeAsync {} }
      thread.start()
      while true { pause() }
    },
    Mistake(name: "an embedded object of two owners", says: "belongs to one object") { _, folder in
      let realm = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: folder.file("b.realm")), objectTypes: [Before.Person.self]))
      let address = Before.Address(value: ["street": "S"])
      try realm.write {
        for _ in 0..<2 { realm.add(Before.Person(value: ["home": address])) }
      }
    },
    Mistake(name: "an object of a subclass behind a link", says: "a Tiger is no Beast") {
      _, folder in
      let realm = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: folder.file("b.realm")),
          objectTypes: [Beast.self, Tiger.self]))
      try realm.write { realm.add(Beast(value: ["id": 1, "friend": Tiger()])) }
    },
    Mistake(name: "an object of a subclass in a list", says: "a Tiger is no Beast") { _, folder in
      let realm = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: folder.file("b.realm")),
          objectTypes: [Stall.self, Tiger.self]))
      try realm.write {
        let shelf = realm.create(Stall.self)
        shelf.animals.append(Tiger())
      }
    },
  ]
}

@Suite struct Mistakes {
  @Test("a mistake ends the program with a sentence", arguments: Mistake.all.indices)
  func end(_ index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [index] in
      let folder = TemporaryFolder()
      let configuration = Realm.Configuration.notes(folder.file("a.realm"))
      try configuration.fill()
      try Mistake.all[index].body(try Realm(configuration: configuration), folder)
      fatalError("nothing stops it")
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let mistake = Mistake.all[index]
    #expect(output.contains(mistake.says), "\(mistake.name): \(output)")
  }
}
