// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers

/// Comparisons by chance of a property of any type, and what they mean, said in plain Swift.
enum RandomAnything {
  static func comparison(
    _ path: String, _ random: inout SeededGenerator,
    _ read: @escaping (Sample) -> AnyRealmValue
  ) -> RandomPredicate {
    let word = random.pick(["==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "CONTAINS"])
    let isText = word == "BEGINSWITH" || word == "CONTAINS"
    let isEquality = word == "==" || word == "!="
    if random.next() % 2 == 0 {
      let (name, other) = random.pick(
        isText ? texts : isEquality ? numbers + texts + others : numbers + texts)
      return RandomPredicate(format: "\(path) \(word) \(name)") {
        holds(read($0), word, other($0))
      }
    }
    let value = random.pick(
      Sample.anything.filter {
        switch $0 {
        case .bool: isEquality
        case .string: true
        default: !isText
        }
      })
    return RandomPredicate(format: "\(path) \(word) %@", arguments: [value]) {
      holds(read($0), word, value)
    }
  }

  private typealias Property = (String, (Sample) -> AnyRealmValue)

  private static var numbers: [Property] {
    [
      ("int", { .int($0.int) }), ("maybeDouble", { $0.maybeDouble.map { .double($0) } ?? .none }),
      ("link.int", { $0.link.map { .int($0.int) } ?? .none }), ("#any", { $0.any }),
      ("decimal", { .decimal128($0.decimal) }),
    ]
  }

  private static var texts: [Property] {
    [
      ("text", { .string($0.text) }), ("maybeText", { $0.maybeText.map { .string($0) } ?? .none }),
    ]
  }

  private static var others: [Property] {
    [
      ("bool", { .bool($0.bool) }), ("uuid", { .uuid($0.uuid) }), ("date", { .date($0.date) }),
      ("link.any", { $0.link?.any ?? .none }),
    ]
  }

  private static func holds(_ a: AnyRealmValue, _ word: String, _ b: AnyRealmValue) -> Bool {
    if word == "==" { return isSame(a, b) }
    if word == "!=" { return !isSame(a, b) }
    switch (a, b) {
    case (.string(let a), .string(let b)):
      let (a, b) = (Array(a.utf8), Array(b.utf8))
      if word == "BEGINSWITH" { return a.starts(with: b) }
      if word == "CONTAINS" {
        return b.isEmpty || a.indices.contains { a[$0...].starts(with: b) }
      }
      return isOrdered(
        a.lexicographicallyPrecedes(b), word, b.lexicographicallyPrecedes(a))
    case (.data(let a), .data(let b)):
      return isOrdered(
        a.lexicographicallyPrecedes(b), word, b.lexicographicallyPrecedes(a))
    case (.date(let a), .date(let b)): return isOrdered(a < b, word, b < a)
    case (.decimal128(let a), .decimal128(let b)): return isOrdered(a < b, word, b < a)
    case (.uuid(let a), .uuid(let b)): return isOrdered(a < b, word, b < a)
    default:
      guard let a = number(a), let b = number(b), !a.isNaN, !b.isNaN else { return false }
      return isOrdered(a < b, word, b < a)
    }
  }

  private static func isOrdered(_ isLess: Bool, _ word: String, _ isGreater: Bool) -> Bool {
    switch word {
    case "<": isLess
    case "<=": !isGreater
    case ">": isGreater
    case ">=": !isLess
    default: false
    }
  }

  private static func isSame(_ a: AnyRealmValue, _ b: AnyRealmValue) -> Bool {
    if let a = number(a), let b = number(b) { return a == b || a.isNaN && b.isNaN }
    if case .string(let a) = a, case .string(let b) = b { return a.utf8.elementsEqual(b.utf8) }
    return a == b
  }

  private static func number(_ value: AnyRealmValue) -> Double? {
    switch value {
    case .int(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
