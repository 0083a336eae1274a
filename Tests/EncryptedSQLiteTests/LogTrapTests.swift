// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import TestFolders
import Testing

/// What SQLite does with the log that a layer below it can get wrong.
///
/// Each of these fails without its cure.
@Suite("Log traps")
struct LogTrapTests {
  private let frame = 24 + 4096

  /// Opens what a crash now would leave, and says how many rows it has; nil where SQLite finds
  /// fault.
  private func rowsAfterCrash(_ database: TestDatabase) throws -> Int64? {
    let snapshot = database.snapshot()
    let connection = try snapshot.open()
    guard try connection.isIntact() else { return nil }
    return try connection.integer("SELECT count(*) FROM t")
  }

  // Trap: another process starts the log anew with another salt; frames sealed with the salt last
  // read belong to no log.
  @Test(
    "frames follow the salt of the log that SQLite writes, after another connection has started it anew"
  )
  func restartedLog() throws {
    let database = TestDatabase()
    let first = try database.open()
    try first.fill(50)
    let second = try database.open()
    for round in 1...4 {
      let (writer, other) = round % 2 == 0 ? (first, second) : (second, first)
      #expect(try other.integer("SELECT count(*) FROM t") == Int64(40 + 10 * round))
      try writer.execute("PRAGMA wal_checkpoint(RESTART)")
      try writer.insert(5)  // starts the log anew
      try other.insert(5)  // appends to it, with the salt of the old one in mind
      #expect(try writer.integer("SELECT count(*) FROM t") == Int64(50 + 10 * round))
      #expect(try other.isIntact())
      #expect(try rowsAfterCrash(database) == Int64(50 + 10 * round))
    }
  }

  @Test("also a connection that has read no frame of the new log writes frames of that log")
  func unreadLog() throws {
    let database = TestDatabase()
    let first = try database.open()
    try first.execute("CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE t(x)")
    try first.execute("INSERT INTO a VALUES(1); INSERT INTO b VALUES(1)")
    let second = try database.open()
    try second.execute("UPDATE b SET x=2")
    try first.execute("PRAGMA wal_checkpoint(RESTART); UPDATE a SET x=3")
    // Neither page 1 nor the page of b is in the new log.
    try second.execute("UPDATE b SET x=4")
    #expect(try first.integer("SELECT x FROM b") == 4)
    #expect(try rowsAfterCrash(database) == 0)
    #expect(try database.snapshot().open().integer("SELECT x FROM b") == 4)
  }

  // Trap: a page overwritten inside its own transaction comes without a header, and from then on
  // headers have salt and checksum zero, until a pass that starts with an 8-byte read rewrites
  // headers alone. A checksum left masked, a zero salt remembered, or a header held back, and
  // commits vanish at recovery.
  @Test(
    "a transaction that overwrites its own pages survives a crash, first in the log or after others",
    arguments: [true, false])
  func rewrittenChecksums(isFirstInLog: Bool) throws {
    let database = TestDatabase()
    let connection = try database.open(cache: TestDatabase.smallCache)
    try connection.fill(400)
    if isFirstInLog {
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    } else {
      try connection.insert(3)
    }
    let before = try connection.integer("SELECT count(*) FROM t")
    try connection.execute("BEGIN")
    for _ in 0..<4 { try connection.execute("UPDATE t SET body=randomblob(480)") }
    try connection.execute("INSERT INTO t(name) VALUES('last'); COMMIT")
    #expect(try rowsAfterCrash(database) == before + 1)
    try connection.insert(2)
    #expect(try rowsAfterCrash(database) == before + 3)
    #expect(try connection.isIntact())
  }

  // Trap: SQLite, 3.40 at least and plain as well, loses acknowledged commits at recovery after a
  // savepoint that spilled was rolled back: it starts the pass over the checksums too late.
  @Test("a commit after a rolled back savepoint survives a crash", arguments: 0..<6)
  func savepoint(seed: Int) throws {
    let database = TestDatabase()
    let connection = try database.open(cache: 12 * 4096)
    try connection.fill(100)
    for round in 0..<12 {
      try connection.execute("BEGIN; UPDATE t SET name=name WHERE id%\(seed + 2)=0; SAVEPOINT s")
      for _ in 0...(seed + round) % 3 {
        try connection.execute("UPDATE t SET body=randomblob(200 + abs(random()) % 2000)")
      }
      try connection.execute("ROLLBACK TO s")
      if round % 2 == 0 {
        try connection.execute(
          "UPDATE t SET body=randomblob(200 + abs(random()) % 2000) WHERE id<\(20 * seed + 10 * round)"
        )
      }
      try connection.execute("INSERT INTO t(name) VALUES('x'); COMMIT")
      #expect(try rowsAfterCrash(database) == Int64(101 + round))
      if (round + seed) % 5 == 4 { try connection.execute("PRAGMA wal_checkpoint(RESTART)") }
    }
    #expect(database.reports.isEmpty)
  }

