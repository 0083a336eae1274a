// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Shelf: Object {
  @Persisted var colors: List<Color>
  @Persisted var optionalColors: List<Color?>
  @Persisted var levels: MutableSet<Level>
  @Persisted var temperatures: Map<String, Celsius>
  @Persisted var addresses: List<Address?>
  @Persisted var places: List<Place>
  @Persisted var placesByName: Map<String, Place>
  @Persisted var decimals: MutableSet<Decimal128>
  @Persisted var ids: MutableSet<ObjectId>
  @Persisted var uuids: Map<String, UUID?>
  @Persisted var doubles: List<Double>
  @Persisted var mixed: MutableSet<AnyRealmValue>
}

@Suite("collections of values") struct CollectionsOfValuesTests {
  private let folder = TemporaryFolder()

  /// A shelf in a realm, as filled before it was added, or after.
  private func shelf(
    managedFirst: Bool, _ fill: (Shelf) -> Void
  ) throws -> Shelf {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")),
        objectTypes: [Shelf.self, Stamp.self]))
    let shelf = Shelf()
    if !managedFirst { fill(shelf) }
    try realm.write {
      realm.add(shelf)
      if managedFirst { fill(shelf) }
    }
    return try #require(Array(realm.objects(Shelf.self)).first)
  }

  @Test("lists, sets and maps hold enums and own types", arguments: [false, true])
  func mappedValues(managedFirst: Bool) throws {
    let shelf = try shelf(managedFirst: managedFirst) { shelf in
      shelf.colors.append(objectsIn: [.darkBlue, .red, .darkBlue])
      shelf.optionalColors.append(objectsIn: [.red, nil])
      shelf.levels.insert(objectsIn: [.top, .low, .top])
      shelf.temperatures["Oslo"] = Celsius(persistedValue: -4)
      shelf.addresses.append(objectsIn: [Address(persistedValue: "a@b"), nil])
      shelf.places.append(objectsIn: [
        Place(latitude: 1, longitude: 2), Place(latitude: 3, longitude: 4),
      ])
      shelf.placesByName["home"] = Place(latitude: 5, longitude: 6)
    }
    #expect(Array(shelf.colors) == [.darkBlue, .red, .darkBlue])
    #expect(shelf.colors.index(of: .red) == 1)
    #expect(Array(shelf.optionalColors) == [.red, nil])
    #expect(Set(shelf.levels) == [.low, .top])
    #expect(shelf.levels.contains(.top))
    #expect(!shelf.levels.contains(.high))
    #expect(shelf.temperatures["Oslo"]?.degrees == -4)
    #expect(Array(shelf.addresses).map { $0?.text } == ["a@b", nil])
    #expect(shelf.places.map(\.longitude) == [2, 4])
    #expect(shelf.placesByName["home"] == Place(latitude: 5, longitude: 6))
  }

  @Test("an own type in a list takes its object with it")
  func embedded() throws {
    let shelf = try shelf(managedFirst: true) { shelf in
      shelf.places.append(objectsIn: [
        Place(latitude: 1, longitude: 2), Place(latitude: 3, longitude: 4),
      ])
    }
    let realm = try #require(shelf.realm)
    try realm.write { shelf.places[0] = Place(latitude: 7, longitude: 8) }
    #expect(shelf.places.map(\.latitude) == [7, 3])
    #expect(realm.objects(StoredPlace.self).count == 2)
    try realm.write { shelf.places.removeLast() }
    #expect(realm.objects(StoredPlace.self).count == 1)
  }

  @Test("a set holds equal values once, however they are written", arguments: [false, true])
  func sets(managedFirst: Bool) throws {
    let id = ObjectId.generate()
    let shelf = try shelf(managedFirst: managedFirst) { shelf in
      shelf.decimals.insert(objectsIn: ["1", "1.00", "2", "NaN", "NaN", "0", "-0"])
      shelf.ids.insert(objectsIn: [id, id, ObjectId()])
      shelf.mixed.insert(objectsIn: [1, 1, .double(1), true, "1", .none, .none])
    }
    #expect(shelf.decimals.count == 4)
    #expect(shelf.decimals.contains("2.000"))
    #expect(shelf.decimals.contains(.NaN))
    #expect(shelf.ids.count == 2)
    #expect(shelf.ids.contains(id))
    #expect(shelf.mixed.count == 5)
    #expect(shelf.mixed.contains(.double(1)))
    #expect(!shelf.mixed.contains(.float(1)))
  }

  @Test("elements may be missing, or no number", arguments: [false, true])
  func missing(managedFirst: Bool) throws {
    let uuid = UUID()
    let shelf = try shelf(managedFirst: managedFirst) { shelf in
      shelf.uuids["none"] = .some(nil)
      shelf.uuids["one"] = uuid
      shelf.doubles.append(objectsIn: [.nan, -0.0, .infinity])
    }
    #expect(shelf.uuids.count == 2)
    #expect(shelf.uuids["none"] == .some(nil))
    #expect(shelf.uuids["one"] == uuid)
    #expect(shelf.doubles[0].isNaN)
    #expect(shelf.doubles[1].sign == .minus)
    #expect(shelf.doubles[2] == .infinity)
  }

  @Test("a set of values of any type holds links, and knows what it does not hold")
  func links() throws {
    let stamp = Stamp(value: [1840])
    let shelf = try shelf(managedFirst: true) { $0.mixed.insert(.object(stamp)) }
    #expect(shelf.mixed.contains(.object(stamp)))
    #expect(!shelf.mixed.contains(.object(Stamp())))
    #expect(shelf.realm?.objects(Stamp.self).count == 1)
    try shelf.realm?.write { shelf.realm?.delete(stamp) }
    #expect(shelf.mixed.isEmpty)
  }
}
