// SPDX-License-Identifier: Apache-2.0

/// What a path leads to, as SQL.
struct PathLeaf {
  /// The expression of the value.
  var value: String
  /// The expression that says what the value means, where it may be of any type.
  var tag: String?
  var type: PropertySchema.ValueType
  /// The class that a link leads to.
  var target: String?
  /// The path, for messages.
  var name: String
}

/// Follows a path from a row.
struct PathWalk {
  /// Where the walk stands.
  private enum Place {
    /// At a row that the statement has by this name.
    case row(String)
    /// At the object whose key an expression gives.
    case key(String)

    var key: String {
      switch self {
      case .row(let alias): "\(alias).\(TableNames.key)"
      case .key(let expression): expression
      }
    }
  }

  private let compiler: PredicateCompiler
  private let path: PropertyPath
  private let start: String

  init(_ compiler: PredicateCompiler, _ path: PropertyPath, from className: String) {
    self.compiler = compiler
    self.path = path
    start = className
  }

  /// The one value that a path without collections leads to.
  func leaf(ofRow alias: String) throws(ObjectStoreError) -> PathLeaf {
    var place = Place.row(alias)
    var className = start
    for index in path.steps.indices {
      if let leaf = try last(index, at: place, of: className) { return leaf }
      guard case .property(let name) = path.steps[index] else { throw leadsThroughMany(index) }
      let link = try property(name, of: className)
      guard link.collection == nil else { throw leadsThroughMany(index) }
      (place, className) = (.key(column(link, at: place, of: className)), try target(of: link))
    }
    _ = try compiler.storedClass(className)
    return PathLeaf(
      value: place.key, type: .object, target: className, name: path.description)
  }

  /// Whether one of the values that a path through collections leads to fits.
  func exists(
    fromRow alias: String,
    where condition: (PathLeaf) throws(ObjectStoreError) -> String
  ) throws(ObjectStoreError) -> String {
    try exists(from: 0, at: .row(alias), of: start, condition)
  }

  private func exists(
    from index: Int, at place: Place, of className: String,
    _ condition: (PathLeaf) throws(ObjectStoreError) -> String
  ) throws(ObjectStoreError) -> String {
    // A path that does not go through a collection after all leads to one value.
    guard index < path.steps.count else {
      return
        "(\(try condition(PathLeaf(value: place.key, type: .object, target: className, name: path.description))))"
    }
    if let leaf = try last(index, at: place, of: className) { return "(\(try condition(leaf)))" }
    if case .property(let name) = path.steps[index] {
      let link = try property(name, of: className)
      if link.collection == nil {
        return try exists(
          from: index + 1, at: .key(column(link, at: place, of: className)),
          of: try target(of: link), condition)
      }
    }
    let many = try collection(at: index, of: className, owner: place.key)
    let isLast = index == path.steps.count - 1
    if isLast {
      return "EXISTS (SELECT 1 FROM \(many.from) WHERE \(many.condition) "
        + "AND (\(try condition(many.leaf))))"
    }
    let (target, row, join) = try joined(many)
    let rest = try exists(from: index + 1, at: .row(row), of: target, condition)
    return "EXISTS (SELECT 1 FROM \(join) WHERE \(many.condition) AND \(rest))"
  }

  // MARK: Single values

  /// The value behind the step `index`, if that is where the path ends, and ends with one value.
  private func last(
    _ index: Int, at place: Place, of className: String, isAggregated: Bool = false
  ) throws(ObjectStoreError) -> PathLeaf? {
    if let aggregate = path.aggregate, !isAggregated, try self.isAggregated(index, of: className) {
      return try self.aggregate(aggregate, index, of: className, owner: place.key)
    }
    guard index == path.steps.count - 1 else { return nil }
    switch path.steps[index] {
    case .property(let name):
      let property = try property(name, of: className)
      if property.collection != nil { return nil }
      if path.aggregate != nil, !isAggregated {
        throw invalid("\(path.description) leads through no collection to compute something of")
      }
      return PathLeaf(
        value: column(property, at: place, of: className),
        tag: property.type == .mixed
          ? column(property, at: place, of: className, isTag: true) : nil,
        type: property.type, target: property.target, name: path.description)
    case .entry(let name, let key):
      let property = try property(name, of: className)
      guard property.collection == .map else {
        throw invalid("\(className).\(name) is \(property.typeName), and has no keys")
      }
      let table = TableNames.collection(className, name)
      let condition =
        "WHERE \(TableNames.key) = \(place.key) "
        + "AND \(TableNames.mapKey) = \(try compiler.parameter(.text(key)))"
      return PathLeaf(
        value: "(SELECT \(TableNames.element) FROM \(table) \(condition))",
        tag: property.type == .mixed
          ? "(SELECT \(TableNames.elementTag) FROM \(table) \(condition))" : nil,
        type: property.type, target: property.target, name: path.description)
    case .keys, .backlinks: return nil
    }
  }

  /// A column of the row that the walk is at, or of that whose key it has.
  private func column(
    _ property: PropertySchema, at place: Place, of className: String, isTag: Bool = false
  ) -> String {
    if property.isRowID { return place.key }
    let column = isTag ? TableNames.tag(property.name) : TableNames.quoted(property.name)
    switch place {
    case .row(let alias): return "\(alias).\(column)"
    case .key(let key):
      let row = compiler.makeAlias()
      return "(SELECT \(row).\(column) FROM \(TableNames.table(className)) \(row) "
        + "WHERE \(row).\(TableNames.key) = \(key))"
    }
  }

