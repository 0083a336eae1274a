// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import SQLite

/// How an encrypted database is opened.
///
/// The defaults lose nothing that was acknowledged.
public struct DatabaseOptions: Sendable {
  /// How SQLite makes transactions atomic.
  public enum JournalMode: String, Sendable {
    /// A write-ahead log: readers and a writer do not wait for each other.
    case wal
    /// A rollback journal, deleted at the end of each transaction.
    case delete
    /// A rollback journal, cut to nothing at the end of each transaction.
    case truncate
    /// A rollback journal, whose header is overwritten at the end of each transaction.
    case persist
  }

  /// When SQLite waits for the disk.
  public enum Synchronous: String, Sendable {
    /// At every commit: an acknowledged transaction survives power loss.
    case full
    /// At checkpoints: power loss may take back the last transactions, never half of one.
    case normal
    /// Never: power loss may destroy the database. For data that can be made again.
    case off

    /// SQLite's word for it.
    ///
    /// What SQLite calls full leaves out the folder when a rollback journal is deleted, so power
    /// loss can bring the journal back, and it takes back the transaction.
    var pragma: String { self == .full ? "extra" : rawValue }
  }

  /// Whether a database gives the room of what was deleted back to the system.
  public enum AutoVacuum: String, Sendable {
    /// No: the room is used again, and VACUUM gives it back.
    case none
    /// At the end of each transaction.
    case full
    /// When `PRAGMA incremental_vacuum` asks for it.
    case incremental
  }

  /// What the database may be opened for.
  public var access: Connection.Access
  /// The journal mode to change to, where ``access`` allows writing.
  public var journalMode: JournalMode
  /// When to wait for the disk.
  public var synchronous: Synchronous
  /// How many bytes of decrypted pages SQLite may keep.
  ///
  /// Every page that is not there costs 3 µs to decrypt.
  public var cacheByteCount: Int
  /// How many milliseconds a call waits for another connection's lock.
  public var busyTimeout: Int
  /// The size of a page in a new database: a power of two from 1024 to 65536.
  ///
  /// A database that exists keeps its own. Large pages suit large values, and cost more for small
  /// changes: a page is encrypted and written whole. Each loses 48 bytes to encryption.
  public var pageSize = 4096
  /// Whether a new database gives room back.
  ///
  /// One that exists keeps its own; to change it, set `PRAGMA auto_vacuum` and run VACUUM. In a new
  /// database the statement comes too late, as SQLite takes the choice when it opens the file.
  public var autoVacuum = AutoVacuum.none
  /// Told when recovery after a crash finds more than a torn end: a log or journal with damage
  /// inside, which has been kept under another name.
  ///
  /// Called on the thread that opens or reads; must not use the connection.
  public var reportDamage: @Sendable (EncryptedSQLiteError) -> Void

  /// The name of the SQLite layer that does the reading and writing of what is encrypted.
  ///
  /// Another than SQLite's own is for tests: one that fails on purpose, or keeps a record.
  package var fileLayer = EncryptedVFS.unixLayer

  /// Makes options; see the properties for what they mean.
  public init(
    access: Connection.Access = .readWriteCreate, journalMode: JournalMode = .wal,
    synchronous: Synchronous = .full, cacheByteCount: Int = 64 << 20, busyTimeout: Int = 5000,
    reportDamage: @escaping @Sendable (EncryptedSQLiteError) -> Void = Self.warn
  ) {
    self.access = access
    self.journalMode = journalMode
    self.synchronous = synchronous
    self.cacheByteCount = cacheByteCount
    self.busyTimeout = busyTimeout
    self.reportDamage = reportDamage
  }

  /// Writes the reason to standard error, so that damage never goes by unseen.
  public static let warn: @Sendable (EncryptedSQLiteError) -> Void = { error in
    let line = Array("warning: \(error.reason)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
