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

/// What a predicate is about.
enum PredicateSubject {
  /// An object, in the row that the statement has by this name.
  case object(row: String, className: String)
  /// A value that is no object: an element of a collection.
  case value(PathLeaf)
}

/// Follows a path from what a predicate is about.
struct PathWalk {
  /// Where the walk stands.
  enum Place {
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

  let compiler: PredicateCompiler
  let path: PropertyPath
  private let subject: PredicateSubject
  /// The steps into a value of any type, which stand behind all others.
  let inside: [PropertyPath.Inside]
  /// The last step before those; −1 where there is none.
  var lastStep: Int { path.steps.count - inside.count - 1 }

  init(_ compiler: PredicateCompiler, _ path: PropertyPath, from subject: PredicateSubject) {
    self.compiler = compiler
    self.path = path
    self.subject = subject
    inside = path.steps.reversed().prefix { $0.isInside }.reversed().compactMap {
      if case .inside(let way) = $0 { way } else { nil }
    }
  }

  /// The one value that a path without collections leads to.
  func leaf() throws(ObjectStoreError) -> PathLeaf {
    switch subject {
    case .value(let leaf): try inner(expectNoSteps(leaf))
    case .object(let row, let className): try single(from: 0, at: .row(row), of: className)
    }
  }

  /// Whether one of the values that a path through collections leads to fits.
  func exists(
    where condition: (PathLeaf) throws(ObjectStoreError) -> String
  ) throws(ObjectStoreError) -> String {
    switch subject {
    case .value(let leaf): "(\(try exists(inside: expectNoSteps(leaf), condition)))"
    case .object(let row, let className):
      try exists(from: 0, at: .row(row), of: className, condition)
    }
  }

  private func expectNoSteps(_ leaf: PathLeaf) throws(ObjectStoreError) -> PathLeaf {
    guard lastStep < 0, path.aggregate == nil else {
      throw invalid("\(leaf.name) has values that are no objects, and no \(path.description)")
    }
    return leaf
  }

  private func exists(
    from index: Int, at place: Place, of className: String,
    _ condition: (PathLeaf) throws(ObjectStoreError) -> String
  ) throws(ObjectStoreError) -> String {
    // A path that does not go through a collection after all leads to one value.
    guard index < path.steps.count else {
      return "(\(try condition(object(at: place, of: className))))"
    }
    if let leaf = try last(index, at: place, of: className) {
      return "(\(try exists(inside: leaf, condition)))"
    }
    if let (next, target) = try link(index, at: place, of: className) {
      return try exists(from: index + 1, at: next, of: target, condition)
    }
    let many = try collection(at: index, of: className, owner: place.key)
    if index == lastStep {
      return "EXISTS (SELECT 1 FROM \(many.from) WHERE \(many.condition) "
        + "AND (\(try exists(inside: many.leaf, condition))))"
    }
    let (target, row, join) = try joined(many)
    let rest = try exists(from: index + 1, at: .row(row), of: target, condition)
    return "EXISTS (SELECT 1 FROM \(join) WHERE \(many.condition) AND \(rest))"
  }

  // MARK: Single values

  /// The one value that the steps from `index` on lead to.
  func single(
    from index: Int, at place: Place, of className: String, isAggregated: Bool = false
  ) throws(ObjectStoreError) -> PathLeaf {
    var (place, className) = (place, className)
    for index in path.steps.indices[index...] {
      if let leaf = try last(index, at: place, of: className, isAggregated: isAggregated) {
        return try inner(leaf)
      }
      guard let next = try link(index, at: place, of: className) else {
        throw leadsThroughMany(index)
      }
      (place, className) = next
    }
    _ = try compiler.storedClass(className)
    return try object(at: place, of: className)
  }

  private func object(
    at place: Place, of className: String
  ) throws(ObjectStoreError) -> PathLeaf {
    if path.aggregate != nil { throw computesOfNothing() }
    return PathLeaf(
      value: place.key, type: .object, target: className, name: path.description)
  }

  /// The object that the step `index` leads to; nil for a step to many values.
  private func link(
    _ index: Int, at place: Place, of className: String
  ) throws(ObjectStoreError) -> (Place, String)? {
    switch path.steps[index] {
    case .property(let name):
      let link = try property(name, of: className)
      guard link.collection == nil else { return nil }
      return (.key(column(link, at: place, of: className)), try target(of: link))
    case .entry(let name, let key):
      let map = try property(name, of: className)
      let (value, _) = try entry(map, under: key, at: place, of: className)
      return (.key(value), try target(of: map))
    case .element(let name, let position):
      let list = try property(name, of: className)
      let (value, _) = try element(list, at: position, from: place, of: className)
      return (.key(value), try target(of: list))
    case .keys, .backlinks, .inside: return nil
    }
  }

  /// The value behind the step `index`, if that is where the path ends, and ends with one value.
  private func last(
    _ index: Int, at place: Place, of className: String, isAggregated: Bool = false
  ) throws(ObjectStoreError) -> PathLeaf? {
    if let aggregate = path.aggregate, !isAggregated, try self.isAggregated(index, of: className) {
      return try self.aggregate(aggregate, index, of: className, owner: place.key)
    }
    guard index == lastStep else { return nil }
    switch path.steps[index] {
    case .property(let name):
      let property = try property(name, of: className)
      if property.collection != nil { return nil }
      if path.aggregate != nil, !isAggregated { throw computesOfNothing() }
      return PathLeaf(
        value: column(property, at: place, of: className),
        tag: property.type == .mixed
          ? column(property, at: place, of: className, isTag: true) : nil,
        type: property.type, target: property.target, name: path.description)
    case .entry(let name, let key):
      let map = try property(name, of: className)
      let (value, tag) = try entry(map, under: key, at: place, of: className)
      return PathLeaf(
        value: value, tag: tag, type: map.type, target: map.target, name: path.description)
    case .element(let name, let position):
      let list = try property(name, of: className)
      let (value, tag) = try element(list, at: position, from: place, of: className)
      return PathLeaf(
        value: value, tag: tag, type: list.type, target: list.target, name: path.description)
    case .keys, .backlinks, .inside: return nil
    }
  }

  /// What a map has under a key, and its tag where it may be of any type.
  private func entry(
    _ map: PropertySchema, under key: String, at place: Place, of className: String
  ) throws(ObjectStoreError) -> (value: String, tag: String?) {
    guard map.collection == .map else { throw hasNoKeys(map, of: className) }
    let condition =
      "FROM \(TableNames.collection(className, map.name)) WHERE \(TableNames.key) = \(place.key) "
      + "AND \(TableNames.mapKey) = \(try compiler.parameter(.text(key)))"
    return (
      "(SELECT \(TableNames.element) \(condition))",
      map.type == .mixed ? "(SELECT \(TableNames.elementTag) \(condition))" : nil
    )
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

  // MARK: Mistakes

  func property(
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

  private func computesOfNothing() -> ObjectStoreError {
    invalid("\(path.description) leads through no collection to compute something of")
  }

  func hasNoKeys(_ property: PropertySchema, of className: String) -> ObjectStoreError {
    invalid("\(className).\(property.name) is \(property.typeName), and has no keys")
  }

  func leadsThroughMany(_ index: Int) -> ObjectStoreError {
    invalid(
      "\(path.description) leads through the collection \(path.steps[index].name); "
        + "say whether ANY, ALL or NONE of what it leads to shall fit")
  }

  func invalid(_ reason: String) -> ObjectStoreError {
    ObjectStoreError(.invalidQuery, reason: reason)
  }
}
