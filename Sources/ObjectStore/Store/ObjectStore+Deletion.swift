// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// What a deletion does to one object.
package struct DeletionEffect: Sendable {
  package let className: String
  package let key: ObjectKey
  /// Whether the object is gone; else something that it held is.
  package let isDeletion: Bool
}

extension ObjectStore {
  /// Deletes objects with what they own, and makes whatever led to them lead nowhere.
  ///
  /// Embedded objects go with their owner. A link becomes nil, a list and a set lose the element, a
  /// map keeps its key and loses the value.
  ///
  /// - Parameter report: told of every object that is gone or changed.
  package func delete(
    _ keys: [ObjectKey], of className: String,
    reporting report: (DeletionEffect) -> Void
  ) throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      var deletion = Deletion(keys.map { ($0, className) })
      try run(&deletion, reporting: report)
    }
  }

  /// Objects that go together.
  private struct Deletion {
    /// Those that are still there; an embedded object comes after its owner is gone, so that there
    /// is nothing left that leads to it.
    var pending: [(key: ObjectKey, className: String)]
    /// The lists that have lost elements, by their tables.
    var lists: [String: Set<ObjectKey>] = [:]

    init(_ objects: [(ObjectKey, String)]) { pending = objects.reversed() }
  }

  private func run(
    _ deletion: inout Deletion, reporting report: (DeletionEffect) -> Void
  ) throws(SQLiteError) {
    while let (key, className) = deletion.pending.popLast() {
      guard let layout = layout(of: className) else { continue }
      for property in layout.schema.properties {
        try deletion.pending += ownedObjects(behind: property, of: key, in: layout)
        if property.collection != nil {
          try run(
            "DELETE FROM \(TableNames.collection(className, property.name)) "
              + "WHERE \(TableNames.key) = ?1", key)
        }
      }
      for link in schema.links(to: className) {
        try unlink(
          link, from: key, tag: .object(classID: layout.classID), lists: &deletion.lists,
          reporting: report)
      }
      try unlinkNested(key, tag: .object(classID: layout.classID))
      let statement = try layout.deletion.statement
      try statement.bind(key, at: 1)
      try statement.run()
      report(DeletionEffect(className: className, key: key, isDeletion: true))
    }
    // Once for all that a list has lost.
    for (table, owners) in deletion.lists {
      for owner in owners { try closeGaps(in: table, of: owner) }
    }
  }

  /// The embedded objects that an object has in a property.
  private func ownedObjects(
    behind property: PropertySchema, of key: ObjectKey, in layout: TableLayout
  ) throws(SQLiteError) -> [(ObjectKey, String)] {
    guard property.type == .object, let target = property.target,
      schema[target]?.schema.isEmbedded == true
    else { return [] }
    let (column, table) =
      property.collection == nil
      ? (TableNames.quoted(property.name), layout.table)
      : (TableNames.element, TableNames.collection(layout.schema.name, property.name))
    return try keys("SELECT \(column) FROM \(table) WHERE \(TableNames.key) = ?1", key)
      .map { ($0, target) }
  }

  /// Takes the object out of everything that one property holds.
  private func unlink(
    _ link: StoredSchema.IncomingLink, from key: ObjectKey, tag: MixedValue.Tag,
    lists: inout [String: Set<ObjectKey>], reporting report: (DeletionEffect) -> Void
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
    let owners = Set(
      try keys("SELECT \(TableNames.key) FROM \(table) WHERE \(condition)", key))
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
      lists[table, default: []].formUnion(owners)
    }
    for owner in owners {
      report(DeletionEffect(className: link.className, key: owner, isDeletion: false))
    }
  }

  /// Deletes all objects of a class.
  ///
  /// - Parameter report: told of every object that is gone or changed.
  package func deleteAll(
    of className: String,
    reporting report: (DeletionEffect) -> Void
  ) throws(ObjectStoreError) {
    guard let layout = layout(of: className) else { return }
    let all = try mapping { () throws(SQLiteError) in
      try keys("SELECT \(TableNames.key) FROM \(layout.table) WHERE ?1 IS NULL", nil)
    }
    try delete(all, of: className, reporting: report)
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