  @Test(
    "two connections that take turns at such transactions never meet an error", arguments: [0, 1])
  func alternatingRewriters(first: Int) throws {
    let database = TestDatabase()
    let connections = [
      try database.open(cache: TestDatabase.smallCache),
      try database.open(cache: TestDatabase.smallCache),
    ]
    try connections[0].fill(300)
    for round in 0..<8 {
      let writer = connections[(round + first) % 2], reader = connections[(round + first + 1) % 2]
      try writer.execute("BEGIN")
      for _ in 0..<3 { try writer.execute("UPDATE t SET body=randomblob(480)") }
      if round % 3 == 2 {
        try writer.execute("ROLLBACK")
      } else {
        try writer.execute("INSERT INTO t(name) VALUES('x'); COMMIT")
      }
      #expect(try reader.isIntact())
      #expect(try rowsAfterCrash(database) == reader.integer("SELECT count(*) FROM t"))
      if round % 4 == 3 { try reader.execute("PRAGMA wal_checkpoint(RESTART)") }
    }
  }

  // Trap: without its own promise that a write spoils nothing around it, SQLite pads commits to
  // sectors.
  @Test("a commit writes frames and nothing else")
  func noPadding() throws {
    let database = TestDatabase()
    let connection = try database.open(synchronous: .full)
    try connection.execute("CREATE TABLE t(x)")
    let before = (FileBytes.read(database.logPath) ?? []).count
    try connection.execute("INSERT INTO t VALUES(1)")
    #expect((FileBytes.read(database.logPath) ?? []).count - before == frame)
  }

  /// A database whose log holds `commits` transactions, each with its rows, as after a crash.
  private func crashed(commits: Int) throws -> TestSnapshot {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(1)
    for _ in 1..<commits { try connection.insert(1) }
    return database.snapshot()
  }

  // Trap: a torn last frame reported as an error makes the database unopenable after a crash.
  @Test("a torn end of the log is dropped without a word", arguments: [1, 24, 25, 100, 4119, 4120])
  func tornEnd(missing: Int) throws {
    let snapshot = try crashed(commits: 5)
    var log = FileBytes.read("\(snapshot.path)-wal") ?? []
    log.removeLast(missing)
    FileBytes.write(log, to: "\(snapshot.path)-wal")
    #expect(try snapshot.open().integer("SELECT count(*) FROM t") == 4)
    #expect(snapshot.original.reports.isEmpty)
    #expect(!snapshot.folder.names.contains { $0.contains("damaged") })
  }

  @Test("a spoilt last frame is a torn one", arguments: [0, 5, 9, 17, 24, 3000, 4075, 4119])
  func spoiltEnd(offset: Int) throws {
    let snapshot = try crashed(commits: 5)
    let log = FileBytes.read("\(snapshot.path)-wal") ?? []
    TestDatabase.flipBit(at: log.count - frame + offset, of: "\(snapshot.path)-wal")
    #expect(try snapshot.open().integer("SELECT count(*) FROM t") == 4)
    #expect(snapshot.original.reports.isEmpty)
  }

  // Trap: SQLite takes one flipped bit for the end of the log and drops every commit behind it, in
  // silence.
  @Test(
    "damage inside the log is reported, and the log kept, before recovery drops the rest",
    arguments: [0, 5, 9, 17, 24, 3000, 4075, 4119])
  func damageInside(offset: Int) throws {
    let snapshot = try crashed(commits: 5)
    let logPath = "\(snapshot.path)-wal"
    let size = (FileBytes.read(logPath) ?? []).count
    TestDatabase.flipBit(at: size - 3 * frame + offset, of: logPath)
    let log = FileBytes.read(logPath)
    do {
      // A reader cannot write a log, but recovers it all the same.
      let connection = try snapshot.open()
      #expect(try connection.integer("SELECT count(*) FROM t") == 2)
      #expect(try connection.isIntact())
    }
    let reports = snapshot.original.reports
    #expect(reports.count == 1)
    #expect(reports.first?.code == .damaged)
    #expect(reports.first?.offset == Int64(size - 3 * frame))
    #expect(reports.first?.reason.contains("\(logPath).damaged-1") == true)
    #expect(FileBytes.read("\(logPath).damaged-1") == log)
  }

