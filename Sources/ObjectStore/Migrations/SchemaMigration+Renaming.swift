// SPDX-License-Identifier: Apache-2.0

internal import SQLite

extension SchemaMigration {
  /// Gives the values of a property that is gone to one that has come.
  ///
  /// - Throws: ``ObjectStoreError`` with `migrationFailed` when the one cannot become the other.
  package func rename(
    _ className: String, from oldName: String, to newName: String
  ) throws(ObjectStoreError) {
    let place = "'\(className).\(oldName)'"
    guard old[className] != nil else {
      throw failure("no property of '\(className)' can be renamed, for the file has no such class")
    }
    guard let target = program[className] else {
      throw failure(
        "no property of '\(className)' can be renamed, for the program has no such class")
    }
    if target[oldName] != nil {
      throw failure("property \(place) cannot be renamed to '\(newName)', for it still exists")
    }
    let source = passingNames[className]?.removeValue(forKey: oldName) ?? oldName
    guard let property = plans[className]?.former.first(where: { $0.name == source }),
      !taken.contains([className, source])
    else {
      throw failure(
        "property \(place) cannot be renamed to '\(newName)', for the file has no such property")
    }
    guard let new = target[newName] else {
      // To be renamed once more.
      passingNames[className, default: [:]][newName] = source
      return
    }
    guard new.keepsValues(of: property) else {
      throw failure(
        "property \(place) cannot be renamed to '\(newName)', for it would change from "
          + "'\(property.typeName)' to '\(new.typeName)'")
    }
    if property.isOptional, !new.isOptional {
      throw failure(
        "property \(place) cannot be renamed to '\(newName)', for it would change from optional to "
          + "required")
    }
    taken.insert([className, source])
    try mapping { () throws(SQLiteError) in
      if new.collection == nil {
        try copyColumn(property, to: new, in: className)
      } else {
        try copyCollection(property, to: new, in: className)
      }
      try leaveNothingDangling(new, in: className)
    }
  }

  func failure(_ reason: String) -> ObjectStoreError {
    ObjectStoreError(.migrationFailed, reason: reason)
  }

  /// Refuses a property that was renamed to what the class does not have.
  func expectNoPassingNames() throws(ObjectStoreError) {
    for (className, names) in passingNames {
      for (name, source) in names {
        throw failure(
          "property '\(className).\(source)' was renamed to '\(name)', which the class does not have"
        )
      }
    }
  }

  private func copyColumn(
    _ old: PropertySchema, to new: PropertySchema, in name: String
  ) throws(SQLiteError) {
    if new.type == .mixed {
      try connection.execute(
        "UPDATE \(TableNames.table(name)) SET "
          + "\(TableNames.quoted(new.name)) = \(TableNames.formerColumn(old.name)), "
          + "\(TableNames.tag(new.name)) = \(TableNames.formerTag(old.name))")
    } else {
      try connection.execute(
        "UPDATE \(TableNames.table(name)) SET "
          + "\(TableNames.quoted(new.name)) = \(TableNames.formerColumn(old.name))")
    }
  }

  private func copyCollection(
    _ old: PropertySchema, to new: PropertySchema, in name: String
  ) throws(SQLiteError) {
    let table = TableNames.collection(name, new.name)
    let columns = ([TableNames.key] + new.collectionColumnNames).joined(separator: ", ")
    let order = new.collection == .set ? " ORDER BY rowid" : ""
    try connection.execute(
      """
      DELETE FROM \(table);
      INSERT INTO \(table)(\(columns))
        SELECT \(columns) FROM \(TableNames.formerCollection(name, old.name)) former
        WHERE EXISTS (SELECT 1 FROM \(TableNames.table(name)) owner
          WHERE owner.\(TableNames.key) = former.\(TableNames.key))\(order);
      """)
  }

  /// Lets no link lead to an object that was deleted while the property lay aside.
  private func leaveNothingDangling(
    _ property: PropertySchema, in name: String
  ) throws(SQLiteError) {
    let isColumn = property.collection == nil
    let table = isColumn ? TableNames.table(name) : TableNames.collection(name, property.name)
    let column = isColumn ? TableNames.quoted(property.name) : TableNames.element
    let tag = isColumn ? TableNames.tag(property.name) : TableNames.elementTag
    func isGone(_ target: String) -> String {
      "\(table).\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(TableNames.table(target)) target "
        + "WHERE target.\(TableNames.key) = \(table).\(column))"
    }
    var conditions: [String] = []
    if property.type == .object, let target = property.target {
      if store.schema[target] != nil { conditions = [isGone(target)] }
    } else if property.type == .mixed {
      for stored in store.schema.classes.values {
        let number = MixedValue.Tag.object(classID: stored.id).rawValue
        conditions.append("\(table).\(tag) = \(number) AND \(isGone(stored.schema.name))")
      }
      let known = store.schema.classes.values.map {
        "\(MixedValue.Tag.object(classID: $0.id).rawValue)"
      }
      conditions.append(
        "\(table).\(tag) >= \(MixedValue.Tag.object(classID: 0).rawValue) "
          + "AND \(table).\(tag) NOT IN (\(known.joined(separator: ", ")))")
    }
    for condition in conditions {
      switch property.collection {
      case nil, .map:
        let clearing =
          "\(column) = NULL" + (property.type == .mixed ? ", \(tag) = 0" : "")
        try connection.execute("UPDATE \(table) SET \(clearing) WHERE \(condition)")
      case .set:
        try connection.execute("DELETE FROM \(table) WHERE \(condition)")
      case .list:
        let owners = Set(
          try store.keys("SELECT \(TableNames.key) FROM \(table) WHERE \(condition)", nil))
        if owners.isEmpty { continue }
        try connection.execute("DELETE FROM \(table) WHERE \(condition)")
        for owner in owners { try store.closeGaps(in: table, of: owner) }
      }
    }
  }
}
