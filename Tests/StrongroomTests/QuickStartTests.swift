// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import Strongroom
import StrongroomTesting
import TestFolders
import Testing

/// What the quick start shows, line by line, on a keychain in memory.
@Suite("The quick start")
struct QuickStartTests {
  private let store = KeychainStore.inMemory()

  @Test("opens an encrypted database with a key that is found again")
  func database() throws {
    let folder = TemporaryFolder()
    for _ in 0..<2 {
      let key = try Keyring(in: store).findOrMake("notes")
      let database = try EncryptedDatabase.open(at: folder.file("notes.db"), key: key)
      try database.execute("CREATE TABLE IF NOT EXISTS note (text TEXT)")
      try database.close()
    }
  }

  @Test("keeps a password, and branches on errors of every kind")
  func password() async throws {
    let mail = Keychain(service: "mail.example.org", in: store)
    try mail.set("s3cret", for: "ada")
    if let password = try mail.find("ada") { #expect(password == "s3cret") }
    var length: Int?
    if let token = try mail.find("ada", as: SecretBytes.self) { length = token.count }
    #expect(length == 6)
    var caught: [String] = []
    do {
      try mail.insert("other", for: "ada")
    } catch KeychainError.Code.duplicateItem {
      try mail.update("other", for: "ada")
      caught.append("typed")
    } catch {
      Issue.record("another failure: \(error)")
    }
    do {
      try mail.insert("other", for: "ada")
      throw CancellationError()
    } catch KeychainError.Code.duplicateItem {
      caught.append("among others")
    }
    do {
      try mail.remove("nobody")
    } catch {
      #expect(!error.reason.isEmpty && !error.suggestion.isEmpty)
      #expect(error.description.contains("errSecItemNotFound (-25300)"))
      caught.append("shown")
    }
    #expect(caught == ["typed", "among others", "shown"])
    try mail.check()
    try await mail.inBackground { try $0.set("third", for: "ada") }
    #expect(try mail["ada"] == "third")
  }

  @Test("tests a locked keychain")
  func locked() {
    let mail = Keychain(service: "mail", in: .failing(with: .interactionNotAllowed))
    #expect(throws: KeychainError(.interactionNotAllowed, reason: "")) { try mail.find("ada") }
  }
}
