// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A connection to one database, with one owner at a time.
///
/// Not `Sendable`: give it to an actor or put it behind a `Mutex`. Statements are prepared once and
/// kept by their text.
@safe
public final class Connection {
  /// What the file may be opened for.
  public enum Access: Sendable {
    /// Reading only; the file must exist.
    case readOnly
    /// Reading and writing; the file must exist.
    case readWrite
    /// Reading and writing; a missing file is made.
    case readWriteCreate

    var flags: Int32 {
      switch self {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  let handle: DatabaseHandle
  var statements = StatementCache()

  /// Opens the database at `path`.
  ///
  /// - Parameters:
  ///   - path: a file name, taken literally: no URI.
  ///   - access: what may be done with the file.
  ///   - vfs: the name of a registered file system layer, nil for SQLite's own.
  ///   - busyTimeout: how many milliseconds a call waits for another connection's lock.
  /// - Throws: ``SQLiteError`` with `cannotOpen` and the system's `errno` when there is no such
  ///   file or no permission.
  public convenience init(
    path: String, access: Access = .readWriteCreate, vfs: String? = nil, busyTimeout: Int = 5000
  ) throws(SQLiteError) {
    try self.init(
      path: path, access: access, vfs: vfs, busyTimeout: busyTimeout, takesURIs: false)
  }

  /// The same, for a connection whose statements name files by URI where they say so: the only way
  /// to choose the file system layer of a file that a statement opens.
  ///
  /// - Throws: as without.
  package init(
    path: String, access: Access, vfs: String? = nil, busyTimeout: Int = 5000, takesURIs: Bool
  ) throws(SQLiteError) {
    var pointer: OpaquePointer?
    // No mutex: the type is not Sendable, so the compiler keeps two threads apart.
    let flags =
      access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (takesURIs ? SQLITE_OPEN_URI : 0)
    let status = unsafe sqlite3_open_v2(path, &pointer, flags, vfs)
    guard let pointer = unsafe pointer else {
      throw SQLiteError(code: .outOfMemory, message: "no memory for a connection to \(path)")
    }
    handle = unsafe DatabaseHandle(pointer)
    guard status == SQLITE_OK else {
      let error = handle.error(status)
      throw SQLiteError(
        code: error.code, message: "\(path): \(error.message)",
        systemErrorNumber: error.systemErrorNumber)
    }
    unsafe sqlite3_busy_timeout(pointer, Int32(clamping: busyTimeout))
  }

  /// Opens a database that lives in memory and goes with the connection.
  ///
  /// - Throws: ``SQLiteError`` when memory runs out.
  public static func inMemory() throws(SQLiteError) -> Connection {
    try Connection(path: ":memory:")
  }

  /// Runs one or several statements to their end and drops the rows they deliver.
  ///
  /// - Throws: ``SQLiteError`` for the first that fails; those before it have taken effect.
  public func execute(_ sql: String) throws(SQLiteError) {
    let status = unsafe sqlite3_exec(handle.pointer, sql, nil, nil, nil)
    try handle.check(status, sql: sql)
  }

  /// Prepares one statement, or hands out the one prepared from the same text before, reset and
  /// without bindings.
  ///
  /// - Throws: ``SQLiteError`` when the text is not exactly one statement that fits the schema.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements[sql] {
      statement.reset()
      statement.clearBindings()
      return statement
    }
    let statement = try Statement(sql, handle: handle)
    statements.insert(statement)
    return statement
  }

  /// The row id of the last row inserted through this connection.
  public var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle.pointer) }

  /// How many rows the last statement changed.
  public var changes: Int { unsafe Int(sqlite3_changes64(handle.pointer)) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Finalizes the statements and closes; what comes after reports misuse.
  ///
  /// - Throws: ``SQLiteError`` with `busy` when something still uses the connection.
  public func close() throws(SQLiteError) {
    statements.finalizeAll()
    try handle.close()
  }

  /// Asked for the reason whenever a call fails, with the error so far; what it returns becomes its
  /// `underlying`.
  ///
  /// A file system layer under SQLite can return nothing but a number. This is how it says more.
  package var failureExplanation: ((SQLiteError) -> (any Error & Sendable)?)? {
    get { handle.explain }
    set { handle.explain = newValue }
  }

  deinit { statements.finalizeAll() }
}
