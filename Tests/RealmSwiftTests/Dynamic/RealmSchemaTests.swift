// SPDX-License-Identifier: Apache-2.0

import RealmSwift
import Testing

@Suite("the classes of a realm") struct RealmSchemaTests {
  private let pound = Pound()

  @Test("a program without the classes sees what the file has")
  func file() throws {
    try pound.fill()
    let schema = try pound.untyped().schema
    #expect(schema.objectSchema.map(\.className) == ["Hut", "Keeper", "Leash", "Mutt"])
    #expect(schema["Cat"] == nil)
    let keeper = try #require(schema["Keeper"])
    #expect(keeper.primaryKeyProperty?.name == "id" && keeper["id"]?.isIndexed == true)
    #expect(keeper["name"]?.isIndexed == true && keeper["size"]?.isIndexed == false)
    #expect(keeper["nothing"] == nil && !keeper.isEmbedded && schema["Hut"]?.isEmbedded == true)
    #expect(schema["Mutt"]?.primaryKeyProperty == nil)
    #expect(
      keeper.properties.map(\.description) == [
        "id: int, indexed", "name: string, indexed", "favourite: object<Mutt>?",
        "dogs: list of object<Mutt>", "friends: set of object<Keeper>",
        "byName: map of object<Mutt>?", "tags: list of string", "marks: set of int",
        "counts: map of int", "home: object<Hut>?", "huts: list of object<Hut>",
        "anything: mixed", "size: string",
      ])
    let dogs = try #require(keeper["dogs"])
    #expect(dogs.isArray && !dogs.isSet && !dogs.isMap && !dogs.isOptional)
    #expect(dogs.type == .object && dogs.objectClassName == "Mutt" && dogs.columnName == "dogs")
    #expect(keeper["friends"]?.isSet == true && keeper["byName"]?.isMap == true)
    #expect(keeper["favourite"]?.isOptional == true)
  }

  @Test("an object knows its class, also one of no realm, and a dynamic one")
  func objects() throws {
    try pound.fill()
    let (typed, untyped) = (try pound.typed(), try pound.untyped())
    let schema = Pound.Mutt().objectSchema
    #expect(schema == typed.schema["Mutt"])
    #expect(schema == typed.objects(Pound.Mutt.self)[0].objectSchema)
    #expect(schema["keepers"]?.type == .linkingObjects && schema["keepers"]?.isArray == true)
    #expect(schema["keepers"]?.objectClassName == "Keeper")
    let dynamic = untyped.dynamicObjects("Mutt")[0].objectSchema
    #expect(dynamic == untyped.schema["Mutt"] && dynamic != schema)
    #expect(dynamic.properties.map(\.name) == ["name", "age", "born", "owner"])
    #expect(typed.schema == typed.schema && typed.schema != untyped.schema)
    #expect(
      dynamic.description
        == "Mutt {\n  name: string\n  age: int\n  born: date?\n  owner: object<Keeper>?\n}")
    #expect(
      try #require(untyped.schema["Keeper"]).description.contains("id: int, indexed, primary key"))
    #expect(untyped.schema.description.contains("Hut (embedded) {"))
  }

  @Test("a property with another name in the file has both; the file's alone for a dynamic object")
  func mapping() throws {
    let configuration = Realm.Configuration(
      inMemoryIdentifier: "names", objectTypes: [Renamed.self])
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.create(Renamed.self, value: ["text": "a"]) }
    let property = try #require(realm.schema["Other"]?["text"])
    #expect(property.columnName == "t" && property.description == "text: string, in the file t")
    let object = realm.dynamicObjects("Other")[0]
    #expect(object["t"] as? String == "a" && object.objectSchema["t"]?.columnName == "t")
    #expect(realm.dynamicObjects("Other").filter("t == 'a'").count == 1)
    try realm.write {
      #expect(realm.create(Renamed.self, value: object).text == "a")
      #expect(realm.dynamicCreate("Other", value: Renamed(value: ["b"]))["t"] as? String == "b")
    }
  }
}

/// A class with names of its own in the file.
class Renamed: Object {
  @Persisted var text: String

  override class func _realmObjectName() -> String? { "Other" }
  override class func propertiesMapping() -> [String: String] { ["text": "t"] }
  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
