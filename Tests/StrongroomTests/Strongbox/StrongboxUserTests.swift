// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Strongroom
import StrongroomTesting
import Testing

@Suite("Code that was written for the wrapper called Strongbox")
struct StrongboxUserTests {
  @Test("compiles, with Apple's constants and without looking at results")
  func idioms() throws {
    let store = KeychainStore.inMemory()
    let box = Strongbox(keyPrefix: "app", in: store)
    box.archive("secret", key: "token", accessibility: kSecAttrAccessibleAfterFirstUnlock)
    box.archive(NSDate(), key: "date")
    #expect(box.unarchive(objectForKey: "token") as! String == "secret")
    #expect(box.unarchive(objectForKey: "date") is NSDate)
    #expect(
      try Keychain(service: "app.token", in: store).item("")?.accessibility == .afterFirstUnlock)
    guard box.lastStatus == errSecSuccess else {
      Issue.record("lastStatus is no OSStatus of success")
      return
    }
    try box.encode(["a": 1], key: "json", accessibility: kSecAttrAccessibleWhenUnlocked)
    let json: [String: Int]? = try box.decode(forKey: "json")
    #expect(json == ["a": 1])
    #expect(!box.archive("x", key: "bad", accessibility: "no such class"))
    #expect(box.lastStatus == errSecParam)
  }
}
