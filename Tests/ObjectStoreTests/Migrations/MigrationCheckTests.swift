// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import SQLite
import Testing

/// A class that is to become embedded, and who holds its objects before.
struct Holding: Sendable, CustomTestStringConvertible {
  let name: String
  let sql: String
  /// What the refusal says; nil where there is none.
  let says: String?

  var testDescription: String { name }

  static let all = [
    Holding(
      name: "one owner each",
      sql: "UPDATE Owner SET one = 1; INSERT INTO \"Owner.many\" VALUES (1, 0, 2)", says: nil),
    Holding(
      name: "none", sql: "UPDATE Owner SET one = 1",
      says:
        "class 'Part' cannot become embedded: an object of it has no owner (owners have it in "
        + "'Owner.many', 'Owner.named', 'Owner.one'); delete it, or give it an owner"),
    Holding(
      name: "two in one list",
      sql: "UPDATE Owner SET one = 1; INSERT INTO \"Owner.many\" VALUES (1, 0, 2), (1, 1, 2)",
      says:
        "class 'Part' cannot become embedded: an object of it has several owners (in 'Owner.many', "
        + "'Owner.named', 'Owner.one'); make a copy for each but one"),
    Holding(
      name: "a link and a map",
      sql: "UPDATE Owner SET one = 1; INSERT INTO \"Owner.many\" VALUES (1, 0, 2); "
        + "INSERT INTO \"Owner.named\" VALUES (1, 'a', 1)", says: "has several owners"),
    Holding(
      name: "a value of any type",
      sql: "UPDATE Owner SET one = 1, any = 2, \"any#\" = 100 + (SELECT id FROM \"#class\" "
        + "WHERE name = 'Part')",
      says:
        "class 'Part' cannot become embedded: 'Owner.any' is mixed and holds an object of it; "
        + "embedded objects are in links, lists and maps"),
  ]
}

@Suite("what a migration checks") struct MigrationChecks {
  private static let owner = ClassSchema(
    name: "Owner",
    properties: [
      PropertySchema(name: "one", type: .object, isOptional: true, target: "Part"),
      PropertySchema(name: "many", type: .object, collection: .list, target: "Part"),
      PropertySchema(
        name: "named", type: .object, isOptional: true, collection: .map, target: "Part"),
      PropertySchema(name: "any", type: .mixed),
    ])
  private static func part(isEmbedded: Bool = false) -> ClassSchema {
    ClassSchema(
      name: "Part", isEmbedded: isEmbedded,
      properties: [PropertySchema(name: "number", type: .int, isOptional: isEmbedded)])
  }

  private func makeStore(_ sql: String) throws -> ObjectStore {
    let store = try ObjectStore(try Connection.inMemory())
    _ = try store.beginWrite()
    try store.apply(
      SchemaAdditions(of: [Self.owner, Self.part()], to: store.schema), version: 1
    ) { _, _ in .null }
    try store.connection.execute(
      "INSERT INTO Owner(\"#\") VALUES (1); INSERT INTO Part VALUES (1, 5), (2, 6)")
    try store.connection.execute(sql)
    try store.commit()
    return store
  }

  @Test("a class becomes embedded when each object has one owner", arguments: Holding.all)
  func embedding(_ holding: Holding) throws {
    let store = try makeStore(holding.sql)
    _ = try store.beginWrite()
    let migration = try SchemaMigration(
      of: store, to: [Self.owner, Self.part(isEmbedded: true)], isArranged: false,
      defaults: { _, _ in .null })
    guard let says = holding.says else {
      try migration.finish(version: 2)
      try store.commit()
      #expect(store.schema["Part"]?.schema.isEmbedded == true)
      return
    }
    let error = #expect(throws: ObjectStoreError.self) { try migration.finish(version: 2) }
    #expect(error?.code == .migrationFailed)
    #expect(error?.reason.contains(says) == true, "\(error?.reason ?? "")")
    store.rollBack()
    #expect(store.schema["Part"]?.schema == Self.part())
    #expect(try store.count(of: "Part") == 2 && store.schema.version == 1)
  }

  @Test("nothing is refused where a value is required")
  func missing() throws {
    let store = try makeStore("")
    _ = try store.beginWrite()
    var part = Self.part()
    part.properties.append(PropertySchema(name: "text", type: .string))
    let migration = try SchemaMigration(
      of: store, to: [Self.owner, part], isArranged: true,
      defaults: { _, _ in MixedValue(.null, .text("")) })
    try store.connection.execute("UPDATE Part SET text = NULL WHERE \"#\" = 2")
    let error = #expect(throws: ObjectStoreError.self) { try migration.finish(version: 2) }
    #expect(
      error?.reason
        == "property 'Part.text' is string, and an object has nothing in it after the migration; give "
        + "it a value")
  }
}
