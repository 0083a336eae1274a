// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import FaultyFiles
import SQLite
import TestFolders
import Testing

@testable import EncryptedSQLite

/// Every call that SQLite makes to the files below, failing in every way it can, one after the
/// other.
///
/// The short form takes a sample of the calls.
@Suite("Faults")
struct FaultMatrixTests {
  @Test(
    "whatever call fails, no commit is lost or halved, the error is the right one, and the next open works",
    arguments: allModes, Fault.allCases)
  func fault(mode: DatabaseOptions.JournalMode, fault: Fault) throws {
    try fail(fault, mode, pageSize: 4096, sample: LongForm.isOn ? nil : 5)
  }

  @Test(
    "whatever call fails, pages of other sizes keep every commit as well",
    arguments: otherPages,
    LongForm.isOn ? Fault.allCases : [.tornWrite, .fullDisk, .syncError])
  func otherPageSizes(pages: Pages, fault: Fault) throws {
    try fail(
      fault, pages.mode, pageSize: pages.size, sample: LongForm.count(short: 2, long: 20))
  }

  @Test("a log or journal that cannot be opened is named, with the reason", arguments: allModes)
  func unopenedSideFile(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    try database.open(mode).fill(1)
    let watch = FileWatch(FileWatch.Plan(.openError, at: 2, isLasting: true))
    let error = FileWatch.$current.withValue(watch) { () -> EncryptedSQLiteError? in
      do {
        let connection = try database.open(mode, layer: FaultyLayer.name)
        try connection.execute("CREATE TABLE u(x)")
        return nil
      } catch {
        return error as? EncryptedSQLiteError
          ?? (error as? SQLiteError)?.underlying as? EncryptedSQLiteError
      }
    }
    #expect(error?.code == .inputOutput)
    #expect(error?.file == (mode == .wal ? database.logPath : database.journalPath))
    #expect(error?.reason.contains("errno 24") == true, "\(String(describing: error))")
  }

  struct Pages {
    let size: Int
    let mode: DatabaseOptions.JournalMode
  }

  private static let otherPages = [1024, 16384, 65536].flatMap { size in
    [.wal, .delete].map { Pages(size: size, mode: $0) }
  }

  /// Lets every call fail, or about so many of them.
  private func fail(
    _ fault: Fault, _ mode: DatabaseOptions.JournalMode, pageSize: Int, sample: Int?
  ) throws {
    var injected = 0
    var commits = 0
    var lost = 0
    for isLasting in [false, true] {
      let undisturbed = Workload(mode, FileWatch(), pageSize: pageSize)
      undisturbed.run()
      #expect(undisturbed.failures.isEmpty, "\(undisturbed.failures)")
      let count = undisturbed.watch.counts[fault.call, default: 0]
      var number = LongForm.isOn || isLasting ? 1 : 2
      while true {
        let plan = FileWatch.Plan(fault, at: number, isLasting: isLasting)
        let workload = Workload(mode, FileWatch(plan), pageSize: pageSize)
        workload.run()
        injected += workload.watch.injected
        commits += workload.commits
        workload.watch.endFaults()
        lost += try check(workload, plan)
        if workload.watch.injected == 0 { break }
        number += sample.map { max(1, count / $0) } ?? 1
      }
    }
    LongForm.report(
      "encrypted database, \(fault.rawValue) in \(mode.rawValue) mode, pages of \(pageSize)",
      ["faults": injected, "acknowledged": commits, "lost": lost])
  }

  /// Returns how many acknowledged transactions are gone.
  private func check(_ workload: Workload, _ plan: FileWatch.Plan) throws -> Int {
    let context: Comment =
      "\(workload.mode), pages of \(workload.pageSize), \(plan.fault) at \(plan.number)\(plan.isLasting ? " and after" : "")"
    for failure in workload.failures {
      // A connection to which nothing more is given may stay without it.
      #expect(
        failure.isInjected || plan.isLasting,
        "\(failure.step) failed for no reason: \(failure.error); \(context)")
      #expect(
        isPrecise(failure.error, plan.fault), "\(failure.step): \(failure.error); \(context)")
    }
    let database = workload.database
    #expect(database.reports.isEmpty, context)
    #expect(!database.folder.names.contains { $0.contains("damaged") }, context)
    do {
      let connection = try database.open(workload.mode)
      let version = try VersionedTable.version(connection)
      #expect(workload.expected.contains(version), "\(version) of \(workload.expected); \(context)")
      #expect(try connection.isIntact(), context)
      try VersionedTable.change(connection, to: workload.attempted + 1, rows: 30)
      try connection.close()
      return max(0, workload.acknowledged - version)
    } catch {
      Issue.record("the next open failed: \(error); \(context)")
      return 1
    }
  }

  /// Whether the error says what has happened.
  private func isPrecise(_ error: any Error, _ fault: Fault) -> Bool {
    let own =
      error as? EncryptedSQLiteError ?? (error as? SQLiteError)?.underlying as? EncryptedSQLiteError
    let code = (error as? SQLiteError)?.code
    switch fault {
    case .fullDisk:
      return own?.code == .diskFull
    case .openError:
      return own.map { $0.code == .inputOutput } ?? code.map { .cannotOpen ~= $0 } ?? false
    default:
      return own.map { $0.code == .inputOutput } ?? code.map { .ioError ~= $0 } ?? false
    }
  }
}
