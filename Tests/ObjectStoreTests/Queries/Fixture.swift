// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import SQLite
import Testing

/// A store in memory with people and dogs.
struct Fixture {
  let store: ObjectStore

  static let person = ClassSchema(
    name: "Person",
    properties: [
      PropertySchema(name: "id", type: .int, isPrimaryKey: true),
      PropertySchema(name: "name", type: .string, isOptional: true, isIndexed: true),
      PropertySchema(name: "nick", type: .string),
      PropertySchema(name: "age", type: .int, isIndexed: true),
      PropertySchema(name: "height", type: .double),
      PropertySchema(name: "isAdult", type: .bool),
      PropertySchema(name: "born", type: .date, isOptional: true),
      PropertySchema(name: "code", type: .uuid),
      PropertySchema(name: "photo", type: .data),
      PropertySchema(name: "any", type: .mixed, isOptional: true),
      PropertySchema(name: "friend", type: .object, isOptional: true, target: "Person"),
      PropertySchema(name: "dogs", type: .object, collection: .list, target: "Dog"),
      PropertySchema(name: "marks", type: .int, collection: .list),
      PropertySchema(name: "words", type: .string, isOptional: true, collection: .map),
      PropertySchema(name: "tags", type: .string, collection: .set),
    ])

  static let dog = ClassSchema(
    name: "Dog",
    properties: [
      PropertySchema(name: "name", type: .string, isIndexed: true),
      PropertySchema(name: "weight", type: .double, isOptional: true),
      PropertySchema(name: "toys", type: .string, collection: .list),
    ])

  init() throws {
    store = try ObjectStore(try Connection.inMemory())
    _ = try store.beginWrite()
    try store.apply(SchemaAdditions(of: [Self.person, Self.dog], to: store.schema), version: 0) {
      _, _ in .null
    }
    for (key, name, weight) in [(1, "Rex", 30.0), (2, "Fifi", nil), (3, "Bello", 12.5)] {
      try insert(
        "Dog", Int64(key), ["name": .text(name), "weight": weight.map { .real($0) } ?? .null])
    }
    try append([.text("ball")], to: "toys", of: 1, in: Self.dog)
    try append([.text("bone"), .text("ball")], to: "toys", of: 3, in: Self.dog)

    try insert(
      "Person", 1,
      [
        "name": .text("Ada"), "nick": .text("ada"), "age": .integer(36), "height": .real(1.6),
        "isAdult": .integer(1), "born": .real(-10),
        "code": .bytes([UInt8](repeating: 1, count: 16)),
        "photo": .bytes([1, 2, 255]), "friend": .integer(2),
      ])
    try insert(
      "Person", 2,
      [
        "name": .text("Bob"), "nick": .text("Ada"), "age": .integer(7), "height": .notANumber,
        "isAdult": .integer(0), "code": .bytes([UInt8](repeating: 2, count: 16)),
        "photo": .bytes([]),
      ])
    try insert(
      "Person", 3,
      [
        "nick": .text(""), "age": .integer(36), "height": .real(0), "isAdult": .integer(1),
        "code": .bytes([UInt8](repeating: 3, count: 16)), "photo": .bytes([255]),
        "friend": .integer(1),
      ])
    let person = Self.person
    try append([.integer(1), .integer(2)], to: "dogs", of: 1, in: person)
    try append([.integer(3)], to: "dogs", of: 3, in: person)
    try append([.integer(5), .integer(1)], to: "marks", of: 1, in: person)
    try append([.integer(3)], to: "marks", of: 2, in: person)
    let words = try table("words", of: person)
    try words.set(MixedValue(.null, .text("hallo")), for: "de", in: 1)
    try words.set(MixedValue(.null, .null), for: "fr", in: 1)
    try words.set(MixedValue(.null, .text("hello")), for: "en", in: 2)
    _ = try table("tags", of: person).insert(MixedValue(.null, .text("kind")), into: 2)
    let any = [(1, MixedValue(.int, .integer(5))), (2, MixedValue(.string, .text("five")))]
    let (layout, property) = try (#require(store.layout(of: "Person")), #require(person["any"]))
    for (key, value) in any {
      try store.set(property, of: ObjectKey(key), in: layout, to: value)
    }
    try store.commit()
  }

  private func table(_ property: String, of schema: ClassSchema) throws -> CollectionTable {
    CollectionTable(try #require(schema[property]), of: schema.name, connection: store.connection)
  }

  private func append(
    _ values: [StoredValue], to property: String, of owner: ObjectKey, in schema: ClassSchema
  ) throws {
    try table(property, of: schema).replace(
      0..<0, of: owner, count: 0, with: values.map { MixedValue(.null, $0) })
  }

  private func insert(
    _ className: String, _ key: ObjectKey, _ values: [String: StoredValue]
  ) throws {
    let layout = try #require(store.layout(of: className))
    let statement = try layout.insertion.statement
    try statement.bind(key, at: 1)
    for column in layout.columns where column.index > 0 {
      try statement.bind(values[column.property.name] ?? .null, at: column.index + 1)
    }
    try statement.run()
  }

  /// The keys of the people that fit, in order.
  func people(_ predicate: Predicate, _ arrangements: ObjectQuery.Arrangement...) throws
    -> [ObjectKey]
  {
    var query = ObjectQuery("Person")
    query.predicate = predicate
    query.arrangements = arrangements
    return try store.keys(of: query)
  }
}

extension Predicate {
  /// A property compared with a value.
  static func compare(
    _ path: PropertyPath, _ comparison: Comparison.Operator, _ value: StoredValue,
    _ options: TextOptions = [], quantifier: Comparison.Quantifier? = nil
  ) -> Predicate {
    .comparison(
      Comparison(
        path, quantifier: quantifier, .value(comparison, MixedValue(.null, value), options)))
  }
}
