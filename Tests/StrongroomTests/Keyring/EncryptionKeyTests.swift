// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Foundation
import SQLite
import Secrets
import Strongroom
import StrongroomTesting
import TestFolders
import Testing

@Suite("An encryption key")
struct EncryptionKeyTests {
  @Test("shows nothing of its bytes to print, interpolation and dump")
  func silent() throws {
    let bytes = Array(repeating: UInt8(0x41), count: 63) + [0x42]
    let key = try EncryptionKey(copying: bytes.rawBytes)
    var text = "\(key) \(String(reflecting: key)) \([key])"
    dump(key, to: &text)
    #expect(!text.contains("AAAA") && !text.contains("4141") && !text.contains("65, 65"))
    #expect(text.contains("EncryptionKey"))
  }

  @Test("copies its bytes into Data, all 64 of them")
  func data() {
    let key = EncryptionKey.random()
    #expect(key.data == Data(key.withBytes { $0.array }))
    #expect(key.data.count == EncryptionKey.byteCount)
  }

  @Test("is equal to itself in another copy, and not to a different one")
  func equality() throws {
    let key = EncryptionKey.random()
    let copy = try key.withBytes { (bytes) throws(KeychainError) in
      try EncryptionKey(copying: bytes)
    }
    #expect(key.isEqual(to: copy))
    #expect(!key.isEqual(to: .random()))
  }

  @Test("opens the encrypted database that it made")
  func opensDatabase() throws {
    let folder = TemporaryFolder()
    let keyring = Keyring(in: .inMemory())
    let path = folder.file("notes.db")
    let database = try EncryptedDatabase.open(at: path, key: try keyring.findOrMake("notes"))
    try database.execute("CREATE TABLE note(text TEXT); INSERT INTO note VALUES('hello')")
    try database.close()
    let again = try EncryptedDatabase.open(at: path, key: try keyring.findOrMake("notes"))
    let statement = try again.prepare("SELECT text FROM note")
    #expect(try statement.step())
    #expect(statement.text(at: 0) == "hello")
    statement.reset()
    try again.close()
  }

  @Test("does not open a database that was made with another one")
  func wrongKey() throws {
    let folder = TemporaryFolder()
    let path = folder.file("notes.db")
    let database = try EncryptedDatabase.open(at: path, key: EncryptionKey.random())
    try database.execute("CREATE TABLE note(text TEXT)")
    try database.close()
    let error = #expect(throws: EncryptedSQLiteError.self) {
      _ = try EncryptedDatabase.open(at: path, key: EncryptionKey.random())
    }
    #expect(error?.code == .wrongKey)
  }
}
