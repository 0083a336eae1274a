// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import Testing

@Suite struct Arrangements {
  private static func sort(
    _ path: PropertyPath, ascending: Bool = true
  ) -> ObjectQuery.Arrangement {
    .sort([ObjectQuery.SortKey(path, isAscending: ascending)])
  }

  static let orders: [([ObjectQuery.Arrangement], [ObjectKey])] = [
    ([sort(PropertyPath("name"))], [3, 1, 2]),
    ([sort(PropertyPath("name"), ascending: false)], [2, 1, 3]),
    ([sort(PropertyPath("age"))], [2, 1, 3]),
    ([sort(PropertyPath("age"), ascending: false)], [1, 3, 2]),
    ([sort(PropertyPath("height"))], [3, 1, 2]),
    ([sort(PropertyPath("id"), ascending: false)], [3, 2, 1]),
    ([sort(PropertyPath("any"))], [3, 1, 2]),
    ([sort(PropertyPath("friend", "name"))], [2, 3, 1]),
    ([sort(PropertyPath("id"), ascending: false), sort(PropertyPath("age"))], [2, 3, 1]),
    ([sort(PropertyPath([.property("marks")], aggregate: .count))], [3, 2, 1]),
    ([.distinct([PropertyPath("age")])], [1, 2]),
    ([sort(PropertyPath("id"), ascending: false), .distinct([PropertyPath("age")])], [3, 2]),
    ([.distinct([PropertyPath("age")]), sort(PropertyPath("id"), ascending: false)], [2, 1]),
    ([.distinct([PropertyPath("age"), PropertyPath("name")])], [1, 2, 3]),
    ([.distinct([PropertyPath("isAdult")]), .distinct([PropertyPath("age")])], [1, 2]),
    ([.distinct([PropertyPath("friend")])], [1, 2, 3]),
  ]

  @Test("objects come in the order that is asked for", arguments: orders)
  func order(arrangements: [ObjectQuery.Arrangement], keys: [ObjectKey]) throws {
    let store = try Fixture().store
    var query = ObjectQuery("Person")
    query.arrangements = arrangements
    #expect(try store.keys(of: query) == keys)
    #expect(try store.count(of: query) == keys.count)
    #expect(try store.keys(of: query, reversed: true) == keys.reversed())
    #expect(try store.keys(of: query, reversed: true, limit: 1) == keys.suffix(1))
  }

  static let values: [(PropertyPath.Aggregate, String, [ObjectQuery.Arrangement], StoredValue)] = [
    (.min, "age", [], .integer(7)),
    (.max, "age", [], .integer(36)),
    (.sum, "age", [], .integer(79)),
    (.sum, "age", [.distinct([PropertyPath("age")])], .integer(43)),
    (.average, "age", [.distinct([PropertyPath("age")])], .real(21.5)),
    (.min, "height", [], .real(0)),
    (.max, "height", [], .real(1.6)),
    (.average, "height", [], .real(0.8)),
    (.max, "born", [], .real(-10)),
  ]

  @Test("values are computed of the objects that are there", arguments: values)
  func compute(
    aggregate: PropertyPath.Aggregate, property: String, arrangements: [ObjectQuery.Arrangement],
    value: StoredValue
  ) throws {
    var query = ObjectQuery("Person")
    query.arrangements = arrangements
    let found = try Fixture().store.compute(aggregate, of: PropertyPath(property), in: query)
    #expect(found.value == value)
  }

  @Test("of nothing there is no least value, and a sum of 0")
  func nothing() throws {
    let store = try Fixture().store
    var query = ObjectQuery("Person")
    query.predicate = .constant(false)
    #expect(try store.compute(.min, of: PropertyPath("age"), in: query).value == .null)
    #expect(try store.compute(.average, of: PropertyPath("age"), in: query).value == .null)
    #expect(try store.compute(.sum, of: PropertyPath("age"), in: query).value == .integer(0))
  }

  @Test(
    "texts and moments have no sum",
    arguments: [
      (PropertyPath.Aggregate.sum, "name"), (.min, "name"), (.sum, "born"), (.max, "isAdult"),
    ])
  func refuse(aggregate: PropertyPath.Aggregate, property: String) throws {
    let store = try Fixture().store
    #expect(throws: ObjectStoreError(.invalidQuery, reason: "")) {
      try store.compute(aggregate, of: PropertyPath(property), in: ObjectQuery("Person"))
    }
  }

  @Test("a list is asked in its own order, and can hold an object twice")
  func list() throws {
    let store = try Fixture().store
    var query = ObjectQuery(
      "Dog", scope: .collection(className: "Person", property: "dogs", owner: 1))
    #expect(try store.keys(of: query) == [1, 2])
    let table = CollectionTable(
      try #require(Fixture.person["dogs"]), of: "Person", connection: store.connection)
    try table.replace(
      0..<2, of: 1, count: 2, with: [2, 1, 2].map { MixedValue(.null, .integer($0)) })
    #expect(try store.keys(of: query) == [2, 1, 2])
    query.predicate = .compare(PropertyPath("name"), .beginsWith, .text("F"))
    #expect(try store.keys(of: query) == [2, 2])
    query.arrangements = [.distinct([PropertyPath("name")])]
    #expect(try store.keys(of: query) == [2])
  }
}
