// SPDX-License-Identifier: Apache-2.0

/// One call of the item API, exactly as the caller made it: nothing is checked before the engine
/// does.
package struct Request: Sendable {
  package enum Operation: Sendable { case add, copyMatching, update, delete }

  /// A dictionary of the API.
  ///
  /// The order is the caller's; keys may repeat only by mistake, and then the last one counts.
  package typealias Dictionary = [Entry]

  package struct Entry: Sendable {
    package let key: Key
    package let value: Value

    package init(_ key: Key, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// A key of a dictionary.
  ///
  /// Only text can name something, but the other shapes have errors of their own.
  package enum Key: Hashable, Sendable {
    case name(String)
    case number
    case other
  }

  /// A value of a dictionary, in the types that property lists and Core Foundation have.
  package enum Value: Sendable {
    case attribute(AttributeValue)
    /// Bytes that may be secret: `kSecValueData` and its like. Wherever bytes are expected, these
    /// are bytes.
    case secret(SharedSecret)
    case uuid([UInt8])
    case accessControl(AccessControl)
    case authenticationContext(AuthenticationContext)
    case null
    /// An object that no key takes; the name of its type is for the message.
    case unsupported(String)
  }

  package var operation: Operation
  /// The query, or for Add the attributes.
  package var query: Dictionary
  /// For Update: what changes.
  package var changes: Dictionary

  package init(_ operation: Operation, _ query: Dictionary, changes: Dictionary = []) {
    self.operation = operation
    self.query = query
    self.changes = changes
  }
}

extension Request.Value {
  package static func text(_ text: String) -> Self { .attribute(.text(text)) }
  package static func bytes(_ bytes: [UInt8]) -> Self { .attribute(.bytes(bytes)) }
  package static func integer(_ number: Int64) -> Self { .attribute(.integer(number)) }
  package static func boolean(_ flag: Bool) -> Self { .attribute(.boolean(flag)) }
  package static func date(_ secondsSince2001: Double) -> Self {
    .attribute(.date(secondsSince2001))
  }
}

extension Request.Entry {
  package init(_ key: AttributeKey, _ value: Request.Value) {
    self.init(.name(key.description), value)
  }
}
