// SPDX-License-Identifier: Apache-2.0

/// What the objects of a query have in common.
///
/// Names are those of the file.
package indirect enum Predicate: Hashable, Sendable {
  case constant(Bool)
  case comparison(Comparison)
  case and([Predicate])
  case or([Predicate])
  case not(Predicate)

  /// Both, without a level of its own where one is a chain already.
  package static func && (a: Predicate, b: Predicate) -> Predicate {
    switch (a, b) {
    case (.constant(true), _): b
    case (_, .constant(true)): a
    case (.and(let a), .and(let b)): .and(a + b)
    case (.and(let a), _): .and(a + [b])
    case (_, .and(let b)): .and([a] + b)
    default: .and([a, b])
    }
  }

  /// Either, without a level of its own where one is a chain already.
  package static func || (a: Predicate, b: Predicate) -> Predicate {
    switch (a, b) {
    case (.or(let a), .or(let b)): .or(a + b)
    case (.or(let a), _): .or(a + [b])
    case (_, .or(let b)): .or([a] + b)
    default: .or([a, b])
    }
  }
}

/// What is said of the values that a path leads to.
package struct Comparison: Hashable, Sendable {
  /// How two values stand to each other.
  package enum Operator: String, Hashable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH"
    case contains = "CONTAINS"
    case endsWith = "ENDSWITH"
    case like = "LIKE"

    /// Whether it is about order.
    var isOrdering: Bool {
      switch self {
      case .less, .lessOrEqual, .greater, .greaterOrEqual: true
      default: false
      }
    }

    /// Whether it looks into a text.
    var isText: Bool {
      switch self {
      case .beginsWith, .contains, .endsWith, .like: true
      default: false
      }
    }
  }

  /// What values are held against.
  package enum Condition: Hashable, Sendable {
    case value(Operator, MixedValue, TextOptions)
    case path(Operator, PropertyPath, TextOptions)
    case among([MixedValue])
    case between(MixedValue, MixedValue)
    /// For objects that are places.
    case within(Region)
  }

  /// How many of the values that a path through collections leads to.
  package enum Quantifier: String, Hashable, Sendable {
    case any = "ANY"
    case all = "ALL"
    case none = "NONE"
  }

  package var path: PropertyPath
  /// Nil only for a path through no collection.
  package var quantifier: Quantifier?
  package var condition: Condition

  package init(_ path: PropertyPath, quantifier: Quantifier? = nil, _ condition: Condition) {
    self.path = path
    self.quantifier = quantifier
    self.condition = condition
  }
}
