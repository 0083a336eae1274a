// SPDX-License-Identifier: Apache-2.0

public import Secrets

// Numbers are kept as the text that Swift prints, so that `security find-generic-password -w` shows
// them and scripts can store them.

/// Kept as the text `true` or `false`.
extension Bool: KeychainValue {
  /// The text of the value.
  public func keychainBytes() -> SecretBytes { description.keychainBytes() }

  /// Reads `true` and `false`; nil for anything else.
  public init?(keychainBytes bytes: RawSpan) {
    guard let value = bytes.text.flatMap(Bool.init) else { return nil }
    self = value
  }
}

/// Kept as decimal text.
extension Int: KeychainValue {
  /// The text of the number.
  public func keychainBytes() -> SecretBytes { description.keychainBytes() }

  /// Reads a decimal number; nil for anything else and for numbers that are too large.
  public init?(keychainBytes bytes: RawSpan) {
    guard let value = bytes.text.flatMap({ Int($0) }) else { return nil }
    self = value
  }
}

/// Kept as the shortest decimal text that gives the same number again.
extension Double: KeychainValue {
  /// The text of the number.
  public func keychainBytes() -> SecretBytes { description.keychainBytes() }

  /// Reads a number; nil for anything else.
  public init?(keychainBytes bytes: RawSpan) {
    guard let value = bytes.text.flatMap(Double.init) else { return nil }
    self = value
  }
}
