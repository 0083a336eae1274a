// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Glibc
import SQLite
import Secrets
import TestFolders
import Testing

@Suite("Encrypting, decrypting, backing up, changing the key")
struct CopyTests {
  @Test(
    "a plain database is encrypted whole, of any page size, and stays as it was",
    arguments: [512, 1024, 4096, 65536])
  func encrypt(pageSize: Int) throws {
    let database = TestDatabase()
    let plain = database.folder.file("a plain%20file?.db")
    try TestDatabase.writePlain(to: plain, rows: 3000, pageSize: pageSize)
    _ = unsafe chmod(plain, 0o640)
    let before = FileBytes.read(plain)
    var last: OperationProgress?
    try EncryptedDatabase.encrypt(plainFile: plain, to: database.path, key: database.makeKey()) {
      last = $0
    }
    #expect(last?.fraction == 1)
    #expect(FileBytes.read(plain) == before)
    #expect(try database.rows() == TestDatabase.rows(Connection(path: plain)))
    let connection = try database.open(.delete)
    #expect(try connection.isIntact() && connection.integer("PRAGMA user_version") == 77)
    #expect(try EncryptedDatabase.verify(at: database.path, key: database.makeKey()).isWhole)
    var status = stat()
    #expect(unsafe stat(database.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(!database.bytes.contains("plaintext-marker"))
  }

  @Test("what is still in a plain database's log is encrypted, too")
  func encryptWithLog() throws {
    let database = TestDatabase()
    let path = database.folder.file("plain.db")
    let plain = try Connection(path: path)
    try plain.execute("PRAGMA journal_mode=WAL")
    try plain.fill(500)
    try EncryptedDatabase.encrypt(plainFile: path, to: database.path, key: database.makeKey())
    #expect(try database.rows() == TestDatabase.rows(plain))
  }

  @Test("what is encrypted, foreign, empty or damaged is not encrypted, and leaves nothing")
  func encryptRefusals() throws {
    let database = try TestDatabase.made()
    let target = database.folder.file("new.db")
    let odd = database.folder.file("odd")
    func code(_ path: String) throws -> EncryptedSQLiteError.Code? {
      let key = try database.makeKey()
      do throws(EncryptedSQLiteError) {
        try EncryptedDatabase.encrypt(plainFile: path, to: target, key: key)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(try code(database.path) == .unsupported)
    FileBytes.write(Array("hello".utf8), to: odd)
    #expect(try code(odd) == .notADatabase)
    FileBytes.write([], to: odd)
    #expect(try code(odd) == .truncated)
    try TestDatabase.writePlain(to: database.folder.file("plain"))
    var bytes = try #require(FileBytes.read(database.folder.file("plain")))
    for page in 3..<60 {
      bytes.replaceSubrange(
        page * 4096..<page * 4096 + 100, with: [UInt8](repeating: 0xAA, count: 100))
    }
    FileBytes.write(bytes, to: odd)
    #expect(try code(odd) == .damaged)
    #expect(try code(database.folder.file("none")) == .notFound)
    #expect(database.folder.names == ["odd", "plain", "test.db"])
  }

  @Test(
    "a decrypted file is an ordinary database with the same rows",
    arguments: [.wal, .delete] as [DatabaseOptions.JournalMode])
  func decrypt(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode)
    try connection.fill(3000)
    let plain = database.folder.file("plain.db")
    var last: OperationProgress?
    try EncryptedDatabase.decryptToUnprotectedFile(
      database.path, key: database.makeKey(), to: plain
    ) { last = $0 }
    #expect(last?.fraction == 1)
    let opened = try Connection(path: plain)
    #expect(try opened.isIntact())
    #expect(try TestDatabase.rows(opened) == TestDatabase.rows(connection))
    #expect(try #require(FileBytes.read(plain)).starts(with: Array("SQLite format 3\0".utf8)))
    // And back.
    try opened.close()
    try EncryptedDatabase.encrypt(
      plainFile: plain, to: database.folder.file("again.db"), key: database.makeKey())
    #expect(
      try database.rows(at: database.folder.file("again.db")) == TestDatabase.rows(connection))
  }

