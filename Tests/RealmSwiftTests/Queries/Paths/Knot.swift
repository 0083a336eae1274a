// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers
import TestFolders

/// An object that leads to others in every way there is.
class Knot: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted(indexed: true) var int: Int
  @Persisted var maybeDouble: Double?
  @Persisted(indexed: true) var text: String
  @Persisted var link: Knot?
  @Persisted var bead: Bead?
  @Persisted var numbers: List<Int>
  @Persisted var words: List<String?>
  @Persisted var prices: List<Decimal128?>
  @Persisted var bag: List<AnyRealmValue>
  @Persisted var any: AnyRealmValue
  @Persisted var tags: MutableSet<String>
  @Persisted var scores: Map<String, Int?>
  @Persisted var children: List<Knot>
  @Persisted var friends: MutableSet<Knot>
  @Persisted var named: Map<String, Knot?>
  @Persisted var beads: List<Bead>
  @Persisted(originProperty: "children") var parents: LinkingObjects<Knot>
  @Persisted(originProperty: "link") var linkers: LinkingObjects<Knot>
}

/// What is embedded in knots.
class Bead: EmbeddedObject {
  @Persisted var weight: Double?
  @Persisted var name: String
  @Persisted var knot: Knot?
  @Persisted var sizes: List<Int>
}

/// Knots by chance, in a realm and as plain values.
struct Web {
  let realm: Realm
  let facts: [Fact]

  static let ints = [-7, -1, 0, 1, 2, 3, 7, 40]
  static let doubles = [-1.5, 0, 0.5, 2, 7.25, .nan]
  static let texts = ["", "a", "A", "ab", "é", "e", "É", "aXb", "😀b", "zz"]
  static let keys = ["a", "b", "É"]
  static var anything: [AnyRealmValue] {
    ints.map { .int($0) } + doubles.map { .double($0) } + [
      .decimal128("0.5"), .decimal128(-7), .decimal128(.NaN), .string("a"), .bool(true), .none,
    ]
  }

