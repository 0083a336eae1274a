// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

/// A mistake with dynamic objects that ends the program with a sentence.
private struct DynamicMistake: Sendable {
  let says: String
  let body: @Sendable (Realm) throws -> Void

  /// What is done to a realm without classes, in a write transaction.
  static let all = [
    DynamicMistake(says: "has no class Cat; it has Hut, Keeper, Leash, Mutt") {
      _ = $0.dynamicObjects("Cat")
    },
    DynamicMistake(says: "has no class Cat; it has") { _ = $0.dynamicCreate("Cat") },
    DynamicMistake(says: "class Mutt of the file has no property tail; it has name, age") {
      _ = $0.dynamicObjects("Mutt")[0].tail
    },
    DynamicMistake(says: "class Mutt of the file has no property tail") {
      $0.dynamicObjects("Mutt")[0].tail = 1
    },
    DynamicMistake(says: "class Mutt of the file has no property tail") {
      $0.dynamicCreate("Mutt", value: ["tail": 1])
    },
    DynamicMistake(says: "property Mutt.age is int, and takes no String") {
      $0.dynamicObjects("Mutt")[0].age = "3"
    },
    DynamicMistake(says: "property Mutt.age is int, and takes no nil") {
      $0.dynamicObjects("Mutt")[0].age = nil
    },
    DynamicMistake(says: "property Mutt.age is int, and takes no nil") {
      $0.dynamicCreate("Mutt", value: ["name": "", "age": NSNull()])
    },
    DynamicMistake(says: "property Mutt.name is string, and takes no Int") {
      $0.dynamicCreate("Mutt", value: [3, 3])
    },
    DynamicMistake(says: "property Mutt.age is int, and a value must be given") {
      $0.dynamicCreate("Mutt", value: ["name": "Rex"])
    },
    DynamicMistake(says: "property Hut.number is int, and a value must be given") {
      $0.keeper(1).home = ["street": "Main"]
    },
    DynamicMistake(says: "property Keeper.favourite is <Mutt>?, and takes no Keeper") {
      $0.keeper(1).favourite = $0.keeper(2)
    },
    DynamicMistake(says: "property Keeper.favourite is <Mutt>?, and takes no Leash") {
      $0.keeper(1).favourite = Pound.Leash()
    },
    DynamicMistake(says: "property Keeper.dogs is list<<Mutt>>, and takes no Array<DynamicObject>")
    {
      $0.keeper(1)["dogs"] = [$0.keeper(2)]
    },
    DynamicMistake(says: "a link to Mutt leads to objects of just that class, and a Keeper is none")
    {
      $0.keeper(1).dynamicList("dogs").append($0.keeper(2))
    },
    DynamicMistake(says: "property Keeper.tags is list<string>, and no list of objects") {
      _ = $0.keeper(1).dynamicList("tags")
    },
    DynamicMistake(says: "property Keeper.dogs is list<<Mutt>>, and no set of objects") {
      _ = $0.keeper(1).dynamicMutableSet("dogs")
    },
    DynamicMistake(says: "Keeper.dogs has no dynamic objects, for no realm manages") { _ in
      _ = Pound.Keeper().dynamicList("dogs")
    },
    DynamicMistake(says: "the primary key id of a Keeper cannot change") { $0.keeper(1).id = 9 },
    DynamicMistake(says: "a Keeper with the primary key 1 exists") {
      $0.dynamicCreate("Keeper", value: ["id": 1, "name": "Eve", "size": "small"])
    },
    DynamicMistake(says: "class Mutt has no primary key to look for") {
      _ = $0.dynamicObject(ofType: "Mutt", forPrimaryKey: 1)
    },
    DynamicMistake(says: "property Keeper.id is int, and no String") {
      _ = $0.dynamicObject(ofType: "Keeper", forPrimaryKey: "1")
    },
    DynamicMistake(says: "a Mutt has no primary key, so that there is nothing to update") {
      $0.dynamicCreate("Mutt", update: .modified)
    },
    DynamicMistake(says: "class Hut is embedded") { $0.dynamicCreate("Hut") },
    DynamicMistake(says: "an embedded object belongs to one object; to give a Hut to another") {
      $0.keeper(2).home = $0.keeper(1).home
    },
    DynamicMistake(says: "an object of class Mutt has been deleted") { realm in
      let dog = realm.dynamicObjects("Mutt")[0]
      realm.delete(dog)
      _ = dog.name
    },
    DynamicMistake(says: "DynamicObject stands for classes of the file") {
      _ = $0.objects(DynamicObject.self)
    },
    DynamicMistake(says: "a DynamicObject of no class has no properties") { _ in
      _ = DynamicObject().name
    },
    DynamicMistake(says: "a DynamicObject of no class has no properties") { _ in
      _ = DynamicObject(value: ["name": "x"])
    },
    DynamicMistake(says: "class Mutt has no property tail") {
      _ = $0.dynamicObjects("Mutt").filter("tail == 1")
    },
    DynamicMistake(says: "favourite.age.x goes on behind a property that is no link") {
      _ = $0.keeper(1).value(forKeyPath: "favourite.age.x")
    },
    DynamicMistake(says: "outside of a write transaction") {
      try $0.commitWrite()
      $0.keeper(1).name = "x"
    },
    DynamicMistake(says: "a frozen realm cannot be changed") {
      try $0.commitWrite()
      $0.freeze().keeper(1).name = "x"
    },
  ]
}

@Suite struct DynamicMistakeTests {
  @Test(
    "a mistake with dynamic objects ends the program with a sentence",
    arguments: DynamicMistake.all.indices)
  func end(_ index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [index] in
      let pound = Pound()
      try pound.fill()
      let realm = try pound.untyped()
      try realm.beginWrite()
      try DynamicMistake.all[index].body(realm)
      fatalError("nothing stops it")
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(DynamicMistake.all[index].says), "\(output)")
  }

  @Test("a property that a class gets in the transaction is read at once")
  func propertyInTransaction() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let url = URL(fileURLWithPath: folder.file("a.realm"))
      do {
        let old = try Realm(
          configuration: Realm.Configuration(fileURL: url, objectTypes: [EarlyLead.self]))
        try old.write { _ = old.create(EarlyLead.self) }
      }
      let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
      let lead = realm.dynamicObjects("Lead")[0]
      precondition(lead.length as? Int == 0)
      try realm.write {
        let typed = realm.objects(LateLead.self)[0]
        precondition(lead.color as? String == "red" && typed.color == "red")
        lead.color = "blue"
        precondition(typed.color == "blue")
        precondition(lead.dynamicList("others").isEmpty)
      }
      precondition(lead.color as? String == "blue")
    }
  }
}

// One class, as two versions of a program have it.
class EarlyLead: Object {
  @Persisted var length: Int

  override class func _realmObjectName() -> String? { "Lead" }
  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class LateLead: Object {
  @Persisted var length: Int
  @Persisted var color = "red"
  @Persisted var others: List<LateLead>

  override class func _realmObjectName() -> String? { "Lead" }
}
