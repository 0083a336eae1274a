// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import Testing

@Suite struct Predicates {
  static let name = PropertyPath("name")
  static let dogNames = PropertyPath("dogs", "name")

  static let singles: [(Predicate, [ObjectKey])] = [
    (.constant(true), [1, 2, 3]),
    (.constant(false), []),
    (.and([]), [1, 2, 3]),
    (.or([]), []),
    // Missing values.
    (.compare(name, .equal, .null), [3]),
    (.compare(name, .notEqual, .null), [1, 2]),
    (.compare(name, .equal, .text("Ada")), [1]),
    (.compare(name, .notEqual, .text("Ada")), [2, 3]),
    (.not(.compare(name, .equal, .text("Ada"))), [2, 3]),
    (.compare(name, .less, .text("B")), [1]),
    (.not(.compare(name, .less, .text("B"))), [2, 3]),
    (.compare(name, .less, .null), []),
    (.not(.compare(name, .less, .null)), [1, 2, 3]),
    (.compare(name, .contains, .null), []),
    (.comparison(Comparison(name, .among([]))), []),
    (
      .comparison(
        Comparison(name, .among([MixedValue.null, MixedValue(.null, .text("Bob"))]))), [2, 3]
    ),
    // What is not a number.
    (.compare(PropertyPath("height"), .greater, .real(-1)), [1, 3]),
    (.compare(PropertyPath("height"), .greaterOrEqual, .integer(0)), [1, 3]),
    (.compare(PropertyPath("height"), .less, .real(.infinity)), [1, 3]),
    (.compare(PropertyPath("height"), .equal, .notANumber), [2]),
    (.compare(PropertyPath("height"), .notEqual, .notANumber), [1, 3]),
    (.compare(PropertyPath("height"), .less, .notANumber), []),
    (.compare(PropertyPath("height"), .notEqual, .real(0)), [1, 2]),
    (.compare(PropertyPath("height"), .equal, .real(-0.0)), [3]),
    // Keys.
    (.compare(PropertyPath("id"), .greaterOrEqual, .integer(2)), [2, 3]),
    (.compare(PropertyPath("id"), .greater, .real(1.5)), [2, 3]),
    (.compare(PropertyPath("friend", "id"), .equal, .integer(1)), [3]),
    (.compare(PropertyPath([]), .equal, .integer(2)), [2]),
    // Bytes.
    (.compare(PropertyPath("photo"), .beginsWith, .bytes([1, 2])), [1]),
    (.compare(PropertyPath("photo"), .beginsWith, .bytes([255])), [3]),
    (.compare(PropertyPath("photo"), .endsWith, .bytes([255])), [1, 3]),
    (.compare(PropertyPath("photo"), .contains, .bytes([2])), [1]),
    (.compare(PropertyPath("photo"), .less, .bytes([2])), [1, 2]),
    // Through links.
    (.compare(PropertyPath("friend", "name"), .equal, .text("Bob")), [1]),
    (.compare(PropertyPath("friend", "nick"), .equal, .text("Ada")), [1]),
    (.compare(PropertyPath("friend", "name"), .equal, .null), [2]),
    (.compare(PropertyPath("friend", "name"), .notEqual, .text("Bob")), [2, 3]),
    (.compare(PropertyPath("friend", "friend", "name"), .equal, .text("Bob")), [3]),
    (.compare(PropertyPath("friend"), .equal, .null), [2]),
    (.compare(PropertyPath("friend"), .equal, .integer(1)), [3]),
    // Values of any type.
    (.compare(PropertyPath("any"), .equal, .integer(5)), [1]),
    (.compare(PropertyPath("any"), .equal, .real(5)), [1]),
    (.compare(PropertyPath("any"), .notEqual, .integer(5)), [2, 3]),
    (.compare(PropertyPath("any"), .greater, .integer(0)), [1]),
    (.compare(PropertyPath("any"), .beginsWith, .text("FI"), .caseInsensitive), [2]),
    (.compare(PropertyPath("any"), .equal, .null), [3]),
    // Two properties.
    (
      .comparison(Comparison(name, .path(.equal, PropertyPath("nick"), .caseInsensitive))), [1]
    ),
    (.comparison(Comparison(name, .path(.notEqual, PropertyPath("nick"), []))), [1, 2, 3]),
    (.comparison(Comparison(PropertyPath("any"), .path(.less, PropertyPath("age"), []))), [1]),
    (
      .comparison(
        Comparison(PropertyPath("nick"), .path(.notEqual, PropertyPath("any"), .caseInsensitive))),
      [1, 2, 3]
    ),
    (
      .comparison(Comparison(PropertyPath("any"), .path(.equal, PropertyPath("any"), []))),
      [1, 2, 3]
    ),
    (
      .comparison(
        Comparison(PropertyPath("any"), .path(.equal, PropertyPath("friend", "name"), []))),
      []
    ),
    (
      .comparison(Comparison(PropertyPath("height"), .path(.less, PropertyPath("age"), []))),
      [1, 3]
    ),
    (
      .comparison(Comparison(PropertyPath("friend", "age"), .path(.less, PropertyPath("age"), []))),
      [1]
    ),
  ]

