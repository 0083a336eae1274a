// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// What objects hold, as numbers, and what they lead to: each is read once.
struct ObservedContents {
  /// Where a value leads.
  struct Target {
    /// The place of the property among those of the class.
    var property = 0
    let table: Int
    let key: ObjectKey
  }

  /// The number of some values, and where they lead.
  typealias Part = (number: Int, targets: [Target])

  /// An object: a number for each property, and what they lead to in the same order.
  struct Object {
    var numbers: [Int]
    var targets: [Target] = []
  }

  private struct Table {
    let layout: TableLayout
    /// Those with columns, and then the collections.
    let steps: [PropertyPath.Step]
    let collections: [CollectionTable]
    var objects: [ObjectKey: Object?] = [:]
  }

  private let store: ObjectStore
  private var tables: [Table] = []
  private var places: [String: Int] = [:]

  init(_ store: ObjectStore) { self.store = store }

  // MARK: Classes

  /// The place of a class; nil for one that the file does not have.
  mutating func table(named name: String) -> Int? {
    if let place = places[name] { return place }
    guard let layout = store.layout(of: name) else { return nil }
    let collections = layout.schema.properties.filter { $0.collection != nil }
    tables.append(
      Table(
        layout: layout,
        steps: (layout.columns.map(\.property) + collections).map { .property($0.name) },
        collections: collections.map {
          CollectionTable($0, of: name, connection: store.connection)
        }))
    places[name] = tables.count - 1
    return tables.count - 1
  }

  func layout(of table: Int) -> TableLayout { tables[table].layout }

  /// The properties of a class, in the order of the numbers of its objects.
  func steps(of table: Int) -> [PropertyPath.Step] { tables[table].steps }

  // MARK: Values

  /// Some values of a property, in their order.
  mutating func part(
    _ values: [MixedValue], keys: [String] = [], of property: PropertySchema
  ) throws(SQLiteError) -> Part {
    var hasher = Hasher()
    var targets: [Target] = []
    try combine(values, keys: keys, of: property, into: &hasher, &targets)
    return (hasher.finalize(), targets)
  }

  private mutating func combine(
    _ values: [MixedValue], keys: [String], of property: PropertySchema, into hasher: inout Hasher,
    _ targets: inout [Target]
  ) throws(SQLiteError) {
    hasher.combine(values.count)
    for key in keys { hasher.combine(StoredValue.text(key)) }
    for value in values {
      hasher.combine(value)
      guard case .integer(let key) = value.value else { continue }
      if value.tag == .list || value.tag == .dictionary {
        let rows = CollectionTable(
          nested: value.tag == .list ? .list : .map, connection: store.connection)
        try combine(
          rows.elements(of: key), keys: value.tag == .list ? [] : rows.keys(of: key),
          of: rows.property, into: &hasher, &targets)
      } else if let target = value.tag.classID.flatMap({ store.schema.name(ofClass: $0) })
        ?? property.target, let table = table(named: target)
      {
        targets.append(Target(table: table, key: key))
      }
    }
  }

  // MARK: Objects

  func exists(_ key: ObjectKey, in table: Int) throws(SQLiteError) -> Bool {
    do throws(ObjectStoreError) {
      return try store.exists(key, in: tables[table].layout)
    } catch {
      throw error.underlying ?? SQLiteError(code: .error, message: error.reason)
    }
  }

  /// One property of an object that exists; nil where the class does not have it.
  mutating func part(
    _ name: String, of key: ObjectKey, in table: Int
  ) throws(SQLiteError) -> Part? {
    let layout = tables[table].layout
    if let rows = tables[table].collections.first(where: { $0.property.name == name }) {
      return try part(of: key, in: rows)
    }
    guard let column = layout.columns.first(where: { $0.property.name == name }) else { return nil }
    let statement = try layout.selectObject.statement
    // Left before others of the class are read.
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    guard try statement.step() else { return nil }
    return try part([statement.observedValue(column)], of: column.property)
  }

  private mutating func part(
    of key: ObjectKey, in rows: CollectionTable
  ) throws(SQLiteError) -> Part {
    try part(
      rows.elements(of: key), keys: rows.property.collection == .map ? rows.keys(of: key) : [],
      of: rows.property)
  }

