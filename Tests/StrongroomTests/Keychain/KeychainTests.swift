// SPDX-License-Identifier: Apache-2.0

import Foundation
import Strongroom
import StrongroomTesting
import Testing

@Suite("A keychain")
struct KeychainTests {
  let mail = Keychain(service: "mail", in: .inMemory())

  @Test("inserts, finds, updates and removes a password")
  func life() throws {
    #expect(try mail.find("ada") == nil)
    try mail.insert("first", for: "ada")
    #expect(try mail.find("ada") == "first")
    try mail.update("second", for: "ada")
    #expect(try mail["ada"] == "second")
    try mail.remove("ada")
    #expect(try mail.find("ada") == nil)
  }

  @Test("refuses to insert over an item, which stays, and names it")
  func duplicate() throws {
    try mail.insert("first", for: "ada")
    let error = #expect(throws: KeychainError.self) { try mail.insert("second", for: "ada") }
    #expect(error?.code == .duplicateItem)
    #expect(error?.reason.hasPrefix("cannot insert \"ada\" in the service \"mail\": ") == true)
    #expect(error?.description.contains("second") == false)
    #expect(try mail.find("ada") == "first")
  }

  @Test("refuses to update and to remove what is not there")
  func missing() {
    for act in [{ try mail.update("x", for: "ada") }, { try mail.remove("ada") }]
      as [() throws -> Void]
    {
      #expect(throws: KeychainError(.itemNotFound, reason: ""), performing: act)
    }
    #expect(throws: KeychainError(.itemNotFound, reason: "")) {
      try mail.setDetails(ItemDetails(label: "x"), for: "ada")
    }
    #expect(throws: KeychainError(.itemNotFound, reason: "")) {
      try mail.setAccessibility(.afterFirstUnlock, for: "ada")
    }
  }

  @Test("sets a value whether there is one or not, and keeps the rest of the item")
  func set() throws {
    try mail.set("first", for: "ada", details: ItemDetails(label: "Ada's mail"))
    try mail.set("second", for: "ada", accessibility: .afterFirstUnlock)
    #expect(try mail.find("ada") == "second")
    let item = try #require(try mail.item("ada"))
    #expect(item.details.label == "Ada's mail")
    #expect(item.accessibility == .afterFirstUnlock)
    try mail.set("third", for: "ada")
    #expect(try mail.item("ada")?.accessibility == .afterFirstUnlock)
  }

  @Test("contains an account from insert to remove")
  func contains() throws {
    #expect(try !mail.contains("ada"))
    try mail.insert("x", for: "ada")
    #expect(try mail.contains("ada"))
    try mail.remove("ada")
    #expect(try !mail.contains("ada"))
  }

  @Test("lists and removes the accounts of its own service only")
  func accounts() throws {
    let store = KeychainStore.inMemory()
    let (mail, chat) = (Keychain(service: "mail", in: store), Keychain(service: "chat", in: store))
    #expect(try mail.accounts == [])
    for account in ["b", "a"] {
      try mail.insert("x", for: account)
      try chat.insert("y", for: account)
    }
    try Keyring(in: store).make("a key")
    #expect(try mail.accounts == ["a", "b"])
    try mail.removeAll()
    try mail.removeAll()
    #expect(try mail.accounts == [])
    #expect(try chat.accounts == ["a", "b"])
    #expect(try Keyring(in: store).names == ["a key"])
  }

  @Test("knows about an item what was written and when, but not its secret")
  func attributes() throws {
    let start = Date()
    let details = ItemDetails(label: "Ada's mail", kind: "password", comment: "ask Charles")
    try mail.insert(
      "s3cret", for: "ada", accessibility: .whenUnlockedThisDeviceOnly, details: details)
    let item = try #require(try mail.item("ada"))
    #expect(item.account == "ada")
    #expect(item.accessGroup == "tests")
    #expect(item.accessibility == .whenUnlockedThisDeviceOnly)
    #expect(item.details == details)
    #expect(item.created >= start && item.created <= Date())
    #expect(item.modified == item.created)
    #expect(!"\(item)".contains("s3cret"))
    try mail.setDetails(ItemDetails(comment: "ask Mary"), for: "ada")
    try mail.setAccessibility(.afterFirstUnlock, for: "ada")
    let changed = try #require(try mail.item("ada"))
    #expect(
      changed.details == ItemDetails(label: "Ada's mail", kind: "password", comment: "ask Mary"))
    #expect(changed.accessibility == .afterFirstUnlock)
    #expect(changed.created == item.created && changed.modified > item.modified)
    #expect(try mail.find("ada") == "s3cret")
    #expect(try mail.item("nobody") == nil)
  }

  @Test("keeps synchronizable items apart from the others")
  func synchronizable() throws {
    let store = KeychainStore.inMemory()
    let local = Keychain(service: "mail", in: store)
    let shared = Keychain(service: "mail", isSynchronizable: true, in: store)
    try local.insert("here", for: "ada")
    try shared.insert("everywhere", for: "ada")
    #expect(try local.find("ada") == "here")
    #expect(try shared.find("ada") == "everywhere")
    #expect(try shared.item("ada")?.isSynchronizable == true)
    try shared.remove("ada")
    #expect(try local.accounts == ["ada"])
  }

  @Test("keeps access groups apart, and refuses foreign ones")
  func groups() throws {
    let store = KeychainStore.inMemory(accessGroups: ["TEAM.app", "TEAM.shared"])
    let own = Keychain(service: "mail", in: store)
    let shared = Keychain(service: "mail", accessGroup: "TEAM.shared", in: store)
    try shared.insert("x", for: "ada")
    #expect(try own.item("ada")?.accessGroup == "TEAM.shared")
    try own.insert("y", for: "ada")
    #expect(try Keychain(service: "mail", accessGroup: "TEAM.app", in: store).find("ada") == "y")
    let error = #expect(throws: KeychainError.self) {
      try Keychain(service: "mail", accessGroup: "TEAM.other", in: store).find("ada")
    }
    #expect(error?.code == .missingEntitlement)
    #expect(error?.reason.contains("TEAM.other") == true)
  }

  @Test("can be checked without leaving anything behind")
  func check() throws {
    let store = KeychainStore.inMemory()
    let mail = Keychain(service: "mail", in: store)
    try mail.check()
    #expect(mail.isAvailable)
    #expect(try Keychain(service: "strongroom.check", in: store).accounts == [])
  }

  @Test(
    "that fails is not available, and says why",
    arguments: [
      KeychainError.Code.notAvailable, .interactionNotAllowed, .readOnly, .itemNotFound,
    ])
  func failing(_ code: KeychainError.Code) {
    let mail = Keychain(service: "mail", in: .failing(with: code))
    #expect(!mail.isAvailable)
    #expect(throws: KeychainError.self) { try mail.check() }
  }

  @Test("passes on why a locked one gives nothing, instead of saying that there is nothing")
  func locked() {
    let mail = Keychain(service: "mail", in: .failing(with: .interactionNotAllowed))
    let error = KeychainError(.interactionNotAllowed, reason: "")
    #expect(throws: error) { try mail.find("ada") }
    #expect(throws: error) { try mail.contains("ada") }
    #expect(throws: error) { try mail.accounts }
    #expect(throws: error) { try mail.set("x", for: "ada") }
    #expect(throws: error) { try mail.removeAll() }
  }

  @Test("works in the background of tasks")
  func background() async throws {
    try await mail.inBackground { try $0.set("s3cret", for: "ada") }
    #expect(try await mail.inBackground { try $0.find("ada") } == "s3cret")
    await #expect(throws: KeychainError(.itemNotFound, reason: "")) {
      try await mail.inBackground { try $0.remove("nobody") }
    }
  }

  @Test(
    "says what is wrong with an accessibility that cannot be",
    arguments: [
      (
        Accessibility(rawValue: "nonsense"), false, KeychainError.Code.invalidParameter,
        "kSecAttrAccessible"
      ),
      (.whenUnlockedThisDeviceOnly, true, .invalidParameter, "synchronizable"),
      (.whenPasscodeSetThisDeviceOnly, false, .authenticationFailed, "passcode"),
    ])
  func misuse(
    _ accessibility: Accessibility, _ isSynchronizable: Bool, _ code: KeychainError.Code,
    _ word: String
  ) throws {
    let mail = Keychain(
      service: "mail", accessibility: accessibility, isSynchronizable: isSynchronizable,
      in: .inMemory())
    for insert in [
      { try mail.insert("s3cret", for: "ada") }, { try mail.set("s3cret", for: "ada") },
    ]
      as [() throws -> Void]
    {
      let error = #expect(throws: KeychainError.self, performing: insert)
      #expect(error?.code == code)
      #expect(error?.reason.contains(word) == true)
      #expect(error?.description.contains("s3cret") == false)
    }
    #expect(try mail.accounts == [])
  }
}
