// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import Testing

@testable import RealmSwift

/// The bytes of `Documentation/realm-format.md`.
@Suite("the format of sealed properties") struct FieldCipherFormatTests {
  private static let names: [UInt8] =
    [0, 0, 0, 7] + Array("Account".utf8) + [0, 0, 0, 6] + Array("secret".utf8)

  @Test(
    "class, property and primary key are bound in this order",
    arguments: [
      (nil, [0]), (.null, [1]),
      (.integer(258), [2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2]),
      (.integer(-1), [2, 0, 0, 0, 8] + Array(repeating: 255, count: 8)),
      (.text("é"), [3, 0, 0, 0, 2, 0xC3, 0xA9]), (.text(""), [3, 0, 0, 0, 0]),
      (.bytes([9, 8, 7]), [4, 0, 0, 0, 3, 9, 8, 7]),
    ] as [(StoredValue?, [UInt8])])
  func context(primaryKey: StoredValue?, tail: [UInt8]) {
    let bytes = FieldCipher.context(
      className: "Account", property: "secret", primaryKey: primaryKey)
    #expect(bytes == Self.names + tail)
  }

  @Test("names that run into each other are not taken for others")
  func borders() {
    let one = FieldCipher.context(className: "ab", property: "c", primaryKey: nil)
    let other = FieldCipher.context(className: "a", property: "bc", primaryKey: nil)
    #expect(one != other)
  }

  @Test("the label of the key is the one in the format")
  func label() {
    #expect(FieldCipher.label == "strongroom realm field 1")
    #expect(FieldCipher.version == 1)
  }
}
