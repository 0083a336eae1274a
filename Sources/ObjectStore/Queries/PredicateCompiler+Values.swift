// SPDX-License-Identifier: Apache-2.0

/// What is said of one value.
extension PredicateCompiler {
  func condition(
    _ condition: Comparison.Condition, on leaf: PathLeaf, of subject: PredicateSubject
  ) throws(ObjectStoreError) -> String {
    switch condition {
    case .value(let comparison, let value, let options):
      return try self.condition(leaf, comparison, value, options)
    case .path(let comparison, let path, let options):
      let other = try PathWalk(self, path, from: subject).leaf()
      return try self.condition(leaf, comparison, other, options)
    case .between(let low, let high):
      return "\(try self.condition(leaf, .greaterOrEqual, low, [])) AND "
        + (try self.condition(leaf, .lessOrEqual, high, []))
    case .among(let values):
      return try membership(leaf, values)
    case .within(let region):
      return try self.condition(leaf, within: region)
    }
  }

  private func condition(
    _ leaf: PathLeaf, _ comparison: Comparison.Operator, _ value: MixedValue, _ options: TextOptions
  ) throws(ObjectStoreError) -> String {
    if value.value.isNull {
      // Nothing is smaller, greater, or part of nothing.
      switch comparison {
      case .equal: return "\(leaf.value) IS NULL"
      case .notEqual: return "\(leaf.value) IS NOT NULL"
      default: return Self.never(leaf.value)
      }
    }
    let type = try leaf.type == .mixed ? value.type : leaf.type
    let value = try checked(value, against: type, of: leaf)
    try check(comparison, for: type, of: leaf)
    let plain =
      comparison.isText
      ? try text(leaf.value, comparison, value, options)
      : try relation(leaf.value, comparison, value, options, type)
    guard let tag = leaf.tag else { return plain }
    // What is of another type is not equal.
    let family = type.tags.map { "\($0.rawValue)" }.joined(separator: ", ")
    let ofType =
      type == .object
      ? "\(tag) = \(try parameter(.integer(value.tag.rawValue)))"
      : "\(tag) IN (\(family))"
    if comparison == .notEqual {
      return "(\(ofType) AND \(try relation(leaf.value, .equal, value, options, type))) IS NOT TRUE"
    }
    return "(\(ofType) AND \(plain))"
  }

  private func relation(
    _ expression: String, _ comparison: Comparison.Operator, _ value: MixedValue,
    _ options: TextOptions, _ type: PropertySchema.ValueType
  ) throws(ObjectStoreError) -> String {
    let isNumber = value.value != .notANumber && value.value != .bytes([0xFF, 0xFF])
    if comparison.isOrdering, type.endOfNumbers != nil, !isNumber {
      return Self.never(expression)
    }
    let (expression, value) = folded(expression, value.value, options)
    let bound = try parameter(value)
    switch comparison {
    case .notEqual: return "\(expression) IS NOT \(bound)"
    case .greater, .greaterOrEqual:
      let relation = "\(expression) \(comparison.rawValue) \(bound)"
      guard let end = type.endOfNumbers else { return relation }
      return "(\(relation) AND \(expression) < \(end))"
    case .less, .lessOrEqual:
      let relation = "\(expression) \(comparison.rawValue) \(bound)"
      guard type.endOfNumbers != nil else { return relation }
      // True of all there is; but SQLite takes an index for what lies between two ends.
      let start = type == .decimal128 ? "x''" : "-9e999"
      return "(\(relation) AND \(expression) >= \(start))"
    default: return "\(expression) \(comparison.rawValue) \(bound)"
    }
  }

  private func folded(
    _ expression: String, _ value: StoredValue, _ options: TextOptions
  ) -> (String, StoredValue) {
    guard !options.isEmpty, case .text(let text) = value else { return (expression, value) }
    return (
      "\(QueryFunctions.fold)(\(expression), \(options.rawValue))",
      .text(TextFolding.fold(text, options))
    )
  }

  private func text(
    _ expression: String, _ comparison: Comparison.Operator, _ value: MixedValue,
    _ options: TextOptions
  ) throws(ObjectStoreError) -> String {
    if comparison == .like {
      return
        "\(QueryFunctions.like)(\(expression), \(try parameter(value.value)), \(options.rawValue))"
    }
    let (expression, value) = folded(expression, value.value, options)
    switch comparison {
    case .beginsWith:
      // A range, which an index over the property serves.
      let start = "\(expression) >= \(try parameter(value))"
      guard let end = value.endOfPrefix else {
        if case .text = value { return "(\(start) AND \(expression) < x'')" }
        return start
      }
      return "(\(start) AND \(expression) < \(try parameter(end)))"
    case .endsWith:
      let bytes = value.utf8
      if bytes.isEmpty { return "\(expression) IS NOT NULL" }
      return "substr(CAST(\(expression) AS BLOB), -\(bytes.count)) = "
        + (try parameter(.bytes(bytes)))
    default:
      return "instr(\(expression), \(try parameter(value))) > 0"
    }
  }

  private func membership(
    _ leaf: PathLeaf, _ values: [MixedValue]
  ) throws(ObjectStoreError) -> String {
    var conditions: [String] = []
    if values.contains(where: { $0.value.isNull }) { conditions.append("\(leaf.value) IS NULL") }
    let present = values.filter { !$0.value.isNull }
    if leaf.type == .mixed {
      for value in present { conditions.append(try condition(leaf, .equal, value, [])) }
    } else if !present.isEmpty {
      var bound: [String] = []
      for value in present {
        bound.append(try parameter(checked(value, against: leaf.type, of: leaf).value))
      }
      conditions.append("\(leaf.value) IN (\(bound.joined(separator: ", ")))")
    }
    while conditions.count > 8 {
      conditions = stride(from: 0, to: conditions.count, by: 8).map {
        "(\(conditions[$0..<min($0 + 8, conditions.count)].joined(separator: " OR ")))"
      }
    }
    return conditions.isEmpty
      ? Self.never(leaf.value) : "(\(conditions.joined(separator: " OR ")))"
  }

  /// What no row fits.
  ///
  /// It keeps the expression: SQLite takes no values for parameters that are nowhere.
  private static func never(_ expression: String) -> String { "(0 AND \(expression) IS NULL)" }
}

extension StoredValue {
  /// The first value behind all those that begin with this one; nil where there is no end.
  fileprivate var endOfPrefix: StoredValue? {
    switch self {
    case .text(let text):
      var scalars = Array(text.unicodeScalars)
      while let last = scalars.popLast() {
        // Texts are in the order of their scalars; those of surrogates are none.
        let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
        guard let scalar = Unicode.Scalar(next) else { continue }
        scalars.append(scalar)
        var end = String.UnicodeScalarView()
        end.append(contentsOf: scalars)
        return .text(String(end))
      }
      return nil
    case .bytes(var bytes):
      while let last = bytes.popLast() {
        guard last < 0xFF else { continue }
        return .bytes(bytes + [last + 1])
      }
      return nil
    default: return nil
    }
  }

  fileprivate var utf8: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    default: []
    }
  }
}
