// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers

/// A predicate by chance about what paths lead to: its text, the arguments, and what it means.
struct RandomClause {
  var format: String
  var arguments: [Any] = []
  var holds: (Scalar) -> Bool

  /// - Parameters:
  ///   - kind: what it is about.
  ///   - variable: how that is written in a SUBQUERY.
  static func make(
    about kind: RandomPath.Kind, variable: String? = nil, depth: Int,
    _ random: inout SeededGenerator
  ) -> RandomClause {
    switch random.next() % (depth > 0 ? 7 : 4) {
    case 4, 5:
      let a = make(about: kind, variable: variable, depth: depth - 1, &random)
      let b = make(about: kind, variable: variable, depth: depth - 1, &random)
      let isAnd = random.next() % 2 == 0
      return RandomClause(
        format: "(\(a.format)) \(isAnd ? "AND" : "OR") (\(b.format))",
        arguments: a.arguments + b.arguments
      ) { isAnd ? a.holds($0) && b.holds($0) : a.holds($0) || b.holds($0) }
    case 6:
      let inner = make(about: kind, variable: variable, depth: depth - 1, &random)
      return RandomClause(format: "NOT (\(inner.format))", arguments: inner.arguments) {
        !inner.holds($0)
      }
    default:
      let path = RandomPath.make(from: kind, variable: variable, depth: depth, &random)
      return comparison(path, about: kind, variable, &random)
    }
  }

  private static func comparison(
    _ path: RandomPath, about kind: RandomPath.Kind, _ variable: String?,
    _ random: inout SeededGenerator
  ) -> RandomClause {
    if path.isMany, random.next() % 6 == 0, path.kind != .knot, path.kind != .bead {
      let value = value(path.kind, &random)
      return RandomClause(
        format: "%@ IN \(path.format)", arguments: [value.argument] + path.arguments
      ) { path.values($0).contains { same($0, value.scalar, "") } }
    }
    let condition =
      random.next() % 6 == 0 && path.kind != .knot && path.kind != .bead && path.kind != .decimal
      ? other(path, about: kind, variable, &random) : nil
    let test = condition ?? against(path.kind, &random)
    let quantifier = path.isMany ? random.pick(["ANY", "SOME", "ALL", "NONE"]) : ""
    return RandomClause(
      format: "\(quantifier) \(path.format) \(test.format)",
      arguments: path.arguments + test.arguments
    ) { start in
      let values = path.values(start)
      switch quantifier {
      case "ALL": return values.allSatisfy { test.holds($0, start) }
      case "NONE": return !values.contains { test.holds($0, start) }
      default: return values.contains { test.holds($0, start) }
      }
    }
  }

  // MARK: What a value is held against

  private struct Test {
    var format: String
    var arguments: [Any]
    /// Whether a value fits, of the object where the path begins.
    var holds: (Scalar, Scalar) -> Bool
  }

  private static func value(
    _ kind: RandomPath.Kind, _ random: inout SeededGenerator
  ) -> (scalar: Scalar, argument: Any) {
    switch kind {
    case .int:
      let value = random.maybe(Web.ints)
      return (value.map { .number(Double($0)) } ?? .null, value as Any)
    case .real:
      let value = random.maybe(Web.doubles)
      return (value.map { .number($0) } ?? .null, value as Any)
    case .text:
      let value = random.maybe(Web.texts)
      return (value.map { .text($0) } ?? .null, value as Any)
    case .decimal:
      let value = random.maybe(Web.doubles).map { Decimal128(value: $0) }
      return (value.map { .number($0.doubleValue) } ?? .null, value as Any)
    case .knot, .bead: return (.null, NSNull())
    }
  }

