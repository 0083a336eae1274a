// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// What a deletion does to one object.
package struct ObjectChange: Sendable {
  package let className: String
  package let key: ObjectKey
  /// Whether the object is gone; else something that it held is.
  package let isDeletion: Bool
}

extension ObjectStore {
  /// Deletes an object with what it owns, and makes whatever led to it lead nowhere.
  ///
  /// Embedded objects go with their owner. A link becomes nil, a list and a set lose the element, a
  /// map keeps its key and loses the value.
  ///
  /// - Parameter report: told of every object that is gone or changed.
  package func delete(
    _ key: ObjectKey, of className: String,
    reporting report: (ObjectChange) -> Void
  ) throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      try deleteObject(key, of: className, reporting: report)
    }
  }

  private func deleteObject(
    _ key: ObjectKey, of className: String,
    reporting report: (ObjectChange) -> Void
  ) throws(SQLiteError) {
    guard let layout = layout(of: className) else { return }
    for property in layout.schema.properties {
      try deleteEmbedded(behind: property, of: key, in: layout, reporting: report)
      if property.collection != nil {
        try run(
          "DELETE FROM \(TableNames.collection(className, property.name)) "
            + "WHERE \(TableNames.key) = ?1", key)
      }
    }
    for link in schema.links(to: className) {
      try unlink(link, from: key, tag: .object(classID: layout.classID), reporting: report)
    }
    try unlinkNested(key, tag: .object(classID: layout.classID))
    let deletion = try layout.deletion.statement
    try deletion.bind(key, at: 1)
    try deletion.run()
    report(ObjectChange(className: className, key: key, isDeletion: true))
  }

  private func deleteEmbedded(
    behind property: PropertySchema, of key: ObjectKey, in layout: TableLayout,
    reporting report: (ObjectChange) -> Void
  ) throws(SQLiteError) {
    guard property.type == .object, let target = property.target,
      schema[target]?.schema.isEmbedded == true
    else { return }
    for child in try keys(
      "SELECT \(property.collection == nil ? TableNames.quoted(property.name) : TableNames.element) "
        + "FROM \(property.collection == nil ? layout.table : TableNames.collection(layout.schema.name, property.name)) "
        + "WHERE \(TableNames.key) = ?1", key)
    {
      try deleteObject(child, of: target, reporting: report)
    }
  }

  /// Takes the object out of everything that one property holds.
  private func unlink(
    _ link: StoredSchema.IncomingLink, from key: ObjectKey, tag: MixedValue.Tag,
    reporting report: (ObjectChange) -> Void
  ) throws(SQLiteError) {
    let property = link.property
    let isMixed = property.type == .mixed
    let table =
      property.collection == nil
      ? TableNames.table(link.className) : TableNames.collection(link.className, property.name)
    let column =
      property.collection == nil ? TableNames.quoted(property.name) : TableNames.element
    let tagColumn =
      property.collection == nil ? TableNames.tag(property.name) : TableNames.elementTag
    let condition = "\(column) = ?1" + (isMixed ? " AND \(tagColumn) = \(tag.rawValue)" : "")
    let owners = try keys("SELECT \(TableNames.key) FROM \(table) WHERE \(condition)", key)
    guard !owners.isEmpty else { return }
    switch property.collection {
    case nil, .map:
      try run(
        "UPDATE \(table) SET \(column) = NULL\(isMixed ? ", \(tagColumn) = 0" : "") WHERE \(condition)",
        key)
    case .set:
      try run("DELETE FROM \(table) WHERE \(condition)", key)
    case .list:
      try run("DELETE FROM \(table) WHERE \(condition)", key)
      for owner in Set(owners) { try closeGaps(in: table, of: owner) }
    }
    for owner in Set(owners) {
      report(
        ObjectChange(className: link.className, key: owner, isDeletion: false))
    }
  }

  /// Deletes all objects of a class.
  ///
  /// - Parameter report: told of every object that is gone or changed.
  package func deleteAll(
    of className: String,
    reporting report: (ObjectChange) -> Void
  ) throws(ObjectStoreError) {
    guard let layout = layout(of: className) else { return }
    try mapping { () throws(SQLiteError) in
      for key in try keys("SELECT \(TableNames.key) FROM \(layout.table) WHERE ?1 IS NULL", nil) {
        try deleteObject(key, of: className, reporting: report)
      }
    }
  }

  /// Deletes all objects of all classes.
  package func deleteEverything() throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      for stored in schema.classes.values {
        try connection.execute("DELETE FROM \(TableNames.table(stored.schema.name))")
        for property in stored.schema.properties where property.collection != nil {
          try connection.execute(
            "DELETE FROM \(TableNames.collection(stored.schema.name, property.name))")
        }
      }
    }
  }

  // MARK: Statements

  func keys(_ sql: String, _ key: ObjectKey?) throws(SQLiteError) -> [ObjectKey] {
    let statement = try connection.prepare(sql)
    defer { statement.reset() }
    if let key { try statement.bind(key, at: 1) }
    var result: [ObjectKey] = []
    while try statement.step() {
      if !statement.isNull(at: 0) { result.append(statement.integer(at: 0)) }
    }
    return result
  }

  func run(_ sql: String, _ key: ObjectKey) throws(SQLiteError) {
    let statement = try connection.prepare(sql)
    try statement.bind(key, at: 1)
    try statement.run()
  }
}
