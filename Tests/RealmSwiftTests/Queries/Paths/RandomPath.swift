// SPDX-License-Identifier: Apache-2.0

import SeededNumbers

/// A path by chance: how it is written, and what it leads to, said in plain Swift.
struct RandomPath {
  /// What stands at the end.
  enum Kind { case knot, bead, int, real, text, decimal }

  var format: String
  var kind: Kind
  /// Whether it leads through a collection.
  var isMany = false
  var arguments: [Any] = []
  var values: (Scalar) -> [Scalar]

  /// Where a walk through objects is.
  private struct Walk {
    var names: [String]
    var kind: Kind
    var isMany = false
    var objects: (Fact) -> [Fact?] = { [$0] }

    mutating func step(_ name: String, to next: Kind, isMany step: Bool) {
      let before = objects
      names.append(name)
      objects =
        step
        ? { before($0).flatMap { $0?.objects[name] ?? [] } }
        : { before($0).map { $0?.links[name] ?? nil } }
      kind = next
      if step { isMany = true }
    }

    /// Goes on behind a collection, in which a link that leads nowhere is no object.
    mutating func leaveCollection() {
      let before = objects
      objects = { before($0).filter { $0 != nil } }
    }
  }

  private static let links: [Kind: [(String, Kind)]] = [
    .knot: [
      ("link", .knot), ("bead", .bead), ("named['a']", .knot), ("named['É']", .knot),
      ("children[FIRST]", .knot),
    ],
    .bead: [("knot", .knot)],
  ]
  private static let collections: [(String, Kind)] = [
    ("children", .knot), ("friends", .knot), ("named", .knot), ("beads", .bead),
    ("parents", .knot), ("linkers", .knot),
  ]
  private static let properties: [Kind: [(String, Kind)]] = [
    .knot: [
      ("id", .int), ("int", .int), ("maybeDouble", .real), ("text", .text), ("scores['a']", .int),
      ("numbers[0]", .int), ("words[LAST]", .text),
    ],
    .bead: [("weight", .real), ("name", .text)],
  ]
  private static let lists: [Kind: [(String, Kind)]] = [
    .knot: [
      ("numbers", .int), ("words", .text), ("tags", .text), ("scores", .int),
      ("scores.@allKeys", .text), ("prices", .decimal),
    ],
    .bead: [("sizes", .int)],
  ]

  /// - Parameters:
  ///   - kind: what it begins at.
  ///   - variable: how that is written in a SUBQUERY.
  static func make(
    from kind: Kind, variable: String?, depth: Int, _ random: inout SeededGenerator
  ) -> RandomPath {
    guard kind == .knot || kind == .bead else {
      return RandomPath(format: variable ?? "SELF", kind: kind) { [$0] }
    }
    var walk = walk(from: kind, variable, &random)
    switch random.next() % 9 {
    case 8: return inside(walk, &random)
    case 0...2: return property(walk, &random)
    case 3, 4: return elements(walk, &random)
    case 5: return aggregate(&walk, &random)
    case 6 where depth > 0: return subquery(&walk, depth, &random)
    default: return object(walk)
    }
  }

  private static func walk(
    from kind: Kind, _ variable: String?, _ random: inout SeededGenerator
  ) -> Walk {
    var walk = Walk(names: variable.map { [$0] } ?? [], kind: kind)
    for _ in 0..<random.next() % 3 {
      if walk.kind == .knot, random.next() % 2 == 0 {
        let (name, next) = random.pick(collections)
        walk.step(name, to: next, isMany: true)
        // A path may end here, or go on.
        if random.next() % 3 == 0 { break }
        walk.leaveCollection()
        let (link, end) = random.pick(links[walk.kind] ?? [])
        walk.step(link, to: end, isMany: false)
      } else {
        let (name, next) = random.pick(links[walk.kind] ?? [])
        walk.step(name, to: next, isMany: false)
      }
    }
    return walk
  }

  private static func format(_ names: [String]) -> String {
    names.isEmpty ? "SELF" : names.joined(separator: ".")
  }

  private static func object(_ walk: Walk) -> RandomPath {
    RandomPath(format: format(walk.names), kind: walk.kind, isMany: walk.isMany) { start in
      start.fact.map { walk.objects($0).map { $0.map { .object($0) } ?? .null } } ?? []
    }
  }

  /// Whether the last step was into a collection, so that nothing there is dropped on the way on.
  private static func goingOn(_ walk: Walk) -> Walk {
    var walk = walk
    if let last = walk.names.last, collections.contains(where: { $0.0 == last }) {
      walk.leaveCollection()
    }
    return walk
  }

  private static func property(_ walk: Walk, _ random: inout SeededGenerator) -> RandomPath {
    let walk = goingOn(walk)
    let (name, kind) = random.pick(properties[walk.kind] ?? [])
    return RandomPath(format: format(walk.names + [name]), kind: kind, isMany: walk.isMany) {
      start in
      start.fact.map { walk.objects($0).map { $0?.values[name] ?? .null } } ?? []
    }
  }

