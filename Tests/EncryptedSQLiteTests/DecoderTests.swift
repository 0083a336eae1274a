// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Foundation
import SQLite
import TestFolders
import Testing

/// Files of ours, read by the second reader, `Decoder/decode.py`.
@Suite("Decoder in Python")
struct DecoderTests {
  /// Decodes the database at `path`, and returns what the decoder says when it fails.
  private func decode(
    _ path: String, key: [UInt8], to output: String, attestation: [UInt8]? = nil
  ) throws -> String? {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Decoder/decode.py").path
    FileBytes.write(key, to: "\(path).key")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", script, "\(path).key", path, output]
    if let attestation {
      FileBytes.write(attestation, to: "\(path).attestation")
      process.arguments?.append("\(path).attestation")
    }
    let words = Pipe()
    process.standardError = words
    try process.run()
    let said = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : said
  }

  @Test(
    "it reads a closed database, and one with a log as a crash leaves it, with pages of every size",
    arguments: [true, false], [1024, 4096, 8192, 65536])
  func reads(isClosed: Bool, pageSize: Int) throws {
    let database = TestDatabase()
    let connection = try database.open(cache: TestDatabase.smallCache, pageSize: pageSize)
    try connection.fill(400)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE); CREATE INDEX byName ON t(name); BEGIN")
    for _ in 0..<3 { try connection.execute("UPDATE t SET body=randomblob(480)") }
    try connection.execute("COMMIT; BEGIN; UPDATE t SET name='rolled back'; ROLLBACK")
    try connection.insert(7)
    let expected = try connection.texts("SELECT name || hex(body) FROM t ORDER BY id")
    let snapshot = database.snapshot()
    if isClosed { try connection.close() }
    let path = isClosed ? database.path : snapshot.path
    let plain = database.folder.file("plain.db")
    #expect(try decode(path, key: database.keyBytes, to: plain) == nil)
    let decoded = try Connection(path: plain, access: .readOnly)
    #expect(try decoded.texts("SELECT name || hex(body) FROM t ORDER BY id") == expected)
    #expect(try decoded.isIntact())
  }

  @Test("it takes the attestation of a database, and none of another state")
  func attestation() throws {
    let database = TestDatabase()
    let connection = try database.open(.wal)
    try connection.fill(300)
    try connection.close()
    let plain = database.folder.file("plain.db")
    let attestation = try EncryptedDatabase.attest(database.path, key: database.makeKey())
    let said = try decode(
      database.path, key: database.keyBytes, to: plain, attestation: attestation.bytes)
    #expect(said == nil)
    #expect(
      try Connection(path: plain).integer("SELECT counter FROM strongroom_attestation")
        == attestation.counter)
    _ = try EncryptedDatabase.attest(database.path, key: database.makeKey())
    let stale = try decode(
      database.path, key: database.keyBytes, to: plain, attestation: attestation.bytes)
    #expect(stale?.contains("another state") == true)
  }

  @Test("it refuses a wrong key and a changed bit")
  func refuses() throws {
    let database = TestDatabase()
    let connection = try database.open(.delete)
    try connection.fill(50)
    try connection.close()
    let plain = database.folder.file("plain.db")
    let halves = Array(database.keyBytes[32...] + database.keyBytes[..<32])
    #expect(try decode(database.path, key: halves, to: plain)?.contains("the key is wrong") == true)
    TestDatabase.flipBit(at: 3 * 4096 + 77, of: database.path)
    #expect(
      try decode(database.path, key: database.keyBytes, to: plain)?.contains("tag of page 4")
        == true)
  }
}