  @Test("a log whose header is damaged is kept, too", arguments: [0, 5, 10, 17, 20, 25])
  func damagedHeader(offset: Int) throws {
    let snapshot = try crashed(commits: 5)
    TestDatabase.flipBit(at: offset, of: "\(snapshot.path)-wal")
    let log = FileBytes.read("\(snapshot.path)-wal")
    _ = try? snapshot.open()
    #expect(snapshot.original.reports.count == 1)
    #expect(FileBytes.read("\(snapshot.path)-wal.damaged-1") == log)
  }

  // Trap: frames of a transaction that spilled and was rolled back stay behind the end; they are
  // authentic, and no loss.
  @Test("frames of a rolled back transaction behind the end are no damage")
  func rolledBackFrames() throws {
    let database = TestDatabase()
    let connection = try database.open(cache: TestDatabase.smallCache)
    try connection.fill(400)
    try connection.execute("BEGIN; UPDATE t SET body=randomblob(480); ROLLBACK")
    try connection.insert(1)
    #expect(try rowsAfterCrash(database) == 401)
    #expect(database.reports.isEmpty)
  }

  @Test(
    "a transaction that a crash caught in the middle is no damage, however far it came",
    arguments: 0..<4)
  func unfinished(updates: Int) throws {
    let database = TestDatabase()
    let connection = try database.open(cache: TestDatabase.smallCache)
    try connection.fill(400)
    try connection.execute("BEGIN; DELETE FROM t WHERE id=1")
    for _ in 0...updates { try connection.execute("UPDATE t SET body=randomblob(480)") }
    #expect(try rowsAfterCrash(database) == 400)
    #expect(database.reports.isEmpty)
  }

  @Test("frames of an earlier log behind the end are no damage")
  func earlierFrames() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(400)
    try connection.execute("PRAGMA wal_checkpoint(RESTART)")
    try connection.insert(1)
    #expect(try rowsAfterCrash(database) == 401)
    #expect(database.reports.isEmpty)
  }

  @Test(
    "a frame changed or swapped under a live reader is damage, with its place",
    arguments: [true, false])
  func liveReader(isSwap: Bool) throws {
    let database = TestDatabase()
    let connection = try database.open(cache: TestDatabase.smallCache)
    try connection.fill(400)
    var log = FileBytes.read(database.logPath) ?? []
    let a = 32 + 5 * frame, b = 32 + 6 * frame
    if isSwap {
      let first = Array(log[a..<a + frame])
      log.replaceSubrange(a..<a + frame, with: log[b..<b + frame])
      log.replaceSubrange(b..<b + frame, with: first)
    } else {
      log[a + 2000] ^= 1
      log[b + 2000] ^= 1
    }
    FileBytes.write(log, to: database.logPath)
    let error = #expect(throws: SQLiteError.self) {
      try connection.integer("SELECT sum(length(body)) FROM t")
    }
    let underlying = error?.underlying as? EncryptedSQLiteError
    #expect(error?.code == .ioErrorData)
    #expect(underlying?.code == .damaged)
    #expect(underlying?.file == database.logPath)
    #expect([Int64(a), Int64(b)].contains(underlying?.offset ?? 0))
  }

  @Test("a checkpoint copies pages as they are, and refuses a frame that is not of the log")
  func checkpoint() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(100)
    let log = FileBytes.read(database.logPath) ?? []
    try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    let file = database.bytes
    let last = stride(from: 32, to: log.count, by: frame).map { offset in
      (
        page: log[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) },
        bytes: log[(offset + 24)..<(offset + frame)]
      )
    }.last
    let page = try #require(last)
    #expect(Array(file[(page.page - 1) * 4096..<page.page * 4096]) == Array(page.bytes))

    try connection.insert(10)
    // The checkpoint was complete, so the log began anew.
    TestDatabase.flipBit(at: 32 + frame - 10, of: database.logPath)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("PRAGMA wal_checkpoint(FULL)")
    }
    #expect((error?.underlying as? EncryptedSQLiteError)?.code == .damaged)
  }
}
