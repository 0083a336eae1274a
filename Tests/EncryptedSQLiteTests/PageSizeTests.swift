// SPDX-License-Identifier: Apache-2.0

import SQLite
import Secrets
import TestFolders
import Testing

@testable import EncryptedSQLite

/// Databases whose pages have other sizes than 4096 bytes.
@Suite("Page sizes")
struct PageSizeTests {
  static let sizes = [1024, 2048, 4096, 8192, 16384, 32768, 65536]
  static let modes: [DatabaseOptions.JournalMode] = [.wal, .delete]

  /// Opens with a cache of few pages, so that transactions spill.
  private func open(
    _ database: TestDatabase, _ size: Int, _ mode: DatabaseOptions.JournalMode,
    key: [UInt8]? = nil, at path: String? = nil
  ) throws -> Connection {
    var options = DatabaseOptions(
      journalMode: mode, synchronous: .off, cacheByteCount: 20 * size, busyTimeout: 5000)
    options.pageSize = size
    let bytes = key ?? database.keyBytes
    return try EncryptedDatabase.open(
      at: path ?? database.path, key: DatabaseKey(copying: bytes.rawBytes), options: options)
  }

  /// Rows of which each tenth fills some pages.
  private func fill(_ connection: Connection, _ size: Int, rows: Int = 300) throws {
    try connection.execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, body BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<\(rows))
      INSERT INTO t SELECT i, 'name ' || i, randomblob(iif(i%10, 200, \(size) * 3 + 17)) FROM n;
      CREATE INDEX byName ON t(name)
      """)
  }

  private func sum(_ connection: Connection) throws -> [String] {
    try connection.texts("SELECT group_concat(name || hex(substr(body, -20))) FROM t")
  }

  @Test(
    "a database works with pages of every size, and keeps it whatever is asked for later",
    arguments: sizes, modes)
  func roundTrip(size: Int, mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    var connection = try open(database, size, mode)
    #expect(try connection.integer("PRAGMA page_size") == Int64(size))
    try fill(connection, size)
    let before = try sum(connection)
    try connection.execute(
      """
      BEGIN; SAVEPOINT a; UPDATE t SET body=randomblob(length(body)+100);
      SAVEPOINT b; DELETE FROM t WHERE id%2=0; ROLLBACK TO b; RELEASE b; ROLLBACK TO a; COMMIT
      """)
    #expect(try sum(connection) == before)
    try connection.execute(
      "BEGIN; UPDATE t SET body=randomblob(length(body)); INSERT INTO t(body) SELECT body FROM t; ROLLBACK"
    )
    #expect(try sum(connection) == before)
    try connection.execute("INSERT INTO t(body) SELECT body FROM t; DELETE FROM t WHERE id>300")
    try connection.execute("VACUUM")
    #expect(try sum(connection) == before)
    #expect(try connection.isIntact())
    let reader = try open(database, 4096, mode)
    #expect(try sum(reader) == before)
    try reader.close()
    try connection.close()
    let bytes = database.bytes
    #expect(bytes.count % size == 0)
    #expect(Array(bytes[16..<18]) == (size == 65536 ? [0, 1] : [UInt8(size >> 8), 0]))

    connection = try open(database, size == 1024 ? 65536 : 1024, mode)
    #expect(try connection.integer("PRAGMA page_size") == Int64(size))
    #expect(try sum(connection) == before)
    try connection.close()
    let wrong = #expect(throws: EncryptedSQLiteError.self) {
      try open(database, size, mode, key: RandomBytes.bytes(64))
    }
    #expect(wrong?.code == .wrongKey)
  }

  @Test("a crash is recovered from, with pages of every size", arguments: sizes, modes)
  func crash(size: Int, mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try open(database, size, mode)
    try fill(connection, size)
    let before = try sum(connection)
    try connection.execute("BEGIN; UPDATE t SET body=randomblob(length(body))")
    let snapshot = database.snapshot()
    try connection.execute("ROLLBACK")
    let restored = try open(database, 2048, mode, at: snapshot.path)
    #expect(try sum(restored) == before)
    #expect(try restored.isIntact())
    #expect(database.reports.isEmpty)
  }

  @Test("a changed bit in any page is damage of that page", arguments: sizes)
  func flippedBit(size: Int) throws {
    let database = TestDatabase()
    let connection = try open(database, size, .delete)
    try fill(connection, size, rows: 40)
    try connection.close()
    let whole = database.bytes
    for page in 1...whole.count / size {
      var bytes = whole
      bytes[(page - 1) * size + [24, size / 2, size - 48, size - 1][page % 4]] ^= 1
      FileBytes.write(bytes, to: database.path)
      let report = try EncryptedDatabase.verify(at: database.path, key: database.makeKey())
      #expect(report.badPages.map { Int($0.number) } == [page])
      guard page % 7 == 1 else { continue }
      let error = readingError(database, size)
      #expect(error?.code == .damaged && error?.page == UInt32(page))
    }
  }

  private func readingError(_ database: TestDatabase, _ size: Int) -> EncryptedSQLiteError? {
    do {
      let connection = try open(database, size, .delete)
      _ = try connection.integer("SELECT sum(length(name)) + sum(length(hex(body))) FROM t")
      _ = try connection.integer("SELECT count(*) FROM t INDEXED BY byName WHERE name >= ''")
      return nil
    } catch let error as EncryptedSQLiteError {
      return error
    } catch {
      return (error as? SQLiteError)?.underlying as? EncryptedSQLiteError
    }
  }

  @Test(
    "a forged page size is an error in words: damage of page 1, or a file too short for it",
    arguments: [0, 1, 2, 3, 100, 512, 1024, 2048, 4097, 8192, 16384, 32768, 65535])
  func forgedSize(field: Int) throws {
    let database = TestDatabase()
    let connection = try open(database, 4096, .delete)
    try fill(connection, 4096)
    try connection.close()
    var bytes = database.bytes
    bytes.replaceSubrange(16..<18, with: [UInt8(field >> 8), UInt8(field & 0xFF)])
    FileBytes.write(bytes, to: database.path)
    let error = readingError(database, 4096)
    #expect(error?.code == .damaged && error?.page == 1)
    #expect(database.bytes == bytes)
    FileBytes.write(Array(bytes.prefix(3 * 4096)), to: database.path)
    let short = readingError(database, 4096)
    #expect(short?.code == .damaged || short?.code == .truncated)
    #expect(short?.file == database.path)
  }

  @Test(
    "a page 1 that reserves no room for vector and tag is refused, though its tag is right",
    arguments: [0, 32, 49], modes)
  func withoutReserve(reserve: UInt8, mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try open(database, 4096, mode)
    try fill(connection, 4096)
    try connection.close()
    var bytes = database.bytes
    let key = database.keyBytes
    let cipher = PageCipher(key: key.rawBytes, salt: Array(bytes[PageOne.saltRange]))
    let page = PageBuffer(count: 4096), sealed = PageBuffer(count: 4096)
    page.withMutableBytes { $0.copy(bytes.rawBytes.extracting(0..<4096)) }
    let isOpen = page.withMutableBytes { cipher.open(&$0, number: 1, domain: .database) }
    #expect(isOpen)
    page.withMutableBytes { $0.storeBytes(of: reserve, toByteOffset: 20, as: UInt8.self) }
    sealed.withMutableBytes {
      cipher.seal(page.bytes, number: 1, domain: .database, into: &$0)
    }
    bytes.replaceSubrange(0..<4096, with: sealed.bytes.array)
    FileBytes.write(bytes, to: database.path)
    let error = #expect(throws: EncryptedSQLiteError.self) { try open(database, 4096, mode) }
    #expect(error?.code == .damaged && error?.page == 1, "\(String(describing: error))")
    #expect(database.bytes == bytes)
  }

  @Test("a page size forged under an open connection is damage, and put right it goes on")
  func forgedWhileOpen() throws {
    let database = TestDatabase()
    let connection = try open(database, 8192, .delete)
    try fill(connection, 8192)
    let whole = database.bytes
    var bytes = whole
    bytes[16] = 0x10
    FileBytes.write(bytes, to: database.path)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("UPDATE t SET body=randomblob(100)")
    }
    let underlying = error?.underlying as? EncryptedSQLiteError
    #expect(underlying?.code == .damaged && underlying?.page == 1)
    #expect(database.bytes == bytes)
    FileBytes.write(whole, to: database.path)
    try connection.execute("UPDATE t SET body=randomblob(100)")
    #expect(try connection.isIntact())
  }

  @Test(
    "other sizes are refused in words, and leave no file",
    arguments: [0, -4096, 1, 512, 1000, 4095, 131072, .max])
  func refusedSizes(size: Int) throws {
    let database = TestDatabase()
    var options = DatabaseOptions()
    options.pageSize = size
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.open(at: database.path, key: database.makeKey(), options: options)
    }
    #expect(error?.code == .unsupported)
    #expect(error?.reason.contains("\(size) bytes") == true)
    #expect(error?.reason.contains("from 1024 to 65536") == true)
    #expect(database.folder.names.isEmpty)
  }

  @Test(
    "a connection follows where another one makes the file first, with other pages",
    arguments: [(1024, 65536), (65536, 1024), (4096, 8192)], modes)
  func otherMakesIt(sizes: (own: Int, other: Int), mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let first = try open(database, sizes.own, .delete)
    try first.execute(
      "BEGIN; CREATE TABLE gone(x); INSERT INTO gone VALUES(randomblob(2000000)); ROLLBACK")
    let second = try open(database, sizes.other, mode)
    try fill(second, sizes.other)
    #expect(try sum(first) == sum(second))
    #expect(try first.integer("PRAGMA page_size") == Int64(sizes.other))
    try first.execute("UPDATE t SET body=randomblob(100) WHERE id<50")
    #expect(try sum(first) == sum(second))
    #expect(try second.isIntact() && first.isIntact())
  }

  @Test(
    "every act in the life of a file keeps the size of its pages", arguments: [1024, 16384, 65536])
  func life(size: Int) throws {
    let database = TestDatabase()
    var connection = try open(database, size, .wal)
    try fill(connection, size)
    let before = try sum(connection)
    func expectSame(_ name: String, key: [UInt8]? = nil) throws {
      let path = database.folder.file(name)
      #expect(try EncryptedDatabase.info(at: path).pageByteCount == size, "\(name)")
      let copy = try open(database, 4096, .delete, key: key, at: path)
      #expect(try sum(copy) == before, "\(name)")
      #expect(try copy.isIntact(), "\(name)")
      let key = key ?? database.keyBytes
      let report = try EncryptedDatabase.verify(
        at: path, key: DatabaseKey(copying: key.rawBytes))
      #expect(report.isWhole && report.pageByteCount == size, "\(name)")
    }
    let key = try database.makeKey()
    #expect(try EncryptedDatabase.verify(at: database.path, key: key).isWhole)
    try EncryptedDatabase.vacuum(connection, into: database.folder.file("vacuumed.db"), key: key)
    try expectSame("vacuumed.db")
    try EncryptedDatabase.backUp(
      database.path, key: key, to: database.folder.file("backup.db"))
    try expectSame("backup.db")
    let plain = database.folder.file("plain.db")
    try EncryptedDatabase.decryptToUnprotectedFile(database.path, key: key, to: plain)
    let unprotected = try Connection(path: plain)
    #expect(try unprotected.integer("PRAGMA page_size") == Int64(size))
    #expect(try sum(unprotected) == before)
    try unprotected.close()
    try EncryptedDatabase.encrypt(
      plainFile: plain, to: database.folder.file("encrypted.db"), key: key)
    try expectSame("encrypted.db")
    try EncryptedDatabase.encrypt(
      plainFile: plain, to: database.folder.file("other.db"), key: key, pageSize: 4096)
    #expect(
      try EncryptedDatabase.info(at: database.folder.file("other.db")).pageByteCount == 4096)
    let salvaged = try EncryptedDatabase.salvage(
      database.path, key: key, to: database.folder.file("salvaged.db"))
    #expect(salvaged.isComplete)
    try expectSame("salvaged.db")
    let attestation = try EncryptedDatabase.attest(database.path, key: key)
    #expect(attestation.counter > 0)
    try connection.close()
    let newKey = RandomBytes.bytes(64)
    try EncryptedDatabase.rekey(
      database.path, from: key, to: DatabaseKey(copying: newKey.rawBytes))
    try expectSame("test.db", key: newKey)
    connection = try open(database, 4096, .wal, key: newKey)
    try connection.execute("UPDATE t SET body=randomblob(100)")
  }

  @Test(
    "the page that SQLite locks bytes in is the one at 2^30, whatever the size", arguments: sizes)
  func lockBytePage(size: Int) {
    let layout = PageLayout(byteCount: size)
    #expect(layout.offset(of: layout.lockBytePage) == 1 << 30)
  }
}
