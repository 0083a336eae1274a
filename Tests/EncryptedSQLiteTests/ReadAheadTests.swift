// SPDX-License-Identifier: Apache-2.0

import FaultyFiles
import SQLite
import TestFolders
import Testing

@testable import EncryptedSQLite

@Suite("Reading ahead")
struct ReadAheadTests {
  @Test("a table is scanned with a fraction of the reads that its pages would take")
  func fewerReads() throws {
    let watch = FileWatch()
    try FileWatch.$current.withValue(watch) {
      let database = TestDatabase()
      let connection = try database.open(cache: 12 * 4096, layer: FaultyLayer.name)
      try connection.fill(2000)
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let pages = try connection.integer("PRAGMA page_count")
      let before = watch.counts[.read, default: 0]
      #expect(try connection.integer("SELECT count(*) FROM t WHERE length(body)>0") == 2000)
      #expect(watch.counts[.read, default: 0] - before < Int(pages) / 4)
    }
  }

  @Test("what others have written in the meantime is seen", arguments: [true, false])
  func foreignWrites(isLog: Bool) throws {
    let database = TestDatabase()
    let reader = try database.open(isLog ? .wal : .delete, cache: 12 * 4096)
    try reader.fill(1000)
    let writer = try database.open(isLog ? .wal : .delete)
    for round in 1...5 {
      // Ends in the midst of what has been read ahead.
      #expect(try reader.integer("SELECT id FROM t WHERE length(body)>0 LIMIT 1 OFFSET 100") == 101)
      try writer.execute("UPDATE t SET name='round \(round)', body=randomblob(480)")
      if isLog { try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
      #expect(try reader.integer("SELECT count(*) FROM t WHERE name='round \(round)'") == 1000)
    }
    #expect(try reader.isIntact())
  }

  @Test("a damaged page that was read ahead is named, and those before it are given out")
  func damage() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(1000)
    let last = try connection.integer("PRAGMA page_count") - 3
    try connection.close()
    TestDatabase.flipBit(at: Int(last) * 4096 + 100, of: database.path)
    let reader = try database.open(cache: 12 * 4096)
    #expect(try reader.integer("SELECT count(*) FROM t WHERE id<500 AND length(body)>0") == 499)
    do {
      _ = try reader.integer("SELECT count(*) FROM t WHERE length(body)>0")
      Issue.record("the damage was not noticed")
    } catch {
      let failure = error.underlying as? EncryptedSQLiteError
      #expect(failure?.code == .damaged)
      #expect(failure?.page == PageNumber(last + 1))
    }
  }

  @Test("a read that fails is tried again for the page alone")
  func failingRead() throws {
    let folder = TemporaryFolder()
    FileBytes.write([UInt8](repeating: 7, count: 20 * 4096), to: folder.file("file"))
    let file = try TestFile(folder.file("file"), failing: .init(.readError, at: 1))
    let ahead = ReadAhead(file.real)
    for page in 0..<2 { #expect(ahead.piece(at: Int64(page) * 4096, count: 4096) == nil) }
    #expect(ahead.piece(at: 2 * 4096, count: 4096) == nil)  // fails
    #expect(ahead.piece(at: 3 * 4096, count: 4096)?.1 == 0..<4096)
    #expect(ahead.piece(at: 4 * 4096, count: 4096)?.1 == 4096..<8192)
    ahead.forget()
    #expect(ahead.piece(at: 18 * 4096, count: 4096) == nil)
    #expect(ahead.piece(at: 19 * 4096, count: 4096) == nil)
  }
}
