// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// What a file knows of its classes, by name.
package struct StoredSchema: Sendable {
  /// Marks the file as an object store, in SQLite's `application_id`.
  static let applicationID: Int64 = 0x5352_4F53
  /// The layout of the tables, in SQLite's `user_version`.
  static let layoutVersion: Int64 = 1

  package internal(set) var classes: [String: StoredClass] = [:]
  /// What the program counts up when its classes change; nil in a file that holds nothing yet.
  package internal(set) var version: UInt64?

  private var names: [Int64: String] = [:]
  /// The properties that lead to each class.
  private var incoming: [String: [IncomingLink]] = [:]

  /// A property that leads to a class.
  package struct IncomingLink: Sendable {
    package let className: String
    package let property: PropertySchema
  }

  init() {}

  /// Classes of a program, as a file has them that is made of these.
  package init(_ classes: [ClassSchema]) {
    for (place, schema) in classes.enumerated() {
      insert(StoredClass(id: Int64(place), schema: schema))
    }
  }

  package subscript(name: String) -> StoredClass? { classes[name] }

  /// The class with a number.
  package func name(ofClass id: Int64) -> String? { names[id] }

  /// The properties that lead to a class; those of any type may.
  package func links(to className: String) -> [IncomingLink] {
    (incoming[className] ?? []) + (incoming[""] ?? [])
  }

  /// The properties that hold values of any type.
  var mixedProperties: [IncomingLink] { incoming[""] ?? [] }

  mutating func insert(_ stored: StoredClass) {
    classes[stored.schema.name] = stored
    names[stored.id] = stored.schema.name
    relink()
  }

  mutating func remove(_ name: String) {
    guard let stored = classes.removeValue(forKey: name) else { return }
    names[stored.id] = nil
    relink()
  }

  private mutating func relink() {
    incoming = [:]
    for stored in classes.values {
      for property in stored.schema.properties {
        let link = IncomingLink(className: stored.schema.name, property: property)
        if let target = property.target { incoming[target, default: []].append(link) }
        if property.type == .mixed { incoming["", default: []].append(link) }
      }
    }
  }

  /// Reads what the file says; empty for a file without tables.
  static func read(from connection: Connection) throws(ObjectStoreError) -> StoredSchema {
    // Of one moment: another process may just be making the tables.
    if connection.isInTransaction { return try readAtOnce(from: connection) }
    try mapping { () throws(SQLiteError) in try connection.execute("BEGIN") }
    defer { try? connection.execute("COMMIT") }
    return try readAtOnce(from: connection)
  }

  private static func readAtOnce(
    from connection: Connection
  ) throws(ObjectStoreError) -> StoredSchema {
    let isOurs = try mapping { () throws(SQLiteError) in
      try connection.number("PRAGMA application_id") == applicationID
    }
    guard isOurs else {
      let tables = try mapping { () throws(SQLiteError) in
        try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
      }
      guard tables == 0 else {
        throw ObjectStoreError(
          .unsupportedFile, reason: "the file is an SQLite database, and no object store")
      }
      return StoredSchema()
    }
    let layout = try mapping { () throws(SQLiteError) in
      try connection.number("PRAGMA user_version") ?? 0
    }
    guard layout == layoutVersion else {
      throw ObjectStoreError(
        .unsupportedFile,
        reason: "the object store has layout \(layout), this version reads \(layoutVersion); "
          + "use the version of Strongroom that wrote it, or a later one")
    }
    return try mapping { () throws(SQLiteError) in
      try tables(of: connection)
    }
  }

  private static func tables(of connection: Connection) throws(SQLiteError) -> StoredSchema {
    var schema = StoredSchema()
    schema.version = try connection.number(
      "SELECT value FROM \(TableNames.metadata) WHERE name = 'schemaVersion'"
    ).map { UInt64(bitPattern: $0) }
    var properties: [Int64: [PropertySchema]] = [:]
    let rows = try connection.prepare(
      "SELECT class, name, type, optional, collection, target, \"primary\", indexed "
        + "FROM \(TableNames.properties) ORDER BY class, place")
    defer { rows.reset() }
    while try rows.step() {
      guard let type = PropertySchema.ValueType(rawValue: rows.text(at: 2)) else { continue }
      properties[rows.integer(at: 0), default: []].append(
        PropertySchema(
          name: rows.text(at: 1), type: type, isOptional: rows.integer(at: 3) != 0,
          collection: rows.isNull(at: 4) ? nil : .init(rawValue: rows.text(at: 4)),
          target: rows.isNull(at: 5) ? nil : rows.text(at: 5),
          isPrimaryKey: rows.integer(at: 6) != 0, isIndexed: rows.integer(at: 7) != 0))
    }
    let classes = try connection.prepare(
      "SELECT id, name, embedded FROM \(TableNames.classes)")
    defer { classes.reset() }
    while try classes.step() {
      let id = classes.integer(at: 0)
      let name = classes.text(at: 1)
      schema.classes[name] = StoredClass(
        id: id,
        schema: ClassSchema(
          name: name, isEmbedded: classes.integer(at: 2) != 0, properties: properties[id] ?? []))
      schema.names[id] = name
    }
    schema.relink()
    return schema
  }
}
