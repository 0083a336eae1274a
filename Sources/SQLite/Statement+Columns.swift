// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Columns count from 0, as in SQLite. Values convert as SQLite converts them: NULL is 0, "", or no
/// bytes.
extension Statement {
  /// The number of columns in a row.
  public var columnCount: Int { unsafe Int(sqlite3_column_count(pointer)) }

  /// The name of a column, empty for one that the statement does not have.
  public func columnName(at column: Int) -> String {
    guard let name = unsafe sqlite3_column_name(pointer, Int32(clamping: column)) else { return "" }
    return unsafe String(cString: name)
  }

  /// Whether the value is NULL.
  public func isNull(at column: Int) -> Bool {
    unsafe sqlite3_column_type(pointer, Int32(clamping: column)) == SQLITE_NULL
  }

  /// The value as an integer.
  public func integer(at column: Int) -> Int64 {
    unsafe sqlite3_column_int64(pointer, Int32(clamping: column))
  }

  /// The value as a floating-point number.
  public func double(at column: Int) -> Double {
    unsafe sqlite3_column_double(pointer, Int32(clamping: column))
  }

  /// The value as text; what is not valid UTF-8 is replaced.
  public func text(at column: Int) -> String {
    let column = Int32(clamping: column)
    guard let text = unsafe sqlite3_column_text(pointer, column) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// The value as bytes.
  public func bytes(at column: Int) -> [UInt8] {
    withBytes(at: column) { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
  }

  /// Lends the value's bytes, in SQLite's own memory, to `body`.
  ///
  /// - Throws: what `body` throws.
  public func withBytes<R: ~Copyable, E: Error>(
    at column: Int, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let column = Int32(clamping: column)
    let base = unsafe sqlite3_column_blob(pointer, column)
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    let buffer = unsafe UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : count)
    return try body(unsafe RawSpan(_unsafeBytes: buffer))
  }
}

/// The kinds of values that SQLite keeps.
public enum StorageClass: Sendable {
  /// No value.
  case null
  /// A whole number of 64 bits.
  case integer
  /// A floating-point number of 64 bits.
  case real
  /// Text.
  case text
  /// Bytes.
  case bytes
}

extension Statement {
  /// The kind of value in a column of the current row.
  public func storageClass(at column: Int) -> StorageClass {
    switch unsafe sqlite3_column_type(pointer, Int32(clamping: column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .bytes
    default: .null
    }
  }
}
