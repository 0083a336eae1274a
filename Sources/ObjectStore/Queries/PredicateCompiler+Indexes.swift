// SPDX-License-Identifier: Apache-2.0

/// Conditions in the form that lets SQLite begin at an index.
extension PredicateCompiler {
  /// The form for a path through links and collections to something that an index finds: first
  /// what fits there, then what leads to it.
  ///
  /// Nil where no index would help, or where the other form is another question.
  func indexedCondition(
    _ comparison: Comparison, of subject: PredicateSubject
  ) throws(ObjectStoreError) -> String? {
    guard case .object(let row, let className) = subject, comparison.condition.isFalseForNull,
      comparison.path.aggregate == nil, comparison.quantifier != .all,
      leadsToIndex(
        comparison.path.steps, from: className, throughMany: comparison.quantifier != nil)
    else { return nil }
    let condition = try found(comparison, from: row, of: className)
    return comparison.quantifier == Comparison.Quantifier.none
      ? "(\(condition)) IS NOT TRUE" : condition
  }

  /// What finds a row of the class by what lies behind the path.
  private func found(
    _ comparison: Comparison, from row: String, of className: String
  ) throws(ObjectStoreError) -> String {
    let subject = PredicateSubject.object(row: row, className: className)
    guard case .property(let name)? = comparison.path.steps.first,
      let step = try storedClass(className)[name], let target = step.target
    else {
      return try condition(
        comparison.condition, on: try PathWalk(self, comparison.path, from: subject).leaf(),
        of: subject)
    }
    var rest = comparison
    rest.path.steps.removeFirst()
    let isLast = rest.path.steps.isEmpty
    if step.collection == nil {
      if isLast {
        let leaf = try PathWalk(self, comparison.path, from: subject).leaf()
        return try condition(comparison.condition, on: leaf, of: subject)
      }
      return "\(row).\(TableNames.quoted(name)) IN (\(try keys(rest, of: target)))"
    }
    let element = makeAlias()
    let leaf = PathLeaf(
      value: "\(element).\(TableNames.element)", type: .object, target: target,
      name: comparison.path.description)
    let condition =
      isLast
      ? try self.condition(comparison.condition, on: leaf, of: .value(leaf))
      : "\(leaf.value) IN (\(try keys(rest, of: target)))"
    return "\(row).\(TableNames.key) IN (SELECT \(element).\(TableNames.key) "
      + "FROM \(TableNames.collection(className, name)) \(element) WHERE \(condition))"
  }

  /// The keys of the objects of a class that fit.
  private func keys(
    _ comparison: Comparison, of className: String
  ) throws(ObjectStoreError) -> String {
    let row = makeAlias()
    // The plus takes the column's type away: a key as an integer would not be looked for among
    // links, which have no type.
    return "SELECT +\(row).\(TableNames.key) FROM \(TableNames.table(className)) \(row) "
      + "WHERE \(try found(comparison, from: row, of: className))"
  }

  /// Whether an index finds what the path leads to, and others what leads there.
  private func leadsToIndex(
    _ steps: [PropertyPath.Step], from className: String, throughMany: Bool
  ) -> Bool {
    var className = className
    var hasMany = false
    for (offset, step) in steps.enumerated() {
      guard case .property(let name) = step, let property = schema[className]?.schema[name]
      else { return false }
      if property.collection != nil {
        guard throughMany, property.type == .object else { return false }
        hasMany = true
      }
      guard property.type == .object, let target = property.target else {
        return offset > 0 && offset == steps.count - 1
          && (property.isIndexed || property.isPrimaryKey)
      }
      className = target
    }
    // What holds an object is found by an index of the store's own.
    return hasMany
  }
}
