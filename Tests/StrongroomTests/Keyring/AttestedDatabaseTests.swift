// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Strongroom
import StrongroomTesting
import TestFolders
import Testing

@Suite("A database whose state the keychain knows")
struct AttestedDatabaseTests {
  private let folder = TemporaryFolder()
  private let keyring = Keyring(in: .inMemory())
  private var path: String { folder.file("notes.db") }

  private func write(_ text: String) throws -> Freshness {
    let database = try keyring.openAttested("notes", at: path)
    try database.connection.execute("CREATE TABLE IF NOT EXISTS note(text)")
    try database.connection.execute("INSERT INTO note VALUES('\(text)')")
    try database.close()
    return database.freshness
  }

  @Test("is as attested at every opening after one that was closed")
  func life() throws {
    #expect(try write("one") == .unattested)
    #expect(try write("two") == .asAttested)
    #expect(try write("three") == .asAttested)
    let attestation = try #require(try keyring.attestation(of: "notes"))
    #expect(attestation.counter == 5)
    #expect(try keyring.names == ["notes"])
  }

  @Test("has advanced after a program that ended without closing, and goes on")
  func crash() throws {
    _ = try write("one")
    do {
      let database = try keyring.openAttested("notes", at: path)
      try database.connection.execute("INSERT INTO note VALUES('two')")
    }
    #expect(try write("three") == .advanced)
    #expect(try write("four") == .asAttested)
  }

  @Test("is refused when an older file was put back, until the attestation is forgotten")
  func rollback() throws {
    _ = try write("one")
    let old = try #require(FileBytes.read(path))
    _ = try write("two")
    FileBytes.write(old, to: path)
    let error = #expect(throws: EncryptedSQLiteError.self) { try write("three") }
    #expect(error?.code == .rolledBack)
    try keyring.forgetAttestation(of: "notes")
    try keyring.forgetAttestation(of: "notes")
    #expect(try write("three") == .unattested)
  }

  @Test("leaves attesting to the last connection that closes")
  func twoConnections() throws {
    _ = try write("one")
    let before = try keyring.attestation(of: "notes")
    let first = try keyring.openAttested("notes", at: path)
    let second = try keyring.openAttested("notes", at: path)
    #expect(first.freshness == .asAttested && second.freshness == .advanced)
    try first.close()
    #expect(try keyring.attestation(of: "notes") == before)
    try second.connection.execute("INSERT INTO note VALUES('two')")
    try second.close()
    #expect(try write("three") == .asAttested)
  }

  @Test("an older attestation never takes the place of a newer one")
  func order() throws {
    _ = try write("one")
    let old = try #require(try keyring.attestation(of: "notes"))
    _ = try write("two")
    let new = try #require(try keyring.attestation(of: "notes"))
    try keyring.keep(old, for: "notes")
    #expect(try keyring.attestation(of: "notes") == new)
  }
}
