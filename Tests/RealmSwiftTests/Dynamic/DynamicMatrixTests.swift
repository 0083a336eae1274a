// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite("dynamic properties of every type") struct DynamicMatrixTests {
  private let folder = TemporaryFolder()

  private func realm(_ types: [ObjectBase.Type]) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), encryptionKey: .key(7),
        objectTypes: types))
  }

  @Test("a value that is set by name is there for the class", arguments: PropertyCase.groups)
  func set(values: [PropertyCase]) throws {
    let typed = try realm([EveryType.self])
    try typed.write { typed.add(values.map { _ in EveryType() }) }
    let dynamic = try realm([])
    dynamic.refresh()
    try dynamic.write {
      for (value, object) in zip(values, Array(dynamic.dynamicObjects("EveryType"))) {
        object[value.property] = value.any
      }
    }
    typed.refresh()
    try typed.write {
      for value in values {
        typed.dynamicCreate("EveryType", value: [value.property: value.any])
      }
    }
    #expect(lost(values + values, in: Array(typed.objects(EveryType.self))) == [])
  }

  @Test(
    "a value of the class is read by name, and can be set again", arguments: PropertyCase.groups)
  func read(values: [PropertyCase]) throws {
    let typed = try realm([EveryType.self])
    try typed.write {
      typed.add(
        values.map { value in
          let object = EveryType()
          value.set(object)
          return object
        })
    }
    let dynamic = try realm([])
    dynamic.refresh()
    let found = Array(dynamic.dynamicObjects("EveryType"))
    try dynamic.write {
      let other = dynamic.dynamicCreate("EveryType", value: found[0])
      for (value, object) in zip(values, found) {
        let copy = dynamic.dynamicCreate("EveryType", value: other)
        // An embedded object stays where it is; its values can be taken.
        let place = object[value.property] as? DynamicObject
        copy[value.property] =
          place.map { [$0.latitude, $0.longitude] as Any } ?? object[value.property]
      }
      dynamic.delete(other)
      for object in found { dynamic.dynamicCreate("EveryType", value: object) }
    }
    typed.refresh()
    #expect(lost(values + values + values, in: Array(typed.objects(EveryType.self))) == [])
    // From one of the program's objects to a dynamic one, and back.
    try typed.write {
      for object in Array(typed.objects(EveryType.self)).prefix(values.count) {
        let copy = typed.dynamicCreate("EveryType", value: object)
        typed.create(EveryType.self, value: copy)
        typed.delete(copy)
      }
    }
    let last = Array(typed.objects(EveryType.self)).suffix(values.count)
    #expect(lost(values, in: Array(last)) == [])
  }

  @Test("values are of the type that the file has", arguments: DynamicMatrixTests.types)
  func type(property: String, type: String) throws {
    let typed = try realm([EveryType.self])
    try typed.write {
      typed.create(
        EveryType.self,
        value: Dictionary(
          PropertyCase.all.filter { $0.label != "nil" }.map { ($0.property, $0.any) },
          uniquingKeysWith: { $1 }))
    }
    let dynamic = try realm([])
    dynamic.refresh()
    let value = try #require(dynamic.dynamicObjects("EveryType")[0][property])
    #expect("\(Swift.type(of: value))" == type)
  }

  static let types: [(String, String)] =
    [
      ("int", "Int"), ("int8", "Int"), ("int16", "Int"), ("int32", "Int"), ("int64", "Int"),
      ("bool", "Bool"), ("float", "Float"), ("double", "Double"), ("string", "String"),
      ("data", "Data"), ("date", "Date"), ("uuid", "UUID"), ("objectId", "ObjectId"),
      ("decimal", "Decimal128"), ("level", "Int"), ("color", "String"), ("celsius", "Double"),
      ("address", "String"),
    ].flatMap { (name, type) in
      [(name, type), ("optional\(name.prefix(1).uppercased())\(name.dropFirst())", type)]
    } + [
      ("mixed", "AnyRealmValue"), ("place", "DynamicObject"), ("optionalPlace", "DynamicObject"),
    ]

  @Test("collections are read and set by name", arguments: CollectionMatrixTests.cases)
  func collections(element: ElementCase) throws {
    let path = folder.file("b.realm")
    try element.write(path)
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: path), encryptionKey: .key(7), objectTypes: []))
    let first = realm.dynamicObjects("Trio")[0]
    try realm.write {
      let copy = realm.dynamicCreate("Trio")
      for name in ["list", "set", "map"] { copy[name] = first[name] }
      realm.delete(first)
    }
    #expect(try element.read(path) == [])
    realm.refresh()
    let second = realm.dynamicObjects("Trio")[0]
    try realm.write {
      realm.dynamicCreate("Trio", value: second)
      realm.delete(second)
    }
    #expect(try element.read(path) == [])
  }

  @Test("an object is found and changed by its primary key", arguments: KeyCase.all)
  func primaryKeys(of value: KeyCase) throws {
    let realm = try realm([value.type])
    let name = try #require(realm.schema.objectSchema.first).className
    let dynamic = try self.realm([])
    dynamic.refresh()
    for (index, key) in value.keys.enumerated() {
      try dynamic.write {
        dynamic.dynamicCreate(name, value: ["key": key, "note": "old"])
        dynamic.dynamicCreate(name, value: ["key": key, "note": "\(index)"], update: .modified)
      }
      let found = dynamic.dynamicObject(ofType: name, forPrimaryKey: key)
      #expect(found?.note as? String == "\(index)")
    }
    #expect(dynamic.dynamicObjects(name).count == value.keys.count)
    realm.refresh()
    for (index, key) in value.keys.enumerated() {
      let object = realm.object(ofType: value.type, forPrimaryKey: key)
      #expect(object?["note"] as? String == "\(index)")
    }
  }
}
