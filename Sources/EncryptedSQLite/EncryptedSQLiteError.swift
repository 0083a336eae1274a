// SPDX-License-Identifier: Apache-2.0

/// What went wrong with an encrypted database.
///
/// Equality is the code.
///
/// A wrong key, a plain file, a foreign file and damage are different codes, because they call for
/// different acts. No error ever holds a key byte or a bound value.
public struct EncryptedSQLiteError: Error, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    private enum Kind {
      case wrongKey, notEncrypted, notADatabase, unsupportedVersion, damaged, truncated, invalidKey,
        keyMissing, busy
      case replaced, targetExists, rolledBack
      case diskFull, permissionDenied, notFound, outOfMemory, unsupported, wrongProcess,
        inputOutput, sqlite
    }

    private let kind: Kind

    /// The file is ours and whole as far as can be told, but was made with another key.
    public static let wrongKey = Code(kind: .wrongKey)
    /// The file is a plain SQLite database.
    public static let notEncrypted = Code(kind: .notEncrypted)
    /// The file is neither ours nor SQLite's.
    public static let notADatabase = Code(kind: .notADatabase)
    /// The file is ours, of a format version that this program does not read.
    public static let unsupportedVersion = Code(kind: .unsupportedVersion)
    /// Bytes in the file are not those that were written; the key is right.
    public static let damaged = Code(kind: .damaged)
    /// Bytes that must be there are missing at the end of the file.
    public static let truncated = Code(kind: .truncated)
    /// The bytes given as a key cannot be one.
    public static let invalidKey = Code(kind: .invalidKey)
    /// Something tried to open an encrypted database without handing over a key.
    public static let keyMissing = Code(kind: .keyMissing)
    /// Another connection held a lock for longer than the busy timeout.
    public static let busy = Code(kind: .busy)
    /// Another file has taken the place of the one that was opened.
    public static let replaced = Code(kind: .replaced)
    /// The file to be written exists already, and nobody said that it may go.
    public static let targetExists = Code(kind: .targetExists)
    /// The database is older than, or another one than, the state that was attested.
    public static let rolledBack = Code(kind: .rolledBack)
    /// The disk, a quota, or the process's file size limit is used up.
    public static let diskFull = Code(kind: .diskFull)
    /// The permissions of the file or folder do not allow what was asked.
    public static let permissionDenied = Code(kind: .permissionDenied)
    /// There is no such file or folder.
    public static let notFound = Code(kind: .notFound)
    /// Memory ran out.
    public static let outOfMemory = Code(kind: .outOfMemory)
    /// An encrypted database cannot do this, by design.
    public static let unsupported = Code(kind: .unsupported)
    /// The connection was made before a fork, by the parent.
    public static let wrongProcess = Code(kind: .wrongProcess)
    /// The system failed to read, write, or lock; ``EncryptedSQLiteError/underlying`` has SQLite's
    /// words.
    public static let inputOutput = Code(kind: .inputOutput)
    /// SQLite refused for a reason of its own, which is in ``EncryptedSQLiteError/underlying``.
    public static let sqlite = Code(kind: .sqlite)
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened, to which thing, and what to try.
  public let reason: String
  /// The path of the file concerned.
  public let file: String?
  /// The number of the page concerned, counting from 1.
  public let page: UInt32?
  /// Where in the file the bytes concerned start.
  public let offset: Int64?
  /// The error this one was made from.
  public let underlying: (any Error & Sendable)?

  init(
    _ code: Code, reason: String, file: String? = nil, page: UInt32? = nil, offset: Int64? = nil,
    underlying: (any Error & Sendable)? = nil
  ) {
    self.code = code
    self.reason = reason
    self.file = file
    self.page = page
    self.offset = offset
    self.underlying = underlying
  }

  /// The reason.
  public var description: String { reason }

  /// Whether both report the same code.
  public static func == (a: EncryptedSQLiteError, b: EncryptedSQLiteError) -> Bool {
    a.code == b.code
  }
}