  private static func elements(_ walk: Walk, _ random: inout SeededGenerator) -> RandomPath {
    let walk = goingOn(walk)
    let (name, kind) = random.pick(lists[walk.kind] ?? [])
    return RandomPath(format: format(walk.names + [name]), kind: kind, isMany: true) { start in
      start.fact.map { walk.objects($0).flatMap { $0?.lists[name] ?? [] } } ?? []
    }
  }

  /// Into a value of any type.
  private static func inside(_ walk: Walk, _ random: inout SeededGenerator) -> RandomPath {
    let walk = goingOn(walk)
    guard walk.kind == .knot else { return property(walk, &random) }
    let ways = (0..<random.next() % 4).map { _ in
      random.pick(["[0]", "[1]", "[FIRST]", "[LAST]", "['a']", "['b']", "['É']", "[*]"])
    }
    let forks = ways.contains("[*]")
    return RandomPath(
      format: format(walk.names + ["#any" + ways.joined()]),
      kind: random.pick([.int, .real, .text]), isMany: walk.isMany || forks
    ) { start in
      guard let start = start.fact else { return [] }
      return walk.objects(start).flatMap { object in
        var trees: [Tree?] = [object?.tree]
        for way in ways {
          trees = trees.flatMap { $0?.going(way) ?? (way == "[*]" ? [] : [nil]) }
        }
        return trees.map { $0?.scalar ?? .null }
      }
    }
  }

  // MARK: Computed of a collection

  private static func aggregate(
    _ walk: inout Walk, _ random: inout SeededGenerator
  ) -> RandomPath {
    let owners = goingOn(walk)
    guard owners.kind == .knot else { return property(walk, &random) }
    let word = random.pick(["count", "min", "max", "sum", "avg"])
    if random.next() % 2 == 0 {
      let (name, kind) =
        word == "sum" || word == "avg"
        ? random.pick([
          ("numbers", Kind.int), ("scores", .int), ("prices", .decimal), ("bag", .decimal),
        ])
        : random.pick([("numbers", Kind.int), ("scores", .int), ("prices", .decimal)])
      return computed(
        owners, word, format(owners.names + [name]) + ".@\(word)", kind
      ) { $0?.lists[name] ?? [] }
    }
    let (name, kind) = random.pick(collections)
    if word == "count" {
      return computed(owners, word, format(owners.names + [name]) + ".@count", .int) {
        ($0?.objects[name] ?? []).map { _ in .number(0) }
      }
    }
    let property = kind == .bead ? "weight" : random.pick(["int", "maybeDouble"])
    let link = kind == .bead ? nil : random.maybe(["link"])
    let end = (link.map { [$0] } ?? []) + [property]
    let path =
      random.next() % 2 == 0
      ? [name, "@\(word)"] + end : [name] + end + ["@\(word)"]
    return computed(
      owners, word, format(owners.names + path), property == "int" ? .int : .real
    ) { owner in
      (owner?.objects[name] ?? []).map { element in
        let last = link == nil ? element : element?.links["link"] ?? nil
        return last?.values[property] ?? .null
      }
    }
  }

  private static func computed(
    _ owners: Walk, _ word: String, _ format: String, _ kind: Kind,
    _ elements: @escaping (Fact?) -> [Scalar]
  ) -> RandomPath {
    func compute(_ owner: Fact?) -> Scalar {
      let elements = elements(owner)
      if word == "count" { return .number(Double(elements.count)) }
      let numbers = elements.compactMap(\.number).filter { !$0.isNaN }
      let sum = numbers.reduce(0, +)
      switch word {
      case "sum": return .number(sum)
      case "min": return numbers.min().map { .number($0) } ?? .null
      case "max": return numbers.max().map { .number($0) } ?? .null
      default: return numbers.isEmpty ? .null : .number(sum / Double(numbers.count))
      }
    }
    let kind =
      word == "count" ? .int : kind == .decimal ? .decimal : word == "avg" ? .real : kind
    return RandomPath(format: format, kind: kind, isMany: owners.isMany) { start in
      start.fact.map { owners.objects($0).map(compute) } ?? []
    }
  }

  private static func subquery(
    _ walk: inout Walk, _ depth: Int, _ random: inout SeededGenerator
  ) -> RandomPath {
    let owners = goingOn(walk)
    guard owners.kind == .knot else { return property(walk, &random) }
    let isOfObjects = random.next() % 3 > 0
    let (name, kind) = isOfObjects ? random.pick(collections) : random.pick(lists[.knot] ?? [])
    let clause = RandomClause.make(
      about: kind, variable: "$x", depth: depth - 1, &random)
    return RandomPath(
      format: "SUBQUERY(\(format(owners.names + [name])), $x, \(clause.format)).@count",
      kind: .int, isMany: owners.isMany, arguments: clause.arguments
    ) { start in
      guard let start = start.fact else { return [] }
      return owners.objects(start).map { owner in
        let elements: [Scalar] =
          isOfObjects
          ? (owner?.objects[name] ?? []).compactMap { $0.map { .object($0) } }
          : owner?.lists[name] ?? []
        return .number(Double(elements.filter(clause.holds).count))
      }
    }
  }
}

extension Scalar {
  var fact: Fact? { if case .object(let fact) = self { fact } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
