// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import SQLite
import Testing

/// One database, several processes at once, with log restarts and checkpoints among them.
@Suite("Sharing", .serialized)
struct SharingTests {
  private static let seconds = LongForm.count(short: 3, long: 60)

  @Test(
    "two writing and two reading processes meet no error but a lock that is not free in time",
    arguments: [.wal, .delete] as [DatabaseOptions.JournalMode])
  func sharing(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    try database.open(mode).execute(
      """
      CREATE TABLE state(writer INTEGER PRIMARY KEY, number INTEGER);
      CREATE TABLE body(writer INTEGER, item INTEGER, number INTEGER, filler BLOB, PRIMARY KEY(writer, item));
      """)
    let writers: [Int64] = [1, 2, 0, 0]
    let workers = writers.map {
      WorkerProcess(
        "share", database.path, key: database.keyBytes, mode.rawValue, "\($0)", "\(Self.seconds)")
    }
    let results = workers.map { $0.lines() }
    let connection = try database.open(mode)
    #expect(try connection.isIntact())
    var commits = 0, lost = 0
    for (writer, lines) in zip(writers, results) {
      let words = (lines.first ?? "nothing").split(separator: " ")
      try #require(lines.count == 1 && words.count == 3 && words[0] == "done", "\(lines)")
      let done = try #require(Int(words[1]))
      guard writer > 0 else { continue }
      commits += done
      let found = Int(
        try connection.integer("SELECT coalesce(max(number), 0) FROM state WHERE writer=\(writer)"))
      #expect(found == done)
      lost += max(0, done - found)
    }
    // SQLite does not queue for locks: one writer may get none in a short time.
    #expect(commits > 0)
    #expect(database.reports.isEmpty)
    LongForm.report(
      "encrypted database, four processes in \(mode.rawValue) mode",
      ["acknowledged": commits, "lost": lost])
  }
}
