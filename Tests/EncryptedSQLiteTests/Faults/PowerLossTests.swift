// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import FaultyFiles
import SQLite
import TestFolders
import Testing

/// The record of everything written, cut off after every single act, with what was not synced lost,
/// reordered or torn.
@Suite("Power loss")
struct PowerLossTests {
  @Test(
    "after a crash or power loss at any moment, what was acknowledged is there, and whole",
    arguments: allModes)
  func everyPrefix(mode: DatabaseOptions.JournalMode) throws {
    try cut(
      mode, pageSize: 4096, sample: LongForm.isOn ? nil : 25,
      losses: LongForm.count(short: 3, long: 12))
  }

  @Test(
    "after a crash or power loss, pages of other sizes are whole as well",
    arguments: [1024, 16384, 65536],
    [.wal, .delete] as [DatabaseOptions.JournalMode])
  func otherPageSizes(pageSize: Int, mode: DatabaseOptions.JournalMode) throws {
    try cut(mode, pageSize: pageSize, sample: LongForm.count(short: 3, long: 60), losses: 3)
  }

  /// Cuts the record off after every act, or after about so many.
  private func cut(
    _ mode: DatabaseOptions.JournalMode, pageSize: Int, sample: Int?, losses: Int
  ) throws {
    let workload = Workload(mode, FileWatch(recording: true), pageSize: pageSize)
    workload.run()
    try #require(workload.failures.isEmpty, "\(workload.failures)")
    let record = workload.watch.record
    let stride = sample.map { max(1, record.acts.count / $0) } ?? 1
    let moments = record.moments(every: stride)
    var prefixes = 0
    var lost = 0
    for count in moments {
      for loss in 0...losses {
        let generator = SeededGenerator(state: UInt64(count * 64 + loss) &* 7919 &+ 11)
        var power: PowerLoss =
          loss == 0 ? .none(generator) : .number(loss - 1, generator)
        let files = record.files(after: count, losing: &power)
        prefixes += 1
        lost += try check(
          files, record.promises(around: count), workload, isCrash: loss == 0,
          "\(mode), pages of \(pageSize), after \(count) of \(record.acts.count) acts, loss \(loss)"
        )
      }
    }
    LongForm.report(
      "encrypted database, power loss in \(mode.rawValue) mode, pages of \(pageSize)",
      ["prefixes": prefixes, "acknowledged": workload.commits, "lost": lost])
  }

  /// Returns how many acknowledged transactions are gone.
  private func check(
    _ files: [String: [UInt8]], _ promises: (kept: Int, next: Int?), _ workload: Workload,
    isCrash: Bool, _ context: Comment
  ) throws -> Int {
    let database = TestDatabase(keyBytes: workload.database.keyBytes)
    // What processes share in memory does not outlive them.
    for (name, bytes) in files where !name.hasSuffix("-shm") {
      FileBytes.write(bytes, to: database.folder.file(name))
    }
    do {
      let connection = try database.open(workload.mode)
      let version = try VersionedTable.version(connection)
      let expected = promises.kept...(promises.next ?? promises.kept)
      #expect(expected.contains(version), "\(version) of \(expected); \(context)")
      #expect(try connection.isIntact(), context)
      // A killed process leaves nothing that looks like damage.
      if isCrash { #expect(database.reports.isEmpty, context) }
      return max(0, promises.kept - version)
    } catch {
      Issue.record("\(error); \(context)")
      return 1
    }
  }
}