  /// An object; nil where there is none.
  mutating func object(_ key: ObjectKey, in table: Int) throws(SQLiteError) -> Object? {
    if let known = tables[table].objects[key] { return known }
    var object = try columns(of: key, in: table)
    if object != nil {
      for (place, rows) in tables[table].collections.enumerated() {
        let part = try part(of: key, in: rows)
        object?.add(part, at: tables[table].layout.columns.count + place)
      }
    }
    tables[table].objects[key] = .some(object)
    return object
  }

  private mutating func columns(of key: ObjectKey, in table: Int) throws(SQLiteError) -> Object? {
    let statement = try tables[table].layout.selectObject.statement
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step() ? object(statement, in: table) : nil
  }

  /// The columns of a row.
  private mutating func object(_ row: Statement, in table: Int) throws(SQLiteError) -> Object {
    let columns = tables[table].layout.columns
    var object = Object(numbers: [])
    object.numbers.reserveCapacity(tables[table].steps.count)
    for (place, column) in columns.enumerated() {
      object.add(try part([row.observedValue(column)], of: column.property), at: place)
    }
    return object
  }

  /// Reads the objects with keys in a range, table by table.
  mutating func load(_ keys: ClosedRange<ObjectKey>, in table: Int) throws(SQLiteError) {
    let layout = tables[table].layout
    let statement = try layout.selectRange.statement
    defer { statement.reset() }
    try statement.bind(keys.lowerBound, at: 1)
    try statement.bind(keys.upperBound, at: 2)
    var objects: [(key: ObjectKey, object: Object)] = []
    while try statement.step() {
      objects.append((statement.integer(at: 0), try object(statement, in: table)))
    }
    for (place, rows) in tables[table].collections.enumerated() {
      var owners = try rows.allElements(ofOwners: keys)[...]
      for index in objects.indices {
        let key = objects[index].key
        while let first = owners.first, first.owner < key { owners.removeFirst() }
        var values: [MixedValue] = []
        var names: [String] = []
        while let first = owners.first, first.owner == key {
          values.append(first.value)
          if let name = first.key { names.append(name) }
          owners.removeFirst()
        }
        objects[index].object.add(
          try part(values, keys: names, of: rows.property), at: layout.columns.count + place)
      }
    }
    for (key, object) in objects { tables[table].objects[key] = .some(object) }
  }
}

extension ObservedContents.Object {
  /// Puts the next property in.
  fileprivate mutating func add(_ part: ObservedContents.Part, at place: Int) {
    numbers.append(part.number)
    for var target in part.targets {
      target.property = place
      targets.append(target)
    }
  }
}

extension Statement {
  /// What a row has in the column of a property.
  fileprivate func observedValue(_ column: TableLayout.Column) -> MixedValue {
    MixedValue(
      column.property.type == .mixed
        ? .init(rawValue: integer(at: column.index + 1)) : .null,
      value(at: column.index))
  }
}

extension CollectionTable {
  /// The elements of all owners with keys in a range, owner by owner, in the order of each
  /// collection, with the keys of a map.
  fileprivate func allElements(
    ofOwners keys: ClosedRange<ObjectKey>
  ) throws(SQLiteError) -> [(owner: ObjectKey, key: String?, value: MixedValue)] {
    let isMap = property.collection == .map
    let statement = try connection.prepare(
      "SELECT \(TableNames.key), \(isMap ? TableNames.mapKey : "NULL"), \(elementList) "
        + "FROM \(table) WHERE \(TableNames.key) BETWEEN ?1 AND ?2 "
        + "ORDER BY \(TableNames.key), \(elementOrder)")
    defer { statement.reset() }
    try statement.bind(keys.lowerBound, at: 1)
    try statement.bind(keys.upperBound, at: 2)
    var result: [(owner: ObjectKey, key: String?, value: MixedValue)] = []
    while try statement.step() {
      result.append(
        (
          statement.integer(at: 0), isMap ? statement.text(at: 1) : nil,
          element(statement, at: 2)
        ))
    }
    return result
  }
}
