// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("Access controls as objects")
struct SecAccessControlTests {
  static let flags: [SecAccessControlCreateFlags] = [
    .userPresence, .biometryAny, .touchIDAny, .biometryCurrentSet, .touchIDCurrentSet,
    .devicePasscode, .watch, .companion, .applicationPassword,
    [.devicePasscode, .biometryAny, .or],
    [.privateKeyUsage, .userPresence],
  ]

  @Test("say what is wrong with flags in words")
  func words() throws {
    var error: Unmanaged<CFError>?
    #expect(
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, [.or, .and], &error) == nil)
    let found = try #require(error?.takeRetainedValue())
    #expect(found.localizedDescription.contains("exclude each other"))
  }

  @Test("come back from their bytes, and from no others", arguments: flags + [[]])
  func bytes(_ flags: SecAccessControlCreateFlags) throws {
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAfterFirstUnlock, flags, nil))
    let data = try #require(SecAccessControlCopyData(control))
    let back = try #require(SecAccessControlCreateFromData(nil, data, nil))
    #expect(CFEqual(back, control))
    #expect(SecAccessControlGetProtection(back) as? String == "ck")
    for wrong in [data as Data + [0], (data as Data).dropLast(), Data()] {
      var error: Unmanaged<CFError>?
      #expect(SecAccessControlCreateFromData(nil, wrong as CFData, &error) == nil)
      #expect(error?.takeRetainedValue().code == Int(errSecDecode))
    }
  }

  @Test(
    "describe themselves",
    arguments: [
      ([], "ak;dacl(true)"), ([.devicePasscode], "ak;od(cup(true));odel(true);oe(true)"),
      ([.applicationPassword], "ak;dacl(true);prp(true)"),
      (
        [.devicePasscode, .watch, .or],
        "ak;od(cup(true);cwtch(true);pkofn(1));odel(true);oe(true)"
      ),
    ] as [(SecAccessControlCreateFlags, String)])
  func descriptions(flags: SecAccessControlCreateFlags, text: String) {
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    #expect(control?.description == "<SecAccessControlRef: \(text)>")
  }
}
