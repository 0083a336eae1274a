// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension Connection {
  private static let pagesAtATime: Int32 = 256

  /// Copies the database, as it is at this moment, over that of `target`, page by page.
  ///
  /// Others may write meanwhile where the journal mode lets them: one read transaction spans it
  /// all. The pages of both must have the same size and the same number of reserved bytes.
  ///
  /// - Parameter progress: told how many pages of how many are done.
  /// - Throws: ``SQLiteError`` of either side.
  package func copyPages(
    to target: Connection, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(SQLiteError) {
    try execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
    defer { try? execute("COMMIT") }
    guard
      let copy = unsafe sqlite3_backup_init(
        target.handle.pointer, "main", handle.pointer, "main")
    else { throw target.handle.error(SQLITE_ERROR) }
    var status = SQLITE_OK
    while status == SQLITE_OK {
      status = unsafe sqlite3_backup_step(copy, Self.pagesAtATime)
      let total = unsafe Int(sqlite3_backup_pagecount(copy))
      let remaining = unsafe Int(sqlite3_backup_remaining(copy))
      progress(total - remaining, total)
    }
    let end = unsafe sqlite3_backup_finish(copy)
    guard status == SQLITE_DONE else { throw target.handle.error(end == SQLITE_OK ? status : end) }
    try target.handle.check(end)
  }

  /// Leaves `count` bytes free at the end of every page of a new database, or of the file that
  /// VACUUM INTO writes.
  ///
  /// - Throws: ``SQLiteError``.
  package func setReservedBytes(_ count: Int) throws(SQLiteError) {
    var count = Int32(count)
    try handle.check(
      unsafe sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_RESERVE_BYTES, &count))
  }

  /// The text in the first column of the first row that `sql` delivers; empty when there is none.
  ///
  /// - Throws: ``SQLiteError``.
  package func text(_ sql: String) throws(SQLiteError) -> String {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.text(at: 0) : ""
  }

  /// The integer in the first column of the first row that `sql` delivers; nil when there is none.
  ///
  /// - Throws: ``SQLiteError``.
  package func number(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(at: 0) ? statement.integer(at: 0) : nil
  }

  /// What this connection knows about `error`, which SQLite has reported elsewhere.
  package func explaining(_ error: SQLiteError) -> SQLiteError {
    guard error.underlying == nil, let reason = failureExplanation?(error) else { return error }
    return SQLiteError(
      code: error.code, message: error.message, sql: error.sql, underlying: reason,
      systemErrorNumber: error.systemErrorNumber)
  }
}
