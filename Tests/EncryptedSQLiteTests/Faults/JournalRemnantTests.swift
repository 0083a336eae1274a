// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import FaultyFiles
import SQLite
import TestFolders
import Testing

/// A journal that stays, as in PERSIST mode, holds the rest of longer ones behind its end; that is
/// no damage, whatever a rollback reads there.
@Suite("Journal remnants")
struct JournalRemnantTests {
  /// A database whose journal has some parts, and the start of a shorter transaction that has
  /// spilled, and is about to be rolled back.
  private func begin(_ connection: Connection) throws {
    try VersionedTable.change(connection, to: 1, rows: 100, filler: 900)
    try VersionedTable.change(connection, to: 2, rows: 100, filler: 900)
    try connection.execute("BEGIN; UPDATE t SET version=3 WHERE id%4=0")
  }

  private func open(_ database: TestDatabase, layer: String? = nil) throws -> Connection {
    try database.open(.persist, cache: 12 * 4096, synchronous: .full, layer: layer)
  }

  @Test(
    "a disk that does not deliver while a rollback looks behind the journal's end is no damage",
    arguments: [Fault.readError, .shortRead], [false, true])
  func readFaults(fault: Fault, isLasting: Bool) throws {
    let undisturbed = FileWatch()
    var before = 0
    try FileWatch.$current.withValue(undisturbed) {
      let connection = try open(TestDatabase(), layer: FaultyLayer.name)
      try begin(connection)
      before = undisturbed.counts[.read, default: 0]
      try connection.execute("ROLLBACK")
    }
    let after = undisturbed.counts[.read, default: 0]
    #expect(after - before > 20)
    for number in before + 1...after {
      let database = TestDatabase()
      let watch = FileWatch(FileWatch.Plan(fault, at: number, isLasting: isLasting))
      try FileWatch.$current.withValue(watch) {
        let connection = try open(database, layer: FaultyLayer.name)
        try begin(connection)
        do throws(SQLiteError) {
          try connection.execute("ROLLBACK")
        } catch {
          #expect(.ioError ~= error.code, "read \(number): \(error)")
        }
        watch.endFaults()
      }
      #expect(watch.injected > 0)
      #expect(database.reports.isEmpty, "read \(number)")
      #expect(!database.folder.names.contains { $0.contains("damaged") }, "read \(number)")
      let connection = try open(database)
      #expect(try VersionedTable.version(connection) == 2, "read \(number)")
      #expect(try connection.isIntact(), "read \(number)")
      #expect(database.reports.isEmpty, "read \(number)")
    }
  }

  // Trap: who reads meanwhile keeps the connection's journal open, and with it what the file layer
  // remembers of the transaction before.
  @Test("records of the connection's own earlier transaction are no damage either")
  func ownEarlierTransaction() throws {
    let database = TestDatabase()
    let connection = try open(database)
    try VersionedTable.change(connection, to: 1, rows: 100, filler: 900)
    let reading = try connection.prepare("SELECT id FROM t")
    #expect(try reading.step())
    try VersionedTable.change(connection, to: 2, rows: 100, filler: 900)
    for divisor in 2..<12 {
      try connection.execute("BEGIN; UPDATE t SET version=3 WHERE id%\(divisor)=0; ROLLBACK")
      #expect(try VersionedTable.version(connection) == 2, "every \(divisor)th row")
    }
    reading.reset()
    #expect(try connection.isIntact())
    #expect(database.reports.isEmpty)
  }
}
