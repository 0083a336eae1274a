// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
public import Secrets

/// What a ``Keychain`` can keep: text, bytes, numbers, and types of your own that can be made of
/// bytes.
///
/// Conform a type of your own when it has a natural form as bytes; for everything else that is
/// `Codable` there are methods of their own, such as
/// ``Keychain/set(encoding:for:accessibility:details:)``.
public protocol KeychainValue: ~Copyable {
  /// The bytes to keep.
  borrowing func keychainBytes() -> SecretBytes

  /// Makes the value of the bytes that were kept; nil when they are none.
  init?(keychainBytes bytes: RawSpan)
}

/// Text is kept as UTF-8. A `String` cannot be wiped: for what must not stay in memory, use
/// `SecretBytes`.
extension String: KeychainValue {
  /// The text in UTF-8.
  public func keychainBytes() -> SecretBytes { withUTF8Bytes { SecretBytes(copying: $0) } }

  /// Reads UTF-8; nil when the bytes are none.
  public init?(keychainBytes bytes: RawSpan) {
    guard let text = bytes.text else { return nil }
    self = text
  }
}

/// Bytes are kept as they are, and never leave locked memory.
extension SecretBytes: KeychainValue {
  /// A copy of the bytes.
  public borrowing func keychainBytes() -> SecretBytes { copy() }

  /// Copies the bytes.
  public init?(keychainBytes bytes: RawSpan) { self.init(copying: bytes) }
}

/// Bytes are kept as they are.
extension [UInt8]: KeychainValue {
  /// A copy of the bytes.
  public func keychainBytes() -> SecretBytes { SecretBytes(copying: rawBytes) }

  /// Copies the bytes into an array, which nobody wipes.
  public init?(keychainBytes bytes: RawSpan) { self = bytes.array }
}
