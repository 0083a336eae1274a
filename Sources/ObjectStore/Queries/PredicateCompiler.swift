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

  /// The condition that `predicate` is.
  func condition(
    _ predicate: Predicate, of subject: PredicateSubject
  ) throws(ObjectStoreError) -> String {
    switch predicate {
    case .constant(let value): return value ? "1" : "0"
    case .not(let inner): return "(\(try condition(inner, of: subject))) IS NOT TRUE"
    case .and(let parts): return try joined(parts, by: " AND ", neutral: "1", subject)
    case .or(let parts): return try joined(parts, by: " OR ", neutral: "0", subject)
    case .comparison(let comparison): return try condition(comparison, of: subject)
    }
  }

  /// A balanced tree: SQLite bounds how deep expressions go, and not how long they are.
  private func joined(
    _ parts: [Predicate], by word: String, neutral: String, _ subject: PredicateSubject
  ) throws(ObjectStoreError) -> String {
    if parts.isEmpty { return neutral }
    var conditions: [String] = []
    for part in parts { conditions.append("(\(try condition(part, of: subject)))") }
    while conditions.count > 8 {
      conditions = stride(from: 0, to: conditions.count, by: 8).map {
        "(\(conditions[$0..<min($0 + 8, conditions.count)].joined(separator: word)))"
      }
    }
    return conditions.joined(separator: word)
  }

  private func condition(
    _ comparison: Comparison, of subject: PredicateSubject
  ) throws(ObjectStoreError) -> String {
    if let fast = try indexedCondition(comparison, of: subject) { return fast }
    let walk = PathWalk(self, comparison.path, from: subject)
    switch comparison.quantifier {
    case nil:
      return try condition(comparison.condition, on: try walk.leaf(), of: subject)
    case .any:
      return try walk.exists { leaf throws(ObjectStoreError) in
        try self.condition(comparison.condition, on: leaf, of: subject)
      }
    case .none?:
      return "NOT "
        + (try walk.exists { leaf throws(ObjectStoreError) in
          try self.condition(comparison.condition, on: leaf, of: subject)
        })
    case .all:
      return "NOT "
        + (try walk.exists { leaf throws(ObjectStoreError) in
          "(\(try self.condition(comparison.condition, on: leaf, of: subject))) IS NOT TRUE"
        })
    }
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
    case .between, .within: true
    }
  }
}
