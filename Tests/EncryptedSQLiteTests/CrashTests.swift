// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import Glibc
import SQLite
import Testing

/// Two writing processes, killed again and again in the middle of whatever they do.
@Suite("Crashes", .serialized)
struct CrashTests {
  @Test(
    "every acknowledged commit is there, whole, and no writer meets an error",
    arguments: allModes)
  func killed(mode: DatabaseOptions.JournalMode) throws {
    try kill(mode, pageSize: 4096, rounds: LongForm.count(short: 4, long: 50))
  }

  @Test(
    "every acknowledged commit is there with pages of other sizes as well",
    arguments: [1024, 16384, 65536],
    [.wal, .delete] as [DatabaseOptions.JournalMode])
  func otherPageSizes(pageSize: Int, mode: DatabaseOptions.JournalMode) throws {
    try kill(mode, pageSize: pageSize, rounds: LongForm.count(short: 1, long: 25))
  }

  private func kill(_ mode: DatabaseOptions.JournalMode, pageSize: Int, rounds: Int) throws {
    let database = TestDatabase()
    var acknowledged: [Int64: Int64] = [:]
    var commits = 0
    var lost = 0
    for round in 0..<rounds {
      var writers: [(id: Int64, process: WorkerProcess)] = []
      for id in [Int64(1), 2] {
        // Small enough that every transaction spills, and in some rounds large enough that none
        // does.
        let cache = round % 3 == 2 ? "2000000" : "50000"
        let synchronous = round % 2 == 0 ? "off" : "full"
        writers.append(
          (
            id,
            WorkerProcess(
              "write", database.path, key: database.keyBytes, mode.rawValue, "\(id)", cache,
              synchronous, "\(pageSize)")
          ))
      }
      // Not a wait for something: the moment of the crash, another one in every round.
      usleep(UInt32(250_000 + 37_000 * (round % 9)))
      for (id, writer) in writers {
        let lines = writer.kill()
        #expect(writer.wasKilled)
        #expect(lines.filter { Int64($0) == nil } == [], "\(mode) round \(round)")
        commits += lines.count
        if let last = lines.last.flatMap({ Int64($0) }) { acknowledged[id] = last }
      }
      lost += try check(database, mode, acknowledged, round)
    }
    // On a busy machine one writer may not get its turn in a short run.
    #expect(acknowledged.count == 2 || (rounds < 20 && !acknowledged.isEmpty))
    #expect(database.reports.isEmpty)
    #expect(try EncryptedDatabase.info(at: database.path).pageByteCount == pageSize)
    LongForm.report(
      "encrypted database, \(mode.rawValue), pages of \(pageSize)",
      ["kills": 2 * rounds, "acknowledged": commits, "lost": lost])
  }

  /// Looks whether everything is there; returns how many acknowledged transactions are not.
  private func check(
    _ database: TestDatabase, _ mode: DatabaseOptions.JournalMode, _ acknowledged: [Int64: Int64],
    _ round: Int
  ) throws -> Int {
    var lost = 0
    let connection = try database.open(mode)
    #expect(try connection.isIntact(), "\(mode) round \(round)")
    for (id, number) in acknowledged {
      let found = try connection.integer("SELECT number FROM state WHERE writer=\(id)")
      // The one after the last acknowledged may have been committed before the crash cut off its
      // line.
      #expect(found == number || found == number + 1, "\(mode) round \(round), writer \(id)")
      lost += Int(max(0, number - found))
      #expect(
        try connection.integer("SELECT count(*) FROM body WHERE writer=\(id) AND number=\(found)")
          == 100,
        "\(mode) round \(round), writer \(id)")
    }
    return lost
  }
}
