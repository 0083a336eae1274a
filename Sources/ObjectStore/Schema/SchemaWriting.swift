// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// Carries additions out.
///
/// All of it inside the transaction that is open.
struct SchemaWriting {
  let connection: Connection

  /// Makes the tables that every store has.
  func prepareFile() throws(SQLiteError) {
    try connection.execute(
      """
      PRAGMA application_id = \(StoredSchema.applicationID);
      PRAGMA user_version = \(StoredSchema.layoutVersion);
      CREATE TABLE \(TableNames.metadata)(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE \(TableNames.classes)(
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, embedded INTEGER NOT NULL,
        next INTEGER NOT NULL);
      CREATE TABLE \(TableNames.properties)(
        class INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
        optional INTEGER NOT NULL, collection TEXT, target TEXT, "primary" INTEGER NOT NULL,
        indexed INTEGER NOT NULL, PRIMARY KEY(class, name)) WITHOUT ROWID;
      """)
  }

  func setVersion(_ version: UInt64) throws(SQLiteError) {
    let statement = try connection.prepare(
      "INSERT OR REPLACE INTO \(TableNames.metadata) VALUES ('schemaVersion', ?1)")
    try statement.bind(Int64(bitPattern: version), at: 1)
    try statement.run()
  }

  /// Has connections that have the file open read its classes again before their next snapshot.
  func announceChange() throws(SQLiteError) {
    // That counts SQLite's `schema_version` up, which they look at.
    try connection.execute(
      "CREATE TABLE \(TableNames.unfinished)(x); DROP TABLE \(TableNames.unfinished)")
  }

  /// Makes the table of a class, and those of its collections.
  func make(_ schema: ClassSchema) throws(SQLiteError) -> StoredClass {
    let insertion = try connection.prepare(
      "INSERT INTO \(TableNames.classes)(name, embedded, next) VALUES (?1, ?2, 1)")
    try insertion.bind(schema.name, at: 1)
    try insertion.bind(schema.isEmbedded ? 1 : 0, at: 2)
    try insertion.run()
    let id = connection.lastInsertedRowID
    try makeTable(of: schema, named: TableNames.table(schema.name))
    for (place, property) in schema.properties.enumerated() {
      try enter(property, ofClass: id, at: place)
      try makeSurroundings(of: property, in: schema.name)
    }
    return StoredClass(id: id, schema: schema)
  }

  /// Makes the table of a class, without anything around it.
  func makeTable(of schema: ClassSchema, named table: String) throws(SQLiteError) {
    let columns = ["\(TableNames.key) INTEGER PRIMARY KEY"] + schema.columnNames
    try connection.execute("CREATE TABLE \(table)(\(columns.joined(separator: ", ")))")
  }

  /// Adds a property to a class that has objects, which all get `value`.
  func add(
    _ property: PropertySchema, with value: MixedValue, to stored: StoredClass
  ) throws(SQLiteError) {
    try enter(property, ofClass: stored.id, at: stored.schema.properties.count)
    try makeRoom(for: property, in: stored.schema.name, holding: value)
  }

  /// Makes the columns of a property, or its table, with what goes with them.
  func makeRoom(
    for property: PropertySchema, in name: String, holding value: MixedValue
  ) throws(SQLiteError) {
    if property.hasColumn {
      try addColumn(TableNames.quoted(property.name), to: name, holding: value.value)
      if property.type == .mixed {
        try addColumn(
          TableNames.tag(property.name), to: name, holding: .integer(value.tag.rawValue))
      }
    }
    try makeSurroundings(of: property, in: name)
  }

  func addColumn(
    _ column: String, to className: String, holding value: StoredValue
  ) throws(SQLiteError) {
    let table = TableNames.table(className)
    // A literal stands in the schema, and no row is touched.
    if let literal = try exactLiteral(of: value) {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(column) DEFAULT \(literal)")
    } else {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(column)")
      let statement = try connection.prepare("UPDATE \(table) SET \(column) = ?1")
      try statement.bind(value, at: 1)
      try statement.run()
    }
  }

