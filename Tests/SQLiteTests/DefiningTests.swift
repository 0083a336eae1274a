// SPDX-License-Identifier: Apache-2.0

import TestFolders
import Testing

@testable import SQLite

@Suite("Definitions from a file")
struct DefiningTests {
  @Test("tables, indexes, views and triggers are defined")
  func defines() throws {
    let connection = try Connection.inMemory()
    for sql in [
      "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE, c AS (upper(b)) STORED)",
      "CREATE TABLE w(k PRIMARY KEY, CHECK(length(k) > 1)) WITHOUT ROWID",
      "CREATE INDEX i ON t(lower(b)) WHERE b IS NOT NULL",
      "CREATE VIEW v AS SELECT a, (SELECT count(*) FROM w) FROM t",
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM w; END",
    ] { try connection.define(sql) }
    try connection.execute("INSERT INTO t(b) VALUES('x'); SELECT * FROM v")
    #expect(try connection.text("SELECT c FROM t") == "X")
  }

  @Test(
    "a statement that does anything else is refused and does nothing",
    arguments: [
      "CREATE TABLE x AS SELECT * FROM t", "CREATE TABLE x(a); DROP TABLE t", "COMMIT",
      "CREATE TEMP TABLE x(a)", "CREATE VIRTUAL TABLE x USING fts5(a)", "DROP TABLE t",
      "INSERT INTO t VALUES(1)", "UPDATE t SET a=1", "SELECT 1", "ATTACH ':memory:' AS x", "VACUUM",
      "PRAGMA user_version=7", "ALTER TABLE t RENAME TO x", "", "-- nothing",
    ])
  func refuses(sql: String) throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(a); BEGIN")
    #expect(throws: SQLiteError.self) { try connection.define(sql) }
    #expect(connection.isInTransaction)
    #expect(try connection.text("SELECT group_concat(name) FROM sqlite_schema") == "t")
    #expect(try connection.number("SELECT count(*) FROM t") == 0)
    // What comes afterwards is not bounded.
    try connection.execute("INSERT INTO t VALUES(1); COMMIT; PRAGMA user_version=7")
  }

  @Test("a value beyond the bound is an error, one within it is not")
  func bound() throws {
    let connection = try Connection.inMemory()
    connection.limitValues(to: 1000)
    #expect(try connection.number("SELECT length(zeroblob(1000))") == 1000)
    let error = #expect(throws: SQLiteError.self) {
      try connection.number("SELECT length(zeroblob(1001))")
    }
    #expect(error.map { .tooBig ~= $0.code } == true)
  }
}
