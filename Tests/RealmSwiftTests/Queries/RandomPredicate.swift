// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers

/// A predicate by chance: its text, the arguments, and what it means, said in plain Swift.
struct RandomPredicate {
  var format: String
  var arguments: [Any] = []
  var holds: (Sample) -> Bool

  static func make(depth: Int, by random: inout SeededGenerator) -> RandomPredicate {
    switch random.next() % (depth > 0 ? 6 : 3) {
    case 3: return join("AND", depth, &random) { $0 && $1 }
    case 4: return join("OR", depth, &random) { $0 || $1 }
    case 5:
      let inner = make(depth: depth - 1, by: &random)
      return RandomPredicate(format: "NOT (\(inner.format))", arguments: inner.arguments) {
        !inner.holds($0)
      }
    default: return comparison(&random)
    }
  }

  private static func join(
    _ word: String, _ depth: Int, _ random: inout SeededGenerator,
    _ operation: @escaping (Bool, Bool) -> Bool
  ) -> RandomPredicate {
    let a = make(depth: depth - 1, by: &random)
    let b = make(depth: depth - 1, by: &random)
    return RandomPredicate(
      format: "(\(a.format)) \(word) (\(b.format))", arguments: a.arguments + b.arguments
    ) { operation(a.holds($0), b.holds($0)) }
  }

  private static func comparison(_ random: inout SeededGenerator) -> RandomPredicate {
    let isLinked = random.next() % 4 == 0
    let prefix = isLinked ? "link." : ""
    func at(_ sample: Sample) -> Sample? { isLinked ? sample.link : sample }
    switch random.next() % 20 {
    case 0:
      return order(prefix + "int", random.maybe(Sample.ints), &random) { at($0)?.int }
    case 1:
      return order(prefix + "maybeInt", random.maybe(Sample.ints), &random) { at($0)?.maybeInt }
    case 2:
      return order(prefix + "double", random.maybe(Sample.doubles), &random) { at($0)?.double }
    case 3:
      return order(prefix + "maybeDouble", random.maybe(Sample.doubles), &random) {
        at($0)?.maybeDouble
      }
    case 4:
      let value = random.maybe(Sample.doubles).map { Float($0) }
      return order(prefix + "float", value, &random) { at($0)?.float }
    case 5:
      return order(prefix + "date", random.maybe(Sample.dates), &random) { at($0)?.date }
    case 6:
      return order(prefix + "maybeDate", random.maybe(Sample.dates), &random) {
        at($0)?.maybeDate
      }
    case 7:
      return equality(prefix + "bool", random.maybe([true, false]), &random) { at($0)?.bool }
    case 8:
      return equality(prefix + "maybeBool", random.maybe([true, false]), &random) {
        at($0)?.maybeBool
      }
    case 9:
      return equality(prefix + "uuid", random.maybe(Sample.uuids), &random) { at($0)?.uuid }
    case 10:
      return equality(prefix + "data", random.maybe(Sample.bytes), &random) { at($0)?.data }
    case 11:
      return among(prefix + "maybeInt", &random) { at($0)?.maybeInt }
    case 12:
      return order(prefix + "decimal", random.maybe(Sample.decimals), &random) { at($0)?.decimal }
    case 13:
      return order(prefix + "maybeDecimal", random.maybe(Sample.decimals), &random) {
        at($0)?.maybeDecimal
      }
    case 14:
      return order(prefix + "objectId", random.maybe(Sample.objectIds), &random) {
        at($0)?.objectId
      }
    case 15, 16:
      return RandomAnything.comparison(prefix + "#any", &random) { at($0)?.any ?? .none }
    case 17:
      return text(prefix + "text", &random) { at($0)?.text }
    default:
      return text(prefix + "maybeText", &random) { at($0)?.maybeText }
    }
  }

  /// What is not a number is the same as itself, as far as queries go.
  private static func isSame<T: Equatable>(_ a: T, _ b: T) -> Bool {
    a == b || a != a && b != b
  }

  private static func isSame<T: Equatable>(_ a: T?, _ b: T?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): isSame(a, b)
    default: false
    }
  }

  private static func equality<T: Equatable>(
    _ path: String, _ value: T?, _ random: inout SeededGenerator,
    _ read: @escaping (Sample) -> T?
  ) -> RandomPredicate {
    let isEqual = random.next() % 2 == 0
    return RandomPredicate(
      format: "\(path) \(isEqual ? "==" : "!=") %@", arguments: [value as Any]
    ) { isSame(read($0), value) == isEqual }
  }

  private static func order<T: Comparable>(
    _ path: String, _ value: T?, _ random: inout SeededGenerator,
    _ read: @escaping (Sample) -> T?
  ) -> RandomPredicate {
    let word = random.pick(["<", "<=", ">", ">=", "==", "!=", "=<", "<>"])
    func holds(_ sample: Sample) -> Bool {
      if word == "==" { return isSame(read(sample), value) }
      if word == "!=" || word == "<>" { return !isSame(read(sample), value) }
      guard let own = read(sample), let value else { return false }
      switch word {
      case "<": return own < value
      case "<=", "=<": return own <= value
      case ">": return own > value
      default: return own >= value
      }
    }
    return RandomPredicate(format: "\(path) \(word) %@", arguments: [value as Any], holds: holds)
  }

  private static func among(
    _ path: String, _ random: inout SeededGenerator, _ read: @escaping (Sample) -> Int?
  ) -> RandomPredicate {
    let values = (0..<Int(random.next() % 4)).map { _ in random.maybe(Sample.ints) }
    return RandomPredicate(format: "\(path) IN %@", arguments: [values]) {
      values.contains(read($0))
    }
  }

  // MARK: Texts

  private static func text(
    _ path: String, _ random: inout SeededGenerator, _ read: @escaping (Sample) -> String?
  ) -> RandomPredicate {
    let word = random.pick(["==", "!=", "BEGINSWITH", "CONTAINS", "ENDSWITH", "<", ">="])
    let options = random.pick(["", "[c]", "[d]", "[cd]"])
    let value = random.maybe(Sample.texts)
    func holds(_ sample: Sample) -> Bool {
      let own = read(sample).map { folded($0, options) }
      let value = value.map { folded($0, options) }
      if word == "==" { return own == value }
      if word == "!=" { return own != value }
      guard let own, let value else { return false }
      switch word {
      case "BEGINSWITH": return own.starts(with: value)
      case "ENDSWITH": return own.reversed().starts(with: value.reversed())
      case "CONTAINS":
        return own.indices.contains { own[$0...].starts(with: value) } || value.isEmpty
      case "<": return own.lexicographicallyPrecedes(value)
      default: return !own.lexicographicallyPrecedes(value)
      }
    }
    return RandomPredicate(
      format: "\(path) \(word)\(options) %@", arguments: [value as Any], holds: holds)
  }

  /// The bytes that are compared.
  static func folded(_ text: String, _ options: String) -> [UInt8] {
    var text = text
    if options.contains("d") {
      text = String(
        String.UnicodeScalarView(
          text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
          }))
    }
    return Array((options.contains("c") ? text.lowercased() : text).utf8)
  }
}
