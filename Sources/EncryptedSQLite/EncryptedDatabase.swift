// SPDX-License-Identifier: Apache-2.0

public import SQLite

/// Opens SQLite databases whose every byte on disk is encrypted and authenticated.
///
/// What comes back is an ordinary ``Connection``. When a call on it fails for a reason of the
/// encryption, a damaged page say, the `SQLiteError` carries an ``EncryptedSQLiteError`` as its
/// `underlying`.
public enum EncryptedDatabase {
  /// Opens the database at `path`, or makes it where `options.access` allows.
  ///
  /// The key is not kept beyond the connection. Reads page 1, so a wrong key is found here and not
  /// in the first query.
  ///
  /// - Throws: ``EncryptedSQLiteError``: `wrongKey`, `notEncrypted` for a plain SQLite file,
  ///   `notADatabase`, `damaged`, `truncated`, `busy`, `diskFull`, `permissionDenied`, `notFound`.
  public static func open(
    at path: String, key: borrowing DatabaseKey, options: DatabaseOptions = .init()
  ) throws(EncryptedSQLiteError) -> Connection {
    try open(at: path, key: key, options: options, keepingJournalMode: false)
  }

  /// The same, where the journal mode is not ours to change.
  static func open(
    at path: String, key: borrowing DatabaseKey, options: DatabaseOptions, keepingJournalMode: Bool
  ) throws(EncryptedSQLiteError) -> Connection {
    let request = try prepare(path: path, key: key, options: options)
    let failures = request.failures
    let layer = try EncryptedVFS.register(over: options.fileLayer)
    let connection = try explaining(path, failures) { () throws(SQLiteError) in
      try request.perform { () throws(SQLiteError) in
        try Connection(
          path: literal(path), access: options.access, vfs: layer,
          busyTimeout: options.busyTimeout)
      }
    }
    connection.failureExplanation = {
      failures.take(for: $0.code) ?? missingKey(for: $0)
        ?? ($0.meansFullDisk ? .fullDisk(path) : nil)
    }
    try explaining(path, failures) { () throws(SQLiteError) in
      try configure(connection, schema: "main", options, keepingJournalMode: keepingJournalMode)
    }
    return connection
  }

  /// Attaches a second encrypted database, with a key of its own, to `connection` under `schema`.
  ///
  /// The SQL statement cannot be given a key; it fails with `keyMissing`. A connection has room for
  /// ten; a plain database goes with ``attachUnprotectedFile(_:as:to:)``.
  ///
  /// - Throws: as for ``open(at:key:options:)``; `unsupported` for the connection of a plain
  ///   database, `sqlite` for the eleventh.
  public static func attach(
    _ path: String, as schema: String, key: borrowing DatabaseKey, to connection: Connection,
    options: DatabaseOptions = .init()
  ) throws(EncryptedSQLiteError) {
    // SQLite would open the file with the layer of the connection, and write it in the clear.
    guard connection.fileLayer.hasPrefix(EncryptedVFS.name) else {
      throw EncryptedSQLiteError(
        .unsupported,
        reason:
          "\(path) cannot be attached to the connection of a plain database; open an encrypted one, and attach "
          + "the plain one to it with attachUnprotectedFile",
        file: path)
    }
    let request = try prepare(path: path, key: key, options: options)
    let failures = request.failures
    let outer = connection.failureExplanation
    connection.failureExplanation = { failures.take(for: $0.code) ?? outer?($0) }
    do throws(EncryptedSQLiteError) {
      try explaining(path, failures) { () throws(SQLiteError) in
        try request.attach(literal(path), as: schema, to: connection)
        try configure(connection, schema: schema, options)
      }
    } catch {
      connection.failureExplanation = outer
      throw error
    }
  }

  /// Writes a compact copy of the database behind `connection` to a new file, under any key: the
  /// way to change a key.
  ///
  /// Then rename the copy over the original, with no connection open. The file must not exist, or
  /// be empty.
  ///
  /// The copy has pages of the same size.
  ///
  /// - Throws: as for ``open(at:key:options:)``, and `sqlite` when the file has content.
  public static func vacuum(
    _ connection: Connection, into path: String, key: borrowing DatabaseKey
  ) throws(EncryptedSQLiteError) {
    var options = DatabaseOptions()
    options.pageSize = try pageSize(of: connection, path: path)
    let request = try prepare(path: path, key: key, options: options, isVacuumTarget: true)
    let failures = request.failures
    try explaining(path, failures) { () throws(SQLiteError) in
      let statement = try connection.prepare("VACUUM INTO ?1")
      try statement.bind(literal(path), at: 1)
      try request.perform { () throws(SQLiteError) in try statement.run() }
    }
  }

