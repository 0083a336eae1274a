// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// What objects must be like for the classes of the program.
///
/// A refusal names class, property and kind of value, and never a value.
extension SchemaMigration {
  /// Refuses objects that lack a value which must be there.
  func expectNothingMissing(_ plan: ClassPlan) throws(ObjectStoreError) {
    let required = plan.loose.properties.filter {
      $0.hasColumn && !$0.isOptional && $0.type != .mixed && $0.type != .object
    }
    for property in required {
      let isMissing = try hasRow(
        "SELECT \(TableNames.key) FROM \(TableNames.table(plan.name)) "
          + "WHERE \(TableNames.quoted(property.name)) IS NULL LIMIT 1")
      if isMissing {
        throw failure(
          "property '\(plan.name).\(property.name)' is \(property.typeName), and an object has nothing "
            + "in it after the migration; give it a value")
      }
    }
    guard let primaryKey = plan.target.primaryKey, primaryKey.isOptional, plan.freesPrimaryKey
    else { return }
    // SQLite lets an index that is unique hold several of nothing.
    let isNotUnique = try hasRow(
      "SELECT \(TableNames.key) FROM \(TableNames.table(plan.name)) "
        + "WHERE \(TableNames.quoted(primaryKey.name)) IS NULL LIMIT 1 OFFSET 1")
    if isNotUnique { throw duplicates(plan, primaryKey) }
  }

  private func hasRow(_ sql: String) throws(ObjectStoreError) -> Bool {
    try mapping { () throws(SQLiteError) in try !store.keys(sql, nil).isEmpty }
  }

  private func duplicates(
    _ plan: ClassPlan, _ primaryKey: PropertySchema
  ) -> ObjectStoreError {
    failure(
      "several objects of class '\(plan.name)' have the same \(primaryKey.typeName) in the primary key "
        + "'\(plan.name).\(primaryKey.name)' after the migration; give each another one, or delete all "
        + "but one")
  }

  /// Puts a constraint that objects do not meet into words.
  func explained(_ error: ObjectStoreError, _ plan: ClassPlan) -> ObjectStoreError {
    guard error.underlying?.code.primary == .constraint, let primaryKey = plan.target.primaryKey
    else { return error }
    return duplicates(plan, primaryKey)
  }

  /// Deletes embedded objects whose owner has lost the property that they were in.
  func deleteOrphans() throws(ObjectStoreError) {
    for name in maybeOrphaned.sorted() {
      guard let schema = store.schema[name]?.schema, schema.isEmbedded,
        program[name]?.isEmbedded != false
      else { continue }
      let orphans = try mapping { () throws(SQLiteError) in
        try store.keys(
          "SELECT \(TableNames.key) FROM \(TableNames.table(name)) WHERE \(ownerCount(of: name)) = 0",
          nil)
      }
      try store.delete(orphans, of: name) { _ in }
    }
  }

  /// Refuses objects of a class that becomes embedded and of which one has no owner, or several.
  func expectOwners(_ plan: ClassPlan) throws(ObjectStoreError) {
    let name = plan.name
    guard plan.target.isEmbedded, let old = plan.old, !old.isEmbedded else { return }
    let table = TableNames.table(name)
    for link in store.schema.links(to: name)
    where link.property.type == .mixed || link.property.collection == .set {
      let isHeld = try hasRow(
        "SELECT \(TableNames.key) FROM \(table) WHERE \(ownerCount(of: name, by: [link])) > 0 LIMIT 1"
      )
      if isHeld {
        throw failure(
          "class '\(name)' cannot become embedded: '\(link.className).\(link.property.name)' is "
            + "\(link.property.typeName) and holds an object of it; embedded objects are in links, lists "
            + "and maps")
      }
    }
    let count = ownerCount(of: name)
    let owners = store.schema.links(to: name).filter { $0.property.type != .mixed }
      .map { "'\($0.className).\($0.property.name)'" }.sorted()
    let places = owners.isEmpty ? "no property of any class" : owners.joined(separator: ", ")
    if try hasRow("SELECT \(TableNames.key) FROM \(table) WHERE \(count) = 0 LIMIT 1") {
      throw failure(
        "class '\(name)' cannot become embedded: an object of it has no owner (owners have it in "
          + "\(places)); delete it, or give it an owner")
    }
    if try hasRow("SELECT \(TableNames.key) FROM \(table) WHERE \(count) > 1 LIMIT 1") {
      throw failure(
        "class '\(name)' cannot become embedded: an object of it has several owners (in \(places)); "
          + "make a copy for each but one")
    }
  }

  /// How often an object of a class is held, as SQL for a row of its table.
  private func ownerCount(of name: String) -> String {
    ownerCount(of: name, by: store.schema.links(to: name))
  }

  private func ownerCount(of name: String, by links: [StoredSchema.IncomingLink]) -> String {
    guard let id = store.schema[name]?.id else { return "0" }
    let number = MixedValue.Tag.object(classID: id).rawValue
    let key = "\(TableNames.table(name)).\(TableNames.key)"
    var terms = links.map { link in
      let isColumn = link.property.collection == nil
      let table =
        isColumn
        ? TableNames.table(link.className)
        : TableNames.collection(link.className, link.property.name)
      let column = isColumn ? TableNames.quoted(link.property.name) : TableNames.element
      let tag = isColumn ? TableNames.tag(link.property.name) : TableNames.elementTag
      return "(SELECT count(*) FROM \(table) holder WHERE holder.\(column) = \(key)"
        + (link.property.type == .mixed ? " AND holder.\(tag) = \(number))" : ")")
    }
    if links.contains(where: { $0.property.type == .mixed }) {
      terms += TableNames.nestedTables.map {
        "(SELECT count(*) FROM \($0) holder WHERE holder.\(TableNames.element) = \(key) "
          + "AND holder.\(TableNames.elementTag) = \(number))"
      }
    }
    return terms.isEmpty ? "0" : "(\(terms.joined(separator: " + ")))"
  }
}
