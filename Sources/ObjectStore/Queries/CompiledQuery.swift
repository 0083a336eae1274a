// SPDX-License-Identifier: Apache-2.0

/// A query as parts of SQL.
struct CompiledQuery {
  /// What to take rows from, with its condition.
  let source: String
  private let hasCondition: Bool
  /// The expressions of what is found: an object's key, or a value and perhaps its tag.
  let found: [String]
  /// The expression of the value that was asked for, if one was.
  let value: PathLeaf?
  let parameters: [StoredValue]
  /// The classes whose objects decide what comes out.
  let classNames: Set<String>

  private let order: [OrderTerm]

  private struct OrderTerm {
    var expression: String
    var isAscending: Bool

    func sql(reversed: Bool) -> String {
      "\(expression) \(isAscending != reversed ? "ASC" : "DESC")"
    }
  }

  /// - Parameter value: the path to something that is to be computed with.
  init(
    _ query: ObjectQuery, value: PropertyPath? = nil, schema: StoredSchema
  ) throws(ObjectStoreError) {
    let compiler = PredicateCompiler(schema)
    _ = try compiler.storedClass(query.className)
    let scope = try Scope(query, compiler)
    let condition = try compiler.condition(query.predicate, of: scope.subject)
    let conditions =
      (scope.condition.map { [$0] } ?? []) + (condition == "1" ? [] : ["(\(condition))"])
    let base =
      scope.from + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
    let leaf: PathLeaf? =
      if let value {
        try PathWalk(compiler, value, from: scope.subject).leaf()
      } else { nil }

    var order = [OrderTerm(expression: scope.position, isAscending: true)]
    // With distinct values, expressions become columns of a nested query that counts the rows of
    // every group; the first of each is kept.
    var columns = scope.found.enumerated().map { "\($1) AS k\($0)" }
    if let leaf {
      columns.append("\(leaf.value) AS v")
      if let tag = leaf.tag { columns.append("\(tag) AS vt") }
    }
    var partitions: [(group: [String], order: [OrderTerm])] = []
    for arrangement in query.arrangements {
      switch arrangement {
      case .sort(let keys):
        var terms: [OrderTerm] = []
        for key in keys {
          for expression in try Self.sortable(key.path, scope.subject, compiler) {
            terms.append(OrderTerm(expression: expression, isAscending: key.isAscending))
          }
        }
        order = terms + order
      case .distinct(let paths):
        var group: [String] = []
        for path in paths { group += try Self.comparable(path, scope.subject, compiler) }
        partitions.append((group, order))
      }
    }
    parameters = compiler.parameters
    classNames = compiler.classNames
    guard !partitions.isEmpty else {
      source = "FROM \(base)"
      hasCondition = !conditions.isEmpty
      found = scope.found
      self.value = leaf
      self.order = order
      return
    }
    var names: [String: String] = [:]
    func name(_ expression: String) -> String {
      if let known = names[expression] { return known }
      let name = "e\(names.count)"
      names[expression] = name
      columns.append("\(expression) AS \(name)")
      return name
    }
    func named(_ terms: [OrderTerm]) -> [OrderTerm] {
      terms.map { OrderTerm(expression: name($0.expression), isAscending: $0.isAscending) }
    }
    let levels = partitions.map { (group: $0.group.map(name), order: named($0.order)) }
    self.order = named(order)
    var nested = "SELECT \(columns.joined(separator: ", ")) FROM \(base)"
    for (index, level) in levels.enumerated() {
      let filter = index == 0 ? "" : " WHERE n\(index - 1) = 1"
      nested =
        "SELECT *, row_number() OVER (PARTITION BY \(level.group.joined(separator: ", ")) "
        + "ORDER BY \(level.order.map { $0.sql(reversed: false) }.joined(separator: ", "))) AS n\(index) "
        + "FROM (\(nested))\(filter)"
    }
    source = "FROM (\(nested)) WHERE n\(levels.count - 1) = 1"
    hasCondition = true
    found = scope.found.indices.map { "k\($0)" }
    self.value = leaf.map {
      var leaf = $0
      leaf.value = "v"
      if leaf.tag != nil { leaf.tag = "vt" }
      return leaf
    }
  }

  /// What is found, in order.
  func selection(reversed: Bool = false, limit: Int? = nil) -> String {
    "SELECT \(found.joined(separator: ", ")) \(source) "
      + "ORDER BY \(order.map { $0.sql(reversed: reversed) }.joined(separator: ", "))"
      + (limit.map { " LIMIT \($0)" } ?? "")
  }

  /// A condition to add to ``source``.
  func adding(_ condition: String) -> String {
    source + (hasCondition ? " AND " : " WHERE ") + condition
  }

  /// The expressions that put values of any type in order: first by type.
  private static func sortable(
    _ path: PropertyPath, _ subject: PredicateSubject, _ compiler: PredicateCompiler
  ) throws(ObjectStoreError) -> [String] {
    let leaf = try PathWalk(compiler, path, from: subject).leaf()
    guard leaf.type != .object else {
      throw ObjectStoreError(
        .invalidQuery,
        reason: "\(leaf.name) is a link, and objects have no order; go on to a property of theirs")
    }
    return expressions(leaf)
  }

  /// The expressions that are the same for the same values.
  private static func comparable(
    _ path: PropertyPath, _ subject: PredicateSubject, _ compiler: PredicateCompiler
  ) throws(ObjectStoreError) -> [String] {
    expressions(try PathWalk(compiler, path, from: subject).leaf())
  }

  private static func expressions(_ leaf: PathLeaf) -> [String] {
    guard let tag = leaf.tag else { return [leaf.value] }
    // Numbers of all kinds are one type.
    let (int, float, double) = (
      MixedValue.Tag.int.rawValue, MixedValue.Tag.float.rawValue, MixedValue.Tag.double.rawValue
    )
    return [
      "CASE \(tag) WHEN \(float) THEN \(int) WHEN \(double) THEN \(int) ELSE \(tag) END",
      leaf.value,
    ]
  }
}
