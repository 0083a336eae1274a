// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Glibc
import SQLite

extension Worker {
  /// `share MODE WRITER SECONDS`: works beside others until the time is up, writer 0 only reading;
  /// prints how much was done, how often a lock could not be had in time, and any other error.
  ///
  /// Each transaction of a writer brings its rows to the next number, as for `write`; whoever reads
  /// sees whole transactions, and never an older one than before.
  func share() {
    guard let mode = DatabaseOptions.JournalMode(rawValue: arguments[0]),
      let writer = Int64(arguments[1]), let seconds = Int(arguments[2])
    else {
      fatalError("usage: share MODE WRITER SECONDS")
    }
    let end = time(nil) + seconds
    var done = 0, busy = 0
    do {
      let options = DatabaseOptions(
        journalMode: mode, synchronous: .normal,
        cacheByteCount: writer % 2 == 0 ? 50_000 : 1 << 20, busyTimeout: 2000)
      var opened: Connection?
      while opened == nil {
        do throws(EncryptedSQLiteError) {
          opened = try open(options)
        } catch {
          guard error.code == .busy, time(nil) < end else { throw error }
          busy += 1
        }
      }
      guard let connection = opened else { return }
      var number: Int64 = 0
      var seen: [Int64: Int64] = [:]
      while time(nil) < end {
        do throws(SQLiteError) {
          if writer == 0 {
            try look(connection, &seen)
          } else {
            try commit(connection, writer, number + 1)
            number += 1
          }
          done += 1
        } catch {
          guard .busy ~= error.code else { throw error }
          busy += 1
          if connection.isInTransaction { try connection.execute("ROLLBACK") }
        }
      }
      say("done \(done) \(busy)")
    } catch {
      say("error: \(error)")
      exit(1)
    }
  }

  private func commit(_ connection: Connection, _ writer: Int64, _ number: Int64)
    throws(SQLiteError)
  {
    try connection.execute("BEGIN IMMEDIATE")
    if number % 4 == 0 {
      try connection.execute("SAVEPOINT s")
      try change(connection, writer, -2)
      try connection.execute("ROLLBACK TO s")
    }
    try change(connection, writer, number)
    try connection.execute("COMMIT")
    if number % 5 == 0 {
      let kind = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"][Int(number / 5 % 4)]
      // A checkpoint that others are in the way of is tried again later.
      do throws(SQLiteError) {
        try connection.execute("PRAGMA wal_checkpoint(\(kind))")
      } catch {
        guard .busy ~= error.code || .locked ~= error.code else { throw error }
      }
    }
  }

  private func look(_ connection: Connection, _ seen: inout [Int64: Int64]) throws(SQLiteError) {
    let select = try connection.prepare(
      """
      SELECT s.writer, s.number, count(b.item), sum(b.number = s.number), sum(length(b.filler) > 0)
        FROM state AS s LEFT JOIN body AS b ON b.writer = s.writer GROUP BY s.writer
      """)
    defer { select.reset() }
    while try select.step() {
      let (writer, number) = (select.integer(at: 0), select.integer(at: 1))
      let counts = (2...4).map { select.integer(at: $0) }
      guard counts == [100, 100, 100], number >= seen[writer, default: 0] else {
        throw SQLiteError(code: .corrupt, message: "writer \(writer): \(number), \(counts)")
      }
      seen[writer] = number
    }
  }
}
