// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Glibc
import SQLite
import Secrets
import TestFolders
import Testing

/// Every way a file or a key can be wrong: the documented error, no trap, and the file as it was.
@Suite("Errors")
struct ErrorMatrixTests {
  /// A closed database of some 60 pages.
  private func made(_ mode: DatabaseOptions.JournalMode = .delete) throws -> TestDatabase {
    let database = TestDatabase()
    let connection = try database.open(mode)
    try connection.fill(400)
    try connection.execute("CREATE INDEX byName ON t(name)")
    try connection.close()
    return database
  }

  /// Opens and reads everything.
  private func readAll(
    _ database: TestDatabase, key: [UInt8]? = nil, access: Connection.Access = .readWrite
  ) throws {
    let connection = try database.open(.delete, access: access, key: key)
    _ = try connection.integer("SELECT sum(length(name)) + sum(length(body)) FROM t")
    _ = try connection.integer("SELECT count(*) FROM t INDEXED BY byName WHERE name >= ''")
  }

  /// The error that reading everything ends with, from opening or from a query.
  private func failure(_ database: TestDatabase, key: [UInt8]? = nil) -> EncryptedSQLiteError? {
    do {
      try readAll(database, key: key)
      return nil
    } catch let error as EncryptedSQLiteError {
      return error
    } catch let error as SQLiteError {
      let underlying = error.underlying as? EncryptedSQLiteError
      #expect(underlying.map { error.message.contains($0.reason) } == true, "\(error)")
      return underlying
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test("a whole database has no error")
  func noError() throws {
    #expect(try failure(made()) == nil)
  }

  @Test(
    "a wrong key, also one with swapped halves or one changed bit, is a wrong key and changes nothing",
    arguments: 0..<4)
  func wrongKey(kind: Int) throws {
    let database = try made(kind == 3 ? .wal : .delete)
    let before = database.bytes
    var key = database.keyBytes
    switch kind {
    case 0: key = Array(key[32...] + key[..<32])
    case 1: key[0] ^= 1
    case 2: key[63] ^= 0x80
    default: key = RandomBytes.bytes(64)
    }
    let error = failure(database, key: key)
    #expect(error?.code == .wrongKey)
    #expect(error?.file == database.path)
    #expect(database.bytes == before)
    #expect(failure(database) == nil)
  }

  @Test("a plain SQLite database is not encrypted, and stays as it is")
  func plainFile() throws {
    let database = TestDatabase()
    try Connection(path: database.path).execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    let before = database.bytes
    #expect(failure(database)?.code == .notEncrypted)
    #expect(database.bytes == before)
  }

  @Test("plain SQLite takes an encrypted database for none, and leaves it as it is")
  func plainSQLite() throws {
    let database = try made()
    let before = database.bytes
    let error = #expect(throws: SQLiteError.self) {
      try Connection(path: database.path).execute("SELECT * FROM t")
    }
    #expect(error?.code == .notADatabase)
    #expect(database.bytes == before)
  }

  @Test("ATTACH and VACUUM INTO without a key are refused in words")
  func missingKey() throws {
    let database = try made()
    let connection = try database.open(.delete)
    for sql in [
      "ATTACH '\(database.folder.file("other.db"))' AS o",
      "VACUUM INTO '\(database.folder.file("other.db"))'",
    ] {
      let error = #expect(throws: SQLiteError.self) { try connection.execute(sql) }
      let underlying = error?.underlying as? EncryptedSQLiteError
      #expect(underlying?.code == .keyMissing)
      #expect(underlying?.file?.hasSuffix("other.db") == true)
    }
    #expect(!database.folder.names.contains("other.db"))
    let plain = #expect(throws: SQLiteError.self) {
      try Connection(path: database.path, vfs: "strongroom")
    }
    #expect(plain.map { .cannotOpen ~= $0.code } == true)
    #expect(try connection.isIntact())
  }

  @Test("noise is no database", arguments: [5, 24, 100, 4096, 50_000])
  func noise(count: Int) throws {
    let database = TestDatabase()
    var bytes = RandomBytes.bytes(count)
    bytes[0] = 0x7F
    FileBytes.write(bytes, to: database.path)
    #expect(failure(database)?.code == .notADatabase)
    #expect(database.bytes == bytes)
  }

