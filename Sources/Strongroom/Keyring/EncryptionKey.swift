// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// A 64-byte key for an encrypted database, as a ``Keyring`` keeps it.
///
/// It is a class and not a value that can have one owner only, because programs keep keys in
/// configurations, closures and tasks: all of them share the one copy of the bytes, which is locked
/// in memory and wiped when the last of them lets go. Nothing about the bytes can be printed or
/// encoded; they are read in ``withBytes(_:)`` or, as a copy, through ``data``.
public final class EncryptionKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// How many bytes a key has.
  public static let byteCount = 64

  let secret: SharedSecret

  /// Copies the bytes of a key that comes from elsewhere, such as a backup.
  ///
  /// Wipe the source if it is yours.
  ///
  /// - Throws: `undecodable` for any other length than 64, and for bytes that are all the same:
  ///   that is a buffer somebody forgot to fill.
  public convenience init(copying bytes: RawSpan) throws(KeychainError) {
    try self.init(SharedSecret(copying: bytes), called: "the given key")
  }

  /// Takes what a keychain item holds.
  ///
  /// - Parameter name: what the key is called in the error.
  /// - Throws: as ``init(copying:)``.
  init(_ secret: SharedSecret, called name: String) throws(KeychainError) {
    if let flaw = secret.bytes.withBytes({ Self.flaw(in: $0) }) {
      throw KeychainError(.undecodable, reason: "\(name) cannot be an encryption key: \(flaw)")
    }
    self.secret = secret
  }

  /// Makes a new key from the kernel's random generator, without storing it.
  public static func random() -> EncryptionKey { EncryptionKey(random: .random(count: byteCount)) }

  private init(random bytes: consuming SecretBytes) { secret = SharedSecret(bytes) }

  /// What is wrong with `bytes` as a key; nil when nothing is.
  private static func flaw(in bytes: RawSpan) -> String? {
    guard bytes.byteCount == byteCount else {
      return "it has \(bytes.byteCount) bytes instead of \(byteCount)"
    }
    var difference: UInt8 = 0
    for i in 1..<bytes.byteCount { difference |= bytes.byte(at: i) ^ bytes.byte(at: 0) }
    return difference == 0 ? "all of its bytes are the same" : nil
  }

  /// Lends the bytes to `body`.
  ///
  /// - Throws: what `body` throws.
  public func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try secret.bytes.withBytes(body)
  }

  /// Whether both keys have the same bytes, in time that does not depend on them.
  public func isEqual(to other: EncryptionKey) -> Bool {
    secret.bytes.isEqual(to: other.secret.bytes)
  }

  /// Says that this is a key, and nothing of what is in it.
  public var description: String { "EncryptionKey" }

  /// Shows nothing to `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
