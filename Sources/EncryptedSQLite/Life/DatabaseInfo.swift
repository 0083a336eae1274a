// SPDX-License-Identifier: Apache-2.0

/// What can be said about a file without decrypting anything.
public struct DatabaseInfo: Sendable, Equatable {
  /// What the first bytes of a file say it is.
  public enum Kind: String, Sendable {
    /// An encrypted database that this program reads.
    case encrypted
    /// An encrypted database in a format version that this program does not read.
    case unsupportedVersion
    /// An encrypted database whose place a rekeyed one has taken, seen through an old link.
    case replaced
    /// A plain SQLite database.
    case plain
    /// No bytes at all: an encrypted database can be made there.
    case empty
    /// Zeros: a first transaction that never ended, or noughts from elsewhere.
    case unwritten
    /// An encrypted database that ends inside its first page.
    case truncated
    /// Anything else.
    case foreign
  }

  /// A file that belongs to the database and lies beside it.
  public struct SideFile: Sendable, Equatable {
    /// Its path.
    public let path: String
    /// Its size.
    public let byteCount: Int64
  }

  /// The path that was asked for.
  public let path: String
  /// What it is.
  public let kind: Kind
  /// Its size.
  public let byteCount: Int64
  /// The version of the encrypted format, where there is one.
  public let formatVersion: Int?
  /// The size of a page, for databases.
  public let pageByteCount: Int?
  /// How many whole pages the file has, for databases.
  public let pageCount: Int64?
  /// How many bytes follow the last whole page: 0 unless a write was cut short.
  public let excessByteCount: Int?
  /// The salt of the file as hexadecimal digits: another one in every encrypted file, and a new one
  /// after a change of keys.
  public let salt: String?
  /// The write-ahead log beside it, if there is one.
  public let log: SideFile?
  /// The rollback journal beside it, if there is one.
  public let journal: SideFile?
  /// Whether the key that was given is the one of this file; nil without a key, and for other
  /// files.
  public let isRightKey: Bool?
}
