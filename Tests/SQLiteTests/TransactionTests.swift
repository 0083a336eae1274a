// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SQLite

@Suite("Transactions")
struct TransactionTests {
  private func rows(_ connection: Connection) throws -> Int64 {
    let count = try connection.prepare("SELECT count(*) FROM t")
    _ = try count.step()
    defer { count.reset() }
    return count.integer(at: 0)
  }

  @Test("what the body did stays", arguments: [TransactionKind.deferred, .immediate, .exclusive])
  func commits(kind: TransactionKind) throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(x)")
    let result = try connection.transaction(kind) {
      try connection.execute("INSERT INTO t VALUES(1)")
      return "done"
    }
    #expect(result == "done")
    #expect(!connection.isInTransaction)
    #expect(try rows(connection) == 1)
  }

  @Test("a part that throws is taken back, and the transaction goes on")
  func savepoint() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(x UNIQUE)")
    try connection.transaction {
      for value in [1, 1, 2] {
        try? connection.savepoint(failingWith: { $0 }) { () throws(SQLiteError) in
          try connection.execute("INSERT INTO t VALUES(\(value * 10))")
          try connection.execute("INSERT INTO t VALUES(\(value))")
        }
      }
      try? connection.savepoint(failingWith: { $0 }) { () throws(SQLiteError) in
        try connection.execute("INSERT INTO t VALUES(3)")
        try connection.execute("INSERT INTO t VALUES(1)")
      }
      #expect(connection.isInTransaction)
    }
    #expect(try rows(connection) == 4)
  }

  @Test("a body that throws leaves nothing, and its error arrives unchanged")
  func rollsBack() throws {
    struct Stop: Error, Equatable {}
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(x)")
    #expect(throws: Stop()) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES(1)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try rows(connection) == 0)
  }

  @Test("a commit that fails rolls back")
  func failedCommit() throws {
    let connection = try Connection.inMemory()
    try connection.execute(
      """
      PRAGMA foreign_keys=ON;
      CREATE TABLE p(id INTEGER PRIMARY KEY);
      CREATE TABLE t(p REFERENCES p(id) DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction { try connection.execute("INSERT INTO t VALUES(7)") }
    }
    #expect(error.map { .constraint ~= $0.code } == true)
    #expect(!connection.isInTransaction)
    #expect(try rows(connection) == 0)
  }

  @Test("a typed body throws its own error for what SQLite refuses")
  func typed() throws {
    enum Failure: Error, Equatable { case sqlite(ResultCode), own }
    let connection = try Connection.inMemory()
    try connection.execute("BEGIN")
    #expect(throws: Failure.sqlite(.error)) {
      try connection.transaction(failingWith: { .sqlite($0.code) }) { () throws(Failure) in
        throw .own
      }
    }
  }
}
