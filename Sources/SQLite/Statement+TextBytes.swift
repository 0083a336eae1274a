// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// How a database stores text.
package enum TextEncoding: UInt32, Sendable {
  case utf8 = 1
  case utf16LittleEndian = 2
  case utf16BigEndian = 3

  /// The name that `PRAGMA encoding` takes.
  package var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian: "UTF-16le"
    case .utf16BigEndian: "UTF-16be"
    }
  }
}

extension Statement {
  /// Binds text as it is stored, also where it is not well-formed.
  ///
  /// - Throws: as for other text.
  package func bindText(
    _ bytes: [UInt8], _ encoding: TextEncoding, at index: Int
  ) throws(SQLiteError) {
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe sqlite3_bind_text64(
        pointer, Int32(clamping: index),
        (bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1))?.assumingMemoryBound(
          to: CChar.self),
        UInt64(bytes.count), strongroom_sqlite_transient(), UInt8(encoding.rawValue))
    }
    guard status != SQLITE_OK else { return }
    throw handle.error(status, sql: sql)
  }
}
