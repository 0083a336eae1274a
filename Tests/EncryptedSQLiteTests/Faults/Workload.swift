// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import FaultyFiles
import SQLite

/// The life of a database in short, over files that may fail: creation, bulk insert, updates,
/// spilling savepoints, checkpoints, closing and opening again.
///
/// Goes on after a failure with the connection it has, as a service would.
final class Workload {
  /// One failure, and how many calls had failed below by then.
  struct Failure {
    let step: String
    let error: any Error
    let isInjected: Bool
  }

  let database = TestDatabase()
  let mode: DatabaseOptions.JournalMode
  let watch: FileWatch
  let pageSize: Int
  private(set) var failures: [Failure] = []
  /// The last version whose commit was acknowledged, and the last that was tried.
  private(set) var acknowledged = 0
  private(set) var attempted = 0
  /// How many commits were acknowledged.
  private(set) var commits = 0
  private var connection: Connection?

  init(_ mode: DatabaseOptions.JournalMode, _ watch: FileWatch, pageSize: Int = 4096) {
    self.mode = mode
    self.watch = watch
    self.pageSize = pageSize
  }

  /// What the content may be now: the last version acknowledged, or the one whose commit failed
  /// after that.
  var expected: ClosedRange<Int> { acknowledged...max(acknowledged, attempted) }

  func run() {
    FileWatch.$current.withValue(watch) {
      change(rows: 60)
      change(rows: 60, .savepoint)
      change(rows: 20)
      look()
      checkpoint("PASSIVE")
      change(rows: 50, .abandoned)
      change(rows: 70)
      close()
      change(rows: 65, .savepoint)
      checkpoint("TRUNCATE")
      change(rows: 65)
      vacuum()
      look()
      close()
    }
  }

  private func change(rows: Int, _ manner: VersionedTable.Manner = .plain) {
    attempt("change") { connection in
      let version = attempted + 1
      // Enough to spill, whatever the size of a page.
      let filler = (700 + version * 131 % 500) * max(1, pageSize / 4096)
      if case .abandoned = manner {
        return try VersionedTable.change(
          connection, to: version, rows: rows, filler: filler, manner)
      }
      attempted = version
      try VersionedTable.change(connection, to: version, rows: rows, filler: filler, manner)
      acknowledged = version
      commits += 1
      watch.mark(version)
    }
  }

  private func look() {
    attempt("look") { connection in
      let version = try VersionedTable.version(connection)
      if !expected.contains(version) { throw VersionedTable.Half(what: "version \(version)") }
      // What has been seen must stay.
      acknowledged = version
    }
  }

  private func checkpoint(_ kind: String) {
    attempt("checkpoint") { try $0.execute("PRAGMA wal_checkpoint(\(kind))") }
  }

  private func vacuum() { attempt("vacuum") { try $0.execute("VACUUM") } }

  private func close() {
    guard let connection else { return }
    self.connection = nil
    attempt("close", on: connection) { try $0.close() }
  }

  /// Does one thing, and notes how it failed.
  private func attempt(
    _ step: String, on given: Connection? = nil, _ body: (Connection) throws -> Void
  ) {
    let before = watch.injected
    do {
      if given == nil, connection == nil {
        connection = try database.open(
          mode, cache: 12 * pageSize, synchronous: .full, layer: FaultyLayer.name,
          pageSize: pageSize)
      }
      guard let connection = given ?? connection else { return }
      try body(connection)
    } catch {
      failures.append(Failure(step: step, error: error, isInjected: watch.injected > before))
    }
  }
}
