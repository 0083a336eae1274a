// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// The 64-byte key of an encrypted database.
///
/// It is raw key material: random bytes kept in the keychain. There is no initialiser that takes a
/// passphrase, since a passphrase is no key; derive 64 bytes with a password hash first if you
/// must.
public struct DatabaseKey: ~Copyable, Sendable {
  /// How many bytes a key has.
  public static let byteCount = 64

  let bytes: SecretBytes

  /// Copies the bytes of a key.
  ///
  /// Wipe the source if it is yours.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `invalidKey` for any other length than 64, and for a
  ///   key whose bytes are all the same: that is a buffer somebody forgot to fill.
  public init(copying bytes: RawSpan) throws(EncryptedSQLiteError) {
    guard bytes.byteCount == Self.byteCount else {
      throw EncryptedSQLiteError(
        .invalidKey,
        reason:
          "a database key has \(Self.byteCount) bytes, not \(bytes.byteCount); make one with DatabaseKey.random()"
      )
    }
    var difference: UInt8 = 0
    for i in 1..<bytes.byteCount { difference |= bytes.byte(at: i) ^ bytes.byte(at: 0) }
    guard difference != 0 else {
      throw EncryptedSQLiteError(
        .invalidKey,
        reason: "all bytes of the database key are the same; make a key with DatabaseKey.random()")
    }
    self.bytes = SecretBytes(copying: bytes)
  }

  private init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  /// Makes a new key from the kernel's random generator.
  public static func random() -> DatabaseKey { DatabaseKey(.random(count: byteCount)) }

  /// Lends the bytes of the key to `body`, to keep them in a keychain.
  ///
  /// - Throws: what `body` throws.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try bytes.withBytes(body)
  }

  /// Makes a second, independent copy.
  public borrowing func copy() -> DatabaseKey { DatabaseKey(bytes.copy()) }
}
