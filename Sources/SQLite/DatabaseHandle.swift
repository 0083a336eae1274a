// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// The owner of SQLite's `sqlite3`: shared by a connection and its statements, so that a statement
/// kept too long reports misuse instead of touching freed memory.
@safe
final class DatabaseHandle {
  /// Nil once closed.
  private(set) var pointer: OpaquePointer?
  /// Asked for the reason behind every failure; see ``Connection/failureExplanation``.
  var explain: ((SQLiteError) -> (any Error & Sendable)?)?

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// The error for a call that returned `status`.
  func error(_ status: Int32, sql: String? = nil) -> SQLiteError {
    guard let pointer = unsafe pointer else {
      return SQLiteError(
        code: .misuse, message: "the connection is closed; open another one", sql: sql)
    }
    let extended = unsafe sqlite3_extended_errcode(pointer)
    // A call that fails before it reaches the connection leaves the connection's own code alone.
    let code = ResultCode(rawValue: extended & 0xFF == status & 0xFF ? extended : status)
    let words =
      code.rawValue == extended
      ? unsafe String(cString: sqlite3_errmsg(pointer))
      : unsafe String(cString: sqlite3_errstr(status))
    let plain = SQLiteError(
      code: code, message: words, sql: sql, systemErrorNumber: unsafe sqlite3_system_errno(pointer))
    guard let reason = explain?(plain) else { return plain }
    return SQLiteError(
      code: code, message: "\(words): \(reason)", sql: sql, underlying: reason,
      systemErrorNumber: plain.systemErrorNumber)
  }

  /// Throws unless `status` is success.
  func check(_ status: Int32, sql: String? = nil) throws(SQLiteError) {
    if status != SQLITE_OK { throw error(status, sql: sql) }
  }

  /// Closes; the statements must be finalized.
  func close() throws(SQLiteError) {
    guard let pointer = unsafe pointer else { return }
    let status = unsafe sqlite3_close(pointer)
    guard status == SQLITE_OK else { throw error(status) }
    unsafe self.pointer = nil
  }

  deinit {
    // Whoever wants to know closes; a zombie is freed with its last statement.
    if let pointer = unsafe pointer { unsafe sqlite3_close_v2(pointer) }
  }
}
