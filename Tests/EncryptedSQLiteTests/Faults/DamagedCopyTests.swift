// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import FaultyFiles
import SQLite
import TestFolders
import Testing

@testable import EncryptedSQLite

/// A damaged log or journal is kept aside before recovery drops it, or recovery does not take
/// place, whatever call fails meanwhile.
@Suite("Damaged copies")
struct DamagedCopyTests {
  /// The files of a database whose log or journal is damaged in the middle.
  private struct Damaged {
    let mode: DatabaseOptions.JournalMode
    let original: TestDatabase
    let main: [UInt8]
    let side: [UInt8]

    init(_ mode: DatabaseOptions.JournalMode) throws {
      self.mode = mode
      original = TestDatabase()
      let connection = try original.open(
        mode, cache: TestDatabase.smallCache, synchronous: mode == .wal ? .off : .full)
      try connection.fill(300)
      if mode == .wal {
        for _ in 0..<4 { try connection.insert(1) }
      } else {
        try connection.execute("BEGIN; UPDATE t SET body=randomblob(480), name='half'")
      }
      main = original.bytes
      var side = try #require(
        FileBytes.read(mode == .wal ? original.logPath : original.journalPath))
      side[mode == .wal ? side.count - 3 * 4120 + 1000 : 512 + 2 * 4104 + 1000] ^= 4
      self.side = side
      if mode != .wal { try connection.execute("ROLLBACK") }
    }

    /// The same files in a folder of their own.
    func copy() -> TestDatabase {
      let database = TestDatabase(keyBytes: original.keyBytes)
      FileBytes.write(main, to: database.path)
      FileBytes.write(side, to: sidePath(database))
      return database
    }

    func sidePath(_ database: TestDatabase) -> String {
      mode == .wal ? database.logPath : database.journalPath
    }

    func copies(_ database: TestDatabase) -> [[UInt8]?] {
      database.folder.names.filter { $0.contains(".damaged-") }.map {
        FileBytes.read(database.folder.file($0))
      }
    }
  }

  private static let kinds: [Fault] = [
    .openError, .readError, .shortRead, .writeError, .tornWrite, .fullDisk, .syncError, .sizeError,
  ]

  @Test(
    "whatever call fails, a damaged log or journal stays, or a whole copy of it is reported",
    arguments: kinds, [.wal, .delete] as [DatabaseOptions.JournalMode])
  func keeping(fault: Fault, mode: DatabaseOptions.JournalMode) throws {
    let damaged = try Damaged(mode)
    let undisturbed = try damaged.copy().open(mode)
    let count = try undisturbed.integer("SELECT count(*) FROM t")
    #expect((300..<304).contains(count))
    var refused = 0, injected = 0
    for isLasting in [false, true] {
      var number = 1
      while true {
        let plan = FileWatch.Plan(fault, at: number, isLasting: isLasting)
        let context: Comment = "\(fault) at \(number)\(isLasting ? " and after" : "")"
        let database = damaged.copy()
        let watch = FileWatch(plan)
        FileWatch.$current.withValue(watch) {
          do throws(EncryptedSQLiteError) {
            let connection = try database.open(mode, layer: FaultyLayer.name)
            try? connection.close()
          } catch {
            refused += 1
            let expected: EncryptedSQLiteError.Code = fault == .fullDisk ? .diskFull : .inputOutput
            #expect(error.code == expected, "\(error); \(context)")
          }
        }
        injected += watch.injected
        expectKept(damaged, database, context)
        watch.endFaults()
        do {
          // What was not recovered before is now.
          let connection = try database.open(mode)
          #expect(!database.reports.isEmpty, context)
          let isKept = damaged.copies(database) == [damaged.side]
          #expect(isKept, context)
          // A rollback that ended early leaves a mixture.
          if mode == .wal {
            #expect(try connection.integer("SELECT count(*) FROM t") == count, context)
            #expect(try connection.isIntact(), context)
          }
        } catch {
          Issue.record("the next open failed: \(error); \(context)")
        }
        if watch.injected == 0 { break }
        number += LongForm.count(short: number < 12 ? 1 : 6, long: 1)
      }
    }
    #expect(refused > 0)
    LongForm.report(
      "encrypted database, \(fault.rawValue) beside a damaged \(mode == .wal ? "log" : "journal")",
      ["faults": injected])
  }

  /// The bytes are there still: in their place, or in a copy that was reported; no copy is anything
  /// less.
  private func expectKept(_ damaged: Damaged, _ database: TestDatabase, _ context: Comment) {
    let copies = damaged.copies(database)
    let isWhole = copies.allSatisfy { $0 == damaged.side }
    #expect(isWhole, context)
    let isInPlace = FileBytes.read(damaged.sidePath(database)) == damaged.side
    #expect(isInPlace || !copies.isEmpty && !database.reports.isEmpty, context)
  }

  @Test(
    "names that are taken by something else are passed over",
    arguments: [.wal, .delete] as [DatabaseOptions.JournalMode])
  func takenNames(mode: DatabaseOptions.JournalMode) throws {
    let damaged = try Damaged(mode)
    let database = damaged.copy()
    let path = damaged.sidePath(database)
    // What a process left that was killed while it copied.
    FileBytes.write(Array(damaged.side.prefix(9000)), to: "\(path).damaged-1")
    Folders.make("\(path).damaged-2")
    try database.open(mode).close()
    let isKept = FileBytes.read("\(path).damaged-3") == damaged.side
    #expect(isKept)
    #expect(database.reports.count == 1)
    #expect(database.reports.first?.reason.contains("\(path).damaged-3") == true)
  }
}
