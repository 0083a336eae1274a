// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("reading classes that the program does not have") struct DynamicReadingTests {
  private let pound = Pound()

  @Test("values are of the types that the file has, by names and as members")
  func values() throws {
    try pound.fill()
    let realm = try pound.untyped()
    let ann = realm.keeper(1)
    #expect(ann["id"] as? Int == 1 && ann.name as? String == "Ann")
    #expect(ann["size"] as? String == "small")
    #expect(ann.value(forKey: "name") as? String == "Ann")
    let dogs = realm.dynamicObjects("Mutt")
    #expect(dogs.map { $0.age as? Int } == [3, 5])
    #expect(dogs[0].born == nil)
    #expect(dogs[1].born as? Date == Date(timeIntervalSince1970: 0))
    // Not the optional that it is in.
    #expect("\(dogs[1].born ?? "")" == "\(Date(timeIntervalSince1970: 0))")
    #expect(realm.dynamicObject(ofType: "Keeper", forPrimaryKey: 9) == nil)
    #expect(realm.keeper(2).favourite == nil && realm.keeper(2).home == nil)
  }

  @Test("links lead to dynamic objects, through all kinds of collections")
  func links() throws {
    try pound.fill()
    let ann = try pound.untyped().keeper(1)
    let rex = try #require(ann.favourite as? DynamicObject)
    #expect(rex.name as? String == "Rex" && (rex.owner as? DynamicObject) == ann)
    let dogs = try #require(ann.dogs as? List<DynamicObject>)
    #expect(dogs.map { $0.name as? String } == ["Rex", "Fido", "Rex"])
    #expect(dogs.index(of: rex) == 0 && dogs[2] == rex)
    #expect(dogs.index(of: ann) == nil)
    let bob = try pound.untyped().keeper(2)
    #expect((bob.friends as? MutableSet<DynamicObject>)?.contains(ann) == true)
    let byName = try #require(ann.byName as? Map<String, DynamicObject?>)
    #expect(byName["Rex"] == rex && byName.keys == ["Rex", "none"] && byName["none"] == .some(nil))
    #expect(ann.tags.map { Array($0 as! List<String>) } == ["a", "b"])
    #expect(ann.marks.map { Array($0 as! MutableSet<Int>) } == [3, 1])
    #expect((ann.counts as? Map<String, Int>)?["x"] == 1)
    #expect((ann.home as? DynamicObject)?.street as? String == "Main")
    #expect((ann.huts as? List<DynamicObject>)?.map { $0.number as? Int } == [1, 7])
  }

  @Test("a value of any type that is an object is a dynamic one")
  func anything() throws {
    try pound.fill()
    let ann = try pound.untyped().keeper(1)
    let fido = try #require((ann.anything as? AnyRealmValue)?.dynamicObject)
    #expect(fido.name as? String == "Fido")
    let typed = try pound.typed().objects(Pound.Keeper.self)[0].anything
    #expect(typed.object(Pound.Mutt.self)?.name == "Fido")
    #expect(typed.dynamicObject?.name as? String == "Fido")
    #expect(AnyRealmValue.int(1).dynamicObject == nil)
    #expect(AnyRealmValue.object(Pound.Mutt()).dynamicObject == nil)
  }

  @Test("lists and dictionaries in values of any type hold dynamic objects")
  func nested() throws {
    try pound.fill()
    let realm = try pound.typed()
    try realm.write {
      let dog = AnyRealmValue.object(realm.objects(Pound.Mutt.self)[0])
      realm.objects(Pound.Keeper.self)[0].anything = .fromArray([
        dog, .fromDictionary(["dog": dog]),
      ])
    }
    let untyped = try pound.untyped()
    for live in [untyped, untyped.freeze()] {
      let list = (live.dynamicObjects("Keeper")[0].anything as? AnyRealmValue)?.listValue
      #expect(list?[0].dynamicObject?.name as? String == "Rex")
      #expect(list?[1].dictionaryValue?["dog"]?.dynamicObject?.name as? String == "Rex")
      #expect(list?.freeze()[0].dynamicObject?.name as? String == "Rex")
    }
  }

  @Test("a class that the program does not have is found by a link of any type")
  func unnamed() throws {
    try pound.fill()
    let realm = try Realm(configuration: pound.configuration([Stray.self]))
    let object = try #require(realm.dynamicObjects("Leash").first)
    try realm.write { realm.create(Stray.self, value: ["thing": AnyRealmValue.object(object)]) }
    let thing = realm.objects(Stray.self)[0].thing
    #expect(thing.dynamicObject?.length as? Double == 1.5)
    #expect(thing.dynamicObject == object)
  }

  @Test("objects of a typed realm have dynamic collections, of the same rows")
  func dynamicCollections() throws {
    try pound.fill()
    let realm = try pound.typed()
    let ann = realm.objects(Pound.Keeper.self)[0]
    let dogs = ann.dynamicList("dogs")
    #expect(dogs.map { $0.age as? Int } == [3, 5, 3])
    #expect(ann.dogs[0].isSameObject(as: dogs[0]) && dogs[0].isSameObject(as: ann.dogs[0]))
    #expect(!ann.isSameObject(as: dogs[0]) && !ann.dogs[1].isSameObject(as: dogs[0]))
    try realm.write { dogs.remove(at: 0) }
    #expect(ann.dogs.map(\.name) == ["Fido", "Rex"])
    let bob = realm.objects(Pound.Keeper.self)[1]
    #expect(bob.dynamicMutableSet("friends")[0].name as? String == "Ann")
    let map: Map<String, DynamicObject?> = ann.dynamicMap("byName")
    #expect(map["Rex"]??.name as? String == "Rex")
    let untyped = try pound.untyped().keeper(1)
    #expect(untyped.dynamicList("huts").count == 2)
  }

  @Test("key paths go through links and collections, and end where a link leads nowhere")
  func keyPaths() throws {
    try pound.fill()
    let realm = try pound.untyped()
    let (ann, bob) = (realm.keeper(1), realm.keeper(2))
    #expect(ann.value(forKeyPath: "favourite.owner.name") as? String == "Ann")
    #expect(ann.value(forKeyPath: "dogs.name") as? [String] == ["Rex", "Fido", "Rex"])
    #expect(ann.value(forKeyPath: "dogs.@count") as? Int == 3)
    #expect(ann.value(forKeyPath: "dogs.owner.name") as? [String?] == ["Ann", nil, "Ann"])
    #expect(bob.value(forKeyPath: "favourite.owner.name") == nil)
    try realm.write {
      ann.setValue("Rover", forKeyPath: "favourite.name")
      bob.setValue("nobody", forKeyPath: "favourite.name")
      bob.setValue("Robert", forKey: "name")
    }
    #expect(ann.value(forKeyPath: "favourite.name") as? String == "Rover")
    #expect(bob.name as? String == "Robert")
  }

  @Test("a dynamic object is described by its class and properties")
  func description() throws {
    try pound.fill()
    let dog = try pound.untyped().dynamicObjects("Mutt")[0]
    #expect(
      dog.description
        == "Mutt {\n  name = \"Rex\";\n  age = 3;\n  born = nil;\n  owner = Keeper;\n}")
    #expect(DynamicObject().description == "DynamicObject {\n\n}")
  }
}

/// An object with a link that may lead to any class.
class Stray: Object {
  @Persisted var thing: AnyRealmValue
  @Persisted var things: List<AnyRealmValue>
}
