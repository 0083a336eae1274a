// SPDX-License-Identifier: Apache-2.0

/// Turns predicates into SQL conditions with bound values, and finds what is wrong with them.
///
/// A condition that comes out as NULL counts as false, also under NOT; so a comparison with
/// something that is missing is false, and its opposite true.
final class PredicateCompiler {
  let schema: StoredSchema
  /// What is bound, the first to ?1.
  private(set) var parameters: [StoredValue] = []
  /// The classes whose objects decide the outcome.
  private(set) var classNames: Set<String> = []
  private var aliases = 0

  /// SQLite numbers parameters up to here.
  private static let parameterLimit = 32_766

  init(_ schema: StoredSchema) { self.schema = schema }

  /// The condition that `predicate` makes of the row `alias`.
  func condition(
    _ predicate: Predicate, row alias: String, of className: String
  ) throws(ObjectStoreError) -> String {
    switch predicate {
    case .constant(let value): return value ? "1" : "0"
    case .not(let inner):
      return "(\(try condition(inner, row: alias, of: className))) IS NOT TRUE"
    case .and(let parts): return try joined(parts, by: " AND ", neutral: "1", alias, className)
    case .or(let parts): return try joined(parts, by: " OR ", neutral: "0", alias, className)
    case .comparison(let comparison):
      return try condition(comparison, row: alias, of: className)
    }
  }

  /// A balanced tree: SQLite bounds how deep expressions go, and not how long they are.
  private func joined(
    _ parts: [Predicate], by word: String, neutral: String, _ alias: String, _ className: String
  ) throws(ObjectStoreError) -> String {
    if parts.isEmpty { return neutral }
    var conditions: [String] = []
    for part in parts {
      conditions.append("(\(try condition(part, row: alias, of: className)))")
    }
    while conditions.count > 8 {
      conditions = stride(from: 0, to: conditions.count, by: 8).map {
        "(\(conditions[$0..<min($0 + 8, conditions.count)].joined(separator: word)))"
      }
    }
    return conditions.joined(separator: word)
  }

  private func condition(
    _ comparison: Comparison, row alias: String, of className: String
  ) throws(ObjectStoreError) -> String {
    let walk = PathWalk(self, comparison.path, from: className)
    switch comparison.quantifier {
    case nil:
      if let fast = try indexedCondition(comparison, row: alias, of: className) { return fast }
      let leaf = try walk.leaf(ofRow: alias)
      return try condition(comparison.condition, on: leaf, row: alias, of: className)
    case .any:
      return try walk.exists(fromRow: alias) { leaf throws(ObjectStoreError) in
        try self.condition(comparison.condition, on: leaf, row: alias, of: className)
      }
    case .none?:
      return "NOT "
        + (try walk.exists(fromRow: alias) { leaf throws(ObjectStoreError) in
          try self.condition(comparison.condition, on: leaf, row: alias, of: className)
        })
    case .all:
      return "NOT "
        + (try walk.exists(fromRow: alias) { leaf throws(ObjectStoreError) in
          "(\(try self.condition(comparison.condition, on: leaf, row: alias, of: className))) IS NOT TRUE"
        })
    }
  }

  /// The form for a path through links to a property that has an index, which lets SQLite begin at
  /// that index.
  private func indexedCondition(
    _ comparison: Comparison, row alias: String, of className: String
  ) throws(ObjectStoreError) -> String? {
    let steps = comparison.path.steps
    guard steps.count > 1, comparison.path.aggregate == nil, comparison.condition.isFalseForNull,
      case .property(let first)? = steps.first, let link = schema[className]?.schema[first],
      link.type == .object, link.collection == nil, let target = link.target,
      leadsToIndex(steps.dropFirst(), of: target)
    else { return nil }
    var rest = comparison
    rest.path.steps.removeFirst()
    note(className)
    note(target)
    let row = makeAlias()
    let column = "\(alias).\(TableNames.quoted(first))"
    // The plus takes the column's type away: a key as an integer would not be looked for among
    // links, which have no type.
    return "\(column) IN (SELECT +\(row).\(TableNames.key) "
      + "FROM \(TableNames.table(target)) \(row) "
      + "WHERE \(try condition(rest, row: row, of: target)))"
  }

  private func leadsToIndex(_ steps: ArraySlice<PropertyPath.Step>, of className: String) -> Bool {
    var className = className
    for (offset, step) in steps.enumerated() {
      guard case .property(let name) = step, let property = schema[className]?.schema[name],
        property.collection == nil
      else { return false }
      if offset == steps.count - 1 { return property.isIndexed || property.isPrimaryKey }
      guard property.type == .object, let target = property.target else { return false }
      className = target
    }
    return false
  }

  // MARK: What the parts of the compiler share

  /// Binds a value.
  func parameter(_ value: StoredValue) throws(ObjectStoreError) -> String {
    guard parameters.count < Self.parameterLimit else {
      throw ObjectStoreError(
        .invalidQuery,
        reason: "a query can hold \(Self.parameterLimit) values; ask for fewer at a time")
    }
    parameters.append(value)
    return "?\(parameters.count)"
  }

  func makeAlias() -> String {
    aliases += 1
    return "r\(aliases)"
  }

  func note(_ className: String) { classNames.insert(className) }

  func storedClass(_ name: String) throws(ObjectStoreError) -> ClassSchema {
    guard let stored = schema[name] else {
      throw ObjectStoreError(.invalidQuery, reason: "the file has no class \(name)")
    }
    note(name)
    return stored.schema
  }
}

extension Comparison.Condition {
  /// Whether a missing value is never among those that fit.
  var isFalseForNull: Bool {
    switch self {
    case .value(let comparison, let value, _): comparison != .notEqual && !value.value.isNull
    case .path: false
    case .among(let values): !values.contains { $0.value.isNull }
    case .between: true
    }
  }
}
