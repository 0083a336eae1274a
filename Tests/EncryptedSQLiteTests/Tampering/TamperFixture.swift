// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import TestFolders

/// Databases of some two hundred pages at some moments of their lives, as bytes.
struct TamperFixture: Sendable {
  struct Files: Sendable {
    var main: [UInt8]
    var log: [UInt8] = []
    var journal: [UInt8] = []
    /// The version committed last, which an honest file gives back.
    var version: Int

    var mode: DatabaseOptions.JournalMode = .wal
  }

  static let frame = 24 + 4096
  static let record = 4 + 4096 + 4
  private static let rows = 800
  /// The same for all versions, so that their pages are of the same use.
  private static let filler = 900

  let keyBytes = RandomBytes.bytes(64)
  /// A database without a log, at versions 2 and 3.
  let older: Files
  let closed: Files
  /// Another database with the same key.
  let foreign: Files
  /// The log between the two, from version 2 to 3, when it was not copied yet.
  let oldLog: [UInt8]
  /// Version 3, with the commits of 4, 5 and 6 in the log.
  let logged: Files
  let foreignLog: [UInt8]
  /// Where the frames of the last commits end in the log.
  let commitEnds: [Int]
  /// Version 3, with a journal that takes back the half of a transaction.
  let hot: Files
  /// Version 3, whole, in the same file; and the journal that would have taken back its
  /// transaction.
  let settled: Files
  let oldJournal: [UInt8]

  init() throws {
    (older, closed, oldLog, logged, commitEnds) = try Self.withLog(keyBytes)
    let other = try Self.withLog(keyBytes)
    (foreign, foreignLog) = (other.closed, other.logged.log)
    (hot, settled, oldJournal) = try Self.withJournal(keyBytes)
  }

  var pageCount: Int { closed.main.count / 4096 }
  var frameCount: Int { logged.log.count / Self.frame }
  /// The number of the frame that ends the last commit but one.
  var lastButOneFrame: Int { commitEnds[1] / Self.frame - 1 }
  var recordCount: Int { (hot.journal.count - 512) / Self.record }

  private static func withLog(_ key: [UInt8]) throws -> (
    older: Files, closed: Files, oldLog: [UInt8], logged: Files, ends: [Int]
  ) {
    let database = TestDatabase(keyBytes: key)
    let connection = try database.open()
    func files(_ version: Int) -> Files {
      Files(
        main: database.bytes, log: FileBytes.read(database.logPath) ?? [], version: version)
    }
    func change(_ version: Int) throws {
      try VersionedTable.change(connection, to: version, rows: rows, filler: filler)
    }
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)"
    try change(1)
    try change(2)
    try connection.execute(checkpoint)
    let older = files(2)
    try change(3)
    let oldLog = files(3).log
    try connection.execute(checkpoint)
    let closed = files(3)
    var ends: [Int] = []
    for version in 4...6 {
      try change(version)
      ends.append(files(version).log.count - 32)
    }
    return (older, closed, oldLog, files(6), ends)
  }

  private static func withJournal(_ key: [UInt8]) throws -> (
    hot: Files, settled: Files, oldJournal: [UInt8]
  ) {
    let database = TestDatabase(keyBytes: key)
    // So small that pages of the open transaction are in the file already.
    let connection = try database.open(.delete, cache: 60 * 4096, synchronous: .full)
    try VersionedTable.change(connection, to: 2, rows: rows, filler: filler)
    func files(_ version: Int) -> Files {
      Files(
        main: database.bytes, journal: FileBytes.read(database.journalPath) ?? [],
        version: version, mode: .delete)
    }
    func half(_ version: Int) throws -> Files {
      try connection.execute(
        "BEGIN IMMEDIATE; UPDATE t SET version=\(version), filler=zeroblob(\(filler))")
      defer { try? connection.execute("ROLLBACK") }
      return files(version - 1)
    }
    let oldJournal = try half(3).journal
    try VersionedTable.change(connection, to: 3, rows: rows, filler: filler)
    let settled = files(3)
    return (try half(4), settled, oldJournal)
  }
}
