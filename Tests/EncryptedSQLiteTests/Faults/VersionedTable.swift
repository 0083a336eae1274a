// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite

/// A table whose every row carries the number of the transaction that was committed last, so that
/// half of one can be seen.
enum VersionedTable {
  /// What a transaction does on the way.
  enum Manner {
    /// Writes every row.
    case plain
    /// Writes every row, and again, and goes back to a savepoint in between.
    case savepoint
    /// Writes every row and gives up; the version stays.
    case abandoned
  }

  /// Brings all rows to `version`, their number to `rows` and their size to about `filler`, in one
  /// transaction.
  ///
  /// - Throws: ``SQLiteError``, with the transaction rolled back.
  static func change(
    _ connection: Connection, to version: Int, rows: Int, filler: Int? = nil,
    _ manner: Manner = .plain
  ) throws(SQLiteError) {
    do throws(SQLiteError) {
      try connection.execute(
        """
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, version INTEGER, filler BLOB);
        CREATE TABLE IF NOT EXISTS state(id INTEGER PRIMARY KEY, version INTEGER, rows INTEGER);
        DELETE FROM t WHERE id > \(rows);
        WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
          INSERT OR IGNORE INTO t SELECT i, \(version), zeroblob(900) FROM n;
        """)
      if case .savepoint = manner {
        try connection.execute(
          """
          UPDATE t SET version=-1;
          SAVEPOINT s; UPDATE t SET version=-2, filler=zeroblob(1500); ROLLBACK TO s; RELEASE s;
          """)
      }
      try connection.execute(
        """
        UPDATE t SET version=\(version), filler=zeroblob(\(filler ?? 700 + version * 131 % 500));
        INSERT OR REPLACE INTO state VALUES(1, \(version), \(rows));
        """)
      if case .abandoned = manner {
        try connection.execute("ROLLBACK")
      } else {
        try connection.execute("COMMIT")
      }
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// What is wrong with the content.
  struct Half: Error {
    let what: String
  }

  /// The version of the content, 0 where nothing was committed yet.
  ///
  /// - Throws: ``SQLiteError``, or ``Half`` when the rows do not belong to one transaction.
  static func version(_ connection: Connection) throws -> Int {
    // One statement, so one snapshot.
    let found = try connection.texts(
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('t', 'state')")
    if found == ["0"] { return 0 }
    let state = try connection.texts(
      """
      SELECT s.version || ' ' || s.rows || ' ' || count(t.id) || ' ' || sum(t.version = s.version)
        || ' ' || sum(length(t.filler) = (SELECT length(filler) FROM t LIMIT 1))
        FROM state AS s LEFT JOIN t ON true GROUP BY s.id
      """)
    let numbers = (state.first ?? "").split(separator: " ").compactMap { Int($0) }
    guard state.count == 1, numbers.count == 5, numbers[1...].allSatisfy({ $0 == numbers[1] })
    else { throw Half(what: "\(state)") }
    return numbers[0]
  }
}
