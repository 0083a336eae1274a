// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import SQLite
import Testing

@Suite("dynamic results, observed and frozen") struct DynamicLiveTests {
  private let pound = Pound()

  @Test("results are asked by text, put in order, and computed with")
  func queries() throws {
    try pound.fill()
    let realm = try pound.untyped()
    let keepers = realm.dynamicObjects("Keeper")
    let names = { (results: Results<DynamicObject>) in results.map { $0.name as? String } }
    #expect(names(keepers.filter("ANY dogs.age > 4")) == ["Ann"])
    #expect(names(keepers.filter("favourite.owner.name == %@", "Ann")) == ["Ann"])
    #expect(names(keepers.filter("ANY friends.home.street BEGINSWITH 'M'")) == ["Bob"])
    #expect(
      names(keepers.filter("SUBQUERY(dogs, $d, $d.age > 2 AND $d.name == 'Rex').@count > 1")) == [
        "Ann"
      ])
    #expect(names(keepers.filter("ANY tags == 'b' AND counts['x'] == 1")) == ["Ann"])
    #expect(names(keepers.filter("anything == %@", realm.dynamicObjects("Mutt")[1])) == ["Ann"])
    #expect(names(keepers.filter("favourite == %@", realm.dynamicObjects("Mutt")[0])) == ["Ann"])
    #expect(names(keepers.sorted(byKeyPath: "name", ascending: false)) == ["Bob", "Ann"])
    #expect(names(keepers.sorted(byKeyPath: "favourite.age")) == ["Bob", "Ann"])
    let dogs = realm.dynamicObjects("Mutt")
    #expect(dogs.sum(ofProperty: "age") as Int == 8 && dogs.max(ofProperty: "age") as Int? == 5)
    #expect(names(dogs.distinct(by: ["owner.name"])) == ["Rex", "Fido"])
    #expect(dogs.index(matching: "age == 5") == 1 && dogs.index(of: dogs[1]) == 1)
    #expect(dogs.value(forKey: "age") as? [Int] == [3, 5])
    let ann = realm.keeper(1)
    #expect(names(ann.dynamicList("dogs").filter("age < 4")) == ["Rex", "Rex"])
    #expect(
      ann.dynamicList("huts").sorted(byKeyPath: "number", ascending: false)[0].number as? Int == 7)
    let tags = try #require(ann.tags as? List<String>)
    #expect(Array(tags.sorted(ascending: false)) == ["b", "a"])
    try realm.write { dogs.setValue(1, forKey: "age") }
    #expect(dogs.sum(ofProperty: "age") as Int == 2)
  }

  @Test("results, objects, lists and maps are told of changes")
  func observing() throws {
    try pound.fill()
    let (realm, typed) = (try pound.untyped(), try pound.typed())
    let journal = Journal<String>()
    let dogs = realm.dynamicObjects("Mutt")
    let ann = realm.keeper(1)
    let map: Map<String, DynamicObject?> = ann.dynamicMap("byName")
    let tokens = [
      dogs.observe { journal.changes.append("dogs \(Delta($0))") },
      dogs.observe(keyPaths: ["owner.name"]) { journal.changes.append("owners \(Delta($0))") },
      ann.dynamicList("dogs").observe { journal.changes.append("list \(Delta($0))") },
      ann.observe { change in
        if case .change(let object, let changes) = change {
          let texts = changes.map { "\($0.name) \($0.oldValue ?? "nil") \($0.newValue ?? "nil")" }
          journal.changes.append("\(object["id"] ?? 0) \(texts.joined(separator: ", "))")
        } else {
          journal.changes.append("deleted")
        }
      },
      map.observe(keyPaths: ["age"]) {
        if case .update(_, _, _, let keys) = $0 { journal.changes.append("map \(keys)") }
      },
    ]
    realm.refresh()
    _ = journal.take()
    try typed.write { typed.objects(Pound.Keeper.self)[0].name = "Anna" }
    realm.refresh()
    #expect(
      Set(journal.take()) == [
        "owners \(Delta([], [], [0]))", "dogs \(Delta([], [], [0]))",
        "list \(Delta([], [], [0, 2]))",
        "1 name Ann Anna",
      ])
    try realm.write { dogs[0].age = 4 }
    realm.refresh()
    #expect(
      Set(journal.take()) == [
        "dogs \(Delta([], [], [0]))", "list \(Delta([], [], [0, 2]))", "map [\"Rex\"]",
      ])
    try realm.write { realm.delete(ann) }
    realm.refresh()
    #expect(journal.take().contains("deleted"))
    for token in tokens { token.invalidate() }
  }

  @Test("what is frozen stays, on any thread, and thaws to what is live")
  func freezing() throws {
    try pound.fill()
    let realm = try pound.untyped()
    let dogs = realm.dynamicObjects("Mutt").filter("age < 4")
    let frozen = dogs.freeze()
    let ann = realm.keeper(1).freeze()
    let list = realm.keeper(1).dynamicList("dogs").freeze()
    let typedFrozen = try pound.typed().objects(Pound.Keeper.self)[0].freeze()
    try realm.write {
      dogs[0].age = 9
      realm.keeper(1).name = "new"
      realm.keeper(1)["dogs"] = nil
    }
    let carried = Carried(values: (frozen, ann, list, typedFrozen))
    let faults = try onAnotherThread {
      let (frozen, ann, list, typedFrozen) = carried.values
      var faults: [String] = []
      if frozen.map({ $0.age as? Int }) != [3] { faults.append("results") }
      if ann.name as? String != "Ann" { faults.append("object") }
      if ann.value(forKeyPath: "favourite.owner.home.street") as? String != "Main" {
        faults.append("links")
      }
      if list.map({ $0.name as? String }) != ["Rex", "Fido", "Rex"] { faults.append("list") }
      if typedFrozen.dynamicList("dogs").count != 3 { faults.append("a list of a typed object") }
      return faults
    }
    #expect(faults == [])
    #expect(
      frozen.isFrozen && frozen.thaw()?.isEmpty == true && ann.thaw()?.name as? String == "new")
    #expect(list.thaw()?.isEmpty == true)
  }

  @Test("a reference takes a dynamic object to another thread")
  func references() throws {
    try pound.fill()
    let reference = ThreadSafeReference(to: try pound.untyped().keeper(2))
    let configuration = pound.configuration([])
    let name = try onAnotherThread {
      let object = try Realm(configuration: configuration).resolve(reference)
      return object?.name as? String
    }
    #expect(name == "Bob")
  }

  @Test("a queue is told of dynamic results")
  func queue() throws {
    try pound.fill()
    let (queue, told) = (DispatchQueue(label: "dogs"), DispatchSemaphore(value: 0))
    let journal = Journal<String>()
    let realm = try pound.untyped()
    let token = realm.dynamicObjects("Mutt").filter("age > 4").observe(on: queue) { change in
      if case .update(let dogs, _, _, _) = change {
        journal.changes.append(dogs.map { "\($0.name ?? "")" }.joined(separator: " "))
      }
      told.signal()
    }
    told.wait()
    try realm.write { realm.dynamicObjects("Mutt")[0].age = 8 }
    told.wait()
    #expect(queue.sync { journal.take() } == ["Rex Fido"])
    token.invalidate()
  }

  @Test("a link to a class that a damaged file does not have is an error")
  func damagedSchema() throws {
    let configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: pound.folder.file("c.realm")), objectTypes: [Before.Person.self]
    )
    do {
      let realm = try Realm(configuration: configuration)
      try realm.write {
        realm.add(Before.Person(value: ["pet": ["id": 1], "home": ["street": "S"]]))
      }
    }
    for target in ["'Ghost'", "NULL"] {
      let connection = try Connection(
        path: pound.folder.file("c.realm"), access: .readWriteCreate, busyTimeout: 5000)
      try connection.execute("UPDATE \"#property\" SET target = \(target) WHERE name = 'pet'")
      try connection.close()
      var untyped = configuration
      untyped.objectTypes = []
      let realm = try Realm(configuration: untyped)
      let error = failure { try realm.reading { _ = realm.dynamicObjects("Person")[0].pet } }
      #expect(error?.errorCode == .invalidDatabase && error?.reason.contains("is damaged") == true)
      #expect(realm.dynamicObjects("Pet").map { $0["id"] as? Int } == [1])
    }
  }

  @Test("properties that a class gets later are there, and objects go on")
  func laterProperties() throws {
    let path = pound.folder.file("b.realm")
    func realm(_ types: [ObjectBase.Type]) throws -> Realm {
      try Realm(
        configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: types))
    }
    try realm(Before.all).write {
      try realm(Before.all).create(Before.Person.self, value: ["name": "Ann", "tags": ["a"]])
    }
    let untyped = try realm([])
    let ann = try #require(untyped.dynamicObjects("Person").first)
    let tags = try #require(ann.tags as? List<String>)
    #expect(ann.name as? String == "Ann" && untyped.schema["Person"]?["number"] == nil)
    let typed = try realm(After.all)
    try typed.write { typed.objects(After.Person.self)[0].name = "Anna" }
    #expect(ann.name as? String == "Ann")
    untyped.refresh()
    #expect(ann.name as? String == "Anna" && ann.number as? Int == 42 && Array(tags) == ["a"])
    #expect((ann["list"] as? List<Int>)?.isEmpty == true)
    #expect(untyped.dynamicObjects("Person").filter("number == 42").count == 1)
    try untyped.write {
      ann["list"] = [1, 2]
      ann.number = 43
      tags.append("b")
    }
    typed.refresh()
    let person = typed.objects(After.Person.self)[0]
    #expect(
      Array(person.list) == [1, 2] && person.number == 43 && Array(person.tags) == ["a", "b"])
  }

  @Test("a read-only realm is read without its classes")
  func readOnly() throws {
    try pound.fill()
    var configuration = pound.configuration([])
    configuration.readOnly = true
    #expect(try Realm(configuration: configuration).keeper(1).name as? String == "Ann")
  }
}

/// What is frozen, carried to another thread.
private struct Carried<Values>: @unchecked Sendable {
  let values: Values
}
