// SPDX-License-Identifier: Apache-2.0

/// A predicate as it is written, before anybody asks what its names mean.
package indirect enum PredicateSyntax: Hashable, Sendable {
  case constant(Bool)
  case and([PredicateSyntax])
  case or([PredicateSyntax])
  case not(PredicateSyntax)
  case comparison(Comparison.Quantifier?, Operand, Word, TextOptions, Operand)

  /// What stands between two operands.
  package enum Word: Hashable, Sendable {
    case comparison(Comparison.Operator)
    case among
    case between
  }

  package indirect enum Operand: Hashable, Sendable {
    /// Names with full stops between; empty for SELF.
    case path([String])
    /// What a map has under a key, a list in a place, or a value of any type under one of these,
    /// and names from there on: `words['de']`.
    case entry(Operand, key: Operand, [String])
    /// The same for an end of a list, or all there is: `words[FIRST]`, `any[*]`.
    case inside(Operand, PropertyPath.Inside, [String])
    /// How many elements of a collection fit: SUBQUERY. Paths in it begin at the element.
    case subquery(Operand, PredicateSyntax)
    /// A path that is an argument: %K.
    case pathArgument(Int)
    /// A value that is an argument.
    case argument(Int)
    case literal(Literal)
    case list([Operand])
  }

  package enum Literal: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
  }
}

/// Where the text of a predicate cannot be read on.
///
/// Holds nothing of the text, which may hold what is secret.
package struct PredicateSyntaxError: Error, Hashable, CustomStringConvertible {
  /// The number of the Unicode scalar, from 1.
  package let position: Int
  /// What could have stood there.
  package let expectation: String

  package var description: String {
    "the predicate cannot be read at character \(position): \(expectation) is expected there"
  }
}
