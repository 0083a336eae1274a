// SPDX-License-Identifier: Apache-2.0

/// What SQLite could not do, and why.
///
/// Equality is the code.
///
/// Holds the text of the statement as it was prepared, never the values bound to it.
public struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The extended result code; match it with `~=` to take a whole family.
  public let code: ResultCode
  /// SQLite's words, with those of ``underlying`` where there is one.
  public let message: String
  /// The statement, as prepared.
  public let sql: String?
  /// What the layer below SQLite knows about the failure: for an encrypted database an
  /// `EncryptedSQLiteError`.
  public let underlying: (any Error & Sendable)?
  /// The system's `errno` behind the failure, 0 where there was none.
  public let systemErrorNumber: Int32

  /// Makes an error of this module's kind, for callers that report their own failures beside
  /// SQLite's.
  public init(
    code: ResultCode, message: String, sql: String? = nil,
    underlying: (any Error & Sendable)? = nil, systemErrorNumber: Int32 = 0
  ) {
    self.code = code
    self.message = message
    self.sql = sql
    self.underlying = underlying
    self.systemErrorNumber = systemErrorNumber
  }

  /// The message, the code, and the statement.
  public var description: String {
    let statement = sql.map { " in \"\($0)\"" } ?? ""
    return "\(message) (SQLite code \(code.rawValue))\(statement)"
  }

  /// Whether both report the same code.
  public static func == (a: SQLiteError, b: SQLiteError) -> Bool { a.code == b.code }
}
