// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A prepared statement, borrowed from its connection.
///
/// The connection keeps one a text: preparing the same text again hands out the same object, reset.
/// So finish with its rows first.
@safe
public final class Statement {
  /// The text it was prepared from.
  public let sql: String

  let handle: DatabaseHandle
  /// Nil once finalized.
  private(set) var pointer: OpaquePointer?

  init(_ sql: String, handle: DatabaseHandle) throws(SQLiteError) {
    self.sql = sql
    self.handle = handle
    guard let database = unsafe handle.pointer else { throw handle.error(SQLITE_MISUSE, sql: sql) }
    var prepared: OpaquePointer?
    var restIsBlank = true
    var sql = sql
    let status = sql.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let status = unsafe sqlite3_prepare_v3(
          database, text.baseAddress, Int32(clamping: text.count),
          UInt32(SQLITE_PREPARE_PERSISTENT),
          &prepared, &tail)
        if status == SQLITE_OK, let tail = unsafe tail, let start = text.baseAddress {
          let rest = unsafe text[(tail - start)...]
          restIsBlank = unsafe rest.allSatisfy { [0x20, 0x0A, 0x09, 0x0D, 0x3B].contains($0) }
        }
        return status
      }
    }
    try handle.check(status, sql: self.sql)
    guard let statement = unsafe prepared, restIsBlank else {
      unsafe sqlite3_finalize(prepared)
      throw SQLiteError(
        code: .misuse,
        message: "a statement to prepare is exactly one statement; use execute for several",
        sql: self.sql)
    }
    unsafe pointer = statement
  }

  /// Advances to the next row.
  ///
  /// - Returns: false at the end.
  /// - Throws: ``SQLiteError`` when the statement fails; it is reset then.
  public func step() throws(SQLiteError) -> Bool {
    let status = unsafe sqlite3_step(pointer)
    switch status {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = handle.error(status, sql: sql)
      reset()
      throw error
    }
  }

  /// Runs to the end, dropping rows, and resets.
  ///
  /// - Throws: ``SQLiteError`` when the statement fails.
  public func run() throws(SQLiteError) {
    while try step() {}
    reset()
  }

  /// Goes back to before the first row, which also ends the read transaction that the statement
  /// held.
  ///
  /// Bindings stay.
  public func reset() { unsafe sqlite3_reset(pointer) }

  func clearBindings() { unsafe sqlite3_clear_bindings(pointer) }

  func finalize() {
    unsafe sqlite3_finalize(pointer)
    unsafe pointer = nil
  }

  deinit { finalize() }
}
