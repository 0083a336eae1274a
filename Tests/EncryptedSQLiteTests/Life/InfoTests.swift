// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import TestFolders
import Testing

@Suite("What a file is")
struct InfoTests {
  @Test("an encrypted database shows version, pages and salt, and knows its key")
  func encrypted() throws {
    let database = try TestDatabase.made()
    let info = try EncryptedDatabase.info(at: database.path)
    #expect(info.kind == .encrypted)
    #expect(info.formatVersion == 1 && info.pageByteCount == 4096 && info.excessByteCount == 0)
    #expect(info.pageCount == Int64(database.bytes.count / 4096))
    #expect(info.salt == WorkerProcess.hex(Array(database.bytes[4..<16])))
    #expect(info.log == nil && info.journal == nil && info.isRightKey == nil)
    let right = try EncryptedDatabase.info(at: database.path, key: database.makeKey())
    #expect(right.isRightKey == true)
    let wrong = try EncryptedDatabase.info(at: database.path, key: .random())
    #expect(wrong.isRightKey == false && wrong.salt == info.salt)
  }

  @Test("a log beside it is seen, also while it is in use, and no lock is lost by looking")
  func inUse() throws {
    let database = TestDatabase()
    let connection = try database.open()
    try connection.fill(50)
    try connection.execute("BEGIN IMMEDIATE; INSERT INTO t(name) VALUES('mine')")
    let info = try EncryptedDatabase.info(at: database.path)
    #expect(info.log?.path == database.logPath && (info.log?.byteCount ?? 0) > 4096)
    // Closing a descriptor would have dropped the locks of this process.
    let worker = WorkerProcess(
      "rekey", database.path, key: database.keyBytes, WorkerProcess.hex(database.keyBytes))
    #expect(worker.lines() == ["busy"])
    try connection.execute("COMMIT")
  }

  @Test(
    "other files are told apart",
    arguments: [
      ([], .empty), (Array(repeating: 0, count: 5000), .unwritten),
      (Array("SQLite format 3\0".utf8) + [16, 0] + Array(repeating: 1, count: 90), .plain),
      (Array("SRD".utf8) + [9] + Array(repeating: 1, count: 90), .unsupportedVersion),
      (Array("SRD".utf8) + [0] + Array(repeating: 0, count: 20), .replaced),
      (Array("SRD\u{1}abc".utf8), .truncated), (Array("hello, world".utf8), .foreign),
      (Array("x".utf8), .foreign), ([0], .unwritten),
    ] as [([UInt8], DatabaseInfo.Kind)])
  func kinds(bytes: [UInt8], kind: DatabaseInfo.Kind) throws {
    let folder = TemporaryFolder()
    let path = folder.file("file")
    FileBytes.write(bytes, to: path)
    let info = try EncryptedDatabase.info(at: path, key: .random())
    #expect(info.kind == kind && info.byteCount == Int64(bytes.count) && info.isRightKey == nil)
    #expect(FileBytes.read(path) == bytes)
  }

  @Test("no file is not found, a folder is no database")
  func noFile() {
    let folder = TemporaryFolder()
    for (path, code) in [
      (folder.file("none"), .notFound), (folder.path, .notADatabase), ("", .notFound),
    ]
      as [(String, EncryptedSQLiteError.Code)]
    {
      let error = #expect(throws: EncryptedSQLiteError.self) {
        try EncryptedDatabase.info(at: path)
      }
      #expect(error?.code == code)
    }
  }
}
