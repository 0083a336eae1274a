// SPDX-License-Identifier: Apache-2.0

/// How one value is made of many, as SQL.
struct Computation {
  /// The expression of the value, over the rows that ``condition`` leaves.
  let value: String
  /// The expression that says what the value means.
  let tag: String
  let condition: String
  /// The order whose first row has the value, where the value is that of one row.
  let order: String?
  private let type: PropertySchema.ValueType
  private let name: String

  /// - Parameter leaf: what the value of each row is. Nil where there is nothing to compute of it.
  init?(_ aggregate: PropertyPath.Aggregate, of leaf: PathLeaf) {
    name = leaf.name
    let own = leaf.value
    switch (leaf.type, aggregate) {
    case (_, .count): return nil
    case (.mixed, .min), (.mixed, .max):
      guard let tag = leaf.tag else { return nil }
      let rank = Self.rank(own, tag)
      let direction = aggregate == .min ? "ASC" : "DESC"
      value = own
      self.tag = tag
      condition = "\(rank.place) IS NOT NULL AND \(rank.value) IS NOT NULL"
      order = "\(rank.place) \(direction), \(rank.value) \(direction)"
      type = .mixed
      return
    case (.mixed, .sum), (.mixed, .average):
      guard let tag = leaf.tag else { return nil }
      value = Self.decimals(aggregate, "\(QueryFunctions.decimal)(\(own), \(tag))")
      condition = "1"
      type = .decimal128
    case (.decimal128, .sum), (.decimal128, .average):
      value = Self.decimals(aggregate, own)
      condition = "\(own) < x'FFFF'"
      type = .decimal128
    case (_, .min), (_, .max):
      guard let end = leaf.type.endOfNumbers else { return nil }
      value = "\(aggregate.rawValue)(\(own))"
      condition = "\(own) < \(end)"
      type = leaf.type
    case (.int, .sum):
      value = Self.wrappingSum(own)
      condition = "\(own) IS NOT NULL"
      type = .int
    case (.int, .average), (.float, _), (.double, _):
      // SQLite has NULL for the sum of infinities of both signs.
      let function = aggregate == .sum ? "sum" : "avg"
      value =
        "CASE count(\(own)) WHEN 0 THEN \(aggregate == .sum ? "0" : "NULL") "
        + "ELSE coalesce(\(function)(\(own)), x'7FF8') END"
      condition = "\(own) < x''"
      type = .double
    default: return nil
    }
    tag = "\((type == .double ? MixedValue.Tag.double : type.tags[0]).rawValue)"
    order = nil
  }

  /// The value, computed of the rows of a query.
  func leaf(from: String, where rows: String) -> PathLeaf {
    let end =
      "FROM \(from) WHERE \(rows) AND \(condition)"
      + (order.map { " ORDER BY \($0) LIMIT 1" } ?? "")
    return PathLeaf(
      value: "(SELECT \(value) \(end))", tag: type == .mixed ? "(SELECT \(tag) \(end))" : nil,
      type: type, name: name)
  }

  private static func decimals(_ aggregate: PropertyPath.Aggregate, _ value: String) -> String {
    let function =
      aggregate == .sum ? QueryFunctions.decimalSum : QueryFunctions.decimalAverage
    return "\(function)(\(value))"
  }

  /// A sum of whole numbers in 64 bits, in which SQLite's own would fail: the upper and the lower
  /// halves by themselves.
  private static func wrappingSum(_ value: String) -> String {
    let (high, low) = ("sum(\(value) >> 32)", "sum(\(value) & 4294967295)")
    return "coalesce(((\(high) + (\(low) >> 32)) << 32) | (\(low) & 4294967295), 0)"
  }

  /// Where values of any type stand in their order, first by type: NULL for what has no place.
  ///
  /// Numbers of all kinds are one type.
  private static func rank(_ value: String, _ tag: String) -> (place: String, value: String) {
    let numbers = [MixedValue.Tag.int, .float, .double, .decimal128].map { "\($0.rawValue)" }
      .joined(separator: ", ")
    let without = [MixedValue.Tag.null, .list, .dictionary].map { "\($0.rawValue)" }
      .joined(separator: ", ")
    return (
      "CASE WHEN \(tag) IN (\(without)) THEN NULL "
        + "WHEN \(tag) IN (\(numbers)) THEN \(MixedValue.Tag.int.rawValue) ELSE \(tag) END",
      "CASE WHEN \(tag) IN (\(numbers)) THEN \(QueryFunctions.decimal)(\(value), \(tag)) "
        + "ELSE \(value) END"
    )
  }
}
