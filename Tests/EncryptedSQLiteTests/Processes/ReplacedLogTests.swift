// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Glibc
import SQLite
import TestFolders
import Testing

/// A log or journal that goes away by itself, or that another one takes the place of, while its
/// database is open.
@Suite("Replaced logs")
struct ReplacedLogTests {
  enum Act: CaseIterable {
    case delete, renameAway, renameCopy, renameOlder, renameNoise
  }

  private func perform(_ act: Act, on path: String, older: [UInt8]) {
    let other = path + ".other"
    switch act {
    case .delete: #expect(unsafe unlink(path) == 0)
    case .renameAway: #expect(unsafe rename(path, other) == 0)
    case .renameCopy, .renameOlder, .renameNoise:
      let bytes =
        switch act {
        case .renameCopy: FileBytes.read(path) ?? []
        case .renameOlder: older
        default: [UInt8](repeating: 0x5A, count: 9000)
        }
      FileBytes.write(bytes, to: other)
      #expect(unsafe rename(other, path) == 0)
    }
  }

  @Test(
    "the next commit is refused in words, and what was committed before survives",
    arguments: Act.allCases)
  func commit(act: Act) throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(20)
    let older = FileBytes.read(database.logPath) ?? []
    try connection.insert(10)
    let other = try database.open()
    #expect(try other.integer("SELECT count(*) FROM t") == 30)
    perform(act, on: database.logPath, older: older)
    for connection in [connection, other] {
      for _ in 0..<2 {
        let error = #expect(throws: SQLiteError.self) { try connection.insert(1) }
        if connection.isInTransaction { try connection.execute("ROLLBACK") }
        let underlying = error?.underlying as? EncryptedSQLiteError
        #expect(underlying?.code == .replaced, "\(String(describing: error))")
        #expect(underlying?.file == database.logPath)
      }
      #expect(try connection.integer("SELECT count(*) FROM t") == 30)
    }
    try other.close()
    try connection.close()
    let again = try database.open()
    #expect(try again.integer("SELECT count(*) FROM t") == 30)
    #expect(try again.isIntact())
    try again.insert(1)
  }

  @Test("who opens the database then gets what was committed, or an error", arguments: Act.allCases)
  func newcomer(act: Act) throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(20)
    let older = FileBytes.read(database.logPath) ?? []
    try connection.insert(10)
    perform(act, on: database.logPath, older: older)
    do {
      let other = try database.open()
      #expect(try other.integer("SELECT count(*) FROM t") == 30)
      #expect(try other.isIntact())
    } catch let error as EncryptedSQLiteError {
      #expect([.damaged, .truncated].contains(error.code), "\(error)")
    } catch let error as SQLiteError {
      let underlying = error.underlying as? EncryptedSQLiteError
      #expect(underlying.map { [.damaged, .truncated].contains($0.code) } == true, "\(error)")
    }
    #expect(try connection.integer("SELECT count(*) FROM t") == 30)
    try connection.close()
    let again = try database.open()
    #expect(try again.integer("SELECT count(*) FROM t") == 30)
    #expect(try again.isIntact())
  }

  @Test(
    "a transaction whose journal goes away meanwhile can be taken back",
    arguments: [.delete, .truncate, .persist] as [DatabaseOptions.JournalMode])
  func journal(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: TestDatabase.smallCache)
    try connection.fill(300)
    try connection.execute("BEGIN; UPDATE t SET body=randomblob(480), name='half'")
    #expect(unsafe unlink(database.journalPath) == 0)
    try? connection.execute("ROLLBACK")
    try connection.close()
    let again = try database.open(mode)
    #expect(try again.integer("SELECT count(*) FROM t WHERE name='half'") == 0)
    #expect(try again.integer("SELECT count(*) FROM t") == 300)
    #expect(try again.isIntact())
  }
}
