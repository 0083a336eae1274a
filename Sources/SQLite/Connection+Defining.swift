// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension Connection {
  /// Runs `sql`, if it is one statement that defines a table, index, view or trigger and does
  /// nothing else.
  ///
  /// For definitions that come from a file: SQLite never runs those, it only parses them. A
  /// statement that reads rows, attaches a file or ends the transaction is refused.
  ///
  /// - Throws: ``SQLiteError``; its code is `denied` for what is no definition.
  package func define(_ sql: String) throws(SQLiteError) {
    unsafe sqlite3_set_authorizer(
      handle.pointer,
      { _, action, name, _, _, _ in
        switch action {
        case SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_CREATE_VIEW, SQLITE_CREATE_TRIGGER,
          SQLITE_REINDEX, SQLITE_READ, SQLITE_FUNCTION:
          return SQLITE_OK
        case SQLITE_INSERT, SQLITE_UPDATE:
          // The schema itself, under the name that SQLite uses for it.
          guard let name = unsafe name else { return SQLITE_DENY }
          return unsafe String(cString: name) == "sqlite_master" ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_DENY
        }
      }, nil)
    defer { unsafe sqlite3_set_authorizer(handle.pointer, nil, nil) }
    let statement = try Statement(sql, handle: handle)
    defer { statement.finalize() }
    while try statement.step() {}
  }

  /// Bounds how large a value, row or statement may become.
  package func limitValues(to byteCount: Int) {
    unsafe sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, Int32(clamping: byteCount))
  }
}