  @Test(
    "a backup is one moment of a database that is being written, under the same or another key",
    arguments: [false, true])
  func backUp(otherKey: Bool) throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(8000)
    let target = database.folder.file("backup.db")
    let newKey = otherKey ? RandomBytes.bytes(64) : database.keyBytes
    var calls = 0
    var refusal: (any Error)?
    try EncryptedDatabase.backUp(
      database.path, key: database.makeKey(), to: target, under: DatabaseKey(newKey)
    ) { _ in
      calls += 1
      // A writer commits between the pieces, and the copy does not see it.
      do {
        try connection.execute(
          "UPDATE t SET name='later' WHERE id%3=0; INSERT INTO t(name) VALUES('later')")
      } catch { refusal = error }
    }
    #expect(calls > 3 && refusal == nil)
    let copy = try database.open(.delete, access: .readWrite, key: newKey, at: target)
    #expect(try copy.isIntact())
    #expect(try copy.integer("SELECT count(*) FROM t WHERE name='later'") == 0)
    #expect(try copy.integer("SELECT count(*) FROM t") == 8000)
    #expect(try connection.integer("SELECT count(*) FROM t") == 8000 + Int64(calls))
    #expect(try EncryptedDatabase.verify(at: target, key: DatabaseKey(newKey)).isWhole)
    let salts = try [target, database.path].map { try EncryptedDatabase.info(at: $0).salt }
    #expect(salts[0] != salts[1])
    #expect(Set(database.folder.names) == ["backup.db", "test.db", "test.db-shm", "test.db-wal"])
  }

  @Test("a bad page stops a backup with the page's error, and leaves nothing")
  func damagedBackup() throws {
    let database = try TestDatabase.made()
    database.spoil(page: 40)
    let key = try database.makeKey()
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.backUp(database.path, key: key, to: database.folder.file("new.db"))
    }
    #expect(error?.code == .damaged && error?.page == 40)
    #expect(database.folder.names == ["test.db"])
  }

  @Test("a target that exists is refused unless it may go, and then goes in one step")
  func existingTarget() throws {
    let database = try TestDatabase.made()
    let target = database.folder.file("other.db")
    let old = try database.open(.delete, at: target)
    try old.execute("CREATE TABLE old(x)")
    let key = try database.makeKey()
    let before = FileBytes.read(target)
    func code(_ path: String, _ choice: EncryptedDatabase.ExistingTarget) -> EncryptedSQLiteError
      .Code?
    {
      do throws(EncryptedSQLiteError) {
        try EncryptedDatabase.backUp(database.path, key: key, to: path, existingTarget: choice)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(target, .refuse) == .targetExists)
    #expect(code(database.path, .replace) == .unsupported)
    #expect(code(database.folder.file("no/folder.db"), .refuse) == .notFound)
    try old.execute("BEGIN; SELECT * FROM old")
    #expect(code(target, .replace) == .busy)
    #expect(FileBytes.read(target) == before)
    try old.execute("COMMIT")
    #expect(code(target, .replace) == nil)
    #expect(try database.rows(at: target) == database.rows())
    // The connection to what was there is told.
    let error = #expect(throws: SQLiteError.self) { try old.execute("INSERT INTO old VALUES(1)") }
    #expect((error?.underlying as? EncryptedSQLiteError)?.code == .replaced)
  }

  @Test(
    "a new key opens a rekeyed database, the old one does not",
    arguments: [.wal, .delete, .persist] as [DatabaseOptions.JournalMode])
  func rekey(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode)
    try connection.fill(3000)
    let rows = try TestDatabase.rows(connection)
    let crashed = mode == .wal ? database.snapshot().path : database.path
    try connection.close()
    let old = try EncryptedDatabase.info(at: database.path)
    let newKey = RandomBytes.bytes(64)
    var last: OperationProgress?
    try EncryptedDatabase.rekey(database.path, from: database.makeKey(), to: DatabaseKey(newKey)) {
      last = $0
    }
    #expect(last?.fraction == 1 && crashed != "")
    #expect(
      try EncryptedDatabase.info(at: database.path, key: DatabaseKey(newKey)).isRightKey == true)
    let new = try EncryptedDatabase.info(at: database.path)
    #expect(new.salt != old.salt)
    let error = #expect(throws: EncryptedSQLiteError.self) { try database.rows() }
    #expect(error?.code == .wrongKey)
    #expect(try EncryptedDatabase.verify(at: database.path, key: DatabaseKey(newKey)).isWhole)
    #expect(try database.rows(key: newKey) == rows)
    let reopened = try database.open(mode, key: newKey)
    #expect(try reopened.isIntact())
  }

  @Test("what only the log holds after a crash is in the rekeyed database")
  func rekeyWithLog() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(300)
    let copy = database.snapshot()
    let newKey = RandomBytes.bytes(64)
    try EncryptedDatabase.rekey(copy.path, from: database.makeKey(), to: DatabaseKey(newKey))
    #expect(copy.folder.names == ["test.db"])
    let reopened = try database.open(.wal, key: newKey, at: copy.path)
    #expect(try TestDatabase.rows(reopened) == TestDatabase.rows(connection))
  }

  @Test("a new file is its owner's alone until it is whole, and then has the source's permissions")
  func permissions() throws {
    let database = try TestDatabase.made()
    let copy = database.folder.file("copy.db")
    func mode(_ path: String) -> mode_t? {
      var status = stat()
      return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }
    unsafe chmod(database.path, 0o444)
    var modes: Set<mode_t> = []
    let key = try database.makeKey()
    try EncryptedDatabase.backUp(database.path, key: key, to: copy, under: key) { _ in
      if let mode = mode(copy + ".unfinished") { modes.insert(mode) }
    }
    #expect(modes == [0o600] && mode(copy) == 0o444)
  }

  @Test("rekeying is refused while another connection is open in WAL mode, and changes nothing")
  func rekeyInUse() throws {
    let database = TestDatabase()
    let connection = try database.open(busyTimeout: 100)
    try connection.fill(10)
    let key = try database.makeKey()
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.rekey(database.path, from: key, to: .random())
    }
    #expect(error?.code == .busy)
    try connection.insert(5)
    #expect(try connection.integer("SELECT count(*) FROM t") == 15)
    #expect(!database.folder.names.contains("test.db.unfinished"))
  }

  @Test("an idle connection in a journal mode is told that its file was replaced")
  func rekeyBehindAConnection() throws {
    let database = TestDatabase()
    let connection = try database.open(.delete)
    try connection.fill(10)
    let newKey = RandomBytes.bytes(64)
    try EncryptedDatabase.rekey(database.path, from: database.makeKey(), to: DatabaseKey(newKey))
    let error = #expect(throws: SQLiteError.self) { try connection.insert(1) }
    #expect((error?.underlying as? EncryptedSQLiteError)?.code == .replaced)
    #expect(try database.open(.delete, key: newKey).integer("SELECT count(*) FROM t") == 10)
  }

  @Test("a bad page stops a rekeying, and the database is as it was")
  func damagedRekey() throws {
    let database = try TestDatabase.made()
    database.spoil(page: 40)
    let before = database.bytes
    let key = try database.makeKey()
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.rekey(database.path, from: key, to: .random())
    }
    #expect(error?.code == .damaged && error?.page == 40)
    #expect(database.bytes == before && database.folder.names == ["test.db"])
    let wrong = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.rekey(database.path, from: .random(), to: .random())
    }
    #expect(wrong?.code == .wrongKey)
  }
}
