// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Secrets
import Testing

/// What is given for an attribute, and what comes back.
///
/// Source: the specification's §2, value conversion.
struct Conversion: CustomTestStringConvertible, Sendable {
  let what: String
  let itemClass: ItemClass
  let key: AttributeKey
  let given: Request.Value
  let stored: AttributeValue

  init(
    _ what: String, _ itemClass: ItemClass, _ key: AttributeKey, _ given: Request.Value,
    _ stored: AttributeValue
  ) {
    (self.what, self.itemClass, self.key, self.given, self.stored) = (
      what, itemClass, key, given, stored
    )
  }

  var testDescription: String { what }
}

@Suite("An attribute")
struct AttributeConversionTests {
  static let conversions: [Conversion] = [
    Conversion("blob keeps text", .genericPassword, .account, .text("a\0b"), .text("a\0b")),
    Conversion("blob keeps bytes", .genericPassword, .account, .bytes([0xFF]), .bytes([0xFF])),
    Conversion(
      "blob takes secret bytes as bytes", .genericPassword, .generic,
      .secret(SharedSecret(copying: [1, 2].rawBytes)), .bytes([1, 2])),
    Conversion("blob keeps a number", .genericPassword, .account, .integer(7), .integer(7)),
    Conversion(
      "text reads bytes as UTF-8", .genericPassword, .syncViewHint, .bytes(Array("ä".utf8)),
      .text("ä")),
    Conversion(
      "text takes a UUID", .genericPassword, .syncViewHint, .uuid([UInt8](0...15)),
      .text("00010203-0405-0607-0809-0A0B0C0D0E0F")),
    Conversion(
      "data turns text into bytes", .key, .applicationLabel, .text("ab"), .bytes([0x61, 0x62])),
    Conversion(
      "data turns a number into four bytes", .key, .applicationLabel, .integer(258),
      .bytes([2, 1, 0, 0])),
    Conversion(
      "number keeps a number above 31 bits", .key, .type, .integer(0x8000_0001),
      .integer(0x8000_0001)),
    Conversion(
      "number turns a boolean into 0 or 1", .genericPassword, .isInvisible, .boolean(true),
      .integer(1)),
    Conversion("number reads decimal text", .key, .type, .text("42"), .integer(42)),
    Conversion("number reads negative text", .key, .type, .text("-3"), .integer(-3)),
    Conversion(
      "number keeps text that is no number", .internetPassword, .networkProtocol, .text("htps"),
      .text("htps")),
    Conversion(
      "number keeps text with a leading zero", .internetPassword, .port, .text("080"), .text("080")),
    Conversion("number keeps empty text", .internetPassword, .port, .text(""), .text("")),
    Conversion(
      "number keeps a fraction", .genericPassword, .creator, .attribute(.real(1.5)), .real(1.5)),
    Conversion(
      "number is whole without a fraction", .key, .keySizeInBits, .attribute(.real(512)),
      .integer(512)),
    Conversion(
      "number keeps what is too large for whole ones", .genericPassword, .creator,
      .attribute(.real(1e300)), .real(1e300)),
    Conversion(
      "blob is whole without a fraction", .genericPassword, .account, .attribute(.real(-3)),
      .integer(-3)),
    Conversion("date keeps a date", .key, .startDate, .date(12.5), .date(12.5)),
    Conversion("server keeps bytes", .internetPassword, .server, .bytes([0x61]), .bytes([0x61])),
  ]

  @Test("is kept in the type that its kind keeps", arguments: conversions)
  func conversion(_ conversion: Conversion) {
    let keychain = EngineHarness()
    let added = keychain.add([
      .itemClass(conversion.itemClass), .init(conversion.key, conversion.given),
    ])
    #expect(added.status == .success, "\(added.reason ?? "")")
    let found = keychain.find([.itemClass(conversion.itemClass), .flag("r_Attributes")])
    #expect(found.items.first?[conversion.key] == conversion.stored)
    let again = keychain.find([
      .itemClass(conversion.itemClass), .init(conversion.key, conversion.given),
    ])
    #expect(again.status == .success, "what was given finds the item again")
  }

  @Test(
    "given as text finds and collides with the bytes of its UTF-8",
    arguments: [AttributeKey.server, .account, .path])
  func textAndBytes(_ key: AttributeKey) {
    let keychain = EngineHarness()
    let inet = Request.Entry.itemClass(.internetPassword)
    #expect(keychain.add([inet, .init(key, .text("abc"))]).status == .success)
    #expect(keychain.find([inet, .init(key, .bytes(Array("abc".utf8)))]).status == .success)
    #expect(keychain.add([inet, .init(key, .bytes(Array("abc".utf8)))]).status == .duplicateItem)
    #expect(keychain.find([inet, .init(key, .text("ABC"))]).status == .itemNotFound)
  }

  @Test("given as 512.0 is the same as 512 for what makes an item unique")
  func wholeNumbers() {
    let keychain = EngineHarness()
    let key: Request.Dictionary = [.itemClass(.key), .init(.applicationTag, .text("notes"))]
    let whole = Request.Entry(.keySizeInBits, .integer(512))
    let real = Request.Entry(.keySizeInBits, .attribute(.real(512)))
    #expect(keychain.add(key + [real]).status == .success)
    #expect(keychain.add(key + [whole]).status == .duplicateItem)
    #expect(keychain.find(key + [whole]).status == .success)
  }
}
