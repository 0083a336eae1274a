// SPDX-License-Identifier: Apache-2.0

/// The state of a database at one moment, to be kept elsewhere: whoever puts an older copy of the
/// file in its place, or of one page, is found out.
///
/// Nothing in the file can do that, as an older file is as genuine as the present one. Holds no
/// secret, but must be kept where the one who may change the file cannot change it.
public struct Attestation: Sendable, Equatable {
  /// How many bytes it has when it is stored.
  public static let byteCount = 1 + PageOne.saltByteCount + 8 + digestByteCount
  static let digestByteCount = 32
  private static let version: UInt8 = 1

  /// How often the database has been attested, or opened against an attestation; only grows.
  public let counter: Int64
  /// Over the tags of all pages.
  public let digest: [UInt8]
  /// Of the file; a rekeyed database has another one.
  public let salt: [UInt8]

  init(counter: Int64, digest: [UInt8], salt: [UInt8]) {
    self.counter = counter
    self.digest = digest
    self.salt = salt
  }

  /// The bytes to keep.
  public var bytes: [UInt8] {
    [Self.version] + salt + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
      + digest
  }

  /// Reads what ``bytes`` gave.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `damaged` for anything else.
  public init(bytes: [UInt8]) throws(EncryptedSQLiteError) {
    guard bytes.count == Self.byteCount, bytes[0] == Self.version else {
      throw EncryptedSQLiteError(
        .damaged,
        reason: "these \(bytes.count) bytes are no attestation; attest the database anew if it is "
          + "known to be the newest")
    }
    let rest = Array(bytes.dropFirst())
    salt = Array(rest.prefix(PageOne.saltByteCount))
    let number = rest.dropFirst(PageOne.saltByteCount).prefix(8)
    counter = number.reduce(0) { $0 << 8 | Int64($1) }
    digest = Array(rest.suffix(Self.digestByteCount))
  }
}

/// How a database that was opened compares with its attestation.
public enum Freshness: Sendable, Equatable {
  /// It is, byte for byte, what was attested.
  case asAttested
  /// It has been opened for writing since, and not attested again: after a crash, or while another
  /// program has it open. How far it should have come, nobody knows.
  case advanced
  /// There was no attestation to compare it with.
  case unattested
}