  /// The size of the pages behind `connection`.
  private static func pageSize(
    of connection: Connection, path: String
  ) throws(EncryptedSQLiteError) -> Int {
    do throws(SQLiteError) {
      return Int(try connection.number("PRAGMA page_size") ?? 0)
    } catch {
      throw EncryptedSQLiteError(error, path: path)
    }
  }

  static func prepare(
    path: String, key: borrowing DatabaseKey, options: DatabaseOptions, isVacuumTarget: Bool = false
  ) throws(EncryptedSQLiteError) -> OpenRequest {
    guard !path.isEmpty, path != ":memory:", !path.utf8.contains(0) else {
      throw EncryptedSQLiteError(
        .unsupported,
        reason:
          "an encrypted database needs the path of a file; for one in memory use SQLite itself",
        file: path)
    }
    try expectPossible(pageSize: options.pageSize, path: path)
    try EncryptedVFS.register()
    let mayCreate = if case .readWriteCreate = options.access { true } else { false }
    let mustWrite = if case .readOnly = options.access { false } else { true }
    return OpenRequest(
      key: key, mayCreate: mayCreate, mustWrite: mustWrite, isVacuumTarget: isVacuumTarget,
      pageByteCount: options.pageSize, autoVacuum: options.autoVacuum,
      reportDamage: options.reportDamage)
  }

  static func expectPossible(pageSize: Int, path: String) throws(EncryptedSQLiteError) {
    guard !PageLayout.isPossible(pageSize) else { return }
    throw EncryptedSQLiteError(
      .unsupported,
      reason: "\(path) cannot have pages of \(pageSize) bytes; choose a power of two from "
        + "\(PageLayout.possibleByteCounts.lowerBound) to \(PageLayout.possibleByteCounts.upperBound)",
      file: path)
  }

  /// A path that SQLite takes for a path, also where URIs are switched on for the whole process.
  static func literal(_ path: String) -> String {
    path.hasPrefix("file:") ? "./\(path)" : path
  }

  private static func configure(
    _ connection: Connection, schema: String, _ options: DatabaseOptions,
    keepingJournalMode: Bool = false
  ) throws(SQLiteError) {
    let name =
      "\"\(schema.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    let isReadOnly = if case .readOnly = options.access { true } else { false }
    try Connection.waiting(.milliseconds(options.busyTimeout)) { () throws(SQLiteError) in
      try connection.execute(
        "PRAGMA \(name).cache_size=-\(max(1, options.cacheByteCount / 1024))")
      try connection.execute("PRAGMA \(name).synchronous=\(options.synchronous.pragma)")
      if isReadOnly || keepingJournalMode {
        try connection.execute("SELECT 1 FROM \(name).sqlite_schema LIMIT 1")
      } else {
        try setJournalMode(connection, name, options.journalMode)
      }
    }
  }

  private static func setJournalMode(
    _ connection: Connection, _ name: String, _ mode: DatabaseOptions.JournalMode
  ) throws(SQLiteError) {
    // The question alone touches page 1, so that a file which cannot be read fails here, whatever
    // its mode.
    try connection.execute("SELECT 1 FROM \(name).sqlite_schema LIMIT 1")
    let sql = "PRAGMA \(name).journal_mode=\(mode.rawValue)"
    let statement = try connection.prepare(sql)
    defer { statement.reset() }
    guard try statement.step(), statement.text(at: 0) == mode.rawValue else {
      throw SQLiteError(
        code: .busy,
        message: "the journal mode stays \(statement.text(at: 0)), \(mode.rawValue) was asked for",
        sql: sql)
    }
  }

  /// Runs `body` and says what its error means; what the files below remember comes first.
  static func explaining<R>(
    _ path: String, _ failures: FailureRecord, _ body: () throws(SQLiteError) -> R
  ) throws(EncryptedSQLiteError) -> R {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw failures.take() ?? EncryptedSQLiteError(error, path: path)
    }
  }

  /// Only these statements open a database; what any other cannot open is not for want of a key.
  private static func missingKey(for error: SQLiteError) -> EncryptedSQLiteError? {
    guard .cannotOpen ~= error.code, let sql = error.sql?.uppercased(),
      sql.contains("ATTACH") || sql.contains("VACUUM") && sql.contains("INTO")
    else { return nil }
    return MissingKey.take()
  }
}