  @Test("an empty file is a new database for those who may create one, and cut off for the others")
  func emptyFile() throws {
    let database = TestDatabase()
    FileBytes.write([], to: database.path)
    #expect(failure(database)?.code == .truncated)
    #expect(database.bytes.isEmpty)
    try database.open().fill(1)
  }

  @Test("a file of zeros is damaged, not new")
  func zeros() throws {
    let database = TestDatabase()
    let bytes = [UInt8](repeating: 0, count: 3 * 4096)
    FileBytes.write(bytes, to: database.path)
    #expect(failure(database)?.code == .damaged)
    #expect(database.bytes == bytes)
  }

  @Test("a later format version is named")
  func laterVersion() throws {
    let database = try made()
    var bytes = database.bytes
    bytes[3] = 2
    FileBytes.write(bytes, to: database.path)
    let error = failure(database)
    #expect(error?.code == .unsupportedVersion)
    #expect(error?.reason.contains("version 2") == true)
  }

  @Test(
    "a file cut anywhere is cut off", arguments: [.delete, .wal] as [DatabaseOptions.JournalMode],
    [
      1, 2, 3, 4, 20, 23, 24, 99, 100, 101, 4047, 4095, 4096, 4097, 8192, 9000, 20 * 4096, -4097,
      -4096, -4095, -1,
    ])
  func cut(mode: DatabaseOptions.JournalMode, length: Int) throws {
    let database = try made(mode)
    let whole = database.bytes
    let part = Array(whole.prefix(length > 0 ? length : whole.count + length))
    FileBytes.write(part, to: database.path)
    let error = failure(database)
    #expect(error?.code == .truncated, "\(String(describing: error))")
    #expect(database.bytes == part)
  }

  @Test(
    "a changed bit in the clear bytes of page 1 is named for what it looks like", arguments: 0..<24)
  func clearBytes(offset: Int) throws {
    let database = try made()
    TestDatabase.flipBit(at: offset, of: database.path)
    let before = database.bytes
    let expected: EncryptedSQLiteError.Code =
      switch offset {
      case 0..<3: .notADatabase
      case 3: .unsupportedVersion
      case 4..<16, 21..<24: .wrongKey
      default: .damaged
      }
    #expect(failure(database)?.code == expected)
    #expect(database.bytes == before)
  }

  @Test(
    "a changed bit anywhere in any page is damage of that page, and stays",
    arguments: [24, 2000, 4047, 4048, 4060, 4063, 4064, 4095])
  func flippedBit(offset: Int) throws {
    let database = try made()
    let whole = database.bytes
    for page in 1...whole.count / 4096 {
      var bytes = whole
      bytes[(page - 1) * 4096 + offset] ^= 1
      FileBytes.write(bytes, to: database.path)
      let error = failure(database)
      #expect(error?.code == .damaged)
      #expect(error?.page == UInt32(page))
      #expect(error?.offset == Int64(page - 1) * 4096)
      #expect(error?.file == database.path)
      #expect(database.bytes == bytes)
    }
  }

  @Test("swapped pages, and a page of another database, are damage")
  func swappedPages() throws {
    let database = try made(), other = try made()
    let whole = database.bytes
    var swapped = whole
    swapped.replaceSubrange(3 * 4096..<4 * 4096, with: whole[7 * 4096..<8 * 4096])
    swapped.replaceSubrange(7 * 4096..<8 * 4096, with: whole[3 * 4096..<4 * 4096])
    FileBytes.write(swapped, to: database.path)
    #expect(failure(database)?.code == .damaged)
    var foreign = whole
    foreign.replaceSubrange(3 * 4096..<4 * 4096, with: other.bytes[3 * 4096..<4 * 4096])
    FileBytes.write(foreign, to: database.path)
    #expect(failure(database)?.code == .damaged)
  }

  @Test("a page of zeros is damage")
  func zeroPage() throws {
    let database = try made()
    var bytes = database.bytes
    bytes.replaceSubrange(5 * 4096..<6 * 4096, with: [UInt8](repeating: 0, count: 4096))
    FileBytes.write(bytes, to: database.path)
    #expect(failure(database)?.page == 6)
  }

