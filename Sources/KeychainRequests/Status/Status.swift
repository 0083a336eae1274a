// SPDX-License-Identifier: Apache-2.0

/// How a call on the keychain ended: the number that Apple's API calls an `OSStatus`.
///
/// Any number can be held, for a status may come from elsewhere; those that have a name also have a
/// sentence which tells a person what happened and, where something can be done, what.
package struct Status: RawRepresentable, Hashable, Sendable {
  /// The number.
  package let rawValue: Int32

  /// Holds any number, known or not.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Finds a code by its full name, such as `errSecItemNotFound`; nil if no code is called that.
  package init?(name: String) {
    guard let entry = StatusEntry.byName[name] else { return nil }
    self.init(rawValue: entry.number)
  }

  /// Every code that has a name.
  package static var allKnown: [Status] { StatusEntry.all.map { Status(rawValue: $0.number) } }

  /// The full name, such as `errSecItemNotFound`; nil for a number that has none.
  package var name: String? { StatusEntry.byNumber[rawValue]?.name }

  /// A sentence for people; for a number without a name, `OSStatus` and the number.
  package var message: String { StatusEntry.byNumber[rawValue]?.message ?? "OSStatus \(rawValue)" }

  /// Whether the call did what it was asked to do.
  package var isSuccess: Bool { self == .success }
}

extension Status: CustomStringConvertible {
  /// The name and the number, for logs.
  package var description: String {
    if let name { "\(name) (\(rawValue))" } else { "OSStatus \(rawValue)" }
  }
}
