// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// SQLite's verdict on a call: an extended result code, whose low byte is the primary one.
///
/// Equality compares the whole code; `~=` (as in `switch` and `catch`) lets a primary code match
/// all its extensions, so `case .busy` also takes `SQLITE_BUSY_SNAPSHOT`.
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number SQLite uses.
  public let rawValue: Int32

  /// Wraps a number of SQLite's.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// Whether `code` is `pattern` or, for a primary `pattern`, one of its extensions.
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
  }
}

extension ResultCode {
  /// Success.
  public static let ok = ResultCode(rawValue: SQLITE_OK)
  /// The statement is wrong, or something without a code of its own.
  public static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// The file's permissions do not allow what was asked.
  public static let permission = ResultCode(rawValue: SQLITE_PERM)
  /// A callback or a conflict ended the statement.
  public static let abort = ResultCode(rawValue: SQLITE_ABORT)
  /// Another connection holds the lock that was needed, for longer than the busy timeout.
  public static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// A table of this very connection is in use.
  public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// Memory ran out.
  public static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
  /// The database cannot be written.
  public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// The folder of the database does not let the files be made that lie beside it.
  public static let readOnlyFolder = ResultCode(rawValue: SQLITE_READONLY | 6 << 8)
  /// The statement was interrupted.
  public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  /// Reading, writing or locking the file failed.
  public static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  /// A page does not carry the content it was written with.
  public static let ioErrorData = ResultCode(rawValue: SQLITE_IOERR | 32 << 8)
  /// The content of the file contradicts itself.
  public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// The disk, or the size limit of the process, is used up.
  public static let full = ResultCode(rawValue: SQLITE_FULL)
  /// The file cannot be opened.
  public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// A constraint of the schema forbids the change.
  public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// A row with this row id, or this primary key, exists.
  public static let keyIsTaken = ResultCode(rawValue: SQLITE_CONSTRAINT | 6 << 8)
  /// A value, row or statement is larger than the connection allows.
  public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  /// A value has another type than its column can hold.
  public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  /// The statement does what the connection does not allow.
  public static let denied = ResultCode(rawValue: SQLITE_AUTH)
  /// The interface was used in a way it does not allow.
  public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  /// A parameter index that the statement does not have.
  public static let range = ResultCode(rawValue: SQLITE_RANGE)
  /// The file is not an SQLite database.
  public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  /// `step` has delivered a row.
  static let row = ResultCode(rawValue: SQLITE_ROW)
  /// `step` has come to the end.
  static let done = ResultCode(rawValue: SQLITE_DONE)
}
