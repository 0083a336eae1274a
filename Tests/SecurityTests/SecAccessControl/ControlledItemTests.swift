// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("Items with conditions, in a keychain without a passcode", .memoryKeychain)
struct ControlledItemTests {
  static let needPerson: [SecAccessControlCreateFlags] = [
    .userPresence, .biometryAny, .touchIDAny, .biometryCurrentSet, .touchIDCurrentSet,
    .devicePasscode, .watch, .companion, .applicationPassword,
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
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecInteractionNotAllowed)
    item[kSecUseAuthenticationUI as String] = nil
    item[kSecUseNoAuthenticationUI as String] = true
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecInteractionNotAllowed)
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

  @Test("that are private keys wait for keys as objects")
  func privateKeys() throws {
    #expect(SecItemAdd(try item([.privateKeyUsage]) as CFDictionary, nil) == errSecUnimplemented)
  }
}
