// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("What the calls refuse", .memoryKeychain)
struct RefusalTests {
  static let password: [String: any Sendable] = ["class": "genp", "acct": "a", "v_Data": Data([1])]

  @Test(
    "dictionaries that cannot be understood",
    arguments: [
      ([:], errSecParam),
      (["acct": "a"], errSecParam),
      (["class": 5], errSecParam),
      (["class": "nope"], errSecNoSuchClass),
      (["class": "genp", "srvr": "x"], errSecNoSuchAttr),
      (["class": "genp", "abcd": "x"], errSecNoSuchAttr),
      (["class": "genp", "v_Data": "text"], errSecParam),
      (["class": "genp", "labl": NSNull() as any Sendable], errSecParam),
      (["class": "genp", "r_Data": 1], errSecParam),
      (["class": "genp", "r_Nothing": true], errSecParam),
      (["class": "genp", "pdmn": "xx"], errSecParam),
      (["class": "genp", "labl": ["list"]], errSecParam),
    ] as [([String: any Sendable], OSStatus)])
  func malformed(dictionary: [String: any Sendable], status: OSStatus) {
    #expect(SecItemAdd(dictionary as CFDictionary, nil) == status)
    #expect(SecItemCopyMatching(dictionary as CFDictionary, nil) == status)
  }

  @Test("keys that are no text")
  func keys() {
    #expect(
      SecItemCopyMatching(["class": "genp", 5: "x"] as [AnyHashable: Any] as CFDictionary, nil)
        == errSecNoSuchAttr)
    #expect(
      SecItemCopyMatching(
        ["class": "genp", Date(): "x"] as [AnyHashable: Any] as CFDictionary, nil) == errSecParam)
  }

  @Test("access groups of other programs, while the program's own can be named")
  func groups() {
    func add(_ group: String) -> OSStatus {
      SecItemAdd(Self.password.merging(["agrp": group]) { $1 } as CFDictionary, nil)
    }
    #expect(add("OTHER.app") == errSecMissingEntitlement)
    #expect(add("TEAM.shared") == errSecSuccess)
    #expect(add("TEAM.app") == errSecSuccess)
    #expect(
      SecItemCopyMatching(["class": "genp", "agrp": "OTHER.app"] as CFDictionary, nil)
        == errSecMissingEntitlement)
  }

  @Test("match and return keys in an update, match keys in a deletion")
  func matchKeys() {
    #expect(SecItemAdd(Self.password as CFDictionary, nil) == errSecSuccess)
    let name = ["class": "genp", "acct": "a"]
    for key in [kSecMatchLimit: kSecMatchLimitOne, kSecReturnData: true] as [CFString: Any] {
      let query = NSMutableDictionary(dictionary: name)
      query[key.key] = key.value
      #expect(SecItemUpdate(query, ["labl": "x"] as CFDictionary) == errSecParam)
    }
    #expect(
      SecItemDelete(["class": "genp", "m_Limit": "m_LimitAll"] as CFDictionary) == errSecParam)
    #expect(SecItemCopyMatching(name as CFDictionary, nil) == errSecSuccess)
  }

  @Test("everything, to a program without an access group", .memoryKeychain(groups: []))
  func noGroups() {
    #expect(SecItemAdd(Self.password as CFDictionary, nil) == errSecMissingEntitlement)
    #expect(SecItemCopyMatching(["class": "genp"] as CFDictionary, nil) == errSecMissingEntitlement)
    #expect(
      SecItemUpdate(["class": "genp"] as CFDictionary, [:] as CFDictionary)
        == errSecMissingEntitlement)
    #expect(SecItemDelete(["class": "genp"] as CFDictionary) == errSecMissingEntitlement)
  }
}
