// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// The second half: the tables become those of the program's classes.
extension SchemaMigration {
  func tighten(_ plan: ClassPlan) throws(ObjectStoreError) {
    let name = plan.name
    if plan.takesKeysFromColumn { try moveKeys(plan) }
    if plan.rewritesTable { try rewrite(plan) }
    try mapping { () throws(SQLiteError) in
      for property in plan.former where property.collection != nil {
        try connection.execute(
          "DROP TABLE \(TableNames.formerCollection(name, property.name))")
      }
      try store.run("DELETE FROM \(TableNames.properties) WHERE class = ?1", plan.id)
      for (place, property) in plan.target.properties.enumerated() {
        try writing.enter(property, ofClass: plan.id, at: place)
      }
      try store.run(
        "UPDATE \(TableNames.classes) SET embedded = \(plan.target.isEmbedded ? 1 : 0) "
          + "WHERE id = ?1", plan.id)
    }
    try bringDefinitions(plan)
    store.schema.insert(StoredClass(id: plan.id, schema: plan.target))
  }

  /// Writes the table of a class anew, with the columns that it has now.
  private func rewrite(_ plan: ClassPlan) throws(ObjectStoreError) {
    let table = TableNames.table(plan.name)
    let key =
      plan.takesKeysFromColumn
      ? plan.target.primaryKey.map { TableNames.quoted($0.name) } ?? TableNames.key
      : TableNames.key
    let columns = plan.target.columnNames.map { ", \($0)" }.joined()
    do {
      try mapping { () throws(SQLiteError) in
        try writing.makeTable(of: plan.target, named: TableNames.unfinished)
        try inBlocks(of: plan.name) { (first, last) throws(SQLiteError) in
          let statement = try connection.prepare(
            "INSERT INTO \(TableNames.unfinished)(\(TableNames.key)\(columns)) "
              + "SELECT \(key)\(columns) FROM \(table) "
              + "WHERE \(TableNames.key) >= ?1 AND \(TableNames.key) <= ?2")
          try statement.bind(first, at: 1)
          try statement.bind(last, at: 2)
          try statement.run()
        }
        try connection.execute(
          "DROP TABLE \(table); ALTER TABLE \(TableNames.unfinished) RENAME TO \(table)")
      }
    } catch {
      throw explained(error, plan)
    }
    if plan.takesKeysFromColumn { try followKeys(plan) }
  }

  /// Goes through the keys of a class in blocks.
  private func inBlocks(
    of name: String, _ body: (ObjectKey, ObjectKey) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let table = TableNames.table(name)
    let key = TableNames.key
    let size = 10_000
    let total = Int(try connection.number("SELECT count(*) FROM \(table)") ?? 0)
    progress(name, 0, total)
    var done = 0
    var next = try connection.number("SELECT min(\(key)) FROM \(table)")
    while let first = next {
      let last = try store.keys(
        "SELECT \(key) FROM \(table) WHERE \(key) >= ?1 ORDER BY \(key) LIMIT 1 OFFSET \(size - 1)",
        first
      ).first
      try body(first, last ?? .max)
      done = last == nil ? total : done + size
      progress(name, done, total)
      guard let last, last < .max else { return }
      next = try store.keys(
        "SELECT min(\(key)) FROM \(table) WHERE \(key) > ?1", last
      ).first
    }
  }

  /// Makes the indexes and triggers of a class just those that it has now.
  private func bringDefinitions(_ plan: ClassPlan) throws(ObjectStoreError) {
    let name = plan.name
    let wanted = plan.target.properties.flatMap { $0.definitions(in: name) }
    do {
      try mapping { () throws(SQLiteError) in
        var found: Set<Definition> = []
        for table in [name]
          + plan.target.properties.filter({ $0.collection != nil }).map({ "\(name).\($0.name)" })
        {
          found.formUnion(try definitions(on: table))
        }
        for definition in found.subtracting(wanted) {
          try connection.execute(
            "DROP \(definition.kind.rawValue) \(TableNames.quoted(definition.name))")
        }
        if wanted.contains(where: { $0.kind == .trigger }) { try writing.makeNesting() }
        for definition in wanted where !found.contains(definition) {
          try connection.execute(definition.sql)
        }
      }
    } catch {
      throw explained(error, plan)
    }
  }

  private func definitions(on table: String) throws(SQLiteError) -> [Definition] {
    let statement = try connection.prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ?1 AND sql IS NOT NULL "
        + "AND type IN ('index', 'trigger')")
    defer { statement.reset() }
    try statement.bind(table, at: 1)
    var result: [Definition] = []
    while try statement.step() {
      guard let kind = Definition.Kind(rawValue: statement.text(at: 0)) else { continue }
      result.append(
        Definition(kind: kind, name: statement.text(at: 1), sql: statement.text(at: 2)))
    }
    return result
  }

  /// Deletes the nested collections that have lost their place with a property.
  func deleteLostNested() throws(SQLiteError) {
    guard mayHaveLostNested else { return }
    if store.schema.mixedProperties.isEmpty {
      for table in TableNames.nestedTables + [TableNames.nested, TableNames.loose] {
        try connection.execute("DELETE FROM \(table)")
      }
      try connection.execute("DELETE FROM \(TableNames.loose)")
    } else {
      // Those that have one are left alone at the end of the transaction.
      try connection.execute(
        "INSERT OR IGNORE INTO \(TableNames.loose) SELECT \(TableNames.key) FROM \(TableNames.nested)"
      )
    }
  }
}