  /// The text that SQLite reads as exactly this value, if there is one.
  private func exactLiteral(of value: StoredValue) throws(SQLiteError) -> String? {
    guard let literal = value.literal else { return nil }
    guard case .real = value else { return literal }
    // SQLite's own reading of decimal fractions is not exact in the last bit.
    let statement = try connection.prepare("SELECT \(literal)")
    defer { statement.reset() }
    guard try statement.step(), statement.value(at: 0) == value else { return nil }
    return literal
  }

  func enter(
    _ property: PropertySchema, ofClass id: Int64, at place: Int
  ) throws(SQLiteError) {
    let statement = try connection.prepare(
      "INSERT INTO \(TableNames.properties)(class, place, name, type, optional, collection, target, "
        + "\"primary\", indexed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
    try statement.bind(id, at: 1)
    try statement.bind(place, at: 2)
    try statement.bind(property.name, at: 3)
    try statement.bind(property.type.rawValue, at: 4)
    try statement.bind(property.isOptional ? 1 : 0, at: 5)
    if let collection = property.collection { try statement.bind(collection.rawValue, at: 6) }
    if let target = property.target { try statement.bind(target, at: 7) }
    try statement.bind(property.isPrimaryKey ? 1 : 0, at: 8)
    try statement.bind(property.isIndexed ? 1 : 0, at: 9)
    try statement.run()
  }

  /// The table of a collection, and what finds objects by value or by what they lead to.
  private func makeSurroundings(
    of property: PropertySchema, in className: String
  ) throws(SQLiteError) {
    if property.collection != nil {
      try makeTable(
        of: property, named: TableNames.collection(className, property.name))
    }
    if property.type == .mixed { try makeNesting() }
    for definition in property.definitions(in: className) {
      try connection.execute(definition.sql)
    }
  }

  /// Makes the table of a collection, without anything around it.
  func makeTable(of property: PropertySchema, named table: String) throws(SQLiteError) {
    let columns = property.collectionColumns.joined(separator: ", ")
    let identity: String
    switch property.collection {
    case .list: identity = "\(TableNames.key), \(TableNames.position)"
    case .map: identity = "\(TableNames.key), \(TableNames.mapKey)"
    case .set, nil:
      // A primary key cannot hold NULL; a set may, once, so that its table has a row id instead.
      try connection.execute("CREATE TABLE \(table)(\(columns))")
      return
    }
    try connection.execute(
      "CREATE TABLE \(table)(\(columns), PRIMARY KEY(\(identity))) WITHOUT ROWID")
  }

  func setIndexed(
    _ isIndexed: Bool, _ property: PropertySchema, of stored: StoredClass
  ) throws(SQLiteError) {
    let name = stored.schema.name
    if property.type == .mixed || property.isPrimaryKey {
      // It has its index whether it is asked for or not, because it may be a link.
    } else if isIndexed {
      for definition in property.definitions(in: name) { try connection.execute(definition.sql) }
    } else {
      try connection.execute("DROP INDEX IF EXISTS \(TableNames.index(name, property.name))")
    }
    let statement = try connection.prepare(
      "UPDATE \(TableNames.properties) SET indexed = ?1 WHERE class = ?2 AND name = ?3")
    try statement.bind(isIndexed ? 1 : 0, at: 1)
    try statement.bind(stored.id, at: 2)
    try statement.bind(property.name, at: 3)
    try statement.run()
  }
}

extension StoredValue {
  /// The value in the text of a statement; nil where that cannot be written.
  var literal: String? {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return String(value)
    case .real(let value): return value.isInfinite || value.sign == .minus ? nil : "\(value)"
    case .text(let value):
      guard !value.utf8.contains(0) else { return nil }
      return
        "'\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    case .bytes(let value):
      let digits = Array("0123456789abcdef")
      var text = "x'"
      for byte in value {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      return text + "'"
    }
  }
}
