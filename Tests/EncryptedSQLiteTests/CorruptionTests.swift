// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import TestFolders
import Testing

/// Files changed at random: every outcome is right data or an error, never wrong data and never a
/// trap.
@Suite("Random corruption")
struct CorruptionTests {
  /// The states of the database that were committed: the version that all rows have.
  private static let versions: ClosedRange<Int64> = 1...6
  private static let rows = 60

  /// A database in the middle of its life: `version` of every row is the number of a transaction.
  private func made(_ mode: DatabaseOptions.JournalMode) throws -> TestSnapshot {
    let database = TestDatabase()
    let connection = try database.open(
      mode, cache: TestDatabase.smallCache, synchronous: mode == .wal ? .off : .full)
    try connection.execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, version INTEGER, copy TEXT, filler BLOB)")
    try connection.execute("BEGIN")
    for _ in 0..<Self.rows {
      try connection.execute(
        "INSERT INTO t(version, copy, filler) VALUES(1, 'version 1', randomblob(900))")
    }
    try connection.execute("COMMIT")
    for version in Self.versions.dropFirst() { try update(connection, to: version) }
    if mode != .wal {
      // A crash in the middle of one more, whose pages are in the database already.
      try connection.execute("BEGIN")
      try update(connection, to: Self.versions.upperBound + 1)
    }
    return database.snapshot()
  }

  private func update(_ connection: Connection, to version: Int64) throws {
    try connection.execute(
      "UPDATE t SET version=\(version), copy='version \(version)', filler=randomblob(900)")
  }

  /// Changes the file at `path` in one of the ways that disks and people do.
  private func spoil(_ path: String, _ random: inout SeededGenerator) {
    guard var bytes = FileBytes.read(path), bytes.count > 32 else { return }
    let unit = path.hasSuffix("-wal") ? 4120 : path.hasSuffix("-journal") ? 4104 : 4096
    let start = path.hasSuffix("-wal") ? 32 : path.hasSuffix("-journal") ? 512 : 0
    let units = max(1, (bytes.count - start) / unit)
    let place = Int.random(in: 0..<bytes.count, using: &random)
    func piece(_ number: Int) -> Range<Int> {
      let lower = min(start + number * unit, bytes.count)
      return lower..<min(lower + unit, bytes.count)
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeLast(bytes.count - place)
    case 2:
      for i in place..<min(place + 512, bytes.count) { bytes[i] = 0 }
    case 3:
      let noise = RandomBytes.bytes(min(700, bytes.count - place))
      bytes.replaceSubrange(place..<place + noise.count, with: noise)
    case 4:
      let a = piece(Int.random(in: 0..<units, using: &random))
      let b = piece(Int.random(in: 0..<units, using: &random))
      if a.count == b.count { bytes.replaceSubrange(a, with: Array(bytes[b])) }
    default:
      bytes.removeSubrange(piece(Int.random(in: 0..<units, using: &random)))
    }
    FileBytes.write(bytes, to: path)
  }

  /// The version of every row, after checking that each is one that was written.
  private func read(_ connection: Connection, _ context: String) throws -> Set<Int64> {
    let select = try connection.prepare("SELECT version, copy, length(filler) FROM t")
    defer { select.reset() }
    var found: Set<Int64> = []
    while try select.step() {
      let version = select.integer(at: 0)
      #expect(select.text(at: 1) == "version \(version)", "\(context)")
      #expect(select.integer(at: 2) == 900, "\(context)")
      found.insert(version)
    }
    return found
  }

  @Test("a spoilt database or log gives one committed state or an error", arguments: 0..<24)
  func log(seed: Int) throws {
    let original = try made(.wal)
    var random = SeededGenerator(state: UInt64(seed) &* 977 &+ 3)
    for round in 0..<12 {
      let copy = TestSnapshot(of: original.original)
      for suffix in ["", "-wal"] { FileBytes.copy(original.path + suffix, to: copy.path + suffix) }
      spoil(copy.path + (round % 3 == 0 ? "" : "-wal"), &random)
      do {
        let connection = try copy.open()
        let versions = try read(connection, "seed \(seed), round \(round)")
        #expect(versions.count <= 1)
        #expect(versions.allSatisfy { Self.versions.contains($0) })
      } catch let error as SQLiteError {
        #expect(error.code != .ok)
      } catch is EncryptedSQLiteError {}
    }
  }

  @Test(
    "a spoilt database or hot journal gives rows that were written or an error", arguments: 0..<12)
  func journal(seed: Int) throws {
    let original = try made(.delete)
    var random = SeededGenerator(state: UInt64(seed) &* 1031 &+ 7)
    for round in 0..<12 {
      let copy = TestSnapshot(of: original.original)
      for suffix in ["", "-journal"] {
        FileBytes.copy(original.path + suffix, to: copy.path + suffix)
      }
      spoil(copy.path + (round % 3 == 0 ? "" : "-journal"), &random)
      do {
        let connection = try copy.open(.delete)
        // The rollback may have ended early, which is reported: then both states are there.
        let written = Self.versions.upperBound...Self.versions.upperBound + 1
        #expect(
          try read(connection, "seed \(seed), round \(round)").allSatisfy { written.contains($0) })
      } catch let error as SQLiteError {
        #expect(error.code != .ok)
      } catch is EncryptedSQLiteError {}
    }
  }
}
