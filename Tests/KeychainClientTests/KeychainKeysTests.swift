// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import Secrets
import TestFolders
import Testing

@Suite("The keys behind a connection")
struct KeychainKeysTests {
  private let folder = TemporaryFolder()
  private let caller = Caller.userCommand("test", group: "g")
  private let isGenericPassword: Request.Dictionary = [
    .init(.name(RequestKeys.itemClass), .text("genp"))
  ]

  private func connection(_ environment: Environment = Environment([:])) -> KeychainConnection {
    KeychainConnection(
      .embedded(.folder(folder.file("keychain"))), caller: caller, environment: environment)
  }

  private static let passphrase = Credential.passphrase(
    SharedSecret(copying: Array("correct horse".utf8).rawBytes))
  private static let cheap = PassphraseCost(memory: 64, passes: 1)

  @Test("are refused where the keychain is in memory, or not to be reached, with the reason")
  func unreachable() {
    #expect(throws: KeychainEngineError(.unimplemented, "")) {
      try KeychainConnection(.embedded(.memory), caller: caller).keys()
    }
    do {
      _ = try KeychainConnection(.unavailable(reason: "because"), caller: caller).keys()
      Issue.record("a keychain that cannot be reached has keys")
    } catch {
      #expect(error.status == .notAvailable && error.reason == "because")
    }
  }

  @Test("open with a credential of systemd, where the environment says in which folder it is")
  func credential() throws {
    FileBytes.write(RandomBytes.bytes(32), to: folder.file("kc"))
    let maker = connection()
    #expect(maker.execute(Request(.add, isGenericPassword)).status == .success)
    let material = try KeyMaterial.systemCredential("kc", in: folder.path)
    try maker.keys().rotate(
      RotationPlan(waysIn: [.init(.systemCredential(material))]), authorizedBy: nil)
    let found = [["CREDENTIALS_DIRECTORY": folder.path], ["CREDENTIALS_DIRECTORY": "."], [:]]
      .map { try? connection(Environment($0)).keys().lockState() }
    #expect(found == [.unlocked, .neverUnlocked, .neverUnlocked])
  }

  @Test(
    "go with the last passphrase for items that need one, which are counted while they are seen")
  func passcodeItems() throws {
    let maker = connection()
    #expect(maker.passcodeItemCount() == 0)
    #expect(maker.execute(Request(.add, isGenericPassword)).status == .success)
    try maker.keys().rotate(
      RotationPlan(waysIn: [.init(Self.passphrase, cost: Self.cheap)]), authorizedBy: nil)
    for (itemClass, account) in [("genp", "a"), ("genp", "b"), ("inet", "c")] {
      let item: Request.Dictionary = [
        .init(.name(RequestKeys.itemClass), .text(itemClass)), .init(.account, .text(account)),
        .init(.accessible, .text("akpu")),
      ]
      #expect(maker.execute(Request(.add, item)).status == .success)
    }
    #expect(maker.passcodeItemCount() == 3)
    let other = connection()
    #expect(other.passcodeItemCount() == nil)
    try other.keys().unlock(with: Self.passphrase)
    #expect(other.passcodeItemCount() == 3)
  }
}
