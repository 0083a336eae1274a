// SPDX-License-Identifier: Apache-2.0

/// Places of lists, and the ways into values of any type.
extension PathWalk {
  /// What a list has in a place, and its tag where it may be of any type.
  func element(
    _ list: PropertySchema, at position: PropertyPath.Place, from place: Place,
    of className: String
  ) throws(ObjectStoreError) -> (value: String, tag: String?) {
    guard list.collection == .list else {
      throw invalid("\(className).\(list.name) is \(list.typeName), and has no places")
    }
    let row = compiler.makeAlias()
    let table = TableNames.collection(className, list.name)
    let end =
      "FROM \(table) \(row) WHERE \(row).\(TableNames.key) = \(place.key) "
      + "AND \(Self.isAt(position, row, in: table))"
    return (
      "(SELECT \(row).\(TableNames.element) \(end))",
      list.type == .mixed ? "(SELECT \(row).\(TableNames.elementTag) \(end))" : nil
    )
  }

  private static func isAt(
    _ position: PropertyPath.Place, _ row: String, in table: String
  ) -> String {
    switch position {
    case .index(let index): "\(row).\(TableNames.position) = \(index)"
    case .last:
      "\(row).\(TableNames.position) = (SELECT max(\(TableNames.position)) FROM \(table) "
        + "WHERE \(TableNames.key) = \(row).\(TableNames.key))"
    }
  }

  /// The rows that lead from a value of any type to one that is inside of it.
  private struct Chain {
    var from: [String] = []
    var conditions: [String] = []
    var value: String
    var tag: String

    /// An expression of the last row, as one of the value that the chain begins at.
    func end(_ expression: String) -> String {
      from.isEmpty
        ? expression
        : "(SELECT \(expression) FROM \(from.joined(separator: ", ")) "
          + "WHERE \(conditions.joined(separator: " AND ")))"
    }

    mutating func append(
      _ row: String, of table: String, tag: MixedValue.Tag, where condition: String?
    ) {
      from.append("\(table) \(row)")
      conditions.append("\(row).\(TableNames.key) = \(value)")
      conditions.append("\(self.tag) = \(tag.rawValue)")
      if let condition { conditions.append(condition) }
      value = "\(row).\(TableNames.element)"
      self.tag = "\(row).\(TableNames.elementTag)"
    }
  }

  /// The one value that the ways inside lead to.
  func inner(_ leaf: PathLeaf) throws(ObjectStoreError) -> PathLeaf {
    if inside.isEmpty { return leaf }
    if inside.contains(.all) {
      throw invalid(
        "\(path.description) leads to several values; say whether ANY, ALL or NONE of them shall fit"
      )
    }
    return try follow(inside[...], from: chain(from: leaf))
  }

  /// Whether one of the values that the ways inside lead to fits.
  func exists(
    inside leaf: PathLeaf, _ condition: (PathLeaf) throws(ObjectStoreError) -> String
  ) throws(ObjectStoreError) -> String {
    if inside.isEmpty { return try condition(leaf) }
    guard inside.count(where: { $0 == .all }) <= Self.mostForks else {
      throw invalid("\(path.description) has more than \(Self.mostForks) times [*]")
    }
    return try exists(inside[...], from: chain(from: leaf), condition)
  }

  /// Each doubles the condition: once for lists, once for dictionaries.
  private static let mostForks = 6

  /// SQLite joins up to 64 tables.
  private static let deepest = 50

  private func chain(from leaf: PathLeaf) throws(ObjectStoreError) -> Chain {
    guard leaf.type == .mixed, let tag = leaf.tag else {
      throw invalid(
        "\(path.description) goes into \(leaf.type.rawValue), which is no value of any type")
    }
    guard inside.count <= Self.deepest else {
      throw invalid("\(path.description) goes more than \(Self.deepest) times into a value")
    }
    return Chain(value: leaf.value, tag: tag)
  }

  private func exists(
    _ ways: ArraySlice<PropertyPath.Inside>, from chain: Chain,
    _ condition: (PathLeaf) throws(ObjectStoreError) -> String
  ) throws(ObjectStoreError) -> String {
    guard let fork = ways.firstIndex(of: .all) else {
      return try condition(follow(ways, from: chain))
    }
    var start = chain
    for way in ways[..<fork] { try go(way, on: &start) }
    var alternatives: [String] = []
    for (table, tag) in [
      (TableNames.nestedLists, MixedValue.Tag.list),
      (TableNames.nestedDictionaries, .dictionary),
    ] {
      var all = start
      all.append(compiler.makeAlias(), of: table, tag: tag, where: nil)
      let next = Chain(value: all.value, tag: all.tag)
      let rest = try exists(ways[(fork + 1)...], from: next, condition)
      alternatives.append(
        "EXISTS (SELECT 1 FROM \(all.from.joined(separator: ", ")) "
          + "WHERE \(all.conditions.joined(separator: " AND ")) AND (\(rest)))")
    }
    return alternatives.joined(separator: " OR ")
  }

  private func follow(
    _ ways: ArraySlice<PropertyPath.Inside>, from start: Chain
  ) throws(ObjectStoreError) -> PathLeaf {
    var chain = start
    for (offset, way) in ways.enumerated() {
      if way == .type {
        guard offset == ways.count - 1 else {
          throw invalid("\(path.description) goes on behind the name of a type")
        }
        return PathLeaf(
          value: chain.end(Self.typeName(chain.tag)), type: .string, name: path.description)
      }
      try go(way, on: &chain)
    }
    return PathLeaf(
      value: chain.end(chain.value), tag: chain.end(chain.tag), type: .mixed,
      name: path.description)
  }

  private func go(
    _ way: PropertyPath.Inside, on chain: inout Chain
  ) throws(ObjectStoreError) {
    let row = compiler.makeAlias()
    switch way {
    case .place(let place):
      let table = TableNames.nestedLists
      chain.append(row, of: table, tag: .list, where: Self.isAt(place, row, in: table))
    case .key(let key):
      let condition = "\(row).\(TableNames.mapKey) = \(try compiler.parameter(.text(key)))"
      chain.append(
        row, of: TableNames.nestedDictionaries, tag: .dictionary, where: condition)
    case .all, .type: throw invalid("\(path.description) goes on behind the name of a type")
    }
  }

  /// The name of the type that a tag means.
  private static func typeName(_ tag: String) -> String {
    let names = MixedValue.Tag.names.map { "WHEN \($0.tag.rawValue) THEN '\($0.name)'" }
    // Nothing where there is no value at all.
    return "CASE \(tag) \(names.joined(separator: " ")) "
      + "ELSE CASE WHEN \(tag) >= \(MixedValue.Tag.object(classID: 0).rawValue) THEN 'object' END END"
  }
}

extension MixedValue.Tag {
  /// What predicates call the types, but for links, which are objects.
  package static let names: [(tag: MixedValue.Tag, name: String)] = [
    (.null, "null"), (.bool, "bool"), (.int, "int"), (.float, "float"), (.double, "double"),
    (.string, "string"), (.data, "binary"), (.date, "date"), (.decimal128, "decimal"),
    (.objectID, "objectId"), (.uuid, "uuid"), (.list, "list"), (.dictionary, "dictionary"),
  ]
}