  private static func against(
    _ kind: RandomPath.Kind, _ random: inout SeededGenerator
  ) -> Test {
    if kind == .knot || kind == .bead {
      let isEqual = random.next() % 2 == 0
      return Test(format: "\(isEqual ? "==" : "!=") nil", arguments: []) { own, _ in
        own.isNull == isEqual
      }
    }
    switch random.next() % 5 {
    case 0:
      let values = (0..<random.next() % 4).map { _ in value(kind, &random) }
      return Test(format: "IN %@", arguments: [values.map(\.argument)]) { own, _ in
        values.contains { same(own, $0.scalar, "") }
      }
    case 1:
      let (low, high) = (value(kind, &random), value(kind, &random))
      return Test(format: "BETWEEN {%@, %@}", arguments: [low.argument, high.argument]) { own, _ in
        compare(own, ">=", low.scalar, "") && compare(own, "<=", high.scalar, "")
      }
    case 2...3 where kind == .text:
      let word = random.pick(["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "==", "!=", "<", ">="])
      let options = random.pick(["", "[c]", "[d]", "[cd]"])
      let (scalar, argument) =
        word == "LIKE"
        ? pattern(random.pick(["*", "a*", "?", "*b", "A?b", "e", "?*", "\\*", ""]))
        : value(.text, &random)
      return Test(format: "\(word)\(options) %@", arguments: [argument]) { own, _ in
        compare(own, word, scalar, options)
      }
    default:
      let word = random.pick(["==", "!=", "<", "<=", ">", ">="])
      let value = value(kind, &random)
      return Test(format: "\(word) %@", arguments: [value.argument]) { own, _ in
        compare(own, word, value.scalar, "")
      }
    }
  }

  private static func pattern(_ text: String) -> (scalar: Scalar, argument: Any) {
    (.text(text), text)
  }

  /// Another path to a value of the kind, if chance finds one.
  private static func other(
    _ path: RandomPath, about kind: RandomPath.Kind, _ variable: String?,
    _ random: inout SeededGenerator
  ) -> Test? {
    for _ in 0..<4 {
      let other = RandomPath.make(from: kind, variable: variable, depth: 0, &random)
      let isText = path.kind == .text
      guard !other.isMany, other.kind != .knot, other.kind != .bead, other.kind != .decimal,
        (other.kind == .text) == isText
      else { continue }
      let word = random.pick(
        isText
          ? ["==", "!=", "<", "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE"]
          : ["==", "!=", "<", "<=", ">", ">="])
      let options = isText ? random.pick(["", "[c]", "[d]", "[cd]"]) : ""
      return Test(
        format: "\(word)\(options) \(other.format)", arguments: other.arguments
      ) { own, start in
        compare(own, word, other.values(start).first ?? .null, options)
      }
    }
    return nil
  }

  // MARK: Comparing

  private static func same(_ a: Scalar, _ b: Scalar, _ options: String) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.number(let a), .number(let b)): a == b || a.isNaN && b.isNaN
    case (.collection(let a), .collection(let b)): a === b
    case (.text(let a), .text(let b)):
      RandomPredicate.folded(a, options) == RandomPredicate.folded(b, options)
    default: false
    }
  }

  private static func compare(
    _ own: Scalar, _ word: String, _ other: Scalar, _ options: String
  ) -> Bool {
    if word == "==" { return same(own, other, options) }
    if word == "!=" { return !same(own, other, options) }
    if let own = own.number, let other = other.number {
      switch word {
      case "<": return own < other
      case "<=": return own <= other
      case ">": return own > other
      case ">=": return own >= other
      // A number in a value of any type is no text.
      default: return false
      }
    }
    guard let own = own.text.map({ RandomPredicate.folded($0, options) }),
      let other = other.text.map({ RandomPredicate.folded($0, options) })
    else { return false }
    switch word {
    case "BEGINSWITH": return own.starts(with: other)
    case "ENDSWITH": return own.reversed().starts(with: other.reversed())
    case "CONTAINS":
      return other.isEmpty || own.indices.contains { own[$0...].starts(with: other) }
    case "LIKE": return fits(scalars(own), scalars(other))
    case "<": return own.lexicographicallyPrecedes(other)
    case "<=": return !other.lexicographicallyPrecedes(own)
    case ">": return other.lexicographicallyPrecedes(own)
    default: return !own.lexicographicallyPrecedes(other)
    }
  }

  private static func scalars(_ bytes: [UInt8]) -> ArraySlice<Unicode.Scalar> {
    Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
  }

  /// Whether a whole text fits a pattern, by trying everything.
  private static func fits(
    _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return fits(text, rest) || !text.isEmpty && fits(text.dropFirst(), pattern)
    }
    guard let own = text.first else { return false }
    if first == "\\", let literal = rest.first {
      return own == literal && fits(text.dropFirst(), rest.dropFirst())
    }
    return (first == "?" || own == first) && fits(text.dropFirst(), rest)
  }
}
