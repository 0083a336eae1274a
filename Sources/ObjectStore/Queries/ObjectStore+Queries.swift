// SPDX-License-Identifier: Apache-2.0

internal import SQLite

extension ObjectStore {
  /// The classes whose objects decide what a query finds.
  ///
  /// - Throws: ``ObjectStoreError`` with `invalidQuery` for a query that does not fit the classes.
  package func classNames(behind query: ObjectQuery) throws(ObjectStoreError) -> Set<String> {
    try CompiledQuery(query, schema: schema).classNames
  }

  /// The keys of the objects that a query finds, in its order.
  ///
  /// - Parameters:
  ///   - reversed: from the last to the first.
  ///   - limit: how many at most; nil for all.
  /// - Throws: ``ObjectStoreError`` with `invalidQuery` for a query that does not fit the classes.
  package func keys(
    of query: ObjectQuery, reversed: Bool = false, limit: Int? = nil
  ) throws(ObjectStoreError) -> [ObjectKey] {
    let compiled = try CompiledQuery(query, schema: schema)
    return try rows(compiled.selection(reversed: reversed, limit: limit), compiled) { statement in
      statement.integer(at: 0)
    }
  }

  /// The values that a query for those of a collection finds, in its order.
  ///
  /// - Throws: ``ObjectStoreError`` with `invalidQuery` for a query that does not fit the classes.
  package func values(of query: ObjectQuery) throws(ObjectStoreError) -> [MixedValue] {
    let compiled = try CompiledQuery(query, schema: schema)
    let isMixed = compiled.found.count > 1
    return try rows(compiled.selection(), compiled) { statement in
      MixedValue(
        isMixed ? .init(rawValue: statement.integer(at: 1)) : .null, statement.value(at: 0))
    }
  }

  /// How many objects or values a query finds.
  ///
  /// - Throws: ``ObjectStoreError`` with `invalidQuery` for a query that does not fit the classes.
  package func count(of query: ObjectQuery) throws(ObjectStoreError) -> Int {
    let compiled = try CompiledQuery(query, schema: schema)
    return try rows("SELECT count(*) \(compiled.source)", compiled) { statement in
      Int(statement.integer(at: 0))
    }.first ?? 0
  }

  /// The keys of all objects of a class that are in a range, in order.
  package func keys(
    of className: String, in range: ClosedRange<ObjectKey>
  ) throws(ObjectStoreError) -> [ObjectKey] {
    guard schema[className] != nil else { return [] }
    return try mapping { () throws(SQLiteError) in
      let statement = try connection.prepare(
        "SELECT \(TableNames.key) FROM \(TableNames.table(className)) "
          + "WHERE \(TableNames.key) BETWEEN ?1 AND ?2 ORDER BY \(TableNames.key)")
      defer { statement.reset() }
      try statement.bind(range.lowerBound, at: 1)
      try statement.bind(range.upperBound, at: 2)
      var keys: [ObjectKey] = []
      while try statement.step() { keys.append(statement.integer(at: 0)) }
      return keys
    }
  }

  /// How many objects of a class have a smaller key; nil when there is none with this key.
  package func position(
    of key: ObjectKey, in className: String
  ) throws(ObjectStoreError) -> Int? {
    guard let layout = layout(of: className), try exists(key, in: layout) else { return nil }
    return try mapping { () throws(SQLiteError) in
      let statement = try connection.prepare(
        "SELECT count(*) FROM \(layout.table) WHERE \(TableNames.key) < ?1")
      defer { statement.reset() }
      try statement.bind(key, at: 1)
      return try statement.step() ? Int(statement.integer(at: 0)) : nil
    }
  }

  /// The least, greatest, total or mean of a property of the objects that a query finds; nothing,
  /// or for a total 0, where there are none.
  ///
  /// What is missing or not a number does not count. Whole numbers are added up in 64 bits, and a
  /// sum that is greater begins again at the other end.
  ///
  /// - Returns: the value, with its type as the tag.
  /// - Throws: ``ObjectStoreError`` with `invalidQuery` for what cannot be computed.
  package func compute(
    _ aggregate: PropertyPath.Aggregate, of path: PropertyPath, in query: ObjectQuery
  ) throws(ObjectStoreError) -> MixedValue {
    let compiled = try CompiledQuery(query, value: path, schema: schema)
    guard let leaf = compiled.value, aggregate != .count else {
      throw ObjectStoreError(.invalidQuery, reason: "there is nothing to compute")
    }
    guard let computation = Computation(aggregate, of: leaf) else {
      throw ObjectStoreError(
        .invalidQuery,
        reason: "\(leaf.name) is \(leaf.type.rawValue), and has no \(aggregate.rawValue)")
    }
    let sql =
      "SELECT \(computation.value), \(computation.tag) \(compiled.adding(computation.condition))"
      + (computation.order.map { " ORDER BY \($0) LIMIT 1" } ?? "")
    return try rows(sql, compiled) { statement in
      MixedValue(.init(rawValue: statement.integer(at: 1)), statement.value(at: 0))
    }.first ?? .null
  }

  /// How SQLite goes about finding the keys of a query, one line a step.
  package func explain(_ query: ObjectQuery) throws(ObjectStoreError) -> [String] {
    let compiled = try CompiledQuery(query, schema: schema)
    return try rows("EXPLAIN QUERY PLAN \(compiled.selection())", compiled) { statement in
      statement.text(at: 3)
    }
  }

  private func rows<Row>(
    _ sql: String, _ compiled: CompiledQuery, _ read: (Statement) -> Row
  ) throws(ObjectStoreError) -> [Row] {
    try mapping { () throws(SQLiteError) in
      let statement = try connection.prepare(sql)
      defer { statement.reset() }
      for (offset, value) in compiled.parameters.enumerated() {
        try statement.bind(value, at: offset + 1)
      }
      var rows: [Row] = []
      while try statement.step() { rows.append(read(statement)) }
      return rows
    }
  }
}
