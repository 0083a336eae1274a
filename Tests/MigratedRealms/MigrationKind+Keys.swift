// SPDX-License-Identifier: Apache-2.0

internal import RealmSwift

/// Without a primary key.
class Plain: Object {
  @Persisted var n: Int
  @Persisted var code: String
  @Persisted var next: Plain?
  @Persisted var others: List<Plain>
  @Persisted var some: MutableSet<Plain>
  @Persisted var named: Map<String, Plain?>
  @Persisted var any: AnyRealmValue
  @Persisted var part: PlainPart?
  override class func _realmObjectName() -> String? { "Thing" }

  static func fill(_ realm: Realm) {
    let things = (0..<5).map { Plain(value: ["n": 10 - $0, "code": "c\($0)"]) }
    realm.add(things)
    for (number, thing) in things.enumerated() {
      let next = things[(number + 1) % 5]
      thing.next = next
      thing.others.append(objectsIn: things)
      thing.some.insert(objectsIn: [thing, next])
      thing.named["next"] = next
      thing.any = number == 0 ? .fromArray([.object(next), .int(1)]) : .object(next)
      thing.part = PlainPart(value: ["whole": next])
    }
  }
}

class PlainPart: EmbeddedObject {
  @Persisted var whole: Plain?
  override class func _realmObjectName() -> String? { "Part" }
}

/// The primary key is a number.
class Numbered: Object {
  @Persisted(primaryKey: true) var n: Int
  @Persisted var code: String
  @Persisted var next: Numbered?
  @Persisted var others: List<Numbered>
  @Persisted var some: MutableSet<Numbered>
  @Persisted var named: Map<String, Numbered?>
  @Persisted var any: AnyRealmValue
  @Persisted var part: NumberedPart?
  override class func _realmObjectName() -> String? { "Thing" }

  static func fill(_ realm: Realm) {
    let numbers = [Int.max, 1, 2, 3, -7]
    let things = numbers.enumerated().map { Numbered(value: ["n": $1, "code": "c\($0)"]) }
    realm.add(things)
    for (number, thing) in things.enumerated() {
      let next = things[(number + 1) % 5]
      thing.next = next
      thing.others.append(objectsIn: things)
      thing.some.insert(objectsIn: [thing, next])
      thing.named["next"] = next
      thing.any = number == 0 ? .fromArray([.object(next), .int(1)]) : .object(next)
      thing.part = NumberedPart(value: ["whole": next])
    }
  }
}

class NumberedPart: EmbeddedObject {
  @Persisted var whole: Numbered?
  override class func _realmObjectName() -> String? { "Part" }
}

/// The primary key is a text.
class Coded: Object {
  @Persisted var n: Int
  @Persisted(primaryKey: true) var code: String
  @Persisted var next: Coded?
  @Persisted var others: List<Coded>
  @Persisted var some: MutableSet<Coded>
  @Persisted var named: Map<String, Coded?>
  @Persisted var any: AnyRealmValue
  @Persisted var part: CodedPart?
  override class func _realmObjectName() -> String? { "Thing" }
}

class CodedPart: EmbeddedObject {
  @Persisted var whole: Coded?
  override class func _realmObjectName() -> String? { "Part" }
}

extension MigrationKind {
  static let keyComing = MigrationKind(
    "key coming", from: [Plain.self], to: [Numbered.self], fill: Plain.fill)

  static let keyGoing = MigrationKind(
    "key going", from: [Numbered.self], to: [Plain.self], fill: Numbered.fill)

  /// Every object gets the number that another one had.
  static let keysSwapped = MigrationKind(
    "keys swapped", from: [Numbered.self], to: [Numbered.self],
    block: { migration, _ in
      let numbers = [Int.max: 1, 1: 2, 2: 3, 3: -7, -7: Int.max]
      migration.enumerateObjects(ofType: "Thing") { old, new in
        new?["n"] = (old?["n"] as? Int).flatMap { numbers[$0] }
      }
    }, fill: Numbered.fill)

  static let textKey = MigrationKind(
    "text key", from: [Numbered.self], to: [Coded.self], fill: Numbered.fill)
}
