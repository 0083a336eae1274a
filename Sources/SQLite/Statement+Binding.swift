// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Parameters count from 1, as in SQLite. SQLite copies what is bound.
extension Statement {
  /// Binds an integer.
  ///
  /// - Throws: ``SQLiteError`` with `range` for a parameter that the statement does not have,
  ///   `misuse` when it is between rows.
  public func bind(_ value: Int64, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(pointer, Int32(clamping: index), value))
  }

  /// Binds an integer.
  ///
  /// - Throws: as for an `Int64`.
  public func bind(_ value: Int, at index: Int) throws(SQLiteError) {
    try bind(Int64(value), at: index)
  }

  /// Binds a floating-point number; not-a-number becomes NULL.
  ///
  /// - Throws: as for an integer.
  public func bind(_ value: Double, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_double(pointer, Int32(clamping: index), value))
  }

  /// Binds text.
  ///
  /// - Throws: as for an integer, and `SQLITE_TOOBIG` above a gigabyte.
  public func bind(_ value: String, at index: Int) throws(SQLiteError) {
    var value = value
    try check(
      value.withUTF8 { text in
        unsafe text.withMemoryRebound(to: CChar.self) { text in
          // An empty text has no address, and to SQLite no address is NULL.
          unsafe sqlite3_bind_text64(
            pointer, Int32(clamping: index), text.baseAddress ?? UnsafePointer(bitPattern: 1),
            UInt64(text.count), strongroom_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
      })
  }

  /// Binds bytes.
  ///
  /// - Throws: as for text.
  public func bind(_ value: [UInt8], at index: Int) throws(SQLiteError) {
    try bind(unsafe value.span.bytes, at: index)
  }

  /// Binds bytes from a span, for those that should not be copied into an array first.
  ///
  /// - Throws: as for text.
  public func bind(_ value: RawSpan, at index: Int) throws(SQLiteError) {
    try check(
      unsafe value.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_blob64(
          pointer, Int32(clamping: index), bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1),
          UInt64(bytes.count), strongroom_sqlite_transient())
      })
  }

  /// Binds NULL.
  ///
  /// - Throws: as for an integer.
  public func bindNull(at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(pointer, Int32(clamping: index)))
  }

  private func check(_ status: Int32) throws(SQLiteError) {
    guard status == SQLITE_OK else { throw handle.error(status, sql: sql) }
  }
}