  @Test("a predicate finds what it says", arguments: singles)
  func find(predicate: Predicate, keys: [ObjectKey]) throws {
    #expect(try Fixture().people(predicate) == keys)
  }

  static let many: [(Predicate, [ObjectKey])] = [
    (.compare(dogNames, .equal, .text("Rex"), quantifier: .any), [1]),
    (.compare(dogNames, .notEqual, .text("Rex"), quantifier: .any), [1, 3]),
    (.compare(dogNames, .equal, .text("Bello"), quantifier: .all), [2, 3]),
    (.compare(dogNames, .equal, .text("Bello"), quantifier: Comparison.Quantifier.none), [1, 2]),
    (.compare(dogNames, .beginsWith, .text("B"), quantifier: .any), [3]),
    (
      .compare(PropertyPath("friend", "name"), .equal, .text("Bob"), quantifier: .any), [1]
    ),
    (
      .compare(
        PropertyPath("friend", "name"), .equal, .text("Bob"),
        quantifier: Comparison.Quantifier.none), [2, 3]
    ),
    (.compare(PropertyPath("dogs"), .notEqual, .integer(3), quantifier: .any), [1]),
    (
      .compare(PropertyPath("friend", "dogs"), .equal, .integer(1), quantifier: .any), [3]
    ),
    (
      .compare(
        PropertyPath("friend", "dogs", "name"), .equal, .text("Rex"),
        quantifier: Comparison.Quantifier.none), [1, 2]
    ),
    // Counted by a condition.
    (
      .compare(
        PropertyPath(
          [.property("dogs")], aggregate: .count,
          where: .and([
            .compare(PropertyPath("name"), .beginsWith, .text("R")),
            .compare(PropertyPath("weight"), .greater, .integer(20)),
          ])), .equal, .integer(1)), [1]
    ),
    (
      .compare(
        PropertyPath(
          [.property("marks")], aggregate: .count,
          where: .compare(PropertyPath([]), .greater, .integer(2))), .equal, .integer(1)), [1, 2]
    ),
    (
      .compare(
        PropertyPath(
          [.property("dogs")], aggregate: .count,
          where: .compare(
            PropertyPath(
              [.property("toys")], aggregate: .count,
              where: .compare(PropertyPath([]), .equal, .text("ball"))), .greater, .integer(0))),
        .equal, .integer(1)), [1, 3]
    ),
    // Links behind the collection that is computed of.
    (
      .compare(
        PropertyPath(
          [
            .backlinks(className: "Person", property: "friend"), .property("friend"),
            .property("age"),
          ], aggregate: .max), .equal, .integer(7)), [2]
    ),
    (.compare(PropertyPath("dogs", "weight"), .greater, .integer(0), quantifier: .all), [2, 3]),
    (.compare(PropertyPath("dogs", "toys"), .equal, .text("bone"), quantifier: .any), [3]),
    (
      .compare(PropertyPath("friend", "dogs", "name"), .equal, .text("Fifi"), quantifier: .any), [3]
    ),
    (.compare(PropertyPath("dogs"), .equal, .integer(3), quantifier: .any), [3]),
    (.compare(PropertyPath("marks"), .greater, .integer(2), quantifier: .any), [1, 2]),
    (.compare(PropertyPath("marks"), .greater, .integer(2), quantifier: .all), [2, 3]),
    (.compare(PropertyPath("tags"), .equal, .text("kind"), quantifier: .any), [2]),
    (.compare(PropertyPath("words"), .equal, .null, quantifier: .any), [1]),
    (.compare(PropertyPath([.keys("words")]), .equal, .text("en"), quantifier: .any), [2]),
    (.compare(PropertyPath([.entry("words", key: "de")]), .equal, .text("hallo")), [1]),
    (.compare(PropertyPath([.entry("words", key: "de")]), .less, .null), []),
    (.comparison(Comparison(PropertyPath([.entry("words", key: "de")]), .among([]))), []),
    (
      .compare(
        PropertyPath([.backlinks(className: "Person", property: "friend"), .property("name")]),
        .equal,
        .text("Ada"), quantifier: .any), [2]
    ),
    // A path with one value has all and any of it.
    (.compare(PropertyPath("friend"), .equal, .integer(1), quantifier: .any), [3]),
    (.compare(PropertyPath("friend", "age"), .equal, .integer(7), quantifier: .all), [1]),
    // Computed.
    (.compare(PropertyPath([.property("dogs")], aggregate: .count), .equal, .integer(0)), [2]),
    (.compare(PropertyPath([.property("dogs")], aggregate: .count), .greater, .integer(1)), [1]),
    (.compare(PropertyPath([.property("marks")], aggregate: .max), .equal, .integer(5)), [1]),
    (.compare(PropertyPath([.property("marks")], aggregate: .min), .equal, .null), [3]),
    (.compare(PropertyPath([.property("marks")], aggregate: .sum), .equal, .integer(0)), [3]),
    (
      .compare(PropertyPath([.property("marks")], aggregate: .average), .equal, .integer(3)),
      [1, 2]
    ),
    (
      .compare(
        PropertyPath([.property("dogs"), .property("weight")], aggregate: .average), .equal,
        .integer(30)), [1]
    ),
    (
      .compare(
        PropertyPath([.property("friend"), .property("dogs")], aggregate: .count), .equal,
        .integer(2)), [3]
    ),
    (
      .compare(
        PropertyPath([.property("dogs"), .property("toys")], aggregate: .count), .equal,
        .integer(2),
        quantifier: .any), [3]
    ),
    (
      .compare(
        PropertyPath([.backlinks(className: "Person", property: "friend")], aggregate: .count),
        .equal, .integer(1)), [1, 2]
    ),
  ]

