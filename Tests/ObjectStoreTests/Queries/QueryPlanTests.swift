// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import Testing

@Suite struct QueryPlans {
  static let indexed: [(Predicate, String)] = [
    (.compare(PropertyPath("name"), .equal, .text("x")), "Person#name"),
    (.compare(PropertyPath("name"), .equal, .null), "Person#name"),
    (.compare(PropertyPath("name"), .beginsWith, .text("x")), "Person#name"),
    (.compare(PropertyPath("age"), .greater, .integer(3)), "Person#age"),
    (
      .comparison(
        Comparison(
          PropertyPath("age"),
          .between(MixedValue(.null, .integer(1)), MixedValue(.null, .integer(3))))), "Person#age"
    ),
    (
      .comparison(
        Comparison(
          PropertyPath("age"),
          .among([MixedValue(.null, .integer(1)), MixedValue(.null, .integer(3))]))), "Person#age"
    ),
    (
      .and([
        .compare(PropertyPath("nick"), .contains, .text("x")),
        .compare(PropertyPath("age"), .equal, .integer(3)),
      ]), "Person#age"
    ),
    (.compare(PropertyPath("id"), .equal, .integer(3)), "INTEGER PRIMARY KEY"),
    (.compare(PropertyPath("id"), .greater, .integer(3)), "INTEGER PRIMARY KEY"),
    (.compare(PropertyPath("friend"), .equal, .integer(3)), "Person#friend"),
    (.compare(PropertyPath("friend", "name"), .equal, .text("x")), "Person#name"),
    (.compare(PropertyPath("friend", "name"), .beginsWith, .text("x")), "Person#name"),
    (.compare(PropertyPath("any"), .equal, .integer(3)), "Person#any"),
    (.compare(PropertyPath("dogs"), .equal, .integer(3), quantifier: .any), "Person.dogs#target"),
    (.compare(PropertyPath("dogs", "name"), .equal, .text("x"), quantifier: .any), "Dog#name"),
    (
      .compare(PropertyPath("friend", "dogs", "name"), .equal, .text("x"), quantifier: .any),
      "Dog#name"
    ),
  ]

  @Test("an index serves what it can", arguments: indexed)
  func index(predicate: Predicate, name: String) throws {
    let fixture = try Fixture()
    var query = ObjectQuery("Person")
    query.predicate = predicate
    let plan = try fixture.store.explain(query)
    #expect(plan.contains { $0.contains("SEARCH") && $0.contains(name) }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN t") }, "\(plan)")
  }

  @Test("without an index the objects are gone through in order, and not sorted")
  func scan() throws {
    let fixture = try Fixture()
    var query = ObjectQuery("Person")
    query.predicate = .compare(PropertyPath("nick"), .equal, .text("x"))
    #expect(try fixture.store.explain(query) == ["SCAN t"])
  }

  @Test("an order by an indexed property comes from the index")
  func order() throws {
    let fixture = try Fixture()
    var query = ObjectQuery("Person")
    query.arrangements = [.sort([ObjectQuery.SortKey(PropertyPath("age"))])]
    #expect(try fixture.store.explain(query) == ["SCAN t USING COVERING INDEX Person#age"])
  }
}
