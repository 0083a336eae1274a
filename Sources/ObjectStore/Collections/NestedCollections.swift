// SPDX-License-Identifier: Apache-2.0

package import SQLite

// Lists and dictionaries inside values of any type. Such a value is the number of one, with the tag
// for a list or a dictionary, in a property, in the table of a collection, or inside another of
// them.
//
//   "#nested"      "#"                            the numbers that there are
//   "#list"        "#", "#at", "#value", "#value#"    the elements of lists
//   "#dictionary"  "#", "#key", "#value", "#value#"   the values of dictionaries
//   "#loose"       "#"                            numbers that may be nowhere any more
//
// The tables are made with the first property of any type. A collection is in one place, and goes
// with it: triggers on every table that can hold its number note it as loose when its place changes
// or goes, and before a transaction is committed, those that are in no other place by then are
// deleted, with what they hold in turn. Numbers are counted up in "#meta", and not used again.
extension SchemaWriting {
  /// Makes the tables, unless they are there.
  func makeNesting() throws(SQLiteError) {
    guard
      try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = '#nested'") == 0
    else { return }
    let key = TableNames.key
    let element = "\(TableNames.element), \(TableNames.elementTag)"
    try connection.execute(
      """
      CREATE TABLE \(TableNames.nested)(\(key) INTEGER PRIMARY KEY);
      CREATE TABLE \(TableNames.loose)(\(key) INTEGER PRIMARY KEY);
      CREATE TABLE \(TableNames.nestedLists)(
        \(key) INTEGER, \(TableNames.position) INTEGER, \(element),
        PRIMARY KEY(\(key), \(TableNames.position))) WITHOUT ROWID;
      CREATE TABLE \(TableNames.nestedDictionaries)(
        \(key) INTEGER, \(TableNames.mapKey) TEXT, \(element),
        PRIMARY KEY(\(key), \(TableNames.mapKey))) WITHOUT ROWID;
      CREATE INDEX "#list#target" ON \(TableNames.nestedLists)(\(TableNames.element));
      CREATE INDEX "#dictionary#target" ON \(TableNames.nestedDictionaries)(\(TableNames.element));
      """)
    for table in TableNames.nestedTables {
      for trigger in Definition.nesting(
        in: table, column: TableNames.element, tag: TableNames.elementTag)
      {
        try connection.execute(trigger.sql)
      }
    }
  }
}

extension TableNames {
  static let nested = "\"#nested\""
  static let loose = "\"#loose\""
  static let nestedLists = "\"#list\""
  static let nestedDictionaries = "\"#dictionary\""
  static let nestedTables = [nestedLists, nestedDictionaries]
  /// The tags of lists and dictionaries, as SQL compares with them.
  static let nestedTags =
    "(\(MixedValue.Tag.list.rawValue), \(MixedValue.Tag.dictionary.rawValue))"
}

extension CollectionTable {
  /// The table with all nested lists, or all nested dictionaries.
  package init(nested collection: PropertySchema.Collection, connection: Connection) {
    self.init(
      PropertySchema(name: "#nested", type: .mixed, collection: collection),
      table: collection == .list ? TableNames.nestedLists : TableNames.nestedDictionaries,
      connection: connection)
  }
}

extension ObjectStore {
  /// The number of a new nested collection.
  package func makeNestedCollection() throws(ObjectStoreError) -> ObjectKey {
    try mapping { () throws(SQLiteError) in
      let counter = try connection.prepare(
        "INSERT INTO \(TableNames.metadata) VALUES ('nested', 1) "
          + "ON CONFLICT(name) DO UPDATE SET value = value + 1 RETURNING value")
      defer { counter.reset() }
      _ = try counter.step()
      let number = counter.integer(at: 0)
      // The row is written once the statement has ended.
      while try counter.step() {}
      try run("INSERT INTO \(TableNames.nested) VALUES (?1)", number)
      return number
    }
  }

  /// Whether there is a nested collection.
  package func hasNestedCollection(_ number: ObjectKey) throws(ObjectStoreError) -> Bool {
    guard !schema.mixedProperties.isEmpty else { return false }
    return try mapping { () throws(SQLiteError) in
      try !keys(
        "SELECT \(TableNames.key) FROM \(TableNames.nested) WHERE \(TableNames.key) = ?1", number
      ).isEmpty
    }
  }

  /// Deletes the nested collections that are in no place any more.
  func deleteLooseCollections() throws(SQLiteError) {
    guard !schema.mixedProperties.isEmpty else { return }
    while true {
      let loose = try keys(
        "SELECT \(TableNames.key) FROM \(TableNames.loose) WHERE ?1 IS NULL", nil)
      if loose.isEmpty { return }
      try connection.execute("DELETE FROM \(TableNames.loose)")
      for number in loose where try !isPlaced(number) {
        for table in TableNames.nestedTables + [TableNames.nested] {
          try run("DELETE FROM \(table) WHERE \(TableNames.key) = ?1", number)
        }
      }
    }
  }

  private func isPlaced(_ number: ObjectKey) throws(SQLiteError) -> Bool {
    for table in TableNames.nestedTables
    where try holds(number, table, TableNames.element, TableNames.elementTag) { return true }
    for place in schema.mixedProperties {
      let name = place.property.name
      let isThere =
        place.property.collection == nil
        ? try holds(
          number, TableNames.table(place.className), TableNames.quoted(name), TableNames.tag(name))
        : try holds(
          number, TableNames.collection(place.className, name), TableNames.element,
          TableNames.elementTag)
      if isThere { return true }
    }
    return false
  }

  private func holds(
    _ number: ObjectKey, _ table: String, _ column: String, _ tag: String
  ) throws(SQLiteError) -> Bool {
    try !keys(
      "SELECT \(column) FROM \(table) WHERE \(column) = ?1 AND \(tag) IN \(TableNames.nestedTags) "
        + "LIMIT 1", number
    ).isEmpty
  }

  /// Takes an object out of all nested collections: lists lose the element, dictionaries the value.
  func unlinkNested(_ key: ObjectKey, tag: MixedValue.Tag) throws(SQLiteError) {
    guard !schema.mixedProperties.isEmpty else { return }
    let condition =
      "\(TableNames.element) = ?1 AND \(TableNames.elementTag) = \(tag.rawValue)"
    let lists = try keys(
      "SELECT \(TableNames.key) FROM \(TableNames.nestedLists) WHERE \(condition)", key)
    if !lists.isEmpty {
      try run("DELETE FROM \(TableNames.nestedLists) WHERE \(condition)", key)
      for list in Set(lists) { try closeGaps(in: TableNames.nestedLists, of: list) }
    }
    try run(
      "UPDATE \(TableNames.nestedDictionaries) SET \(TableNames.element) = NULL, "
        + "\(TableNames.elementTag) = 0 WHERE \(condition)", key)
  }
}
