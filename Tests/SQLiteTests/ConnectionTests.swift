// SPDX-License-Identifier: Apache-2.0

import TestFolders
import Testing

@testable import SQLite

@Suite("Connection")
struct ConnectionTests {
  @Test(
    "a missing file is not made unless asked for",
    arguments: [Connection.Access.readOnly, .readWrite])
  func missingFile(access: Connection.Access) {
    let folder = TemporaryFolder()
    let error = #expect(throws: SQLiteError.self) {
      try Connection(path: folder.file("none.db"), access: access)
    }
    #expect(error.map { .cannotOpen ~= $0.code } == true)
    #expect(error?.systemErrorNumber == 2)
    #expect(error?.message.contains("none.db") == true)
  }

  @Test("a read-only connection refuses to write")
  func readOnly() throws {
    let folder = TemporaryFolder()
    try Connection(path: folder.file("a.db")).execute("CREATE TABLE t(x)")
    let reader = try Connection(path: folder.file("a.db"), access: .readOnly)
    let error = #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES(1)") }
    #expect(error.map { .readOnly ~= $0.code } == true)
  }

  @Test("execute runs several statements and names the text that failed")
  func severalStatements() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(x); INSERT INTO t VALUES(1),(2);")
    #expect(connection.changes == 2)
    #expect(connection.lastInsertedRowID == 2)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("SELECT * FROM missing")
    }
    #expect(error?.code == .error)
    #expect(error?.sql == "SELECT * FROM missing")
    #expect(error?.message == "no such table: missing")
  }

  @Test("an error keeps the extended code and never the bound value")
  func constraint() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(x TEXT PRIMARY KEY)")
    let insert = try connection.prepare("INSERT INTO t VALUES(?)")
    try insert.bind("hunter2", at: 1)
    try insert.run()
    let error = #expect(throws: SQLiteError.self) { try insert.run() }
    #expect(error?.code.rawValue == 1555)
    #expect(error.map { .constraint ~= $0.code } == true)
    #expect(error.map { .busy ~= $0.code } == false)
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test("waiting for another writer ends after the busy timeout")
  func busy() throws {
    let folder = TemporaryFolder()
    let first = try Connection(path: folder.file("a.db"))
    try first.execute("CREATE TABLE t(x); BEGIN IMMEDIATE")
    let second = try Connection(path: folder.file("a.db"), busyTimeout: 60)
    let clock = ContinuousClock()
    let start = clock.now
    let error = #expect(throws: SQLiteError.self) { try second.execute("INSERT INTO t VALUES(1)") }
    #expect(error.map { .busy ~= $0.code } == true)
    #expect(clock.now - start >= .milliseconds(40))
  }

  @Test("after close every call reports misuse, also through a statement kept from before")
  func closed() throws {
    let connection = try Connection.inMemory()
    let statement = try connection.prepare("SELECT 1")
    #expect(try statement.step())
    try connection.close()
    try connection.close()
    for call in [
      { try connection.execute("SELECT 1") }, { _ = try connection.prepare("SELECT 2") },
      { _ = try statement.step() }, { try statement.bind(1, at: 1) },
    ] as [() throws -> Void] {
      let error = #expect(throws: SQLiteError.self) { try call() }
      #expect(error?.code == .misuse)
    }
  }

  @Test("the layer below can explain a failure")
  func explanation() throws {
    struct Reason: Error, CustomStringConvertible { let description = "the reason" }
    let connection = try Connection.inMemory()
    connection.failureExplanation = { error in error.code == .error ? Reason() : nil }
    let error = #expect(throws: SQLiteError.self) { try connection.execute("NONSENSE") }
    #expect(error?.underlying is Reason)
    #expect(error?.message.hasSuffix(": the reason") == true)
  }
}
