// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import Foundation
import SQLite
import Secrets
import TestFolders
import Testing

@Suite("Freshness")
struct FreshnessTests {
  private func open(
    _ database: TestDatabase, expecting attestation: Attestation,
    access: Connection.Access = .readWriteCreate, mode: DatabaseOptions.JournalMode = .wal
  ) throws -> (connection: Connection, freshness: Freshness) {
    try EncryptedDatabase.open(
      at: database.path, key: database.makeKey(),
      options: DatabaseOptions(access: access, journalMode: mode, busyTimeout: 200),
      expecting: attestation)
  }

  private func code(
    _ database: TestDatabase, _ attestation: Attestation,
    access: Connection.Access = .readWriteCreate
  ) -> EncryptedSQLiteError.Code? {
    do {
      _ = try open(database, expecting: attestation, access: access)
      return nil
    } catch { return (error as? EncryptedSQLiteError)?.code }
  }

  private func made(_ mode: DatabaseOptions.JournalMode = .wal) throws -> (
    TestDatabase, Attestation
  ) {
    let database = try TestDatabase.made(mode)
    return (database, try EncryptedDatabase.attest(database.path, key: database.makeKey()))
  }

  @Test(
    "what was attested is found so, again and again, by readers and by one writer",
    arguments: [.wal, .delete] as [DatabaseOptions.JournalMode])
  func asAttested(mode: DatabaseOptions.JournalMode) throws {
    let (database, attestation) = try made(mode)
    #expect(attestation.counter == 1 && attestation.digest.count == 32)
    for _ in 0..<2 {
      #expect(
        try open(database, expecting: attestation, access: .readOnly).freshness == .asAttested)
    }
    let first = try open(database, expecting: attestation, mode: mode)
    #expect(first.freshness == .asAttested)
    try first.connection.close()
    // Opened for writing, it may have changed, and a crash must not look like a rollback.
    #expect(try open(database, expecting: attestation, access: .readOnly).freshness == .advanced)
    #expect(try open(database, expecting: attestation, mode: mode).freshness == .advanced)
    let second = try EncryptedDatabase.attest(database.path, key: database.makeKey())
    #expect(second.counter == 3 && second.digest != attestation.digest)
    #expect(try open(database, expecting: second, mode: mode).freshness == .asAttested)
  }

  @Test(
    "four processes that attest at once get counters that grow, and none twice",
    arguments: [.wal, .delete] as [DatabaseOptions.JournalMode])
  func attestingAtOnce(mode: DatabaseOptions.JournalMode) throws {
    let (database, first) = try made(mode)
    let count = LongForm.count(short: 60, long: 200)
    let workers = (0..<4).map { _ in
      WorkerProcess("attest", database.path, key: database.keyBytes, "\(count)")
    }
    var all: [Int64] = []
    for lines in workers.map({ $0.lines() }) {
      let counters = lines.compactMap { Int64($0) }
      #expect(counters.count == count && lines.count == count, "\(lines)")
      #expect(counters == Array(Set(counters)).sorted())
      all += counters
    }
    #expect(Set(all).count == 4 * count)
    let newest = try EncryptedDatabase.attest(database.path, key: database.makeKey())
    #expect(newest.counter == first.counter + Int64(4 * count) + 1)
    #expect(all.max() == newest.counter - 1)
    #expect(try open(database, expecting: newest, mode: mode).freshness == .asAttested)
    #expect(!database.folder.names.contains { $0.contains("attesting") })
  }

  @Test("the file that a killed process left while it attested is no hindrance")
  func abandonedTurn() throws {
    let (database, first) = try made()
    FileBytes.write([], to: "\(database.path).attesting")
    let second = try EncryptedDatabase.attest(database.path, key: database.makeKey())
    #expect(second.counter == first.counter + 1)
    #expect(!database.folder.names.contains { $0.contains("attesting") })
  }

  @Test("an older copy of the whole file, with or without its log, is rolled back")
  func rollback() throws {
    let (database, attestation) = try made()
    let opened = try open(database, expecting: attestation)
    try opened.connection.insert(20)
    let withLog = database.snapshot()
    try opened.connection.close()
    let old = database.bytes
    let newest = try EncryptedDatabase.attest(database.path, key: database.makeKey())
    let new = database.bytes
    FileBytes.write(old, to: database.path)
    #expect(
      code(database, newest) == .rolledBack
        && code(database, newest, access: .readOnly) == .rolledBack)
    for suffix in ["", "-wal"] { FileBytes.copy(withLog.path + suffix, to: database.path + suffix) }
    #expect(code(database, newest) == .rolledBack)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database.path + suffix)
    }
    FileBytes.write(new, to: database.path)
    #expect(try open(database, expecting: newest).freshness == .asAttested)
  }

  @Test("an older copy of one page is rolled back, which opening without an attestation cannot see")
  func stalePage() throws {
    let (database, first) = try made()
    let old = database.bytes
    let opened = try open(database, expecting: first)
    try opened.connection.execute("UPDATE t SET name='n' || id WHERE id=400")
    try opened.connection.close()
    let newest = try EncryptedDatabase.attest(database.path, key: database.makeKey())
    var new = database.bytes
    let whole = new
    let changed = try #require(
      (3..<min(old.count, new.count) / 4096).first {
        old[$0 * 4096..<($0 + 1) * 4096] != new[$0 * 4096..<($0 + 1) * 4096]
      })
    new.replaceSubrange(
      changed * 4096..<(changed + 1) * 4096, with: old[changed * 4096..<(changed + 1) * 4096])
    FileBytes.write(new, to: database.path)
    #expect(try EncryptedDatabase.verify(at: database.path, key: database.makeKey()).isWhole)
    #expect(code(database, newest) == .rolledBack)
    #expect(code(database, newest, access: .readOnly) == .rolledBack)
    FileBytes.write(whole, to: database.path)
    #expect(code(database, newest, access: .readOnly) == nil)
  }

  @Test("a write by a program that does not attest is not what was attested")
  func foreignWrite() throws {
    let (database, attestation) = try made()
    let other = try database.open()
    try other.insert(1)
    #expect(code(database, attestation, access: .readOnly) == .rolledBack)
    #expect(code(database, attestation) == .rolledBack)
    try other.close()
    #expect(code(database, attestation) == .rolledBack)
  }

  @Test("another file of the same key, and a missing one, are not what was attested")
  func otherFile() throws {
    let (database, attestation) = try made()
    let copy = database.folder.file("copy.db")
    try EncryptedDatabase.backUp(database.path, key: database.makeKey(), to: copy)
    FileBytes.copy(copy, to: database.path)
    #expect(code(database, attestation) == .rolledBack)
    try FileManager.default.removeItem(atPath: database.path)
    #expect(code(database, attestation) == .notFound)
    #expect(!database.folder.names.contains("test.db"))
  }

  @Test("a reader of an earlier state makes attesting busy, and is not disturbed")
  func busy() throws {
    let (database, _) = try made()
    let reader = try database.open()
    try reader.execute("BEGIN; SELECT * FROM t")
    let statement = try reader.prepare("SELECT count(*) FROM t")
    _ = try statement.step()
    let writer = try database.open()
    try writer.insert(1)
    let key = try database.makeKey()
    let error = #expect(throws: EncryptedSQLiteError.self) {
      try EncryptedDatabase.attest(database.path, key: key)
    }
    #expect(error?.code == .busy)
    statement.reset()
    try reader.execute("COMMIT")
    let attestation = try EncryptedDatabase.attest(database.path, key: key)
    #expect(attestation.counter == 3)
  }

  @Test("an attestation is read as it was written, and nothing else is")
  func bytes() throws {
    let (_, attestation) = try made()
    #expect(attestation.bytes.count == Attestation.byteCount)
    #expect(try Attestation(bytes: attestation.bytes) == attestation)
    for count in 0..<Attestation.byteCount {
      #expect(throws: EncryptedSQLiteError.self) {
        try Attestation(bytes: Array(attestation.bytes.prefix(count)))
      }
    }
    #expect(throws: EncryptedSQLiteError.self) {
      try Attestation(bytes: [9] + attestation.bytes.dropFirst())
    }
  }
}
