// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A query of one realm, with what it found the last time it was asked.
///
/// What was found is right as long as no class that the query looks at has changed: each table's
/// time says so.
final class LiveQuery {
  let table: ObjectTable
  // The table is the realm's; this keeps the realm.
  let core: RealmCore
  let query: ObjectQuery
  /// What the values are, where the query is for those of a collection and not for objects; its
  /// table is that of the owner then.
  let valueKind: _PropertyKind?

  private var foundKeys: [ObjectKey]?
  private var foundValues: [MixedValue]?
  private var foundCount: Int?
  /// The tables of the classes that the query looks at; nil until it is known which.
  private var tables: [ObjectTable]?
  private var times: [UInt64] = []

  /// - Parameter objects: those that the query mentions.
  init(
    _ query: ObjectQuery, in table: ObjectTable, values valueKind: _PropertyKind? = nil,
    mentioning objects: [ObjectBase] = []
  ) {
    self.query = query
    self.valueKind = valueKind
    self.table = table
    core = table.core
    for object in objects where object.core !== core {
      misuse(
        "a query mentions an object of class \(type(of: object)) that is in another realm than the "
          + "objects it looks for")
    }
    if !query.isEverything { core.locked { prepare() } }
  }

  /// The same with something changed.
  func deriving(
    mentioning objects: [ObjectBase] = [], _ change: (inout ObjectQuery) -> Void
  ) -> LiveQuery {
    var query = query
    change(&query)
    return LiveQuery(query, in: table, values: valueKind, mentioning: objects)
  }

  /// What paths in the query begin at.
  var origin: QueryOrigin { valueKind.map { .values($0) } ?? .objects(table.description) }

  // MARK: Being up to date

  /// Makes sure that what is kept is right; misuse where the query does not fit the classes.
  private func prepare() {
    if table.isInvalidated { misuse("results of a realm that was invalidated are used") }
    core.prepareToRead()
    let tables = watchedTables()
    if tables.count != times.count || zip(tables, times).contains(where: { $0.now != $1 }) {
      foundKeys = nil
      foundValues = nil
      foundCount = nil
      times = tables.map(\.now)
    }
  }

  /// The tables of the classes that the query looks at; nil while the program does not know all.
  var tablesBehind: [ObjectTable]? {
    let watched = watchedTables()
    return query.isEverything || tables != nil ? watched : nil
  }

  private func watchedTables() -> [ObjectTable] {
    if let tables { return tables }
    guard !query.isEverything, hasClass else { return [table] }
    let names = core.guarding { () throws(ObjectStoreError) in
      try core.store.classNames(behind: query)
    }
    let others = (names ?? []).subtracting([table.className]).sorted()
    let found = others.compactMap { core.table(named: $0) }
    // A class that the program has not used yet changes only when others commit, which all tables
    // are told of; but it may be used later.
    if found.count == others.count { tables = [table] + found }
    return [table] + found
  }

  /// Whether the file has the class; without, there are no objects.
  private var hasClass: Bool { core.store.schema[table.className] != nil }

  // MARK: What it finds

  // A frozen realm may be asked by several threads, one of them at a time.
  var keys: [ObjectKey] { core.locked { currentKeys } }
  var count: Int { valueKind == nil ? core.locked { currentCount } : values.count }

  /// What a query for values finds.
  var values: [MixedValue] { core.locked { currentValues } }

  private var currentValues: [MixedValue] {
    prepare()
    if let foundValues { return foundValues }
    guard hasClass else { return [] }
    let values =
      core.guarding { () throws(ObjectStoreError) in try core.store.values(of: query) } ?? []
    foundValues = values
    return values
  }

  private var currentKeys: [ObjectKey] {
    prepare()
    if let foundKeys { return foundKeys }
    guard hasClass else { return [] }
    let keys = core.guarding { () throws(ObjectStoreError) in try core.store.keys(of: query) } ?? []
    foundKeys = keys
    return keys
  }

  private var currentCount: Int {
    prepare()
    if let foundKeys { return foundKeys.count }
    if let foundCount { return foundCount }
    guard hasClass else { return 0 }
    let count =
      core.guarding { () throws(ObjectStoreError) in
        query.isEverything
          ? try core.store.count(of: table.className) : try core.store.count(of: query)
      } ?? 0
    foundCount = count
    return count
  }

  /// The value at a place.
  func value(at index: Int) -> MixedValue {
    let values = values
    guard values.indices.contains(index) else {
      misuse("place \(index) is asked for, and there are \(values.count) values")
    }
    return values[index]
  }

  /// The key at one end.
  func end(isLast: Bool) -> ObjectKey? { core.locked { currentEnd(isLast: isLast) } }

  private func currentEnd(isLast: Bool) -> ObjectKey? {
    prepare()
    if let foundKeys { return isLast ? foundKeys.last : foundKeys.first }
    guard hasClass else { return nil }
    return core.guarding { () throws(ObjectStoreError) in
      try core.store.keys(of: query, reversed: isLast, limit: 1)
    }?.first
  }

  /// The key at a place.
  func key(at index: Int) -> ObjectKey {
    if index == 0, let first = end(isLast: false) { return first }
    let count = count
    guard index >= 0, index < count else {
      misuse("place \(index) is asked for, and there are \(count) objects")
    }
    if index == count - 1, let last = end(isLast: true) { return last }
    return keys[index]
  }

  /// The place of an object.
  func index(of object: ObjectBase) -> Int? {
    guard object.table === table, table.isAlive(object) else { return nil }
    return index(of: object.key)
  }

  func index(of key: ObjectKey) -> Int? {
    if query.isEverything {
      core.prepareToRead()
      guard hasClass else { return nil }
      return core.guarding { () throws(ObjectStoreError) in
        try core.store.position(of: key, in: table.className)
      } ?? nil
    }
    return keys.firstIndex(of: key)
  }

  /// Something computed of a property.
  func compute(_ aggregate: PropertyPath.Aggregate, of path: QueryPath) -> MixedValue {
    core.prepareToRead()
    guard hasClass else { return aggregate == .sum ? MixedValue(.int, .integer(0)) : .null }
    return core.guarding { () throws(ObjectStoreError) in
      try core.store.compute(aggregate, of: path.path, in: query)
    } ?? .null
  }

  /// How SQLite goes about it, one line a step.
  func explain() -> [String] {
    core.prepareToRead()
    guard hasClass else { return [] }
    return core.guarding { () throws(ObjectStoreError) in try core.store.explain(query) } ?? []
  }
}
