// SPDX-License-Identifier: Apache-2.0

/// What is said of two values, where each is behind a path.
extension PredicateCompiler {
  func condition(
    _ leaf: PathLeaf, _ comparison: Comparison.Operator, _ other: PathLeaf, _ options: TextOptions
  ) throws(ObjectStoreError) -> String {
    if leaf.type == .mixed || other.type == .mixed {
      return try mixedCondition(leaf, comparison, other, options)
    }
    guard leaf.type.family == other.type.family,
      leaf.type != .object || leaf.target == other.target
    else {
      throw ObjectStoreError(
        .invalidQuery,
        reason:
          "\(leaf.name) is \(leaf.type.rawValue), \(other.name) is \(other.type.rawValue), and "
          + "the two cannot be compared")
    }
    try check(comparison, for: leaf.type, of: leaf)
    var (a, b) = (leaf.value, other.value)
    if comparison != .like, !options.isEmpty, leaf.type == .string {
      a = "\(QueryFunctions.fold)(\(a), \(options.rawValue))"
      b = "\(QueryFunctions.fold)(\(b), \(options.rawValue))"
    }
    switch comparison {
    case .equal: return "\(a) IS \(b)"
    case .notEqual: return "\(a) IS NOT \(b)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let relation = "\(a) \(comparison.rawValue) \(b)"
      guard let end = leaf.type.endOfNumbers else { return relation }
      return "(\(relation) AND \(a) < \(end) AND \(b) < \(end))"
    case .beginsWith, .contains, .endsWith, .like: return text(a, comparison, b, options)
    }
  }

  /// Whether one text, or the bytes of one, are in another as `comparison` says.
  private func text(
    _ a: String, _ comparison: Comparison.Operator, _ b: String, _ options: TextOptions
  ) -> String {
    switch comparison {
    case .like: "\(QueryFunctions.like)(\(a), \(b), \(options.rawValue))"
    case .beginsWith: "instr(\(a), \(b)) = 1"
    case .endsWith:
      "(\(a) IS NOT NULL AND (length(CAST(\(b) AS BLOB)) = 0 "
        + "OR substr(CAST(\(a) AS BLOB), -length(CAST(\(b) AS BLOB))) = CAST(\(b) AS BLOB)))"
    default: "instr(\(a), \(b)) > 0"
    }
  }

  // MARK: Values of any type

  /// Two values of which one may be of any type: only what is of one kind fits.
  private func mixedCondition(
    _ leaf: PathLeaf, _ comparison: Comparison.Operator, _ other: PathLeaf, _ options: TextOptions
  ) throws(ObjectStoreError) -> String {
    for leaf in [leaf, other] where leaf.type != .mixed {
      try check(comparison, for: leaf.type, of: leaf)
    }
    let (kind, otherKind) = (kind(of: leaf), kind(of: other))
    var (a, b) = (leaf.value, other.value)
    let text = MixedValue.Tag.string.rawValue
    if comparison != .like, !options.isEmpty {
      let fold = QueryFunctions.fold
      a = "CASE \(kind) WHEN \(text) THEN \(fold)(\(a), \(options.rawValue)) ELSE \(a) END"
      b = "CASE \(otherKind) WHEN \(text) THEN \(fold)(\(b), \(options.rawValue)) ELSE \(b) END"
    }
    let same = "\(kind) = \(otherKind)"
    switch comparison {
    case .equal: return "(\(same) AND \(a) IS \(b))"
    case .notEqual: return "(\(same) AND \(a) IS \(b)) IS NOT TRUE"
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return "(\(same) AND \(a) \(comparison.rawValue) \(b) "
        + "AND \(isOrdered(a, kind)) AND \(isOrdered(b, kind)))"
    case .like: return "(\(kind) = \(text) AND \(self.text(a, comparison, b, options)))"
    case .beginsWith, .contains, .endsWith:
      return "(\(same) AND \(kind) IN (\(text), \(MixedValue.Tag.data.rawValue)) "
        + "AND \(self.text(a, comparison, b, options)))"
    }
  }

  /// The tag of a value; one for numbers of all kinds.
  private func kind(of leaf: PathLeaf) -> String {
    let (int, float, double) = (
      MixedValue.Tag.int.rawValue, MixedValue.Tag.float.rawValue, MixedValue.Tag.double.rawValue
    )
    let tag: String
    if let own = leaf.tag {
      tag = "CASE WHEN \(own) IN (\(float), \(double)) THEN \(int) ELSE \(own) END"
    } else if let target = leaf.target.flatMap({ schema[$0] }) {
      tag = "\(MixedValue.Tag.object(classID: target.id).rawValue)"
    } else {
      tag = "\(leaf.type.tags.first?.rawValue ?? 0)"
    }
    return "(CASE WHEN \(leaf.value) IS NULL THEN 0 ELSE \(tag) END)"
  }

  /// Whether a value of a kind has a place in an order.
  private func isOrdered(_ value: String, _ kind: String) -> String {
    var cases = ""
    for type in [PropertySchema.ValueType.int, .date, .decimal128] {
      guard let tag = type.tags.first?.rawValue, let end = type.endOfNumbers else { continue }
      cases += "WHEN \(tag) THEN \(value) < \(end) "
    }
    let others = [PropertySchema.ValueType.string, .data, .objectID, .uuid]
      .flatMap(\.tags).map { "\($0.rawValue)" }
    return "CASE \(kind) \(cases)ELSE \(kind) IN (\(others.joined(separator: ", "))) END"
  }
}
