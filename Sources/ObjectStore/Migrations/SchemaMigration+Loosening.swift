// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// The first half: what is new is there, and what is old lies aside.
extension SchemaMigration {
  func loosen(
    _ plan: inout ClassPlan, _ old: ClassSchema, isArranged: Bool
  ) throws(SQLiteError) {
    let name = plan.name
    if plan.freesPrimaryKey, old.primaryKey?.isRowID == true { try continueCounting(name) }
    for property in old.properties {
      if plan.keeps(property) {
        try loosen(property, in: plan)
      } else {
        let isRenamable = isArranged && plan.target[property.name] == nil
        try setAside(property, in: &plan, isRenamable: isRenamable)
      }
    }
    for property in plan.loose.properties where !plan.keeps(property) {
      try writing.makeRoom(for: property, in: name, holding: defaults(name, property.name))
    }
  }

  /// A property that stays.
  private func loosen(_ property: PropertySchema, in plan: ClassPlan) throws(SQLiteError) {
    let name = plan.name
    guard let target = plan.target[property.name] else { return }
    if plan.freesPrimaryKey, property.isRowID {
      try giveColumn(TableNames.quoted(property.name), in: name)
    } else if plan.freesPrimaryKey, property.isPrimaryKey {
      try drop(property.definitions(in: name))
    }
    if property.isOptional, !target.isOptional { try fill(target, in: name) }
  }

  /// A column that holds what the keys of the objects are.
  private func giveColumn(_ column: String, in name: String) throws(SQLiteError) {
    let table = TableNames.table(name)
    try connection.execute(
      "ALTER TABLE \(table) ADD COLUMN \(column); UPDATE \(table) SET \(column) = \(TableNames.key)"
    )
  }

  private func drop(_ definitions: [Definition]) throws(SQLiteError) {
    for definition in definitions {
      try connection.execute(
        "DROP \(definition.kind.rawValue) IF EXISTS \(TableNames.quoted(definition.name))")
    }
  }

  /// Puts a default where there was nothing.
  private func fill(_ property: PropertySchema, in name: String) throws(SQLiteError) {
    guard property.type != .mixed, property.type != .object else { return }
    let isColumn = property.collection == nil
    let table =
      isColumn ? TableNames.table(name) : TableNames.collection(name, property.name)
    let column = isColumn ? TableNames.quoted(property.name) : TableNames.element
    let value = defaults(name, property.name).value
    if property.collection == .set {
      // Each value once.
      let deletion = try connection.prepare(
        "DELETE FROM \(table) WHERE \(column) IS NULL AND EXISTS (SELECT 1 FROM \(table) other "
          + "WHERE other.\(TableNames.key) = \(table).\(TableNames.key) AND other.\(column) IS ?1)")
      try deletion.bind(value, at: 1)
      try deletion.run()
    }
    let statement = try connection.prepare(
      "UPDATE \(table) SET \(column) = ?1 WHERE \(column) IS NULL")
    try statement.bind(value, at: 1)
    try statement.run()
  }

  /// Keeps a property that the class no longer has under another name, until the end.
  ///
  /// Other names, for those of the new properties may differ from the old in case only.
  private func setAside(
    _ property: PropertySchema, in plan: inout ClassPlan, isRenamable: Bool
  ) throws(SQLiteError) {
    let name = plan.name
    if property.type == .mixed { mayHaveLostNested = true }
    if let target = property.target, old[target]?.schema.isEmbedded == true {
      maybeOrphaned.insert(target)
    }
    try drop(property.definitions(in: name))
    if property.collection != nil {
      try connection.execute(
        "ALTER TABLE \(TableNames.collection(name, property.name)) "
          + "RENAME TO \(TableNames.formerCollection(name, property.name))")
    } else if property.isRowID {
      // Its values are the keys; nobody asks for them unless it is to be renamed.
      guard isRenamable else { return }
      try giveColumn(TableNames.formerColumn(property.name), in: name)
    } else {
      let table = TableNames.table(name)
      try connection.execute(
        "ALTER TABLE \(table) RENAME COLUMN \(TableNames.quoted(property.name)) "
          + "TO \(TableNames.formerColumn(property.name))")
      if property.type == .mixed {
        try connection.execute(
          "ALTER TABLE \(table) RENAME COLUMN \(TableNames.tag(property.name)) "
            + "TO \(TableNames.formerTag(property.name))")
      }
    }
    plan.former.append(property)
  }

  /// Where keys were the values of a property, finds free ones to count on from.
  private func continueCounting(_ name: String) throws(SQLiteError) {
    let table = TableNames.table(name)
    let key = TableNames.key
    // Nobody gets as far as to use half of all numbers up.
    let last = try connection.number("SELECT max(\(key)) FROM \(table)") ?? 0
    let next: Int64
    if last < 1 << 62 {
      next = max(last, 0) + 1
    } else {
      next =
        try connection.number(
          "SELECT \(key) FROM (SELECT \(key), CAST(lead(\(key)) OVER (ORDER BY \(key)) AS REAL) "
            + "- \(key) AS gap FROM (SELECT -9223372036854775807 AS \(key) UNION SELECT \(key) "
            + "FROM \(table))) ORDER BY gap DESC LIMIT 1"
        ).map { $0 + 1 } ?? 1
    }
    let statement = try connection.prepare(
      "UPDATE \(TableNames.classes) SET next = ?1 WHERE name = ?2")
    try statement.bind(next, at: 1)
    try statement.bind(name, at: 2)
    try statement.run()
  }
}
