// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// Tells whether objects are as they were, by a number for all that is observed of them.
///
/// Numbers can be compared within one process. That two states of an object have the same one has a
/// chance of one in 2⁶⁴.
package struct Fingerprints {
  private let store: ObjectStore
  /// What objects are led to, all of whose properties are observed, so that each is read once.
  private var known: [Known: Int] = [:]

  private struct Known: Hashable {
    let className: String
    let key: ObjectKey
    let depth: Int
  }

  /// Reads what `store` shows now.
  package init(_ store: ObjectStore) { self.store = store }

  /// The number of an object with what it leads to; nil where there is none.
  package mutating func object(
    _ key: ObjectKey, of className: String, _ observed: ObservedProperties
  ) throws(ObjectStoreError) -> Int? {
    guard let properties = try properties(of: key, in: className, observed) else { return nil }
    var hasher = Hasher()
    for property in properties { hasher.combine(property.number) }
    return hasher.finalize()
  }

  /// The number of an element of a collection, with what it leads to.
  package mutating func element(
    _ value: MixedValue, of property: PropertySchema, _ observed: ObservedProperties
  ) throws(ObjectStoreError) -> Int {
    var hasher = Hasher()
    try mapping { () throws(SQLiteError) in
      try combine(value, of: property, observed, into: &hasher)
    }
    return hasher.finalize()
  }

  /// A number for each property that is observed, in an order of its own; nil where there is no
  /// object.
  package mutating func properties(
    of key: ObjectKey, in className: String, _ observed: ObservedProperties
  ) throws(ObjectStoreError) -> [(step: PropertyPath.Step, number: Int)]? {
    guard let layout = store.layout(of: className) else { return nil }
    return try mapping { () throws(SQLiteError) in
      try numbers(key, in: layout, observed)
    }
  }

  private mutating func numbers(
    _ key: ObjectKey, in layout: TableLayout, _ observed: ObservedProperties
  ) throws(SQLiteError) -> [(step: PropertyPath.Step, number: Int)]? {
    guard let row = try row(of: key, in: layout) else { return nil }
    var result: [(step: PropertyPath.Step, number: Int)] = []
    for (column, value) in zip(layout.columns, row) {
      guard let behind = observed.behind(column.property.name) else { continue }
      var hasher = Hasher()
      try combine(value, of: column.property, behind, into: &hasher)
      result.append((.property(column.property.name), hasher.finalize()))
    }
    for property in layout.schema.properties where property.collection != nil {
      guard let behind = observed.behind(property.name) else { continue }
      var hasher = Hasher()
      let rows = CollectionTable(
        property, of: layout.schema.name, connection: store.connection)
      if property.collection == .map { hasher.combine(try rows.keys(of: key)) }
      let elements = try rows.elements(of: key)
      hasher.combine(elements.count)
      for value in elements { try combine(value, of: property, behind, into: &hasher) }
      result.append((.property(property.name), hasher.finalize()))
    }
    for (step, behind) in observed.named ?? [] {
      guard case .backlinks(let className, let property) = step else { continue }
      result.append(
        (step, try backlinks(to: key, in: layout, from: className, by: property, behind)))
    }
    return result
  }

  /// What an object has in its columns, in their order.
  private func row(
    of key: ObjectKey, in layout: TableLayout
  ) throws(SQLiteError) -> [MixedValue]? {
    // Read whole and left before others of the class are read.
    let statement = try layout.selectObject.statement
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    guard try statement.step() else { return nil }
    return layout.columns.map { column in
      MixedValue(
        column.property.type == .mixed
          ? .init(rawValue: statement.integer(at: column.index + 1)) : .null,
        statement.value(at: column.index))
    }
  }

  private mutating func combine(
    _ value: MixedValue, of property: PropertySchema, _ behind: ObservedProperties,
    into hasher: inout Hasher
  ) throws(SQLiteError) {
    hasher.combine(value)
    guard case .integer(let key) = value.value else { return }
    if value.tag == .list || value.tag == .dictionary {
      return try combineNested(
        key, value.tag == .list ? .list : .map, behind, into: &hasher)
    }
    let target = value.tag.classID.flatMap { store.schema.name(ofClass: $0) } ?? property.target
    guard !behind.isNothing, let target, let layout = store.layout(of: target) else { return }
    hasher.combine(try number(key, in: layout, behind))
  }

  private mutating func combineNested(
    _ number: ObjectKey, _ collection: PropertySchema.Collection, _ behind: ObservedProperties,
    into hasher: inout Hasher
  ) throws(SQLiteError) {
    let rows = CollectionTable(nested: collection, connection: store.connection)
    if collection == .map { hasher.combine(try rows.keys(of: number)) }
    let elements = try rows.elements(of: number)
    hasher.combine(elements.count)
    for value in elements { try combine(value, of: rows.property, behind, into: &hasher) }
  }

  /// The number of an object that is led to.
  private mutating func number(
    _ key: ObjectKey, in layout: TableLayout, _ observed: ObservedProperties
  ) throws(SQLiteError) -> Int {
    let place = Known(className: layout.schema.name, key: key, depth: observed.depth)
    if observed.named == nil, let number = known[place] { return number }
    var hasher = Hasher()
    for property in try numbers(key, in: layout, observed) ?? [] {
      hasher.combine(property.number)
    }
    let number = hasher.finalize()
    if observed.named == nil { known[place] = number }
    return number
  }

  private mutating func backlinks(
    to key: ObjectKey, in layout: TableLayout, from className: String, by name: String,
    _ behind: ObservedProperties
  ) throws(SQLiteError) -> Int {
    var hasher = Hasher()
    guard let origin = store.layout(of: className), let property = origin.schema[name] else {
      return hasher.finalize()
    }
    let keys: [ObjectKey]
    do throws(ObjectStoreError) {
      keys = try store.keys(
        linkingBy: property, of: className, to: key, ofClass: layout.classID)
    } catch {
      throw error.underlying ?? SQLiteError(code: .error, message: error.reason)
    }
    for key in keys {
      hasher.combine(key)
      if !behind.isNothing { hasher.combine(try number(key, in: origin, behind)) }
    }
    return hasher.finalize()
  }
}
