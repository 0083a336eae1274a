// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RealmSwift

// The classes of each kind are called by the file as they are here, without the number.

class Item1: Object {
  @Persisted var n: Int
  @Persisted var text: String
  @Persisted var maybe: String?
  @Persisted var number: Int?
  @Persisted(indexed: true) var date: Date?
  @Persisted var bytes: Data?
  @Persisted var real: Double?
  @Persisted var any: AnyRealmValue
  @Persisted var friend: Item1?
  @Persisted var list: List<Int>
  @Persisted var maybes: List<String?>
  @Persisted var set: MutableSet<Int?>
  @Persisted var map: Map<String, Double?>
  @Persisted var friends: List<Item1>
  override class func _realmObjectName() -> String? { "Item" }

  static func fill(_ realm: Realm) {
    let items = (0..<4).map { number in
      Item1(value: ["n": number, "text": "text \(number)"])
    }
    realm.add(items)
    for (number, item) in items.enumerated() {
      if number > 0 {
        item.maybe = "maybe \(number)"
        item.number = number * 10
        item.date = Date(timeIntervalSinceReferenceDate: Double(number))
        item.bytes = Data([1, 2, 3])
        item.real = 0.5
        item.friend = items[number - 1]
      }
      item.any = number == 1 ? .object(items[3]) : .fromArray([.int(7), .string("seven")])
      item.list.append(objectsIn: [3, 1, number])
      item.maybes.append(objectsIn: ["a", nil, "b"])
      item.set.insert(objectsIn: [0, nil, number])
      item.map["one"] = 1
      item.map["none"] = .some(nil)
      item.friends.append(objectsIn: items)
    }
  }
}

/// Some properties are gone, others have come.
class Item2: Object {
  @Persisted var n: Int
  @Persisted var text: String
  @Persisted(indexed: true) var number: Int?
  @Persisted var fresh = "fresh"
  @Persisted var real: Double?
  @Persisted var other: Item2?
  @Persisted var friends: List<Item2>
  @Persisted var more: Map<String, Int>
  override class func _realmObjectName() -> String? { "Item" }
}

/// All values are of other types.
class Item3: Object {
  @Persisted var n: Int
  @Persisted var text = 5
  @Persisted var maybe: UUID?
  @Persisted var number: String?
  @Persisted var date: Decimal128?
  @Persisted var bytes: Bool?
  @Persisted var real: AnyRealmValue
  @Persisted var any: Int?
  @Persisted var friend: List<Item3>
  @Persisted var list: MutableSet<Int>
  @Persisted var maybes: Map<String, String?>
  @Persisted var set: List<Int?>
  @Persisted var map: Map<String, String?>
  @Persisted var friends: Item3?
  override class func _realmObjectName() -> String? { "Item" }
}

/// Nothing may be missing.
class Item4: Object {
  @Persisted var n: Int
  @Persisted var text: String
  @Persisted var maybe = "given"
  @Persisted var number = -1
  @Persisted(indexed: true) var date = Date(timeIntervalSinceReferenceDate: 99)
  @Persisted var bytes: Data
  @Persisted var real = 2.5
  @Persisted var any: AnyRealmValue
  @Persisted var friend: Item4?
  @Persisted var list: List<Int>
  @Persisted var maybes: List<String>
  @Persisted var set: MutableSet<Int>
  @Persisted var map: Map<String, Double>
  @Persisted var friends: List<Item4>
  override class func _realmObjectName() -> String? { "Item" }
}

/// As ``Item1``, and what was required need not be there.
class Item5: Object {
  @Persisted var n: Int
  @Persisted var text: String?
  @Persisted var maybe: String?
  @Persisted var number: Int?
  @Persisted(indexed: true) var date: Date?
  @Persisted var bytes: Data?
  @Persisted var real: Double?
  @Persisted var any: AnyRealmValue
  @Persisted var friend: Item5?
  @Persisted var list: List<Int?>
  @Persisted var maybes: List<String?>
  @Persisted var set: MutableSet<Int?>
  @Persisted var map: Map<String, Double?>
  @Persisted var friends: List<Item5>
  override class func _realmObjectName() -> String? { "Item" }
}

/// Only the collections are others.
class Item6: Object {
  @Persisted var n: Int
  @Persisted var text: List<String>
  @Persisted var maybe: String?
  @Persisted var number: Int?
  @Persisted(indexed: true) var date: Date?
  @Persisted var bytes: Data?
  @Persisted var real: Double?
  @Persisted var any: List<AnyRealmValue>
  @Persisted var friend: Map<String, Item6?>
  @Persisted var list: MutableSet<Int>
  @Persisted var maybes: List<String?>
  @Persisted var set: List<Int?>
  @Persisted var map: List<Double?>
  @Persisted var friends: MutableSet<Item6>
  override class func _realmObjectName() -> String? { "Item" }
}

/// All but `n` have other names.
class Item7: Object {
  @Persisted var n: Int
  @Persisted var Text: String?
  @Persisted var perhaps: String?
  @Persisted var count: Int?
  @Persisted(indexed: true) var day: Date?
  @Persisted var content: Data?
  @Persisted(indexed: true) var size: Double?
  @Persisted var anything: AnyRealmValue
  @Persisted var pal: Item7?
  @Persisted var row: List<Int>
  @Persisted var words: List<String?>
  @Persisted var bag: MutableSet<Int?>
  @Persisted var table: Map<String, Double?>
  @Persisted var pals: List<Item7>
  override class func _realmObjectName() -> String? { "Item" }
}

extension MigrationKind {
  static let comingAndGoing = MigrationKind(
    "coming and going", from: [Item1.self], to: [Item2.self], fill: Item1.fill)

  static let retyping = MigrationKind(
    "retyping", from: [Item1.self], to: [Item3.self],
    block: { migration, _ in
      migration.enumerateObjects(ofType: "Item") { old, new in
        new?["text"] = (old?["text"] as? String)?.count
        new?["number"] = (old?["number"] as? Int).map { "\($0)" }
      }
    }, fill: Item1.fill)

  static let required = MigrationKind(
    "required", from: [Item1.self], to: [Item4.self], fill: Item1.fill)

  static let optional = MigrationKind(
    "optional", from: [Item1.self], to: [Item5.self], fill: Item1.fill)

  static let collections = MigrationKind(
    "collections", from: [Item1.self], to: [Item6.self],
    block: { migration, _ in
      migration.enumerateObjects(ofType: "Item") { old, new in
        if let list = old?["list"] as? List<Int> { new?["list"] = Array(list) }
      }
    }, fill: Item1.fill)

  static let renaming = MigrationKind(
    "renaming", from: [Item1.self], to: [Item7.self],
    block: { migration, _ in
      for (old, new) in [
        ("text", "Text"), ("maybe", "perhaps"), ("number", "count"), ("date", "day"),
        ("bytes", "content"), ("real", "size"), ("any", "anything"), ("friend", "pal"),
        ("list", "row"), ("maybes", "words"), ("set", "bag"), ("map", "table"),
        ("friends", "pals"),
      ] {
        migration.renameProperty(onType: "Item", from: old, to: new)
      }
    }, fill: Item1.fill)
}
