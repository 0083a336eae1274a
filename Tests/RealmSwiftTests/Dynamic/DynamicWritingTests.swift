// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("writing classes that the program does not have") struct DynamicWritingTests {
  private let pound = Pound()

  @Test("what is set is there for a program that has the class")
  func setting() throws {
    try pound.fill()
    let realm = try pound.untyped()
    let (ann, bob) = (realm.keeper(1), realm.keeper(2))
    try realm.write {
      bob.name = "Robert"
      bob["favourite"] = ann.favourite
      bob["home"] = ["street": "Side", "number": 3]
      bob.dynamicList("huts").append(objectsIn: [])
      bob["huts"] = [["street": "Third", "number": 0]]
      bob["tags"] = ["x"]
      bob["marks"] = [9]
      bob["counts"] = ["y": 2]
      bob["byName"] = ["Rex": ann.favourite, "none": nil]
      bob.dynamicMutableSet("friends").insert(bob)
      bob["anything"] = 12
      bob["size"] = Pound.Size.small
      #expect(bob.name as? String == "Robert")
    }
    let typed = try pound.typed()
    let found = try #require(typed.object(ofType: Pound.Keeper.self, forPrimaryKey: 2))
    #expect(found.name == "Robert" && found.favourite?.name == "Rex" && found.size == .small)
    #expect(found.home?.street == "Side" && found.home?.number == 3)
    #expect(found.huts.map(\.street) == ["Third"] && Array(found.tags) == ["x"])
    #expect(Array(found.marks) == [9] && found.counts["y"] == 2 && found.counts.count == 1)
    #expect(found.byName["Rex"]??.name == "Rex" && found.byName.keys == ["Rex", "none"])
    #expect(Set(found.friends.map(\.id)) == [1, 2] && found.anything == .int(12))
  }

  @Test("an embedded object that is replaced is gone; another's cannot be taken")
  func embedded() throws {
    try pound.fill()
    let realm = try pound.untyped()
    let ann = realm.keeper(1)
    let home = try #require(ann.home as? DynamicObject)
    try realm.write {
      ann.home = home
      #expect(!home.isInvalidated)
      ann.home = ["street": "New", "number": 1]
    }
    #expect(home.isInvalidated && realm.dynamicObjects("Hut").count == 3)
    try realm.write { ann.home = nil }
    #expect(realm.dynamicObjects("Hut").map { $0.street as? String } == ["First", "Second"])
    try realm.write { realm.delete(ann) }
    #expect(realm.dynamicObjects("Hut").isEmpty && ann.isInvalidated)
  }

  @Test("objects are made of dictionaries, of arrays in the file's order, and of objects")
  func creating() throws {
    try pound.fill()
    let realm = try pound.untyped()
    try realm.write {
      let dog = realm.dynamicCreate("Mutt", value: ["Spot", 1])
      #expect(dog.age as? Int == 1 && dog.owner == nil)
      let keeper = realm.dynamicCreate(
        "Keeper",
        value: [
          "id": 3, "name": "Jo", "size": "large", "dogs": [dog, ["name": "Bello", "age": 1]],
          "favourite": ["name": "Hasso", "age": 2],
          "home": ["street": "Far", "number": 1], "anything": ["a", dog] as [Any],
        ])
      #expect(keeper.dynamicList("dogs").map { $0.name as? String } == ["Spot", "Bello"])
      #expect(keeper.value(forKeyPath: "favourite.age") as? Int == 2)
      #expect(keeper.value(forKeyPath: "home.street") as? String == "Far")
      #expect((keeper.anything as? AnyRealmValue)?.listValue?[1].dynamicObject == dog)
      let copy = realm.dynamicCreate("Mutt", value: dog)
      #expect(copy != dog && copy.name as? String == "Spot")
      #expect(realm.dynamicCreate("Leash", value: [2.5]).length as? Double == 2.5)
    }
    #expect(realm.dynamicObjects("Mutt").count == 6)
  }

  @Test("what is not given begins as the program's class says, if there is one")
  func defaults() throws {
    try pound.fill()
    let realm = try pound.typed()
    try realm.write {
      let keeper = realm.dynamicCreate("Keeper", value: ["id": 3])
      #expect(keeper.name as? String == "nobody" && keeper["size"] as? String == "large")
    }
    try realm.write {
      let keeper = realm.dynamicCreate("Keeper", value: ["id": 4, "home": ["street": "S"]])
      keeper["huts"] = [["street": "T"]]
      #expect(keeper.value(forKeyPath: "home.number") as? Int == 7)
      #expect(keeper.value(forKeyPath: "huts.number") as? [Int] == [7])
    }
  }

  @Test("an object with its primary key is changed, and keeps what is not given")
  func updating() throws {
    try pound.fill()
    let realm = try pound.untyped()
    try realm.write {
      let ann = realm.dynamicCreate(
        "Keeper", value: ["id": 1, "tags": ["new"]], update: .modified)
      #expect(ann == realm.keeper(1) && ann.name as? String == "Ann")
      #expect(ann.tags.map { Array($0 as! List<String>) } == ["new"])
      _ = realm.dynamicCreate(
        "Keeper", value: ["id": 7, "name": "Eve", "size": "small"], update: .all)
    }
    #expect(realm.dynamicObjects("Keeper").count == 3)
  }

  @Test("objects of the program's classes and dynamic ones stand for each other")
  func mixing() throws {
    try pound.fill()
    let realm = try pound.typed()
    let ann = realm.objects(Pound.Keeper.self)[0]
    let dynamic = realm.keeper(1)
    let fido = realm.objects(Pound.Mutt.self)[1]
    try realm.write {
      dynamic.favourite = fido
      #expect(ann.favourite?.name == "Fido")
      ann["favourite"] = realm.dynamicObjects("Mutt")[0]
      #expect(dynamic.value(forKeyPath: "favourite.name") as? String == "Rex")
      dynamic["dogs"] = [fido]
      #expect(ann.dogs.map(\.name) == ["Fido"])
      dynamic["byName"] = ann.byName
      #expect(ann.byName["Rex"]??.name == "Rex" && ann.byName.count == 2)
      dynamic.favourite = Pound.Mutt(value: ["New", 0])
      #expect(ann.favourite?.name == "New")
      let copy = realm.dynamicCreate(
        "Keeper", value: Pound.Keeper(value: ["id": 5, "home": ["street": "S"]]))
      #expect(copy.value(forKeyPath: "home.number") as? Int == 7)
      let typed = realm.create(Pound.Keeper.self, value: copy, update: .modified)
      #expect(typed.id == 5 && typed.home?.street == "S" && typed.size == .large)
    }
  }

  @Test("what one sees of a row the other sees at once, also after a transaction is cancelled")
  func twins() throws {
    try pound.fill()
    let realm = try pound.typed()
    let (dynamic, rex) = (realm.dynamicObjects("Mutt")[0], realm.objects(Pound.Mutt.self)[0])
    let young = realm.objects(Pound.Mutt.self).where { $0.age < 4 }
    let dynamicYoung = realm.dynamicObjects("Mutt").filter("age < 4")
    #expect(young.count == 1 && dynamicYoung.count == 1)
    try realm.write {
      rex.age = 10
      #expect(dynamic.age as? Int == 10 && young.isEmpty && dynamicYoung.isEmpty)
      dynamic.age = 1
      #expect(rex.age == 1 && young.count == 1 && dynamicYoung.count == 1)
      realm.add(Pound.Mutt(value: ["a", 0]))
      #expect(young.count == 2 && dynamicYoung.count == 2)
      realm.dynamicCreate("Mutt", value: ["b", 0])
      #expect(young.count == 3 && dynamicYoung.count == 3)
    }
    try realm.beginWrite()
    realm.delete(rex)
    #expect(dynamic.isInvalidated && realm.keeper(1).favourite == nil)
    realm.cancelWrite()
    #expect(!dynamic.isInvalidated && rex.age == 1)
    try realm.write {
      realm.delete(realm.keeper(1))
      realm.dynamicCreate("Keeper", value: ["id": 1])
    }
    try realm.write { realm.delete(realm.dynamicObjects("Mutt")) }
    #expect(rex.isInvalidated && dynamic.isInvalidated && young.isEmpty)
  }

  @Test("objects from another realm are copied, with what they lead to")
  func copying() throws {
    try pound.fill()
    let other = Pound()
    _ = try other.typed()
    let (source, target) = (try pound.untyped(), try other.untyped())
    try target.write { target.dynamicCreate("Keeper", value: source.keeper(2)) }
    let bob = target.keeper(2)
    #expect(bob.value(forKeyPath: "dogs.name") as? [String] == ["Rex"])
    #expect(bob.value(forKeyPath: "friends.name") as? [String] == ["Ann"])
    #expect(target.keeper(1).value(forKeyPath: "home.street") as? String == "Main")
    #expect(target.dynamicObjects("Mutt").count == 2)
    #expect(
      try other.typed().object(ofType: Pound.Keeper.self, forPrimaryKey: 1)?.dogs.count == 3)
  }

  @Test("objects in values of any type are copied, too, into the program's classes")
  func copyingMixed() throws {
    let (source, target) = (Pound(), Pound())
    let types: [ObjectBase.Type] = [Stray.self, Pound.Keeper.self]
    try source.fill()
    let realm = try Realm(configuration: source.configuration(types))
    let stray = try realm.write {
      let ann = AnyRealmValue.object(realm.objects(Pound.Keeper.self)[0])
      return realm.create(Stray.self, value: ["things": [ann, .fromArray([ann])]])
    }
    let other = try Realm(configuration: target.configuration(types))
    try other.write { other.dynamicCreate("Stray", value: stray) }
    let copy = other.objects(Stray.self)[0]
    let keeper = try #require(copy.things[0].object(Pound.Keeper.self))
    #expect(keeper.dogs.map(\.name) == ["Rex", "Fido", "Rex"] && keeper.size == .small)
    #expect(copy.things[1].listValue?[0] == .object(keeper))
    #expect(other.objects(Pound.Keeper.self).count == 1)
  }
}