  @Test("a missing file or folder is not found, and is not made")
  func notFound() throws {
    let folder = TemporaryFolder()
    for path in [folder.file("none.db"), folder.file("none/a.db")] {
      let error = #expect(throws: EncryptedSQLiteError.self) {
        try EncryptedDatabase.open(
          at: path, key: .random(), options: DatabaseOptions(access: .readWrite))
      }
      #expect(error?.code == .notFound)
      #expect(error?.reason.contains(path) == true)
    }
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.open(at: folder.file("none/a.db"), key: .random())
    }
    #expect(error?.code == .notFound)
    #expect(folder.names.isEmpty)
  }

  @Test(
    "a folder, an empty path and memory are no places for a database",
    arguments: ["/tmp", "", ":memory:"])
  func noFile(path: String) {
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.open(at: path, key: .random())
    }
    #expect(error?.code == .unsupported || error?.code == .notADatabase)
  }

  @Test("a file that may not be read, or not be written, is a matter of permission")
  func permission() throws {
    let database = try made()
    for (mode, access, expected) in [
      (0o600, "readOnly", "permissionDenied"), (0o644, "readWrite", "permissionDenied"),
      (0o644, "readOnly", "opened"), (0o666, "readWrite", "opened"),
    ] as [(mode_t, String, String)] where getuid() == 0 {
      _ = unsafe chmod(database.folder.path, 0o777)
      _ = unsafe chmod(database.path, mode)
      let worker = WorkerProcess("open", database.path, key: database.keyBytes, access)
      #expect(worker.lines() == [expected], "\(access) with mode \(String(mode, radix: 8))")
    }
    guard getuid() != 0 else { return }
    _ = unsafe chmod(database.path, 0)
    #expect(failure(database)?.code == .permissionDenied)
  }

  @Test("a full disk fails the call, and what was there stays", arguments: allModes)
  func fullDisk(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let worker = WorkerProcess(
      "fill", database.path, key: database.keyBytes, mode.rawValue, "3000000")
    #expect(worker.lines() == ["diskFull", "kept", "ok"])
    let connection = try database.open(mode)
    #expect(try connection.isIntact())
    #expect(try connection.integer("SELECT count(*) FROM t") > 50)
  }

  @Test(
    "waiting for a lock ends after the busy timeout",
    arguments: [.wal, .delete] as [DatabaseOptions.JournalMode])
  func busy(mode: DatabaseOptions.JournalMode) throws {
    let database = try made(mode)
    let first = try database.open(mode)
    let second = try database.open(mode, busyTimeout: 50)
    try first.execute("BEGIN EXCLUSIVE")
    let error = #expect(throws: SQLiteError.self) {
      try second.execute("INSERT INTO t(name) VALUES('x')")
    }
    #expect(error.map { .busy ~= $0.code } == true)
    if mode == .delete {
      let opening = #expect(throws: EncryptedSQLiteError.self) {
        try database.open(mode, busyTimeout: 50)
      }
      #expect(opening?.code == .busy)
    }
  }

  @Test("another page size is refused in words, and the database stays whole", arguments: allModes)
  func pageSize(mode: DatabaseOptions.JournalMode) throws {
    let database = try made(mode)
    let connection = try database.open(mode)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("PRAGMA page_size=8192; VACUUM")
    }
    #expect((error?.underlying as? EncryptedSQLiteError)?.code == .unsupported)
    #expect(error?.message.contains("4096") == true)
    try connection.execute("PRAGMA page_size=4096; VACUUM")
    #expect(try connection.isIntact())
  }

  @Test(
    "after a fork the child is refused the parent's connection, and the parent keeps it",
    arguments: [0])
  func fork(_: Int) throws {
    let database = TestDatabase()
    let lines = WorkerProcess("fork", database.path, key: database.keyBytes).lines()
    #expect(
      lines == [
        "child: wrongProcess", "child: wrongProcess", "child: opened again", "parent: done",
        "parent: done",
      ])
    #expect(try database.open().integer("SELECT count(*) FROM t") == 3)
  }
}
