// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import TestFolders
import Testing

@Suite("Salvaging")
struct SalvageTests {
  /// A database with two tables of some hundred pages each, long rows among them.
  private func made() throws -> TestDatabase {
    let database = TestDatabase()
    let connection = try database.open(.delete)
    try connection.fill(1500)
    try connection.execute(
      """
      CREATE TABLE long(id INTEGER PRIMARY KEY, body BLOB);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<60)
        INSERT INTO long SELECT i*10, randomblob(9000) FROM n;
      CREATE TABLE word(w TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<3000)
        INSERT INTO word SELECT 'word number ' || i, i FROM n;
      CREATE TABLE gone(x); INSERT INTO gone SELECT randomblob(3000) FROM t LIMIT 300;
      DROP TABLE gone;
      CREATE INDEX byName ON t(name);
      PRAGMA user_version=31;
      """)
    try connection.close()
    return database
  }

  /// The pages as SQLite sees them, for finding one of a kind.
  private func plainPages(_ database: TestDatabase) throws -> [[UInt8]] {
    let path = database.folder.file("plain.db")
    try EncryptedDatabase.decryptToUnprotectedFile(
      database.path, key: database.makeKey(), to: path, existingTarget: .replace)
    let bytes = try #require(FileBytes.read(path))
    return stride(from: 0, to: bytes.count, by: 4096).map { Array(bytes[$0..<$0 + 4096]) }
  }

  private func salvage(
    _ database: TestDatabase, _ path: String? = nil
  ) throws -> (SalvageReport, Connection) {
    let target = database.folder.file("saved.db")
    let source = path ?? database.path
    let before = FileBytes.read(source)
    let report = try EncryptedDatabase.salvage(
      source, key: database.makeKey(), to: target, existingTarget: .replace)
    #expect(FileBytes.read(source) == before)
    let saved = try database.open(.delete, access: .readWrite, at: target)
    #expect(try saved.isIntact())
    return (report, saved)
  }