  init(in folder: TemporaryFolder, count: Int, by random: inout SeededGenerator) throws {
    realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: [Knot.self]))
    let new = (0..<count).map { Knot(value: ["id": $0]) }
    for knot in new { Self.fill(knot, with: new, by: &random) }
    try realm.write { [realm] in realm.add(new) }
    facts = Self.facts(of: Array(realm.objects(Knot.self)))
  }

  private static func some<T>(
    upTo count: UInt64, _ random: inout SeededGenerator,
    _ make: (inout SeededGenerator) -> T
  ) -> [T] {
    var result: [T] = []
    for _ in 0..<random.next() % (count + 1) { result.append(make(&random)) }
    return result
  }

  private static func fill(_ knot: Knot, with knots: [Knot], by random: inout SeededGenerator) {
    knot.int = random.pick(ints)
    knot.maybeDouble = random.maybe(doubles)
    knot.text = random.pick(texts)
    knot.link = random.maybe(knots)
    if random.next() % 3 > 0 { knot.bead = bead(with: knots, by: &random) }
    knot.numbers.append(objectsIn: some(upTo: 3, &random) { $0.pick(ints) })
    knot.words.append(objectsIn: some(upTo: 3, &random) { $0.maybe(texts) })
    knot.prices.append(
      objectsIn: some(upTo: 3, &random) { $0.maybe(doubles).map { Decimal128(value: $0) } })
    knot.bag.append(objectsIn: some(upTo: 4, &random) { $0.pick(anything) })
    knot.any = Tree.make(depth: 3, &random).value
    knot.tags.insert(objectsIn: some(upTo: 3, &random) { $0.pick(texts) })
    for key in some(upTo: 3, &random, { $0.pick(keys) }) {
      knot.scores[key] = .some(random.maybe(ints))
    }
    knot.children.append(objectsIn: some(upTo: 4, &random) { $0.pick(knots) })
    knot.friends.insert(objectsIn: some(upTo: 3, &random) { $0.pick(knots) })
    for key in some(upTo: 3, &random, { $0.pick(keys) }) {
      knot.named[key] = .some(random.maybe(knots))
    }
    knot.beads.append(objectsIn: some(upTo: 3, &random) { bead(with: knots, by: &$0) })
  }

  private static func bead(with knots: [Knot], by random: inout SeededGenerator) -> Bead {
    let bead = Bead()
    bead.weight = random.maybe(doubles)
    bead.name = random.pick(texts)
    bead.knot = random.maybe(knots)
    bead.sizes.append(objectsIn: some(upTo: 3, &random) { $0.pick(ints) })
    return bead
  }

  // MARK: Plain values

  private static func facts(of knots: [Knot]) -> [Fact] {
    let facts = knots.map { Fact(id: $0.id) }
    func fact(_ knot: Knot?) -> Fact? { knot.map { facts[$0.id] } }
    func number(_ value: Double?) -> Scalar { value.map { .number($0) } ?? .null }
    func number(_ value: AnyRealmValue) -> Scalar {
      number(
        value.intValue.map { Double($0) } ?? value.doubleValue ?? value.decimal128Value?.doubleValue
      )
    }
    func fact(_ bead: Bead) -> Fact {
      let fact = Fact(id: -1)
      fact.values = ["weight": number(bead.weight), "name": .text(bead.name)]
      fact.links = ["knot": bead.knot.map { facts[$0.id] }]
      fact.lists = ["sizes": bead.sizes.map { .number(Double($0)) }]
      return fact
    }
    for (knot, own) in zip(knots, facts) {
      own.values = [
        "id": .number(Double(knot.id)), "int": .number(Double(knot.int)),
        "maybeDouble": number(knot.maybeDouble), "text": .text(knot.text),
      ]
      own.tree = Tree(knot.any)
      own.values["numbers[0]"] = number(knot.numbers.first.map { Double($0) })
      own.values["words[LAST]"] = (knot.words.last ?? nil).map { .text($0) } ?? .null
      own.links = [
        "link": fact(knot.link), "bead": knot.bead.map { fact($0) },
        "children[FIRST]": fact(knot.children.first),
      ]
      own.lists = [
        "numbers": knot.numbers.map { .number(Double($0)) },
        "words": knot.words.map { $0.map { .text($0) } ?? .null },
        "prices": knot.prices.map { number($0?.doubleValue) },
        "bag": knot.bag.map { number($0) },
        "tags": knot.tags.map { .text($0) },
        "scores": knot.scores.values.map { number($0.map { Double($0) }) },
        "scores.@allKeys": knot.scores.keys.map { .text($0) },
      ]
      own.objects = [
        "children": knot.children.map { fact($0) }, "friends": knot.friends.map { fact($0) },
        "named": knot.named.values.map { fact($0) }, "beads": knot.beads.map { fact($0) },
        "parents": knot.parents.map { fact($0) }, "linkers": knot.linkers.map { fact($0) },
      ]
      for key in keys {
        own.values["scores['\(key)']"] = number((knot.scores[key] ?? nil).map { Double($0) })
        own.links["named['\(key)']"] = fact(knot.named[key] ?? nil)
      }
    }
    return facts
  }
}

/// An object as plain values.
final class Fact {
  let id: Int
  var values: [String: Scalar] = [:]
  var links: [String: Fact?] = [:]
  var lists: [String: [Scalar]] = [:]
  var objects: [String: [Fact?]] = [:]
  /// What its value of any type holds.
  var tree = Tree.value(.null)

  init(id: Int) { self.id = id }
}

/// What a path leads to.
enum Scalar {
  case null
  case number(Double)
  case text(String)
  case object(Fact)
  /// A list or dictionary.
  case collection(Tree.Mark)

  var isNull: Bool { if case .null = self { true } else { false } }
}
