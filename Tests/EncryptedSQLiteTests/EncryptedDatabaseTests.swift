// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import TestFolders
import Testing

let allModes: [DatabaseOptions.JournalMode] = [.wal, .delete, .truncate, .persist]

@Suite("EncryptedDatabase")
struct EncryptedDatabaseTests {
  @Test("what was written is read again after closing, in every journal mode", arguments: allModes)
  func roundTrip(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    do {
      let connection = try database.open(mode)
      try connection.fill(500)
      #expect(try connection.texts("PRAGMA journal_mode") == [mode.rawValue])
      try connection.close()
    }
    let connection = try database.open(mode)
    #expect(try connection.integer("SELECT count(*) FROM t") == 500)
    #expect(try connection.texts("SELECT name FROM t WHERE id=17") == ["plaintext-marker-16"])
    #expect(try connection.isIntact())
  }

  @Test("no plaintext is in any file, open or closed, in every journal mode", arguments: allModes)
  func noPlaintext(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: TestDatabase.smallCache)
    try connection.fill(300)
    try connection.execute("BEGIN; UPDATE t SET name=name||'-plaintext-marker-again'")
    for _ in 0..<2 {
      var sizes: [Int] = []
      for name in database.folder.names where !name.hasSuffix("-shm") {
        let bytes = FileBytes.read(database.folder.file(name)) ?? []
        sizes.append(bytes.count)
        for secret in ["plaintext-marker", "CREATE TABLE", "SQLite format"] {
          #expect(!contains(bytes, Array(secret.utf8)), "\(secret) is in \(name)")
        }
      }
      #expect(sizes.contains { $0 > 100_000 })
      if connection.isInTransaction { try connection.execute("COMMIT") }
    }
    try connection.close()
    #expect(!contains(database.bytes, Array("plaintext-marker".utf8)))
  }

  private func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
    guard bytes.count >= pattern.count else { return false }
    return (0...bytes.count - pattern.count).contains { start in
      bytes[start] == pattern[0] && bytes[start..<start + pattern.count].elementsEqual(pattern)
    }
  }

  @Test("the defaults are WAL, synchronous EXTRA, a 64 MiB cache and 48 reserved bytes")
  func defaults() throws {
    let folder = TemporaryFolder()
    let connection = try EncryptedDatabase.open(at: folder.file("a.db"), key: .random())
    #expect(try connection.texts("PRAGMA journal_mode") == ["wal"])
    #expect(try connection.integer("PRAGMA synchronous") == 3)
    #expect(try connection.integer("PRAGMA cache_size") == -65536)
    #expect(try connection.integer("PRAGMA busy_timeout") == 5000)
    #expect(try connection.integer("PRAGMA page_size") == 4096)
    try connection.execute("CREATE TABLE t(x)")
    try connection.close()
    let bytes = FileBytes.read(folder.file("a.db")) ?? []
    #expect(bytes.prefix(4) == Array("SRD\u{1}".utf8)[...])
    #expect(Array(bytes[16..<21]) == [0x10, 0, 2, 2, 48])
  }

  @Test("a savepoint that spilled rolls back to what was there", arguments: allModes)
  func savepoint(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: TestDatabase.smallCache)
    try connection.fill(600)
    let before = try connection.texts(
      "SELECT sum(length(body)) || '/' || group_concat(name) FROM t")
    try connection.execute(
      "BEGIN; SAVEPOINT a; UPDATE t SET body=randomblob(600); SAVEPOINT b; DELETE FROM t WHERE id%2=0"
    )
    try connection.execute(
      "INSERT INTO t(name, body) SELECT name, randomblob(900) FROM t; ROLLBACK TO b; RELEASE b")
    #expect(try connection.integer("SELECT count(*) FROM t") == 600)
    try connection.execute("ROLLBACK TO a; COMMIT")
    #expect(
      try connection.texts("SELECT sum(length(body)) || '/' || group_concat(name) FROM t") == before
    )
    #expect(try connection.isIntact())
  }

  @Test("a rolled back transaction that spilled leaves nothing", arguments: allModes)
  func rollback(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: TestDatabase.smallCache)
    try connection.fill(600)
    for _ in 0..<3 {
      try connection.execute(
        "BEGIN; UPDATE t SET body=randomblob(700); INSERT INTO t(name, body) SELECT name, body FROM t"
      )
      try connection.execute("ROLLBACK")
      #expect(try connection.integer("SELECT count(*) FROM t") == 600)
      #expect(try connection.integer("SELECT sum(length(body)) FROM t") == 600 * 480)
      try connection.insert(1)
      try connection.execute("DELETE FROM t WHERE id=(SELECT max(id) FROM t)")
    }
    try connection.close()
    #expect(try database.open(mode).isIntact())
  }

  @Test(
    "readers on other connections see each commit, and keep their snapshot", arguments: allModes)
  func otherConnections(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let writer = try database.open(mode)
    try writer.fill(10)
    let reader = try database.open(mode)
    for i in 1...20 {
      try writer.insert(5)
      #expect(try reader.integer("SELECT count(*) FROM t") == Int64(10 + 5 * i))
      if i == 10 { _ = try writer.integer("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
    if mode == .wal {
      try reader.execute("BEGIN")
      #expect(try reader.integer("SELECT count(*) FROM t") == 110)
      try writer.insert(5)
      #expect(try reader.integer("SELECT count(*) FROM t") == 110)
      try reader.execute("COMMIT")
      #expect(try reader.integer("SELECT count(*) FROM t") == 115)
    }
  }

  @Test("VACUUM, auto_vacuum and incremental vacuum work", arguments: allModes)
  func vacuum(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: TestDatabase.smallCache)
    try connection.fill(1000)
    try connection.execute("DELETE FROM t WHERE id%3<>0; PRAGMA auto_vacuum=INCREMENTAL; VACUUM")
    #expect(try connection.integer("PRAGMA auto_vacuum") == 2)
    try connection.execute("DELETE FROM t WHERE id%2=0; PRAGMA incremental_vacuum")
    #expect(try connection.isIntact())
    try connection.close()
    #expect(try database.open(mode).integer("SELECT count(*) FROM t") == 167)
  }

  @Test("a sort and a temporary table larger than the cache work")
  func temporaryFiles() throws {
    let database = TestDatabase()
    let connection = try database.open(cache: TestDatabase.smallCache)
    try connection.execute("PRAGMA temp_store=FILE; PRAGMA temp.cache_size=10")
    try connection.fill(3000)
    try connection.execute("CREATE TEMP TABLE copy AS SELECT * FROM t ORDER BY body")
    try connection.execute(
      "CREATE INDEX temp.byName ON copy(name, body); DELETE FROM copy WHERE id%2=0; UPDATE copy SET body=randomblob(300)"
    )
    #expect(try connection.integer("SELECT count(*) FROM copy") == 1500)
    #expect(try connection.texts("PRAGMA temp.integrity_check") == ["ok"])
    #expect(try connection.texts("SELECT name FROM t ORDER BY body DESC LIMIT 1").count == 1)
  }

  @Test("attached databases have keys of their own, and one transaction over both is atomic")
  func attach() throws {
    let first = TestDatabase(), second = TestDatabase()
    let connection = try first.open(.delete)
    try connection.fill(20)
    try EncryptedDatabase.attach(
      second.path, as: "other \"one", key: second.makeKey(), to: connection)
    #expect(try connection.texts("PRAGMA \"other \"\"one\".journal_mode") == ["wal"])
    try connection.execute("CREATE TABLE \"other \"\"one\".u AS SELECT * FROM t")
    try connection.close()
    #expect(try second.open().integer("SELECT count(*) FROM u") == 20)
    let error = #expect(throws: EncryptedSQLiteError.self) { try first.open(at: second.path) }
    #expect(error?.code == .wrongKey)
  }

  @Test("vacuum into a new file changes the key")
  func vacuumInto() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(200)
    let bytes = RandomBytes.bytes(64)
    let key = try DatabaseKey(copying: bytes.rawBytes)
    let copy = database.folder.file("copy.db")
    try EncryptedDatabase.vacuum(connection, into: copy, key: key)
    #expect(try database.open(key: bytes, at: copy).integer("SELECT count(*) FROM t") == 200)
    let wrong = #expect(throws: EncryptedSQLiteError.self) { try database.open(at: copy) }
    #expect(wrong?.code == .wrongKey)
    let again = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.vacuum(connection, into: copy, key: key)
    }
    #expect(again?.code == .sqlite)
  }

  @Test("a deleted table's pages are used again", arguments: allModes)
  func freeList(mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let connection = try database.open(mode, cache: TestDatabase.smallCache)
    for _ in 0..<3 {
      try connection.fill(400)
      try connection.execute(
        "BEGIN; DROP TABLE t; CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, body BLOB)")
      let insert = try connection.prepare("INSERT INTO t(name, body) VALUES('x', zeroblob(9000))")
      for _ in 0..<100 { try insert.run() }
      try connection.execute(
        "DELETE FROM t; INSERT INTO t(name, body) VALUES('y', randomblob(200000)); COMMIT; DROP TABLE t"
      )
      #expect(try connection.isIntact())
    }
  }
}
