// SPDX-License-Identifier: Apache-2.0

import SQLite
import Secrets
import TestFolders
import Testing

@testable import EncryptedSQLite

/// Files whose tags are all right and whose content SQLite would not have written.
@Suite("Salvaging what somebody else wrote")
struct HostileSalvageTests {
  private func made(pageSize: Int = 4096) throws -> TestDatabase {
    let database = TestDatabase()
    let connection = try database.open(.delete, pageSize: pageSize)
    try connection.fill(40)
    try connection.close()
    return database
  }

  private func salvage(
    _ database: TestDatabase, pageSize: Int = 4096
  ) throws -> (report: SalvageReport, saved: Connection) {
    let target = database.folder.file("saved.db")
    let report = try EncryptedDatabase.salvage(
      database.path, key: database.makeKey(), to: target, existingTarget: .replace)
    let saved = try database.open(.delete, access: .readWrite, at: target, pageSize: pageSize)
    #expect(try saved.isIntact())
    return (report, saved)
  }

  /// Writes over SQLite's bytes of a page, and seals it anew.
  private func edit(
    _ database: TestDatabase, page number: Int, pageSize: Int = 4096,
    _ body: (inout [UInt8]) -> Void
  ) {
    var file = database.bytes
    let place = (number - 1) * pageSize
    while file.count < place + pageSize { file.append(0) }
    let key = database.keyBytes
    let cipher = PageCipher(key: key.rawBytes, salt: Array(file[4..<16]))
    var plain = [UInt8](repeating: 0, count: pageSize)
    let disk = Array(file[place..<place + pageSize])
    do {
      var span = plain.mutableSpan
      var bytes = unsafe span.mutableBytes
      _ = cipher.open(disk.rawBytes, number: UInt32(number), domain: .database, into: &bytes)
    }
    body(&plain)
    var sealed = plain
    do {
      var span = sealed.mutableSpan
      var bytes = unsafe span.mutableBytes
      cipher.seal(plain.rawBytes, number: UInt32(number), domain: .database, into: &bytes)
    }
    file.replaceSubrange(place..<place + pageSize, with: sealed)
    FileBytes.write(file, to: database.path)
  }

  /// Puts definitions into the schema that no statement of SQLite's made.
  private func define(
    _ database: TestDatabase, _ rows: [(type: String, name: String, root: Int64, sql: String)]
  ) throws {
    let connection = try database.open(.delete)
    try connection.execute("PRAGMA writable_schema=ON")
    for row in rows {
      let insert = try connection.prepare("INSERT INTO sqlite_schema VALUES(?1, ?2, ?2, ?3, ?4)")
      try insert.bind(row.type, at: 1)
      try insert.bind(row.name, at: 2)
      try insert.bind(row.root, at: 3)
      try insert.bind(row.sql, at: 4)
      try insert.run()
    }
    try connection.close()
  }

  @Test(
    "a statement in the place of a definition is not run",
    arguments: [
      "COMMIT", "DROP TABLE t", "CREATE TABLE x(a); DELETE FROM t", "VACUUM",
      "CREATE TABLE x AS SELECT * FROM t", "CREATE TEMP TABLE x(a)", "PRAGMA user_version=9",
      "ATTACH DATABASE 'attached.db' AS other", "CREATE TABLE y(a)", "",
    ])
  func statement(sql: String) throws {
    let database = try made()
    let attached = database.folder.file("attached.db")
    let sql = sql.replacing("attached.db", with: attached)
    try define(database, [("table", "x", 2, sql)])
    let (report, saved) = try salvage(database)
    #expect(report.notMade.map(\.name) == ["x"])
    #expect(report.tables.map(\.savedRowCount) == [40])
    #expect(try saved.texts("SELECT name FROM sqlite_schema") == ["t"])
    #expect(try saved.integer("SELECT count(*) FROM t") == 40)
    #expect(try saved.integer("PRAGMA user_version") == 0)
    #expect(database.folder.names == ["saved.db", "test.db"])
  }

  @Test("a virtual table that SQLite cannot parse is named, and ends nothing")
  func virtualTable() throws {
    let database = try made()
    let sql = "CREATE VIRTUAL TABLE v USING fts5(a)"
    try define(
      database, [("table", "v", 0, sql), ("table", "v", 0, sql), ("table", "w", 0, "nonsense")])
    let (report, saved) = try salvage(database)
    #expect(report.notMade.map(\.name) == ["v", "w"])
    #expect(try saved.texts("SELECT name FROM sqlite_schema ORDER BY 1") == ["t", "v"])
    #expect(try saved.integer("SELECT count(*) FROM t") == 40)
  }

