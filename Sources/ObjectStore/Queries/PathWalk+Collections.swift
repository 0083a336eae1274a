// SPDX-License-Identifier: Apache-2.0

/// Collections on the way, and what is computed of them.
extension PathWalk {
  /// The elements of one collection.
  struct Many {
    var from: String
    var condition: String
    var leaf: PathLeaf
  }

  /// Whether the step `index` is the collection that the path's aggregate is about: the last one,
  /// with properties of its objects behind it, or none.
  func isAggregated(_ index: Int, of className: String) throws(ObjectStoreError) -> Bool {
    guard var next = try many(path.steps[index], of: className) else { return false }
    for step in path.steps[(index + 1)...] {
      guard let className = next else { return true }
      if try many(step, of: className) != nil { return false }
      next = try target(of: step, of: className)
    }
    return true
  }

  /// For a step to many values, the class of the objects that they are, if they are objects; nil
  /// for a step to one value.
  private func many(
    _ step: PropertyPath.Step, of className: String
  ) throws(ObjectStoreError) -> String?? {
    switch step {
    case .property(let name):
      let property = try property(name, of: className)
      return property.collection == nil ? nil : .some(property.target)
    case .keys: return .some(nil)
    case .backlinks(let origin, _): return .some(origin)
    case .entry, .element, .inside: return nil
    }
  }

  private func target(
    of step: PropertyPath.Step, of className: String
  ) throws(ObjectStoreError) -> String? {
    switch step {
    case .property(let name), .entry(let name, _), .element(let name, _):
      try property(name, of: className).target
    case .keys, .backlinks, .inside: nil
    }
  }

  func collection(
    at index: Int, of className: String, owner: String
  ) throws(ObjectStoreError) -> Many {
    let row = compiler.makeAlias()
    switch path.steps[index] {
    case .property(let name), .keys(let name), .entry(let name, _), .element(let name, _):
      let property = try property(name, of: className)
      guard property.collection != nil else { throw leadsThroughMany(index) }
      var leaf = PathLeaf(
        value: "\(row).\(TableNames.element)",
        tag: property.type == .mixed ? "\(row).\(TableNames.elementTag)" : nil,
        type: property.type, target: property.target, name: path.description)
      if case .keys = path.steps[index] {
        guard property.collection == .map else { throw hasNoKeys(property, of: className) }
        leaf = PathLeaf(
          value: "\(row).\(TableNames.mapKey)", type: .string, name: path.description)
      }
      return Many(
        from: "\(TableNames.collection(className, name)) \(row)",
        condition: "\(row).\(TableNames.key) = \(owner)", leaf: leaf)
    case .backlinks(let origin, let name):
      return try backlinks(from: origin, by: name, to: className, owner: owner, row: row)
    case .inside: throw leadsThroughMany(index)
    }
  }

  private func backlinks(
    from origin: String, by name: String, to className: String, owner: String, row: String
  ) throws(ObjectStoreError) -> Many {
    let property = try property(name, of: origin)
    let isColumn = property.collection == nil
    // The plus takes the type away that keys have and links have not; else no index would serve.
    var condition =
      "\(row).\(isColumn ? TableNames.quoted(name) : TableNames.element) = +\(owner)"
    if property.type == .mixed, let target = compiler.schema[className] {
      let tag = MixedValue.Tag.object(classID: target.id).rawValue
      condition +=
        " AND \(row).\(isColumn ? TableNames.tag(name) : TableNames.elementTag) = \(tag)"
    } else if property.type != .object || property.target != className {
      throw invalid("\(origin).\(name) does not lead to \(className)")
    }
    return Many(
      from: "\(isColumn ? TableNames.table(origin) : TableNames.collection(origin, name)) \(row)",
      condition: condition,
      leaf: PathLeaf(
        value: "\(row).\(TableNames.key)", type: .object, target: origin, name: path.description))
  }

  /// The objects that a collection leads to, as rows.
  func joined(
    _ many: Many
  ) throws(ObjectStoreError) -> (target: String, row: String, from: String) {
    guard many.leaf.type == .object, let target = many.leaf.target else {
      throw invalid("\(path.description) goes on behind a value that is no object")
    }
    _ = try compiler.storedClass(target)
    let row = compiler.makeAlias()
    return (
      target, row,
      "\(many.from) JOIN \(TableNames.table(target)) \(row) "
        + "ON \(row).\(TableNames.key) = \(many.leaf.value)"
    )
  }

  func aggregate(
    _ aggregate: PropertyPath.Aggregate, _ index: Int, of className: String, owner: String
  ) throws(ObjectStoreError) -> PathLeaf {
    let many = try collection(at: index, of: className, owner: owner)
    if aggregate == .count {
      guard index == path.steps.count - 1 else {
        throw invalid("@count in \(path.description) stands behind a collection, and nothing else")
      }
      return try count(many)
    }
    var from = many.from
    var leaf = many.leaf
    if index < path.steps.count - 1 {
      let (target, row, join) = try joined(many)
      from = join
      leaf = try single(from: index + 1, at: .row(row), of: target, isAggregated: true)
    }
    guard let computation = Computation(aggregate, of: leaf) else {
      throw invalid(
        "@\(aggregate.rawValue) of \(path.description) needs numbers, and these are "
          + leaf.type.rawValue)
    }
    return computation.leaf(from: from, where: many.condition)
  }

  /// How many elements there are, or how many of those that the path's condition fits.
  private func count(_ many: Many) throws(ObjectStoreError) -> PathLeaf {
    var from = many.from
    var conditions = many.condition
    if let condition = path.condition {
      var subject = PredicateSubject.value(many.leaf)
      if many.leaf.type == .object {
        let (target, row, join) = try joined(many)
        from = join
        subject = .object(row: row, className: target)
      }
      conditions += " AND (\(try compiler.condition(condition, of: subject)))"
    }
    return PathLeaf(
      value: "(SELECT count(*) FROM \(from) WHERE \(conditions))", type: .int,
      name: path.description)
  }
}

extension PropertySchema.ValueType {
  /// Behind which value, in SQL, those lie that are not a number; nil for a type without such.
  var endOfNumbers: String? {
    switch self {
    case .int, .float, .double, .date: "x''"
    case .decimal128: "x'FFFF'"
    default: nil
    }
  }

  /// Whether values are numbers that SQLite computes with.
  package var isNumber: Bool { self == .int || self == .float || self == .double }
}