  @Test("a predicate finds by the elements of collections", arguments: many)
  func findByElements(predicate: Predicate, keys: [ObjectKey]) throws {
    #expect(try Fixture().people(predicate) == keys)
  }

  static let impossible: [(Predicate, String)] = [
    (.compare(PropertyPath("nam"), .equal, .text("x")), "no property nam"),
    (.compare(PropertyPath("friend", "nam"), .equal, .text("x")), "no property nam"),
    (.compare(PropertyPath("name", "first"), .equal, .text("x")), "no link"),
    (.compare(PropertyPath("dogs", "name"), .equal, .text("x")), "ANY, ALL or NONE"),
    (.compare(PropertyPath("marks"), .equal, .integer(1)), "ANY, ALL or NONE"),
    (.compare(PropertyPath("age"), .equal, .text("x")), "cannot be compared with a text"),
    (.compare(PropertyPath("name"), .equal, .integer(1)), "cannot be compared with a whole number"),
    (.compare(PropertyPath("isAdult"), .equal, .integer(2)), "isAdult is bool"),
    (.compare(PropertyPath("isAdult"), .less, .integer(1)), "cannot be compared by <"),
    (.compare(PropertyPath("friend"), .greater, .integer(1)), "cannot be compared by >"),
    (.compare(PropertyPath("age"), .contains, .integer(1)), "cannot be compared by CONTAINS"),
    (.compare(PropertyPath("photo"), .like, .bytes([1])), "cannot be compared by LIKE"),
    (.compare(PropertyPath("code"), .equal, .bytes([1])), "code is UUID"),
    (.comparison(Comparison(name, .path(.equal, PropertyPath("age"), []))), "cannot be compared"),
    (
      .compare(PropertyPath([.property("friend")], aggregate: .count), .equal, .integer(1)),
      "no collection"
    ),
    (
      .compare(PropertyPath([.property("tags")], aggregate: .sum), .equal, .integer(1)),
      "needs numbers"
    ),
    (
      .compare(
        PropertyPath(
          [.property("marks")], aggregate: .count,
          where: .compare(PropertyPath("x"), .equal, .integer(1))), .equal, .integer(1)),
      "no objects"
    ),
    (.compare(PropertyPath([.keys("marks")]), .equal, .text("x"), quantifier: .any), "no keys"),
  ]

  @Test("what does not fit the classes is refused, with the reason", arguments: impossible)
  func refuse(predicate: Predicate, reason: String) throws {
    let fixture = try Fixture()
    let error = #expect(throws: ObjectStoreError.self) { try fixture.people(predicate) }
    #expect(error?.code == .invalidQuery)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("a query for a class that the file does not have is refused")
  func unknownClass() throws {
    let fixture = try Fixture()
    #expect(throws: ObjectStoreError(.invalidQuery, reason: "")) {
      try fixture.store.keys(of: ObjectQuery("Cat"))
    }
  }

  @Test("long chains are no deep ones", arguments: [9, 5_000])
  func chains(count: Int) throws {
    let fixture = try Fixture()
    let parts = (0..<count).map {
      Predicate.compare(PropertyPath("age"), .equal, .integer(Int64($0)))
    }
    #expect(try fixture.people(.or(parts)) == (count > 36 ? [1, 2, 3] : [2]))
    #expect(try fixture.people(.and(parts)) == [])
    #expect(
      try fixture.people(
        .comparison(
          Comparison(
            PropertyPath("any"), .among((0..<count).map { MixedValue(.int, .integer(Int64($0))) })))
      ) == [1])
  }

  @Test("more values than SQLite takes are refused")
  func tooMany() throws {
    let fixture = try Fixture()
    let values = (0..<40_000).map { MixedValue(.null, .integer(Int64($0))) }
    #expect(throws: ObjectStoreError(.invalidQuery, reason: "")) {
      try fixture.people(.comparison(Comparison(PropertyPath("age"), .among(values))))
    }
  }
}
