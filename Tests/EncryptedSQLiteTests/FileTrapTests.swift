// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Glibc
import SQLite
import Secrets
import TestFolders
import Testing

@testable import EncryptedSQLite

/// What SQLite does with database, journal and nameless files that a layer below it can get wrong.
@Suite("File traps")
struct FileTrapTests {
  // Trap: a file made by another process while this one had a salt ready of its own.
  @Test("a connection follows when another one makes the file first", arguments: allModes)
  func staleSalt(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let first = try database.open(.delete, cache: TestDatabase.smallCache)
    // Spills, so that pages are written under the first salt, and then leaves nothing.
    try first.execute(
      "BEGIN; CREATE TABLE gone(x); INSERT INTO gone VALUES(randomblob(2000000)); ROLLBACK")
    let second = try database.open(mode)
    try second.fill(100)
    if mode != .wal {
      #expect(try first.integer("SELECT count(*) FROM t") == 100)
      try first.insert(10)
      #expect(try second.integer("SELECT count(*) FROM t") == 110)
    } else {
      #expect(try first.integer("SELECT count(*) FROM t") == 100)
    }
    #expect(try second.isIntact())
  }

  // Trap: SQLite leaves holes in the file, for pages that were freed before they were written.
  @Test(
    "every page of the file is sealed, also those that SQLite never wrote", arguments: allModes,
    [4 << 20, TestDatabase.smallCache])
  func noHoles(mode: DatabaseOptions.JournalMode, cache: Int) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: cache)
    // Debian's SQLite overwrites what is freed, and so writes it.
    try connection.execute("PRAGMA secure_delete=OFF; CREATE TABLE first(x)")
    try connection.execute(
      "BEGIN; CREATE TABLE gone(x); INSERT INTO gone VALUES(randomblob(500000))")
    try connection.execute("INSERT INTO first VALUES(randomblob(300000)); DELETE FROM gone; COMMIT")
    _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.close()
    let bytes = database.bytes
    let key = database.keyBytes
    let cipher = PageCipher(key: key.rawBytes, salt: Array(bytes[PageOne.saltRange]))
    #expect(bytes.count > 800_000)
    for page in 1...bytes.count / 4096 {
      let sealed = Array(bytes[(page - 1) * 4096..<page * 4096])
      let isSealed = cipher.isAuthentic(
        sealed.rawBytes, number: PageNumber(page), domain: .database)
      #expect(isSealed, "page \(page)")
    }
    #expect(try database.open(mode).isIntact())
  }

  // Trap: SQLite locks bytes in the page at 2^30 and never writes it.
  @Test(
    "a database beyond a gigabyte leaves the page alone that SQLite locks bytes in",
    .enabled(if: LongForm.isOn), arguments: [DatabaseOptions.JournalMode.wal, .delete],
    [1024, 4096, 65536])
  func lockBytePage(mode: DatabaseOptions.JournalMode, pageSize: Int) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, pageSize: pageSize)
    try connection.execute("CREATE TABLE t(x)")
    let insert = try connection.prepare("INSERT INTO t VALUES(zeroblob(50000000))")
    for _ in 0..<23 { try insert.run() }
    #expect(try connection.isIntact())
    try connection.close()
    let again = try database.open(mode)
    #expect(try again.integer("SELECT sum(length(x)) FROM t") == 23 * 50_000_000)
    #expect(
      try again.integer("PRAGMA page_count") > Int64(PageLayout(byteCount: pageSize).lockBytePage))
  }

  // Trap: pages beyond the end are a file cut off, but not those of the open transaction.
  @Test(
    "pages added, freed and taken again within one transaction are no file cut off",
    arguments: allModes)
  func ownAdditions(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: 12 * 4096)
    try connection.fill(300)
    try connection.execute("PRAGMA secure_delete=OFF; CREATE TABLE gone(x)")
    try connection.execute("BEGIN")
    for _ in 0..<3 {
      try connection.execute("INSERT INTO gone VALUES(randomblob(400000)); DELETE FROM gone")
      #expect(try connection.integer("SELECT sum(length(body)) FROM t") == 300 * 480)
      try connection.execute("UPDATE t SET body=randomblob(480) WHERE id%7=0")
    }
    try connection.execute("INSERT INTO gone VALUES(randomblob(300000)); COMMIT")
    #expect(try connection.isIntact())
  }

  // Trap: through a memory mapping SQLite would read ciphertext.
  @Test("memory mapping stays off")
  func memoryMapping() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.execute("PRAGMA mmap_size=100000000")
    #expect(try connection.integer("PRAGMA mmap_size") == 0)
    try connection.fill(300)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try database.open().isIntact())
  }

  // Trap: statement journals, sorter runs and temporary tables go to disk whatever temp_store says.
  @Test("files without a name hold no plaintext, and are there")
  func namelessFiles() throws {
    let marker = "nameless-marker"
    let database = TestDatabase()
    let connection = try database.open(cache: TestDatabase.smallCache)
    try connection.execute("PRAGMA temp_store=FILE; PRAGMA temp.cache_size=10")
    try connection.fill(2000, text: marker)
    try connection.execute("CREATE TEMP TABLE copy AS SELECT name, body FROM t")
    let sort = try connection.prepare("SELECT name FROM t ORDER BY body")
    #expect(try sort.step())
    var nameless = 0
    for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      let link = "/proc/self/fd/\(descriptor)"
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
        target.contains("etilqs_"),
        let bytes = FileBytes.read(link), !bytes.isEmpty
      else { continue }
      nameless += 1
      #expect(Data(bytes).range(of: Data(marker.utf8)) == nil)
    }
    #expect(nameless > 0)
    sort.reset()
  }

  @Test("a nameless file gives back what was written at any offset", arguments: 0..<8)
  func namelessAccess(seed: Int) throws {
    try EncryptedVFS.register()
    var status: CInt = 0, granted: CInt = 0
    // SQLITE_OPEN_READWRITE | CREATE | EXCLUSIVE | DELETEONCLOSE | TEMP_JOURNAL
    let opened = unsafe FileOpening(parent: EncryptedVFS.parent).open(
      nil, flags: 0x1 << 1 | 0x4 | 0x10 | 0x8 | 0x1000, granted: &granted, status: &status)
    let file = try #require(opened)
    defer { _ = file.close() }
    var model: [UInt8] = []
    var random = SeededGenerator(state: UInt64(seed) + 1)
    for _ in 0..<400 {
      let offset = Int.random(in: 0...min(model.count + 9000, 60_000), using: &random)
      let count = [4, 8, 28, 512, 4096, 5000, 9000].randomElement(using: &random) ?? 4
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let size = Int.random(in: 0...model.count, using: &random)
        #expect(file.truncate(to: Int64(size)) == 0)
        model.removeSubrange(size...)
      case 1..<6:
        let bytes = RandomBytes.bytes(count)
        let code = file.write(bytes.rawBytes, at: Int64(offset))
        #expect(code == 0)
        if model.count < offset + count {
          model += [UInt8](repeating: 0, count: offset + count - model.count)
        }
        model.replaceSubrange(offset..<offset + count, with: bytes)
      default:
        let buffer = PageBuffer(count: count)
        let code = buffer.withMutableBytes { file.read(into: &$0, at: Int64(offset)) }
        let available = Array(model.dropFirst(offset).prefix(count))
        #expect(code == (available.count == count ? 0 : SQLiteCode.shortRead))
        #expect(
          buffer.bytes.array == available + [UInt8](repeating: 0, count: count - available.count))
      }
      var size: Int64 = -1
      #expect(file.size(&size) == 0)
      #expect(size == Int64(model.count))
    }
  }

  // MARK: Journals

  /// What a crash in the middle of a transaction leaves: a hot journal, and a database half
  /// overwritten.
  private func crashed(_ mode: DatabaseOptions.JournalMode) throws -> TestSnapshot {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: TestDatabase.smallCache, synchronous: .full)
    try connection.fill(300)
    try connection.execute("BEGIN; UPDATE t SET body=randomblob(480), name='half'")
    let snapshot = database.snapshot()
    try connection.execute("ROLLBACK")
    return snapshot
  }

  @Test(
    "a hot journal is rolled back",
    arguments: [.delete, .truncate, .persist] as [DatabaseOptions.JournalMode])
  func hotJournal(mode: DatabaseOptions.JournalMode) throws {
    let snapshot = try crashed(mode)
    let torn = FileBytes.read(snapshot.path)
    let connection = try snapshot.open(mode)
    #expect(try connection.integer("SELECT count(*) FROM t WHERE name='half'") == 0)
    #expect(try connection.integer("SELECT count(*) FROM t") == 300)
    #expect(try connection.isIntact())
    #expect(FileBytes.read(snapshot.path) != torn)
    #expect(snapshot.original.reports.isEmpty)
  }

  // Trap: the first bytes are read before the journal is rolled back; a torn page 1 must not stop
  // it.
  @Test("a torn page 1 is repaired from a hot journal, and from the log")
  func tornPageOne() throws {
    let database = TestDatabase()
    let connection = try database.open(.delete, cache: TestDatabase.smallCache, synchronous: .full)
    try connection.fill(300)
    try connection.execute("BEGIN; CREATE TABLE other(x); UPDATE t SET body=randomblob(480)")
    let snapshot = database.snapshot()
    var bytes = FileBytes.read(snapshot.path) ?? []
    bytes.replaceSubrange(512..<4096, with: RandomBytes.bytes(3584))
    FileBytes.write(bytes, to: snapshot.path)
    #expect(try snapshot.open(.delete).isIntact())
    try connection.execute("ROLLBACK")

    try connection.execute("PRAGMA journal_mode=WAL; CREATE TABLE another(x)")
    let logged = database.snapshot()
    bytes = FileBytes.read(logged.path) ?? []
    bytes.replaceSubrange(512..<4096, with: RandomBytes.bytes(3584))
    FileBytes.write(bytes, to: logged.path)
    #expect(try logged.open().isIntact())
  }

  // Trap: the size to restore is in the journal, clear; filling the file up to it would fill the
  // disk.
  @Test("a hot journal with a forged size does not fill the disk")
  func forgedSize() throws {
    let snapshot = try crashed(.delete)
    var journal = FileBytes.read("\(snapshot.path)-journal") ?? []
    journal.replaceSubrange(16..<20, with: [0, 0xFF, 0xFF, 0xFF])
    FileBytes.write(journal, to: "\(snapshot.path)-journal")
    let connection = try snapshot.open(.delete)
    #expect(try connection.integer("SELECT count(*) FROM t WHERE name='half'") == 0)
    var status = stat()
    #expect(unsafe stat(snapshot.path, &status) == 0)
    #expect(status.st_blocks * 512 < 2_000_000)
  }

  // Trap: free pages are not in the journal; where the crash had cut them off already, the rollback
  // leaves a hole.
  @Test("free pages that a hot journal cannot restore are sealed again")
  func restoredFreePages() throws {
    let database = TestDatabase()
    let connection = try database.open(
      .delete, cache: TestDatabase.smallCache, synchronous: .full)
    try connection.fill(600)
    try connection.execute("DELETE FROM t WHERE id>300; BEGIN; UPDATE t SET body=randomblob(480)")
    let snapshot = database.snapshot()
    var bytes = FileBytes.read(snapshot.path) ?? []
    let whole = bytes.count
    bytes.removeLast(20 * 4096)
    FileBytes.write(bytes, to: snapshot.path)
    do {
      let restored = try snapshot.open(.delete)
      #expect(try restored.integer("SELECT count(*) FROM t") == 300)
      #expect(try restored.isIntact())
    }
    bytes = FileBytes.read(snapshot.path) ?? []
    #expect(bytes.count == whole)
    let key = database.keyBytes
    let cipher = PageCipher(key: key.rawBytes, salt: Array(bytes[PageOne.saltRange]))
    for page in 1...bytes.count / 4096 {
      let sealed = Array(bytes[(page - 1) * 4096..<page * 4096])
      let isSealed = cipher.isAuthentic(
        sealed.rawBytes, number: PageNumber(page), domain: .database)
      #expect(isSealed, "page \(page)")
    }
  }

  // Trap: a torn record reported as an error makes the database unopenable after a crash.
  @Test("a journal cut in its records ends there")
  func tornJournal() throws {
    let snapshot = try crashed(.delete)
    var journal = FileBytes.read("\(snapshot.path)-journal") ?? []
    journal.removeLast(5000)
    FileBytes.write(journal, to: "\(snapshot.path)-journal")
    _ = try snapshot.open(.delete)
    #expect(snapshot.original.reports.isEmpty)
  }

  @Test("a record of a hot journal that is not what was written is reported, and the journal kept")
  func damagedJournal() throws {
    let snapshot = try crashed(.delete)
    TestDatabase.flipBit(at: 512 + 2 * 4104 + 1000, of: "\(snapshot.path)-journal")
    let journal = FileBytes.read("\(snapshot.path)-journal")
    _ = try? snapshot.open(.delete)
    let reports = snapshot.original.reports
    #expect(reports.count == 1)
    #expect(reports.first?.offset == Int64(512 + 2 * 4104))
    #expect(FileBytes.read("\(snapshot.path)-journal.damaged-1") == journal)
  }

  @Test(
    "a record of the connection's own journal that is not what was written fails the savepoint, and is reported"
  )
  func ownJournal() throws {
    let database = TestDatabase()
    let connection = try database.open(.delete, cache: TestDatabase.smallCache)
    try connection.fill(300)
    try connection.execute("BEGIN; SAVEPOINT s; UPDATE t SET body=randomblob(480)")
    TestDatabase.flipBit(at: 512 + 2 * 4104 + 1000, of: database.journalPath)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("ROLLBACK TO s")
      _ = try connection.integer("SELECT sum(length(body)) FROM t")
    }
    let underlying = error?.underlying as? EncryptedSQLiteError
    #expect(underlying?.code == .damaged)
    #expect(underlying?.file == database.journalPath)
    #expect(underlying?.offset == Int64(512 + 2 * 4104))
  }

  // Trap: SQLite's journal checksum is over plaintext, and tells about it when left clear.
  @Test("checksums in the journal are masked: equal pages have unequal ones")
  func maskedChecksums() throws {
    let database = TestDatabase()
    let connection = try database.open(.delete)
    try connection.execute("CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(200000))")
    try connection.execute("BEGIN; UPDATE t SET x=randomblob(200000)")
    try connection.execute("PRAGMA cache_spill=1; SAVEPOINT a; RELEASE a")
    let journal = FileBytes.read(database.journalPath) ?? []
    var checksums: [[UInt8]] = []
    for start in stride(from: 512, to: journal.count - 4104 + 1, by: 4104) {
      checksums.append(Array(journal[(start + 4100)..<(start + 4104)]))
    }
    #expect(checksums.count > 40)
    #expect(Set(checksums).count == checksums.count)
    try connection.execute("ROLLBACK")
    #expect(try connection.integer("SELECT length(x) FROM t") == 200_000)
  }

  @Test("a transaction over two databases with journals is atomic, by a super-journal of names")
  func superJournal() throws {
    let first = TestDatabase(), second = TestDatabase()
    let connection = try first.open(.delete)
    try connection.fill(10)
    try EncryptedDatabase.attach(
      second.path, as: "other", key: second.makeKey(), to: connection,
      options: DatabaseOptions(journalMode: .delete, synchronous: .full))
    try connection.execute("CREATE TABLE other.u(x)")
    try connection.execute("BEGIN; DELETE FROM t; INSERT INTO other.u VALUES(1); COMMIT")
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    #expect(try connection.integer("SELECT count(*) FROM other.u") == 1)
    #expect(first.folder.names == ["test.db"])
  }

  @Test("read-only connections read what a writer commits, and cannot write", arguments: allModes)
  func readOnly(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let writer = try database.open(mode)
    try writer.fill(10)
    let reader = try database.open(mode, access: .readOnly)
    #expect(try reader.integer("SELECT count(*) FROM t") == 10)
    try writer.insert(1)
    #expect(try reader.integer("SELECT count(*) FROM t") == 11)
    let error = #expect(throws: SQLiteError.self) { try reader.execute("DELETE FROM t") }
    #expect(error.map { .readOnly ~= $0.code } == true)
  }
}

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