  // MARK: Collections

  /// The elements of one collection.
  private struct Many {
    var from: String
    var condition: String
    var leaf: PathLeaf
  }

  /// Whether the step `index` is the collection that the path's aggregate is about: the last one,
  /// with at most a property of its objects behind it.
  private func isAggregated(
    _ index: Int, of className: String
  ) throws(ObjectStoreError) -> Bool {
    guard let target = try many(path.steps[index], of: className) else { return false }
    switch path.steps.count - index {
    case 1: return true
    case 2:
      guard path.aggregate != .count, let target else { return false }
      return try many(path.steps[index + 1], of: target) == nil
    default: return false
    }
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
    case .entry: return nil
    }
  }

  private func collection(
    at index: Int, of className: String, owner: String
  ) throws(ObjectStoreError) -> Many {
    let row = compiler.makeAlias()
    switch path.steps[index] {
    case .property(let name), .keys(let name), .entry(let name, _):
      let property = try property(name, of: className)
      guard property.collection != nil else { throw leadsThroughMany(index) }
      var leaf = PathLeaf(
        value: "\(row).\(TableNames.element)",
        tag: property.type == .mixed ? "\(row).\(TableNames.elementTag)" : nil,
        type: property.type, target: property.target, name: path.description)
      if case .keys = path.steps[index] {
        guard property.collection == .map else {
          throw invalid("\(className).\(name) is \(property.typeName), and has no keys")
        }
        leaf = PathLeaf(
          value: "\(row).\(TableNames.mapKey)", type: .string, name: path.description)
      }
      return Many(
        from: "\(TableNames.collection(className, name)) \(row)",
        condition: "\(row).\(TableNames.key) = \(owner)", leaf: leaf)
    case .backlinks(let origin, let name):
      let property = try property(name, of: origin)
      guard property.type == .object, property.target == className else {
        throw invalid("\(origin).\(name) does not lead to \(className)")
      }
      // The plus takes the type away that keys have and links have not; else no index would serve.
      if property.collection == nil {
        return Many(
          from: "\(TableNames.table(origin)) \(row)",
          condition: "\(row).\(TableNames.quoted(name)) = +\(owner)",
          leaf: PathLeaf(
            value: "\(row).\(TableNames.key)", type: .object, target: origin,
            name: path.description))
      }
      return Many(
        from: "\(TableNames.collection(origin, name)) \(row)",
        condition: "\(row).\(TableNames.element) = +\(owner)",
        leaf: PathLeaf(
          value: "\(row).\(TableNames.key)", type: .object, target: origin,
          name: path.description))
    }
  }

  /// The objects that a collection leads to, as rows.
  private func joined(
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

  private func aggregate(
    _ aggregate: PropertyPath.Aggregate, _ index: Int, of className: String, owner: String
  ) throws(ObjectStoreError) -> PathLeaf {
    let many = try collection(at: index, of: className, owner: owner)
    if aggregate == .count {
      guard index == path.steps.count - 1 else {
        throw invalid("@count in \(path.description) stands behind a collection, and nothing else")
      }
      return PathLeaf(
        value: "(SELECT count(*) FROM \(many.from) WHERE \(many.condition))", type: .int,
        name: path.description)
    }
    var from = many.from
    var leaf = many.leaf
    if index < path.steps.count - 1 {
      let (target, row, join) = try joined(many)
      from = join
      guard let value = try last(index + 1, at: .row(row), of: target, isAggregated: true)
      else {
        throw invalid("\(path.description) leads through one collection into another")
      }
      leaf = value
    }
    guard leaf.type.has(aggregate), let end = leaf.type.endOfNumbers
    else {
      throw invalid(
        "@\(aggregate.rawValue) of \(path.description) needs numbers, and these are "
          + leaf.type.rawValue)
    }
    let computed = "\(aggregate.rawValue)(\(leaf.value))"
    leaf.value =
      "(SELECT \(aggregate == .sum ? "coalesce(\(computed), 0)" : computed) FROM \(from) "
      + "WHERE \(many.condition) AND \(leaf.value) < \(end))"
    if aggregate == .average { leaf.type = .double }
    return leaf
  }

  // MARK: Mistakes

  private func property(
    _ name: String, of className: String
  ) throws(ObjectStoreError) -> PropertySchema {
    guard let property = try compiler.storedClass(className)[name] else {
      throw invalid("class \(className) has no property \(name), as in \(path.description)")
    }
    return property
  }

  private func target(of link: PropertySchema) throws(ObjectStoreError) -> String {
    guard link.type == .object, let target = link.target else {
      throw invalid(
        "\(path.description) goes on behind \(link.name), which is \(link.typeName) and no link")
    }
    return target
  }

  private func leadsThroughMany(_ index: Int) -> ObjectStoreError {
    invalid(
      "\(path.description) leads through the collection \(path.steps[index].name); "
        + "say whether ANY, ALL or NONE of what it leads to shall fit")
  }

  private func invalid(_ reason: String) -> ObjectStoreError {
    ObjectStoreError(.invalidQuery, reason: reason)
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

  /// Whether SQL computes this of values of the type.
  func has(_ aggregate: PropertyPath.Aggregate) -> Bool {
    switch aggregate {
    case .count: true
    case .min, .max: endOfNumbers != nil
    case .sum, .average: isNumber
    }
  }

  /// Whether values are numbers that SQLite computes with.
  package var isNumber: Bool { self == .int || self == .float || self == .double }
}
