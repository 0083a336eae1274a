// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainRequests
import Security
import StrongroomTesting
import Testing

@Suite("Items with conditions, in a keychain without a passcode", .memoryKeychain)
struct ControlledItemTests {
  static let needPerson: [SecAccessControlCreateFlags] = [
    .userPresence, .biometryAny, .touchIDAny, .biometryCurrentSet, .touchIDCurrentSet,
    .devicePasscode, .watch, .companion, [.applicationPassword, .userPresence],
    [.devicePasscode, .biometryAny, .or],
    [.privateKeyUsage, .userPresence],
  ]

  func item(_ flags: SecAccessControlCreateFlags) throws -> [String: Any] {
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
    return [
      "class": "genp", "acct": "ada", "v_Data": Data("s".utf8),
      kSecAttrAccessControl as String: control,
    ]
  }

  @Test("are refused and not stored with less protection", arguments: needPerson)
  func refused(_ flags: SecAccessControlCreateFlags) throws {
    var item = try item(flags)
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecAuthFailed)
    item[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUIFail
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecAuthFailed)
    item[kSecUseAuthenticationUI as String] = nil
    item[kSecUseNoAuthenticationUI as String] = true
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecAuthFailed)
    #expect(SecItemCopyMatching(["class": "genp"] as CFDictionary, nil) == errSecItemNotFound)
  }

  @Test("are not made by an update, which then changes nothing", arguments: needPerson)
  func update(_ flags: SecAccessControlCreateFlags) throws {
    let password: [String: Any] = ["class": "genp", "acct": "ada", "v_Data": Data("s".utf8)]
    #expect(SecItemAdd(password as CFDictionary, nil) == errSecSuccess)
    var changes = try item(flags)
    changes["class"] = nil
    changes["v_Data"] = Data("new".utf8)
    let query = ["class": "genp", "acct": "ada"] as CFDictionary
    #expect(SecItemUpdate(query, changes as CFDictionary) == errSecAuthFailed)
    var found: CFTypeRef?
    #expect(
      SecItemCopyMatching(["class": "genp", "r_Data": true] as CFDictionary, &found)
        == errSecSuccess)
    #expect(found as? Data == Data("s".utf8))
  }

  @Test("that need the application's password need a context that has one")
  func password() throws {
    #expect(
      SecItemAdd(try item(.applicationPassword) as CFDictionary, nil)
        == errSecInteractionNotAllowed)
    #expect(SecItemCopyMatching(["class": "genp"] as CFDictionary, nil) == errSecItemNotFound)
  }

  @Test("that are private keys wait for keys as objects")
  func privateKeys() throws {
    #expect(SecItemAdd(try item([.privateKeyUsage]) as CFDictionary, nil) == errSecUnimplemented)
  }
}

@Suite("Items with conditions, of somebody who has a passcode")
struct AskingItemTests {
  private let person = ScriptedAuthenticator.withPasscode()

  private func keychain<R>(_ body: () throws -> R) rethrows -> R {
    let caller = Caller(
      userID: 1000, applicationIdentifier: "TEAM.app", accessGroups: .listed(["TEAM.app"]),
      evidence: .explicit)
    return try KeychainInUse.$connection.withValue(
      KeychainConnection(.embedded(.memory), caller: caller, authenticator: person),
      operation: body)
  }

  private func add(_ flags: SecAccessControlCreateFlags) throws {
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
    let item: [String: Any] = [
      "class": "genp", "acct": "ada", "v_Data": Data("s".utf8),
      kSecAttrAccessControl as String: control,
    ]
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
  }

  @Test("are read once the person has shown to be there, and return their conditions")
  func reading() throws {
    try keychain {
      try add(.userPresence)
      let query: [String: Any] = [
        "class": "genp", "acct": "ada", "r_Data": true, "r_Attributes": true,
        kSecUseOperationPrompt as String: "sign in",
      ]
      person.willAnswer(.no(.cancelledByPerson), .yes)
      var found: CFTypeRef?
      #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecUserCanceled)
      #expect(found == nil)
      #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
      let item = try #require(found as? [String: Any])
      #expect(item["v_Data"] as? Data == Data("s".utf8))
      let control = try #require(item[kSecAttrAccessControl as String] as? SecAccessControl)
      #expect("\(control)".contains("od(cpo(DeviceOwnerAuthentication))"))
      #expect(person.questions.map(\.reason) == ["sign in", "sign in"])
    }
  }

  @Test("are there or not, as programs find out without asking")
  func existence() throws {
    try keychain {
      try add(.devicePasscode)
      let query: [String: Any] = ["class": "genp", "acct": "ada"]
      let failing = query.merging(
        [kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail]) { $1 }
      let skipping = query.merging(
        [kSecUseAuthenticationUI as String: kSecUseAuthenticationUISkip]) { $1 }
      #expect(SecItemCopyMatching(failing as CFDictionary, nil) == errSecInteractionNotAllowed)
      #expect(SecItemCopyMatching(skipping as CFDictionary, nil) == errSecItemNotFound)
      #expect(SecItemDelete(query as CFDictionary) == errSecSuccess)
      #expect(SecItemCopyMatching(failing as CFDictionary, nil) == errSecItemNotFound)
      #expect(person.questions.isEmpty)
    }
  }
}