  @Test(
    "a row from which a column cannot be computed is refused, and no other row",
    arguments: [
      "CREATE TABLE g(a, b AS (json_extract(a, '$.x')) STORED)",
      "CREATE TABLE g(a, b AS (abs(-9223372036854775807 - (a = 'bad'))) STORED)",
      "CREATE TABLE g(a, b AS (CASE a WHEN 'bad' THEN zeroblob(900000000) END) STORED)",
    ])
  func computed(sql: String) throws {
    let database = try made()
    let connection = try database.open(.delete)
    try connection.execute(
      """
      CREATE TABLE g(a, b AS (1) STORED); INSERT INTO g(a) VALUES('[1]'), ('bad'), ('[2]');
      PRAGMA writable_schema=ON
      """)
    let update = try connection.prepare("UPDATE sqlite_schema SET sql=?1 WHERE name='g'")
    try update.bind(sql, at: 1)
    try update.run()
    try connection.close()
    let (report, saved) = try salvage(database)
    let table = try #require(report.tables.first { $0.name == "g" })
    #expect(table.savedRowCount == 2 && table.refusedRowCount == 1)
    #expect(try saved.texts("SELECT a FROM g") == ["[1]", "[2]"])
  }

  @Test("rows of more values than a table takes are named, others without a home are kept")
  func wide() throws {
    let database = try made()
    // The record: the length of its header, two bytes, then as many values NULL.
    func leaf(_ page: inout [UInt8], valueCount: Int) {
      let headerByteCount = valueCount + 2
      func varint(_ number: Int) -> [UInt8] {
        [0x80 | UInt8(truncatingIfNeeded: number >> 7), UInt8(truncatingIfNeeded: number & 0x7F)]
      }
      let cell = varint(headerByteCount) + [7] + varint(headerByteCount)
      page = [13, 0, 0, 0, 1, 0, 0, 0, 0, 100] + [UInt8](repeating: 0, count: page.count - 10)
      page.replaceSubrange(100..<100 + cell.count, with: cell)
    }
    let last = database.bytes.count / 4096
    edit(database, page: last + 1) { leaf(&$0, valueCount: 1998) }
    edit(database, page: last + 2) { leaf(&$0, valueCount: 1999) }
    edit(database, page: last + 3) { leaf(&$0, valueCount: 3) }
    let (report, saved) = try salvage(database)
    #expect(report.lostAndFoundRowCount == 2 && !report.isComplete)
    #expect(report.notMade.map(\.name) == ["a row of page \(last + 2)"])
    #expect(
      try saved.texts("SELECT page FROM lost_and_found WHERE id=7")
        == ["\(last + 1)", "\(last + 3)"])
  }

  @Test("cells that lie over each other are left out, and said to be missing")
  func overlapping() throws {
    let database = try made(pageSize: 65536)
    // The only page of the table: 2,000 times the same row of 29,000 bytes, id 5.
    edit(database, page: 2, pageSize: 65536) { page in
      let count = 2000
      let place: [UInt8] = [0x8E, 0x7D]
      page = [13, 0, 0, 0x07, 0xD0, 0, 0, 0] + [UInt8](repeating: 0, count: page.count - 8)
      for index in 0..<count { page.replaceSubrange(8 + 2 * index..<10 + 2 * index, with: place) }
      let row: [UInt8] = [0x81, 0xE2, 0x4F, 5, 6, 0, 15, 0x83, 0xC5, 0x1C, 0x78]
      page.replaceSubrange(0x8E7D..<0x8E7D + row.count, with: row)
    }
    let (report, saved) = try salvage(database, pageSize: 65536)
    #expect(report.tables.map(\.savedRowCount) == [1])
    // Two of them would fit in the page, the second with the same id.
    #expect(report.tables.map(\.refusedRowCount) == [1])
    #expect(report.tables.map { $0.gaps.map(\.page) } == [[2]])
    #expect(try saved.texts("SELECT id || name || length(body) FROM t") == ["5x29000"])
  }

  @Test("rows that all claim the same long chain of pages do not fill the disk")
  func sharedOverflow() throws {
    let database = try made(pageSize: 1024)
    let first = database.bytes.count / 1024 + 1
    let chain = 200
    for index in 0..<chain {
      edit(database, page: first + index, pageSize: 1024) { page in
        page = [UInt8](repeating: 0x20, count: page.count)
        for (place, shift) in [24, 16, 8, 0].enumerated() {
          let next = index + 1 < chain ? first + index + 1 : 0
          page[place] = UInt8(truncatingIfNeeded: next >> shift)
        }
      }
    }
    // Each leaf has three rows of 150,000 bytes, all of which begin with the same page.
    let leaves = 60
    for leaf in 0..<leaves {
      edit(database, page: first + chain + leaf, pageSize: 1024) { page in
        page = [UInt8](repeating: 0, count: page.count)
        page.replaceSubrange(0..<14, with: [13, 0, 0, 0, 3, 0, 0, 0, 0, 50, 1, 50, 2, 50])
        for (index, place) in [50, 306, 562].enumerated() {
          // 150,000 bytes; row id; a record of one blob of 149,996.
          let id = UInt8(leaf * 3 + index) & 0x7F
          page.replaceSubrange(
            place..<place + 8, with: [0x89, 0x93, 0x70, id, 4, 0x92, 0xA7, 0x64])
          let local = 97 + (150_000 - 97) % 972
          let kept = local <= 941 ? local : 97
          let end = place + 4 + kept
          guard end + 4 <= 976 else { continue }
          for (byte, shift) in [24, 16, 8, 0].enumerated() {
            page[end + byte] = UInt8(truncatingIfNeeded: first >> shift)
          }
        }
      }
    }
    let report = try salvage(database, pageSize: 1024).report
    #expect(report.tables.map(\.savedRowCount) == [40])
    let saved = try #require(FileBytes.read(database.folder.file("saved.db")))
    #expect(saved.count <= 6 * database.bytes.count, "\(saved.count)")
    #expect(report.lostAndFoundRowCount > 0)
  }

  @Test("a column whose default value fills the disk is stopped, and leaves nothing")
  func growingDefault() throws {
    let database = try made()
    let connection = try database.open(.delete)
    try connection.execute(
      """
      CREATE TABLE g(a); INSERT INTO g SELECT id FROM t; PRAGMA writable_schema=ON;
      UPDATE sqlite_schema SET sql='CREATE TABLE g(a, b DEFAULT (zeroblob(1000000)))' WHERE name='g'
      """)
    try connection.close()
    let key = try database.makeKey()
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.salvage(database.path, key: key, to: database.folder.file("saved.db"))
    }
    #expect(error?.code == .diskFull && error?.reason.contains("times its size") == true)
    #expect(database.folder.names == ["test.db"])
  }

  @Test("a journal may name the last page there can be, and it takes no time")
  func farPage() throws {
    let database = try made()
    let key = database.keyBytes
    let cipher = PageCipher(key: key.rawBytes, salt: Array(database.bytes[4..<16]))
    var sealed = [UInt8](repeating: 0, count: 4096)
    do {
      let plain = sealed
      var span = sealed.mutableSpan
      var bytes = unsafe span.mutableBytes
      cipher.seal(plain.rawBytes, number: .max - 1, domain: .journal, into: &bytes)
    }
    var journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 1, 0, 0, 0, 0]
    journal += [0, 0, 0, 10, 0, 0, 2, 0, 0, 0, 0x10, 0]
    journal += [UInt8](repeating: 0, count: 512 - journal.count)
    journal += [0xFF, 0xFF, 0xFF, 0xFE] + sealed + [0, 0, 0, 0]
    FileBytes.write(journal, to: database.journalPath)
    let (report, saved) = try salvage(database)
    #expect(report.hadJournal && report.tables.map(\.savedRowCount) == [40])
    #expect(try saved.integer("SELECT count(*) FROM t") == 40)
  }

  @Test("the row with the smallest id there can be is named when it is lost")
  func smallestID() throws {
    let database = TestDatabase()
    let connection = try database.open(.delete)
    try connection.execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES(-9223372036854775808, zeroblob(9000))"
    )
    try connection.close()
    database.spoil(page: 3)
    let (report, _) = try salvage(database)
    #expect(report.tables.map(\.gaps.count) == [1])
    #expect(report.tables[0].gaps[0].after == nil && report.tables[0].gaps[0].through == .min)
  }
}