  private func count(_ connection: Connection, _ table: String) throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM \(table)"))
  }

  private func cells(_ page: [UInt8]) -> Int { Int(page[3]) << 8 | Int(page[4]) }

  private func root(_ connection: Connection, _ name: String) throws -> Int {
    Int(try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name='\(name)'"))
  }

  /// The pages of a tree, by the numbers in its interior pages; below the root only for two levels.
  private func children(_ pages: [[UInt8]], _ root: Int) -> [Int] {
    let page = pages[root - 1]
    let cells = (0..<cells(page)).map { Int(page[12 + 2 * $0]) << 8 | Int(page[13 + 2 * $0]) }
    return (cells + [8]).map { page[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("of a whole database everything is saved")
  func whole() throws {
    let database = try made()
    let connection = try database.open(.delete)
    try connection.execute(
      """
      CREATE TABLE seq(id INTEGER PRIMARY KEY AUTOINCREMENT, a REAL, b TEXT AS (a || 'x') STORED,
        c INT AS (a*2) VIRTUAL, d TEXT DEFAULT 'later' CHECK(d <> 'never'));
      INSERT INTO seq(a) VALUES(1.5),(NULL),(-2); DELETE FROM seq WHERE id=3;
      ALTER TABLE seq ADD COLUMN e TEXT DEFAULT 'added';
      CREATE TABLE "odd ""name'"("a b", "rowid" INTEGER); INSERT INTO "odd ""name'" VALUES(x'00ff', 7);
      CREATE VIRTUAL TABLE search USING fts5(body); INSERT INTO search VALUES('needle in hay');
      CREATE VIEW few AS SELECT * FROM t LIMIT 3;
      CREATE TRIGGER follow AFTER DELETE ON t BEGIN DELETE FROM word WHERE n=old.id; END;
      """)
    try connection.close()
    let (report, saved) = try salvage(database)
    #expect(report.isComplete && report.lostPages.isEmpty, "\(report)")
    let original = try database.open(.delete)
    for sql in [
      "SELECT id || name || hex(body) FROM t ORDER BY id", "SELECT id || hex(body) FROM long",
      "SELECT w || n FROM word",
      "SELECT id || '|' || ifnull(a,'') || ifnull(b,'') || d || e FROM seq",
      "SELECT hex(\"a b\") || rowid FROM \"odd \"\"name'\"", "SELECT seq FROM sqlite_sequence",
      "SELECT body FROM search WHERE search MATCH 'needle'", "SELECT name FROM few",
      "SELECT type || name || ifnull(sql,'') FROM sqlite_schema ORDER BY type, name",
      "PRAGMA user_version",
    ] {
      #expect(try saved.texts(sql) == original.texts(sql), "\(sql)")
    }
    #expect(
      try EncryptedDatabase.verify(at: database.folder.file("saved.db"), key: database.makeKey())
        .isWhole)
  }

  @Test("text of every encoding is saved as it was", arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func encodings(encoding: String) throws {
    let database = TestDatabase()
    let connection = try database.open(.delete)
    try connection.execute(
      "PRAGMA encoding='\(encoding)'; CREATE TABLE \"größe\"(x TEXT); INSERT INTO \"größe\" VALUES('naïve ☃ 𝄞')"
    )
    try connection.close()
    let (report, saved) = try salvage(database)
    #expect(report.isComplete)
    #expect(try saved.texts("SELECT x FROM \"größe\"") == ["naïve ☃ 𝄞"])
    #expect(try saved.texts("PRAGMA encoding") == [encoding])
  }

  @Test("with a bad leaf, exactly its rows are missing", arguments: [0, 7, 40])
  func leaf(index: Int) throws {
    let database = try made()
    let pages = try plainPages(database)
    let leaf = children(pages, try root(database.open(.delete), "t"))[index]
    #expect(pages[leaf - 1][0] == 13)
    database.spoil(page: leaf)
    let (report, saved) = try salvage(database)
    #expect(try count(saved, "t") == 1500 - cells(pages[leaf - 1]))
    #expect(try count(saved, "long") == 60 && count(saved, "word") == 3000)
    #expect(report.lostPages.map(\.number) == [UInt32(leaf)])
    #expect(report.lostPages.map(\.owner) == ["t"])
    let gap = try #require(report.tables.first { $0.name == "t" }?.gaps.first)
    // The missing row ids are those of the gap.
    let missing = try saved.integer(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<1500) SELECT count(*) FROM n WHERE i NOT IN (SELECT id FROM t) AND i > \(gap.after ?? 0) AND i <= \(gap.through ?? 1500)"
    )
    #expect(Int(missing) == cells(pages[leaf - 1]) && !report.isComplete)
  }

  @Test("with a bad root, every row of the leaves below it is saved")
  func badRoot() throws {
    let database = try made()
    let root = try root(database.open(.delete), "t")
    database.spoil(page: root)
    let (report, saved) = try salvage(database)
    #expect(report.lostPages.map(\.owner) == ["t"] && report.lostAndFoundTable == nil, "\(report)")
    #expect(try count(saved, "t") == 1500)
    #expect(try TestDatabase.rows(saved).count == 1500)
  }

  @Test("with a bad root of a table without row ids, every row of its leaves is saved")
  func badRootWithoutRowIDs() throws {
    let database = try made()
    let pages = try plainPages(database)
    let root = try root(database.open(.delete), "word")
    database.spoil(page: root)
    let (report, saved) = try salvage(database)
    #expect(report.lostAndFoundTable == nil)
    // Rows lie in the interior pages of such a table, too.
    #expect(try count(saved, "word") == 3000 - cells(pages[root - 1]))
  }

  @Test("where several tables have lost pages, rows that fit both are kept apart")
  func ambiguous() throws {
    let database = try made()
    let connection = try database.open(.delete)
    try connection.execute(
      "CREATE TABLE twin(id INTEGER PRIMARY KEY, name TEXT, body BLOB); INSERT INTO twin SELECT * FROM t"
    )
    let roots = [try root(connection, "t"), try root(connection, "twin")]
    try connection.close()
    for root in roots { database.spoil(page: root) }
    let (report, saved) = try salvage(database)
    let table = try #require(report.lostAndFoundTable)
    #expect(report.lostAndFoundRowCount == 3000)
    #expect(try count(saved, table) == 3000 && count(saved, "t") == 0)
    #expect(
      try saved.integer("SELECT count(DISTINCT c1) FROM \(table) WHERE c1 LIKE 'plaintext%'")
        == 1500)
  }

  @Test("with a bad overflow page, only its row is missing, and named")
  func overflow() throws {
    let database = try made()
    let pages = try plainPages(database)
    let leaf = children(pages, try root(database.open(.delete), "long"))[0]
    let page = pages[leaf - 1]
    // The last four bytes of a cell are the first overflow page; the cell that ends the page is
    // the first row.
    let overflow = page[4044..<4048].reduce(0) { $0 << 8 | Int($1) }
    database.spoil(page: overflow)
    let (report, saved) = try salvage(database)
    #expect(try count(saved, "long") == 59 && count(saved, "t") == 1500)
    #expect(report.tables.first { $0.name == "long" }?.gaps.map(\.through) == [10])
    #expect(report.lostPages.map(\.owner) == ["long"])
  }

  @Test("a bad page of an index loses nothing")
  func index() throws {
    let database = try made()
    database.spoil(page: try root(database.open(.delete), "byName"))
    let (report, saved) = try salvage(database)
    #expect(report.lostPages.map(\.owner) == ["byName"])
    #expect(try count(saved, "t") == 1500 && count(saved, "word") == 3000)
    #expect(try saved.integer("SELECT count(*) FROM t INDEXED BY byName WHERE name > ''") == 1500)
  }

  @Test("a bad free page is no loss")
  func freePage() throws {
    let database = try made()
    let pages = try plainPages(database)
    let trunk = pages[0][32..<36].reduce(0) { $0 << 8 | Int($1) }
    let free = pages[trunk - 1][8..<12].reduce(0) { $0 << 8 | Int($1) }
    database.spoil(page: free)
    let (report, saved) = try salvage(database)
    #expect(report.isComplete && report.lostPages.map(\.isFree) == [true])
    #expect(try count(saved, "t") == 1500)
  }

  @Test("without page 1 every row is saved, though not under its name")
  func pageOne() throws {
    let database = try made()
    database.spoil(page: 1)
    let (report, saved) = try salvage(database)
    let table = try #require(report.lostAndFoundTable)
    #expect(!report.isSchemaWhole && report.tables.isEmpty)
    #expect(
      try saved.integer(
        "SELECT count(*) FROM \(table) WHERE c1 LIKE 'plaintext-marker-%' AND id=substr(c1,18)+1")
        == 1500)
    #expect(try saved.integer("SELECT count(*) FROM \(table) WHERE length(c1)=9000") == 60)
  }

  @Test("what only the log has is saved, also behind a damaged frame")
  func log() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(100)
    try connection.execute(
      "PRAGMA wal_checkpoint(TRUNCATE); CREATE TABLE a(x); INSERT INTO a VALUES(1)")
    try connection.execute("CREATE TABLE b(x); INSERT INTO b VALUES(2)")
    let copy = database.snapshot()
    TestDatabase.flipBit(at: 32 + 1000, of: copy.path + "-wal")
    let (report, saved) = try salvage(database, copy.path)
    #expect(try saved.texts("SELECT x FROM b") == ["2"] && count(saved, "t") == 100, "\(report)")
  }

  @Test(
    "what a transaction that did not end has changed is taken back",
    arguments: [.off, .full] as [DatabaseOptions.Synchronous])
  func journal(synchronous: DatabaseOptions.Synchronous) throws {
    let database = TestDatabase()
    let connection = try database.open(
      .delete, cache: TestDatabase.smallCache, synchronous: synchronous)
    try connection.fill(1500)
    try connection.execute("BEGIN; UPDATE t SET name='half', body=randomblob(700)")
    let copy = database.snapshot()
    try connection.execute("ROLLBACK")
    #expect(copy.folder.names == ["test.db", "test.db-journal"])
    TestDatabase.flipBit(at: 30 * 4096 + 99, of: copy.path)
    let (report, saved) = try salvage(database, copy.path)
    #expect(report.hadJournal && report.tables.map(\.savedRowCount) == [1500], "\(report)")
    #expect(try TestDatabase.rows(saved) == TestDatabase.rows(connection))
  }

  @Test("noise in place of any page never loses a row of another page", arguments: 0..<12)
  func anyPage(seed: Int) throws {
    let database = try made()
    let pages = try plainPages(database)
    var bytes = database.bytes
    let page = 2 + (seed * 7919) % (pages.count - 1)
    bytes.replaceSubrange((page - 1) * 4096..<page * 4096, with: RandomBytes.bytes(4096))
    FileBytes.write(bytes, to: database.path)
    let (report, saved) = try salvage(database)
    #expect(report.lostPages.map(\.number) == [UInt32(page)])
    let saves = try count(saved, "t") + count(saved, "long") + count(saved, "word")
    let plain = pages[page - 1]
    let own = [2, 10, 13].contains(plain[0]) ? cells(plain) : 1
    #expect(saves >= 4560 - own, "page \(page), type \(plain[0])")
  }

  @Test("what cannot be saved is an error that says why, and leaves nothing")
  func refusals() throws {
    let database = try made()
    let key = try database.makeKey()
    func code(_ key: borrowing DatabaseKey) -> EncryptedSQLiteError.Code? {
      do throws(EncryptedSQLiteError) {
        _ = try EncryptedDatabase.salvage(database.path, key: key, to: database.folder.file("new"))
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(.random()) == .wrongKey)
    let bytes = database.bytes
    FileBytes.write(Array(bytes.prefix(24)) + RandomBytes.bytes(4096 * 8 - 24), to: database.path)
    #expect(code(key) == .damaged)
    FileBytes.write(RandomBytes.bytes(9000), to: database.path)
    #expect(code(key) == .notADatabase)
    #expect(database.folder.names == ["test.db"])
  }
}
