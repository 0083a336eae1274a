// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// Objects whose keys become the values of their primary key.
extension SchemaMigration {
  /// Notes the new keys of a class, where they are not the old ones.
  func moveKeys(_ plan: ClassPlan) throws(ObjectStoreError) {
    guard let primaryKey = plan.target.primaryKey else { return }
    let table = TableNames.table(plan.name)
    let column = "\(table).\(TableNames.quoted(primaryKey.name))"
    try mapping { () throws(SQLiteError) in
      let differs = try !store.keys(
        "SELECT \(TableNames.key) FROM \(table) WHERE \(TableNames.key) IS NOT \(column) LIMIT 1",
        nil
      ).isEmpty
      guard differs else { return }
      try connection.execute(
        """
        CREATE TABLE \(TableNames.moved)(
          \(TableNames.key) INTEGER PRIMARY KEY, \(TableNames.newKey) INTEGER);
        INSERT INTO \(TableNames.moved) SELECT \(TableNames.key), \(column) FROM \(table);
        """)
    }
  }

  /// Lets everything that had to do with the old keys follow, once the class's table has the new
  /// ones.
  func followKeys(_ plan: ClassPlan) throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      let isMoved =
        try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = '#moved'") != 0
      guard isMoved else { return }
      for property in plan.target.properties where property.collection != nil {
        try moveOwners(of: property, in: plan.name)
      }
      for link in store.schema.links(to: plan.name) {
        let isColumn = link.property.collection == nil
        try moveLinks(
          in: isColumn
            ? TableNames.table(link.className)
            : TableNames.collection(link.className, link.property.name),
          column: isColumn ? TableNames.quoted(link.property.name) : TableNames.element,
          tag: link.property.type != .mixed
            ? nil : isColumn ? TableNames.tag(link.property.name) : TableNames.elementTag,
          to: plan)
      }
      if !store.schema.mixedProperties.isEmpty {
        for table in TableNames.nestedTables {
          try moveLinks(
            in: table, column: TableNames.element, tag: TableNames.elementTag, to: plan)
        }
      }
      try connection.execute("DROP TABLE \(TableNames.moved)")
    }
  }

  /// Writes a table of collections anew: in place, an owner's new key can be another's old one.
  private func moveOwners(
    of property: PropertySchema, in name: String
  ) throws(SQLiteError) {
    let table = TableNames.collection(name, property.name)
    try writing.makeTable(of: property, named: TableNames.unfinished)
    let columns = property.collectionColumnNames.map { ", old.\($0)" }.joined()
    let order = property.collection == .set ? " ORDER BY old.rowid" : ""
    try connection.execute(
      """
      INSERT INTO \(TableNames.unfinished) SELECT moved.\(TableNames.newKey)\(columns)
        FROM \(table) old JOIN \(TableNames.moved) moved
        ON moved.\(TableNames.key) = old.\(TableNames.key)\(order);
      DROP TABLE \(table);
      ALTER TABLE \(TableNames.unfinished) RENAME TO \(table);
      """)
    for definition in property.definitions(in: name) { try connection.execute(definition.sql) }
  }

  private func moveLinks(
    in table: String, column: String, tag: String?, to plan: ClassPlan
  ) throws(SQLiteError) {
    let isLink =
      tag.map { "\($0) = \(MixedValue.Tag.object(classID: plan.id).rawValue)" }
      ?? "\(column) IS NOT NULL"
    try connection.execute(
      "UPDATE \(table) SET \(column) = (SELECT moved.\(TableNames.newKey) FROM \(TableNames.moved) moved "
        + "WHERE moved.\(TableNames.key) = \(table).\(column)) WHERE \(isLink)")
  }
}
