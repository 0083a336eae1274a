// SPDX-License-Identifier: Apache-2.0

/// An option that a command declares: `-a` with a one-letter name, `--group` with a longer one.
package struct Option: Hashable, Sendable {
  package enum Value: Sendable {
    case none
    /// Attached to the option, or else the next word, whatever that looks like.
    case required
    /// As ``required``; but where no word follows, somebody is asked for it.
    case askedForAtTheEnd
  }

  package let name: String
  package let value: Value
  /// Whether its value must never be shown.
  package let isSecret: Bool

  package init(_ name: String, _ value: Value = .none, isSecret: Bool = false) {
    self.name = name
    self.value = value
    self.isSecret = isSecret
  }

  package static func == (a: Option, b: Option) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The option as it is typed.
  package var typed: String { name.utf8.count == 1 ? "-" + name : "--" + name }
}
