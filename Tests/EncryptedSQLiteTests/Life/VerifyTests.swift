// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import TestFolders
import Testing

@Suite("Verifying")
struct VerifyTests {
  private func verify(_ database: TestDatabase, _ path: String? = nil) throws -> VerificationReport
  {
    try EncryptedDatabase.verify(at: path ?? database.path, key: database.makeKey())
  }

  @Test("a whole database is whole, and progress ends at its size")
  func whole() throws {
    let database = try TestDatabase.made(rows: 30_000)
    var last: OperationProgress?
    let report = try EncryptedDatabase.verify(at: database.path, key: database.makeKey()) {
      #expect($0.completed >= last?.completed ?? 0)
      last = $0
    }
    #expect(report.isWhole && report.badPages.isEmpty && report.log == nil && !report.hasJournal)
    #expect(Int(report.pageCount) * 4096 == database.bytes.count)
    #expect(last?.completed == Int64(database.bytes.count) && last?.fraction == 1)
  }

  @Test("every bad page is found, wherever the bit is, and no other", arguments: [1, 2, 3, 77])
  func badPages(page: Int) throws {
    let database = try TestDatabase.made()
    let size = database.bytes.count
    for (number, offset) in [(page, 30), (page + 4, 4050), (page + 9, 4095)] {
      TestDatabase.flipBit(at: (number - 1) * 4096 + offset, of: database.path)
    }
    let report = try verify(database)
    let pages = [page, page + 4, page + 9]
    #expect(report.badPages.map { Int($0.number) } == pages)
    #expect(report.badPages.map { Int($0.offset) } == pages.map { ($0 - 1) * 4096 })
    #expect(report.badPages.filter { $0.isInLog }.isEmpty && !report.isWhole)
    #expect(database.bytes.count == size)
  }

  @Test("pages swapped, cut off in the middle, or missing are found")
  func misplaced() throws {
    let database = try TestDatabase.made()
    var bytes = database.bytes
    let pageCount = bytes.count / 4096
    let third = Array(bytes[2 * 4096..<3 * 4096])
    bytes.replaceSubrange(2 * 4096..<3 * 4096, with: bytes[3 * 4096..<4 * 4096])
    bytes.replaceSubrange(3 * 4096..<4 * 4096, with: third)
    FileBytes.write(Array(bytes.dropLast(2 * 4096 + 100)), to: database.path)
    let report = try verify(database)
    #expect(report.badPages.map(\.number) == [3, 4, UInt32(pageCount - 2)])
    #expect(report.missingPageCount == 2)
  }

  @Test("a bad page of which the log has a newer version is no loss")
  func inLog() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(200)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET name='new' WHERE id=1")
    let copy = database.snapshot()
    let log = try #require(FileBytes.read(copy.path + "-wal"))
    let changed = log[32..<36].reduce(0) { $0 << 8 | Int($1) }
    database.spoil(page: changed, at: copy.path)
    let report = try verify(database, copy.path)
    #expect(report.badPages.map(\.number) == [UInt32(changed)])
    #expect(report.badPages.filter { !$0.isInLog }.isEmpty)
    #expect(report.log?.frameCount ?? 0 > 0 && report.log?.badFrames.isEmpty == true)
  }

  @Test(
    "a damaged frame with a transaction behind it is reported, a torn end is not",
    arguments: [true, false])
  func badFrames(isInTheMiddle: Bool) throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(100)
    try connection.insert(3)
    let copy = database.snapshot()
    let log = copy.path + "-wal"
    let byteCount = try #require(FileBytes.read(log)).count
    let frames = (byteCount - 32) / 4120
    let frame = isInTheMiddle ? frames / 2 : frames
    TestDatabase.flipBit(at: 32 + (frame - 1) * 4120 + 1000, of: log)
    let report = try verify(database, copy.path)
    #expect(report.log?.badFrames.map(\.number) == (isInTheMiddle ? [frame] : []))
    #expect(report.isWhole == !isInTheMiddle)
    TestDatabase.flipBit(at: 5, of: log)
    #expect(try verify(database, copy.path).log?.isHeaderDamaged == true)
  }

  @Test("a database that others write to is verified without a false alarm and without a lock")
  func inUse() throws {
    let database = TestDatabase()
    try database.open().fill(2000)
    let writers = ["1", "2"].map {
      WorkerProcess("write", database.path, key: database.keyBytes, "wal", $0, "50000", "off")
    }
    for _ in 0..<12 {
      let report = try verify(database)
      #expect(report.isWhole, "\(report)")
    }
    for writer in writers {
      #expect(writer.kill().filter { Int64($0) == nil } == [])
    }
  }

  @Test("a wrong key, a plain file and a foreign one are the errors that opening has")
  func refusals() throws {
    let database = try TestDatabase.made()
    func code(_ path: String, _ key: borrowing DatabaseKey) -> EncryptedSQLiteError.Code? {
      do throws(EncryptedSQLiteError) {
        _ = try EncryptedDatabase.verify(at: path, key: key)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(database.path, .random()) == .wrongKey)
    let plain = database.folder.file("plain.db")
    try TestDatabase.writePlain(to: plain)
    #expect(try code(plain, database.makeKey()) == .notEncrypted)
    FileBytes.write(Array("hello".utf8), to: plain)
    #expect(try code(plain, database.makeKey()) == .notADatabase)
    FileBytes.write([], to: plain)
    #expect(try code(plain, database.makeKey()) == .truncated)
  }
}
