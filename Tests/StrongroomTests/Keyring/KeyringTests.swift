// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainClient
import KeychainEngine
import KeychainRequests
import Secrets
import Strongroom
import StrongroomTesting
import Testing

@Suite("A keyring")
struct KeyringTests {
  let keyring = Keyring(in: .inMemory())

  @Test("makes a key, finds the same one, and deletes it")
  func life() throws {
    #expect(try keyring.find("notes") == nil)
    let made = try keyring.make("notes")
    #expect(try #require(try keyring.find("notes")).isEqual(to: made))
    try keyring.delete("notes")
    #expect(try keyring.find("notes") == nil)
  }

  @Test("refuses to make a second key of one name, and says so")
  func duplicate() throws {
    let first = try keyring.make("notes")
    let error = #expect(throws: KeychainError.self) { try keyring.make("notes") }
    #expect(error?.code == .duplicateItem)
    #expect(error?.reason.contains("\"notes\"") == true)
    #expect(try #require(try keyring.find("notes")).isEqual(to: first))
  }

  @Test("finds or makes: the second call gives the key of the first")
  func findOrMake() throws {
    let first = try keyring.findOrMake("notes")
    #expect(try keyring.findOrMake("notes").isEqual(to: first))
    #expect(try !keyring.findOrMake("other").isEqual(to: first))
  }

  @Test("replaces a key that is there, and none that is not")
  func replace() throws {
    #expect(throws: KeychainError(.itemNotFound, reason: "")) { try keyring.replace("notes") }
    let old = try keyring.make("notes")
    let new = try keyring.replace("notes")
    #expect(!new.isEqual(to: old))
    #expect(try #require(try keyring.find("notes")).isEqual(to: new))
    let given = EncryptionKey.random()
    try keyring.replace("notes", with: given)
    #expect(try #require(try keyring.find("notes")).isEqual(to: given))
  }

  @Test("cannot delete what is not there")
  func deleteNothing() {
    let error = #expect(throws: KeychainError.self) { try keyring.delete("notes") }
    #expect(error?.code == .itemNotFound)
    #expect(error?.reason.hasPrefix("cannot delete the key \"notes\": ") == true)
  }

  @Test("lists its names, sorted")
  func names() throws {
    #expect(try keyring.names == [])
    for name in ["b", "ä", "a"] { try keyring.make(name) }
    #expect(try keyring.names == ["a", "b", "ä"])
  }

  @Test("refuses the empty name")
  func emptyName() {
    #expect(throws: KeychainError(.invalidParameter, reason: "")) { try keyring.find("") }
    #expect(throws: KeychainError(.invalidParameter, reason: "")) { try keyring.make("") }
    #expect(throws: KeychainError(.invalidParameter, reason: "")) { try keyring.delete("") }
  }

  @Test(
    "takes any other name", arguments: ["a\0b", "名前", String(repeating: "n", count: 5000), " "])
  func strangeNames(_ name: String) throws {
    let key = try keyring.make(name)
    #expect(try #require(try keyring.find(name)).isEqual(to: key))
    #expect(try keyring.names == [name])
  }

  @Test(
    "never makes a new key when it cannot tell whether there is one",
    arguments: [
      KeychainError.Code.interactionNotAllowed, .notAvailable, .missingEntitlement, .inputOutput,
    ])
  func noNewKey(_ code: KeychainError.Code) {
    let locked = Keyring(in: .failing(with: code))
    #expect(throws: KeychainError(code, reason: "")) { try locked.findOrMake("notes") }
  }

  @Test("gives up when another program keeps making and deleting the key")
  func unrest() {
    let restless = KeychainStore(applicationIdentifier: "tests") { request in
      Response(
        failure: request.operation == .add ? .duplicateItem : .itemNotFound, reason: "so it is")
    }
    #expect(throws: KeychainError(.notAvailable, reason: "")) {
      try Keyring(in: restless).findOrMake("notes")
    }
  }

  @Test("reports a broken random generator instead of storing a constant key")
  func brokenGenerator() {
    let broken = Keyring(
      accessGroup: nil, accessibility: .whenUnlocked, in: .inMemory(),
      randomBytes: { SecretBytes(count: $0) })
    #expect(throws: KeychainError(.internalError, reason: "")) { try broken.make("notes") }
    var result: Result<Int, KeyringError>?
    broken.generateNewEncryptionKey { result = $0.map(\.count) }
    #expect(result == .failure(.failedToGenerateEncryptedKey))
  }

  @Test("hands a new key to a callback, and the status of a second one")
  func callback() throws {
    var results: [Result<Int, KeyringError>] = []
    keyring.generateNewEncryptionKey { results.append($0.map(\.count)) }
    keyring.generateNewEncryptionKey { results.append($0.map(\.count)) }
    #expect(results == [.success(64), .failure(.error(status: -25299))])
    #expect(try keyring.names == [Keyring.defaultName])
    #expect(KeyringError.error(status: -25299).localizedDescription.contains("errSecDuplicateItem"))
  }

  @Test("refuses a foreign access group, and says which ones there are")
  func foreignGroup() throws {
    let store = KeychainStore.inMemory(accessGroups: ["TEAM.mine", "TEAM.shared"])
    let error = #expect(throws: KeychainError.self) {
      try Keyring(accessGroup: "TEAM.other", in: store).findOrMake("notes")
    }
    #expect(error?.code == .missingEntitlement)
    #expect(error?.reason.contains("TEAM.shared") == true)
    try Keyring(accessGroup: "TEAM.shared", in: store).make("notes")
    #expect(try Keyring(accessGroup: "TEAM.mine", in: store).find("notes") == nil)
    #expect(try Keyring(in: store).find("notes") != nil)
  }
}
