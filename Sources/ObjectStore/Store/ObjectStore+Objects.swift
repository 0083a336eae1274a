// SPDX-License-Identifier: Apache-2.0

internal import SQLite

extension ObjectStore {
  /// Whether there is an object with a key.
  package func exists(_ key: ObjectKey, in layout: TableLayout) throws(ObjectStoreError) -> Bool {
    try mapping { () throws(SQLiteError) in
      let statement = try layout.existence.statement
      defer { statement.reset() }
      try statement.bind(key, at: 1)
      return try statement.step()
    }
  }

  /// The object whose property has a value: for primary keys.
  package func key(
    where property: PropertySchema, is value: StoredValue, in layout: TableLayout
  ) throws(ObjectStoreError) -> ObjectKey? {
    if property.isRowID {
      guard case .integer(let key) = value else { return nil }
      return try exists(key, in: layout) ? key : nil
    }
    return try mapping { () throws(SQLiteError) in
      let statement = try connection.prepare(
        "SELECT \(TableNames.key) FROM \(layout.table) "
          + "WHERE \(TableNames.quoted(property.name)) IS ?1 LIMIT 1")
      defer { statement.reset() }
      try statement.bind(value, at: 1)
      return try statement.step() ? statement.integer(at: 0) : nil
    }
  }

  /// Changes one property of an object.
  package func set(
    _ property: PropertySchema, of key: ObjectKey, in layout: TableLayout, to value: MixedValue
  ) throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      let statement = try layout.update(property).statement
      try statement.bind(key, at: 1)
      try statement.bind(value.value, at: 2)
      if property.type == .mixed { try statement.bind(value.tag.rawValue, at: 3) }
      try statement.run()
    }
  }

  /// Some of the keys of a class, in order, from one on.
  package func keys(
    of className: String, from first: ObjectKey, count: Int
  ) throws(ObjectStoreError) -> [ObjectKey] {
    guard schema[className] != nil else { return [] }
    return try mapping { () throws(SQLiteError) in
      try keys(
        "SELECT \(TableNames.key) FROM \(TableNames.table(className)) "
          + "WHERE \(TableNames.key) >= ?1 ORDER BY \(TableNames.key) LIMIT \(count)", first)
    }
  }

  /// How many objects a class has.
  package func count(of className: String) throws(ObjectStoreError) -> Int {
    guard schema[className] != nil else { return 0 }
    return try mapping { () throws(SQLiteError) in
      Int(try connection.number("SELECT count(*) FROM \(TableNames.table(className))") ?? 0)
    }
  }
}

extension ObjectStore {
  /// The objects whose property leads to an object.
  package func keys(
    linkingBy property: PropertySchema, of className: String, to key: ObjectKey,
    ofClass classID: Int64
  ) throws(ObjectStoreError) -> [ObjectKey] {
    let isColumn = property.collection == nil
    let table =
      isColumn
      ? TableNames.table(className) : TableNames.collection(className, property.name)
    let column = isColumn ? TableNames.quoted(property.name) : TableNames.element
    let tag = isColumn ? TableNames.tag(property.name) : TableNames.elementTag
    let condition =
      property.type == .mixed
      ? " AND \(tag) = \(MixedValue.Tag.object(classID: classID).rawValue)" : ""
    return try mapping { () throws(SQLiteError) in
      // An object that holds another twice is led to twice, as in Realm.
      try keys(
        "SELECT \(TableNames.key) FROM \(table) WHERE \(column) = ?1\(condition) "
          + "ORDER BY \(TableNames.key)", key)
    }
  }
}
