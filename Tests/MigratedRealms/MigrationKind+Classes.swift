// SPDX-License-Identifier: Apache-2.0

internal import RealmSwift

/// Owners of rooms that could be in no house, or in two.
class House: Object {
  @Persisted var n: Int
  @Persisted var hall: Room?
  @Persisted var rooms: List<Room>
  @Persisted var byName: Map<String, Room?>
  override class func _realmObjectName() -> String? { "House" }

  static func fill(_ realm: Realm) {
    for number in 0..<3 {
      let house = House(value: ["n": number])
      realm.add(house)
      house.hall = Room(value: ["n": number * 10, "door": ["n": 1]])
      house.rooms.append(Room(value: ["n": number * 10 + 1]))
      house.byName["attic"] = Room(value: ["n": number * 10 + 2, "door": ["n": 2]])
    }
  }
}

class Room: Object {
  @Persisted var n: Int
  @Persisted var door: Door?
  override class func _realmObjectName() -> String? { "Room" }
}

class Door: EmbeddedObject {
  @Persisted var n: Int
  override class func _realmObjectName() -> String? { "Door" }
}

/// The rooms of a house are its own.
class Home: Object {
  @Persisted var n: Int
  @Persisted var hall: OwnRoom?
  @Persisted var rooms: List<OwnRoom>
  @Persisted var byName: Map<String, OwnRoom?>
  override class func _realmObjectName() -> String? { "House" }

  static func fill(_ realm: Realm) {
    for number in 0..<3 {
      realm.create(
        Home.self,
        value: [
          "n": number, "hall": ["n": number * 10, "door": ["n": 1]],
          "rooms": [["n": number * 10 + 1]], "byName": ["attic": ["n": number * 10 + 2]],
        ])
    }
  }
}

class OwnRoom: EmbeddedObject {
  @Persisted var n: Int
  @Persisted var door: Door?
  override class func _realmObjectName() -> String? { "Room" }
}

/// A house without a hall.
class Hut: Object {
  @Persisted var n: Int
  @Persisted var rooms: List<OwnRoom>
  @Persisted var byName: Map<String, OwnRoom?>
  override class func _realmObjectName() -> String? { "House" }
}

/// Rooms of another kind.
class Camp: Object {
  @Persisted var n: Int
  @Persisted var hall: Tent?
  @Persisted var rooms: List<Tent>
  @Persisted var byName: Map<String, Tent?>
  override class func _realmObjectName() -> String? { "House" }
}

class Tent: Object {
  @Persisted var n: Int
  override class func _realmObjectName() -> String? { "Tent" }
}

extension MigrationKind {
  static let embedding = MigrationKind(
    "embedding", from: [House.self], to: [Home.self], fill: House.fill)

  static let standing = MigrationKind(
    "standing", from: [Home.self], to: [House.self], fill: Home.fill)

  /// Also embedded objects lose their owner.
  static let classGone = MigrationKind(
    "class gone", from: [Home.self, Item1.self], to: [Hut.self],
    block: { migration, _ in
      migration.enumerateObjects(ofType: "Item") { old, _ in
        migration.create("House", value: ["n": 100 + ((old?["n"] as? Int) ?? 0)])
      }
      migration.deleteData(forType: "Item")
    },
    fill: {
      Home.fill($0)
      Item1.fill($0)
    })

  static let otherTarget = MigrationKind(
    "other target", from: [House.self], to: [Camp.self],
    block: { migration, _ in
      migration.enumerateObjects(ofType: "House") { old, new in
        guard let old, let new, let hall = old["hall"] as? MigrationObject else { return }
        new["hall"] = migration.create("Tent", value: ["n": hall["n"] ?? 0])
      }
    }, fill: House.fill)
}
