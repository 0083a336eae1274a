// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import TestFolders
import Testing

/// Several files behind one connection, and copies between files of different layouts.
@Suite("Attaching")
struct AttachTests {
  @Test("ten databases are attached, of any page size, and the eleventh is refused in words")
  func ten() throws {
    let database = TestDatabase()
    let connection = try database.open(.delete)
    let sizes = [1024, 2048, 4096, 8192, 65536]
    for index in 1...11 {
      var options = DatabaseOptions(journalMode: .delete, synchronous: .off)
      options.pageSize = sizes[index % sizes.count]
      let path = database.folder.file("\(index).db")
      if index == 11 {
        let key = try database.makeKey()
        let error = #expect(throws: EncryptedSQLiteError.self) {
          try EncryptedDatabase.attach(
            path, as: "d\(index)", key: key, to: connection, options: options)
        }
        #expect(error?.code == .sqlite)
        #expect(error?.reason.contains("too many attached databases - max 10") == true)
        #expect(error?.file == path)
        #expect(!database.folder.names.contains("11.db"))
      } else {
        try EncryptedDatabase.attach(
          path, as: "d\(index)", key: database.makeKey(), to: connection, options: options)
      }
    }
    try connection.execute("BEGIN")
    for index in 1...10 {
      try connection.execute(
        "CREATE TABLE d\(index).t(x); INSERT INTO d\(index).t VALUES(randomblob(100000))")
    }
    try connection.execute("COMMIT")
    for index in 1...10 {
      #expect(
        try connection.integer("PRAGMA d\(index).page_size") == Int64(sizes[index % sizes.count]))
      #expect(try connection.texts("PRAGMA d\(index).integrity_check") == ["ok"])
    }
    try connection.close()
    #expect(
      try database.open(.delete, at: database.folder.file("10.db"))
        .integer("SELECT length(x) FROM t") == 100_000)
  }

  @Test(
    "a plain database is attached to an encrypted one and stays plain, in every journal mode",
    arguments: allModes, [DatabaseOptions.JournalMode.wal, .delete])
  func plain(mode: DatabaseOptions.JournalMode, plainMode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    let path = database.folder.file("plain.db")
    do {
      let plain = try Connection(path: path)
      try plain.execute("PRAGMA journal_mode=\(plainMode.rawValue)")
      try plain.fill(200)
      try plain.close()
    }
    let connection = try database.open(mode, cache: TestDatabase.smallCache)
    try EncryptedDatabase.attachUnprotectedFile(path, as: "outside", to: connection)
    try connection.execute(
      "PRAGMA outside.cache_size=10; CREATE TABLE main.t AS SELECT * FROM outside.t")
    try connection.execute(
      "BEGIN; UPDATE outside.t SET name='rolled back'; DELETE FROM main.t; ROLLBACK")
    try connection.execute(
      "BEGIN; UPDATE outside.t SET name='changed', body=zeroblob(700); UPDATE main.t SET name='secret-word'; COMMIT"
    )
    #expect(try connection.integer("SELECT count(*) FROM outside.t WHERE name='changed'") == 200)
    #expect(try connection.texts("PRAGMA outside.integrity_check") == ["ok"])
    #expect(try connection.isIntact())
    // Seen from outside, while it is attached and afterwards.
    let other = try Connection(path: path)
    #expect(try other.integer("SELECT count(*) FROM t WHERE name='changed'") == 200)
    try other.execute("INSERT INTO t(name) VALUES('from outside')")
    #expect(try connection.integer("SELECT count(*) FROM outside.t") == 201)
    try other.close()
    try connection.close()
    let bytes = try #require(FileBytes.read(path))
    #expect(bytes.starts(with: Array("SQLite format 3\0".utf8)) && bytes.contains("from outside"))
    #expect(!database.bytes.contains("secret-word"))
    #expect(
      try database.open(mode).integer("SELECT count(*) FROM t WHERE name='secret-word'") == 200)
  }

  @Test("what is encrypted, missing or foreign is not attached as plain, in words")
  func plainRefusals() throws {
    let database = TestDatabase(), other = try TestDatabase.made()
    let connection = try database.open()
    func code(_ path: String) -> EncryptedSQLiteError.Code? {
      do throws(EncryptedSQLiteError) {
        try EncryptedDatabase.attachUnprotectedFile(path, as: "x", to: connection)
        return nil
      } catch { return error.code }
    }
    #expect(code(other.path) == .unsupported)
    #expect(code(database.folder.file("none.db")) == .notFound)
    FileBytes.write(Array("no database, for sure".utf8), to: database.folder.file("foreign"))
    #expect(code(database.folder.file("foreign")) == .notADatabase)
    #expect(!database.folder.names.contains("none.db"))
  }

  @Test(
    "an encrypted database is not attached to a plain one, where it would be written in the clear")
  func toPlain() throws {
    let database = TestDatabase()
    let plain = try Connection(path: database.folder.file("plain.db"))
    let key = try database.makeKey()
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.attach(database.path, as: "x", key: key, to: plain)
    }
    #expect(error?.code == .unsupported)
    #expect(!database.folder.names.contains("test.db"))
    #expect(try plain.texts("SELECT name FROM pragma_database_list") == ["main"])
  }

  @Test(
    "SQLite's backup from pages without room for a tag, or of another size, is refused in words",
    arguments: [(1024, true), (4096, true), (4096, false)],
    [DatabaseOptions.JournalMode.wal, .delete])
  func backup(source: (pageSize: Int, hasTable: Bool), mode: DatabaseOptions.JournalMode) throws {
    let pageSize = source.pageSize
    let database = TestDatabase()
    let path = database.folder.file("plain.db")
    let plain = try Connection(path: path)
    // Without a table the last bytes of page 1 are zero, and only its header tells.
    try plain.execute("PRAGMA page_size=\(pageSize); PRAGMA user_version=7")
    if source.hasTable { try plain.execute("CREATE TABLE t(x)") }
    let target = try database.open(mode)
    try target.fill(50)
    let error = #expect(throws: SQLiteError.self) { try plain.copyPages(to: target) { _, _ in } }
    if mode == .delete || pageSize == 4096 {
      let underlying = error.flatMap { target.explaining($0).underlying } as? EncryptedSQLiteError
      #expect(underlying?.code == .unsupported)
      #expect(underlying?.reason.contains("EncryptedDatabase.encrypt") == true)
    } else {
      // SQLite itself does not change the page size of a database in WAL mode.
      #expect(error.map { .readOnly ~= $0.code } == true)
    }
    try target.close()
    let again = try database.open(mode)
    #expect(try again.integer("SELECT count(*) FROM t") == 50)
    #expect(try again.isIntact())
  }

  @Test(
    "a new database vacuums by itself or at request from its first page on, and keeps that",
    arguments: [DatabaseOptions.AutoVacuum.none, .full, .incremental], allModes)
  func autoVacuum(kind: DatabaseOptions.AutoVacuum, mode: DatabaseOptions.JournalMode) throws {
    let database = TestDatabase()
    var options = DatabaseOptions(journalMode: mode, synchronous: .off)
    options.autoVacuum = kind
    let number: Int64 = kind == .none ? 0 : kind == .full ? 1 : 2
    let connection = try EncryptedDatabase.open(
      at: database.path, key: database.makeKey(), options: options)
    #expect(try connection.integer("PRAGMA auto_vacuum") == number)
    try connection.fill(500)
    let full = try connection.integer("PRAGMA page_count")
    try connection.execute("DELETE FROM t WHERE id>50")
    let pages = try connection.integer("PRAGMA page_count")
    #expect(kind == .full ? pages < full / 4 : pages == full)
    try connection.execute("PRAGMA incremental_vacuum")
    #expect((try connection.integer("PRAGMA page_count") < full / 4) == (kind != .none))
    #expect(try connection.isIntact())
    _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.close()
    let again = try database.open(mode)
    #expect(try again.integer("PRAGMA auto_vacuum") == number)
    #expect(try again.integer("SELECT count(*) FROM t") == 50)
    #expect((database.bytes.count < Int(full) * 4096 / 4) == (kind != .none))
    let copy = database.folder.file("copy.db")
    try EncryptedDatabase.vacuum(again, into: copy, key: database.makeKey())
    #expect(try database.open(at: copy).integer("PRAGMA auto_vacuum") == number)
    let salvaged = database.folder.file("salvaged.db")
    _ = try EncryptedDatabase.salvage(database.path, key: database.makeKey(), to: salvaged)
    #expect(try database.open(at: salvaged).integer("PRAGMA auto_vacuum") == number)
  }
}
