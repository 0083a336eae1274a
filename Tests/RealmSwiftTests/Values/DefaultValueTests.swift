// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class OwnDefaults: Object {
  @Persisted var int = 7
  @Persisted var text: String? = "seven"
  @Persisted var decimal: Decimal128 = "7.50"
  @Persisted var mixed: AnyRealmValue = .int(7)
  @Persisted var level = Level.top
  @Persisted var color: Color? = .darkBlue
  @Persisted var celsius = Celsius(persistedValue: 7)
  @Persisted var place = Place(latitude: 7, longitude: 8)
}

@Suite("default values") struct DefaultValueTests {
  private let folder = TemporaryFolder()

  private func realm(_ types: [ObjectBase.Type]) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: types))
  }

  private static let emptiness: [PropertyCase] = [
    PropertyCase(\.int, "int", 0, "0"), PropertyCase(\.int8, "int8", 0, "0"),
    PropertyCase(\.bool, "bool", false, "false"), PropertyCase(\.float, "float", 0, "0"),
    PropertyCase(\.double, "double", 0, "0"), PropertyCase(\.string, "string", "", "empty"),
    PropertyCase(\.data, "data", Data(), "empty"), PropertyCase(\.decimal, "decimal", 0, "0"),
    PropertyCase(\.mixed, "mixed", .none, "none"), PropertyCase(\.level, "level", .low, "first"),
    PropertyCase(\.color, "color", .red, "first"),
    PropertyCase(\.celsius, "celsius", Celsius(persistedValue: 0), "0"),
    PropertyCase(\.address, "address", Address(persistedValue: "")!, "empty"),
    PropertyCase(\.place, "place", Place(latitude: 0, longitude: 0), "0, 0"),
    PropertyCase(\.optionalInt, "optionalInt", nil, "nil"),
    PropertyCase(\.optionalString, "optionalString", nil, "nil"),
    PropertyCase(\.optionalDecimal, "optionalDecimal", nil, "nil"),
    PropertyCase(\.optionalLevel, "optionalLevel", nil, "nil"),
    PropertyCase(\.optionalAddress, "optionalAddress", nil, "nil"),
    PropertyCase(\.optionalPlace, "optionalPlace", nil, "nil"),
  ]

  @Test("a property without more is empty", arguments: emptiness)
  func empty(value: PropertyCase) {
    #expect(value.isIn(EveryType()))
  }

  @Test("identifiers are new in every object, and a date is now")
  func generated() {
    let (a, b) = (EveryType(), EveryType())
    #expect(a.uuid != b.uuid)
    #expect(a.objectId != b.objectId)
    #expect(abs(a.date.timeIntervalSinceNow) < 5)
  }

  @Test("a property begins with its own default, and keeps it in the file")
  func own() throws {
    let object = OwnDefaults()
    #expect(Self.hasDefaults(object))
    let realm = try realm([OwnDefaults.self])
    try realm.write { realm.add(object) }
    #expect(Self.hasDefaults(object))
    #expect(Self.hasDefaults(try #require(Array(realm.objects(OwnDefaults.self)).first)))
  }

  private static func hasDefaults(_ object: OwnDefaults) -> Bool {
    object.int == 7 && object.text == "seven" && object.decimal == "7.5"
      && object.mixed == .int(7) && object.level == .top && object.color == .darkBlue
      && object.celsius.degrees == 7 && object.place == Place(latitude: 7, longitude: 8)
  }
}
