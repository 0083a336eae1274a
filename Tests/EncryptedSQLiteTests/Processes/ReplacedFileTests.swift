// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Glibc
import SQLite
import TestFolders
import Testing

/// A file that is no longer where it was opened takes no write, and whoever tries is told.
@Suite("Replaced files")
struct ReplacedFileTests {
  enum Act: CaseIterable {
    case renameOver, renameAway, delete
  }

  /// Does to the database what another process, which knows no locks, can do.
  private func perform(_ act: Act, on database: TestDatabase) throws {
    let other = database.folder.file("other.db")
    switch act {
    case .renameOver:
      let connection = try database.open(.delete, at: other)
      try connection.fill(7)
      try connection.close()
      #expect(unsafe rename(other, database.path) == 0)
    case .renameAway: #expect(unsafe rename(database.path, other) == 0)
    case .delete: #expect(unsafe unlink(database.path) == 0)
    }
  }

  private func expectReplaced(_ database: TestDatabase, _ body: () throws -> Void) {
    let error = #expect(throws: SQLiteError.self) { try body() }
    let underlying = error?.underlying as? EncryptedSQLiteError
    #expect(underlying?.code == .replaced, "\(String(describing: error))")
    #expect(underlying?.file == database.path)
  }

  @Test(
    "the next transaction is refused in words, and so are later ones and checkpoints",
    arguments: allModes, Act.allCases)
  func idle(mode: DatabaseOptions.JournalMode, act: Act) throws {
    let database = TestDatabase()
    let connection = try database.open(mode)
    try connection.fill(20)
    try perform(act, on: database)
    let bytes = FileBytes.read(database.path)
    for _ in 0..<3 {
      expectReplaced(database) { try connection.execute("INSERT INTO t(name) VALUES('x')") }
      #expect(!connection.isInTransaction)
    }
    if mode == .wal {
      expectReplaced(database) { try connection.execute("PRAGMA wal_checkpoint(FULL)") }
    }
    try connection.close()
    #expect(FileBytes.read(database.path) == bytes)
    if act == .renameOver {
      // A log that the old connection left belongs to another file, and is none.
      let reopened = try database.open(mode)
      #expect(try reopened.integer("SELECT count(*) FROM t") == 7)
      #expect(try reopened.isIntact())
      try reopened.insert(1)
    }
  }

  @Test(
    "a transaction that is open meanwhile cannot be committed", arguments: allModes, Act.allCases)
  func open(mode: DatabaseOptions.JournalMode, act: Act) throws {
    let database = TestDatabase()
    let connection = try database.open(mode)
    try connection.fill(20)
    try connection.execute("BEGIN IMMEDIATE; INSERT INTO t(name) VALUES('x')")
    try perform(act, on: database)
    let bytes = FileBytes.read(database.path)
    expectReplaced(database) { try connection.execute("COMMIT") }
    if connection.isInTransaction { try connection.execute("ROLLBACK") }
    #expect(FileBytes.read(database.path) == bytes)
    // A journal that stays there cannot be looked at without the database it belongs to.
    if mode == .persist, act != .renameOver {
      expectReplaced(database) { _ = try connection.integer("SELECT count(*) FROM t") }
    } else {
      #expect(try connection.integer("SELECT count(*) FROM t") == 20)
    }
  }

  @Test("a process that goes on writing is stopped", arguments: allModes)
  func writing(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let writer = WorkerProcess(
      "write", database.path, key: database.keyBytes, mode.rawValue, "1", "50000", "off")
    #expect(writer.line() != nil)
    try perform(.renameOver, on: database)
    let bytes = FileBytes.read(database.path)
    let lines = writer.lines()
    #expect(
      lines.last?.contains("no longer the file that was opened") == true, "\(lines.suffix(2))")
    #expect(FileBytes.read(database.path) == bytes)
  }

  @Test(
    "who reads while another process replaces the file gets what was there, and touches nothing of the new one",
    arguments: allModes)
  func reading(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let reader = try database.open(mode)
    try reader.fill(300)
    let statement = try reader.prepare("SELECT name FROM t ORDER BY id")
    #expect(try statement.step())
    try perform(.renameOver, on: database)
    var names = [statement.text(at: 0)]
    while try statement.step() { names.append(statement.text(at: 0)) }
    #expect(names == (0..<300).map { "plaintext-marker-\($0)" })
    statement.reset()
    if mode == .wal {
      #expect(try reader.integer("SELECT count(*) FROM t") == 300)
      return
    }
    // A writer of the new file dies in the middle; the journal is the new file's.
    let journal = try leaveHotJournal(database, mode)
    expectReplaced(database) { _ = try reader.integer("SELECT count(*) FROM t") }
    #expect(FileBytes.read(database.journalPath) == journal)
    try reader.close()
    #expect(FileBytes.read(database.journalPath) == journal)
    let reopened = try database.open(mode)
    #expect(try reopened.integer("SELECT count(*) FROM t") == 7)
    #expect(try reopened.integer("SELECT count(*) FROM t WHERE name='half'") == 0)
    #expect(try reopened.isIntact())
    #expect(database.reports.isEmpty)
  }

  /// Puts the state in the place of the database that a crash in the middle of a transaction
  /// leaves, and returns the journal.
  private func leaveHotJournal(
    _ database: TestDatabase, _ mode: DatabaseOptions.JournalMode
  ) throws -> [UInt8] {
    let writer = try database.open(mode, cache: 4 * 4096, synchronous: .full)
    try writer.execute("BEGIN; UPDATE t SET name='half', body=randomblob(40000)")
    let (main, journal) = (database.bytes, FileBytes.read(database.journalPath) ?? [])
    try writer.execute("ROLLBACK")
    try writer.close()
    FileBytes.write(main, to: database.path)
    FileBytes.write(journal, to: database.journalPath)
    return journal
  }
}
