// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import SQLite
import Secrets
import StrongroomTesting
import TestFolders
import Testing

@Suite("A password of the application")
struct ApplicationPasswordTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/keychain" }

  private func locked() throws -> EngineHarness {
    let keychain = EngineHarness(.folder(path))
    #expect(
      try keychain.add("a", .conditions([.applicationPassword]), .password("right")) == .success)
    return keychain
  }

  @Test("is needed for everything but deleting the item, also in a keychain without a passcode")
  func needed() throws {
    let keychain = try locked()
    #expect(keychain.read("a", .password("right")).texts == ["secret of a"])
    for returns in [[], [.flag("r_Data")], [.flag("r_Attributes")]] as [Request.Dictionary] {
      let query: Request.Dictionary = [.genp, .account("a")] + returns
      #expect(keychain.find(query + [.password("wrong")]).status == .authFailed)
      #expect(keychain.find(query).status == .interactionNotAllowed)
      #expect(keychain.find(query + [.skippingUI]).status == .itemNotFound)
    }
    let label: Request.Dictionary = [.entry("labl", .text("L"))]
    #expect(keychain.update([.genp], label).status == .interactionNotAllowed)
    #expect(keychain.update([.genp, .password("wrong")], label).status == .authFailed)
    #expect(keychain.update([.genp, .password("right")], label).status == .success)
    #expect(keychain.read("a", .password("right")).texts == ["secret of a"])
    #expect(keychain.delete([.genp]).status == .success)
  }

  @Test("is needed to store the item, and an empty one is one")
  func storing() throws {
    let keychain = EngineHarness()
    #expect(
      try keychain.add("a", .conditions([.applicationPassword])) == .interactionNotAllowed)
    #expect(keychain.find([.genp]).status == .itemNotFound)
    #expect(try keychain.add("a", .conditions([.applicationPassword]), .password("")) == .success)
    #expect(keychain.read("a", .password("x")).status == .authFailed)
    #expect(keychain.read("a", .password("")).texts == ["secret of a"])
  }

  @Test("is checked for an item without a secret, too")
  func noSecret() throws {
    let keychain = EngineHarness()
    let item: Request.Dictionary = [.genp, .account("a")]
    #expect(
      try keychain.add(item + [.conditions([.applicationPassword]), .password("p")]).status
        == .success)
    #expect(keychain.find(item + [.flag("r_Data"), .password("q")]).status == .authFailed)
    let found = keychain.find(item + [.flag("r_Data"), .password("p")])
    #expect(found.status == .success)
    #expect(found.items.first?.data == nil)
  }

  @Test("is one for several items, or none of them is read")
  func several() throws {
    let keychain = try locked()
    #expect(
      try keychain.add("b", .conditions([.applicationPassword]), .password("right")) == .success)
    let all: Request.Dictionary = [.genp, .all, .flag("r_Data")]
    #expect(keychain.find(all + [.password("right")]).texts == ["secret of a", "secret of b"])
    #expect(
      try keychain.add("c", .conditions([.applicationPassword]), .password("left")) == .success)
    #expect(keychain.find(all + [.password("right")]).status == .authFailed)
    #expect(keychain.find(all).status == .interactionNotAllowed)
  }

  @Test("is not to blame for damage, which shows without it")
  func damage() throws {
    let keychain = try locked()
    let database = try KeychainFiles(path: path).openDatabase()
    try database.execute(
      """
      UPDATE genp SET data = CAST(substr(data, 1, 30) || x'5A5A' || substr(data, 33) AS BLOB)
      """)
    try database.close()
    #expect(keychain.read("a", .password("wrong")).status == .itemNotFound)
    #expect(keychain.read("a", .password("right")).status == .itemNotFound)
    #expect(keychain.add("a") == .success)
    #expect(keychain.read("a").texts == ["secret of a"])
  }

  @Test("is not needed to give the keychain new keys, and is needed as before then")
  func rotated() throws {
    let keychain = try locked()
    let person = ScriptedAuthenticator.withPasscode([.yes])
    let other = EngineHarness(.folder(path), authenticator: person)
    #expect(try other.add("held", .conditions([.userPresence])) == .success)
    try keychain.engine.rotate(.passphrase("phrase"), authorizedBy: nil)
    #expect(keychain.read("a").status == .interactionNotAllowed)
    #expect(keychain.read("a", .password("wrong")).status == .authFailed)
    #expect(keychain.read("a", .password("right")).texts == ["secret of a"])
    #expect(keychain.read("held").status == .authFailed)
    try keychain.engine.rotate(.open, authorizedBy: .passphrase("phrase"))
    #expect(keychain.read("a", .password("right")).texts == ["secret of a"])
    #expect(
      keychain.update([.genp, .account("a"), .password("right")], [.data("new")]).status
        == .success)
    #expect(keychain.read("a", .password("right")).texts == ["new"])
    #expect(
      EngineHarness(.folder(path), authenticator: person).read("held").texts == ["secret of held"])
  }

  @Test("is given to an item, changed, and taken from it by an update")
  func changed() throws {
    let keychain = EngineHarness()
    #expect(keychain.add("a") == .success)
    let lock: Request.Dictionary = [try .conditions([.applicationPassword], "ck")]
    #expect(keychain.update([.genp], lock).status == .interactionNotAllowed)
    #expect(keychain.update([.genp, .password("1")], lock).status == .success)
    #expect(keychain.read("a").status == .interactionNotAllowed)
    #expect(keychain.read("a", .password("1")).texts == ["secret of a"])
    #expect(
      keychain.update([.genp, .password("1")], [.data("new")]).status == .success)
    #expect(keychain.read("a", .password("1")).texts == ["new"])
    #expect(
      keychain.update([.genp, .password("2")], [.entry("pdmn", .text("ck"))]).status == .authFailed)
    #expect(
      keychain.update([.genp, .password("1")], [.entry("pdmn", .text("ck"))]).status == .success)
    #expect(keychain.read("a", .failingUI).texts == ["new"])
  }

  @Test("stands beside what is asked of a person, who is not asked in vain without it")
  func besides() throws {
    let person = ScriptedAuthenticator.withPasscode()
    let keychain = EngineHarness(authenticator: person)
    let flags: Flags = [.applicationPassword, .userPresence]
    #expect(try keychain.add("a", .conditions(flags), .password("p")) == .success)
    #expect(keychain.read("a").status == .interactionNotAllowed)
    #expect(person.questions.isEmpty)
    person.willAnswer(.yes, .no(.cancelledByPerson), .yes)
    #expect(keychain.read("a", .password("q")).status == .authFailed)
    #expect(keychain.read("a", .password("p")).status == .userCanceled)
    #expect(keychain.read("a", .password("p")).texts == ["secret of a"])
    #expect(person.questions.count == 3)
  }

  @Test("does not stand in the way of another item of the same name")
  func duplicate() throws {
    let keychain = try locked()
    #expect(keychain.add("a") == .duplicateItem)
    #expect(keychain.read("a", .password("right")).texts == ["secret of a"])
  }
}
