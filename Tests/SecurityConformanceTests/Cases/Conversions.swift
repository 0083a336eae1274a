// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Values that come back as something else than was given, or remarkably as the same.
enum Conversions {
  private static func converted(
    _ behaviour: String, _ variant: String = "", from source: String = "§2, value conversion",
    of item: Entries, _ key: CFString, _ given: Any, _ kept: Any
  ) -> Case {
    Case(
      behaviour, variant, from: source,
      [
        .add(
          item + Entries(key, given) + Items.returningAttributes, errSecSuccess,
          .dictionary(having: Entries(key, kept))),
        .find(
          item + Entries(key, given) + Items.returningAttributes, errSecSuccess,
          .dictionary(having: Entries(key, kept))),
        .find(item + Entries(key, kept)),
      ])
  }

  static func cases() -> [Case] {
    numbers() + texts() + secrets()
  }

  @CaseList
  private static func numbers() -> [Case] {
    [
      ("42", 42), ("-3", -3), ("0", 0), ("2147483648", 2_147_483_648),
    ].map { text, number in
      converted("decimal text becomes a number", text, of: Items.key, kSecAttrKeyType, text, number)
    }
    ["042", "+5", " 5", "5 ", "0x10", "1e3", "", "1.5", "99999999999999999999"].map { text in
      converted(
        "text that is no plain decimal number stays text", "\"\(text)\"", of: Items.internet,
        kSecAttrPort, text, text)
    }
    [
      converted(
        "the constants of key types come back as numbers", of: Items.key, kSecAttrKeyType,
        kSecAttrKeyTypeRSA, 42),
      converted(
        "the constants of key classes come back as numbers", of: Items.key, kSecAttrKeyClass,
        kSecAttrKeyClassPrivate, 1),
      converted(
        "the constants of protocols come back as text", of: Items.internet, kSecAttrProtocol,
        kSecAttrProtocolHTTPS, "htps"),
      converted(
        "the constants of authentication types come back as text", of: Items.internet,
        kSecAttrAuthenticationType, kSecAttrAuthenticationTypeHTTPBasic, "http"),
      converted(
        "an integer above 32 bits is kept", from: "T testBindObjectIntParsing", of: Items.key,
        kSecAttrKeyType, 0x8000_0001, 0x8000_0001),
      converted(
        "an empty port is kept as text", from: "T testBadPort", of: Items.internet, kSecAttrPort,
        "",
        ""),
      converted(
        "a number as data is 4 little-endian bytes", of: Items.key, kSecAttrApplicationLabel, -2,
        Data([0xFE, 0xFF, 0xFF, 0xFF])),
    ]
    ([
      (Items.generic, kSecAttrIsInvisible), (Items.generic, kSecAttrIsNegative),
      (Items.internet, kSecAttrIsInvisible), (Items.key, kSecAttrCanSign),
      (Items.key, kSecAttrIsPermanent),
    ] as [(Entries, CFString)]).flatMap { item, key in
      [true, false].map { flag in
        converted(
          "a boolean comes back as the number 0 or 1",
          "\(key) \(flag) of \(item.pairs(after: [])[0].value)", of: item, key, flag, flag ? 1 : 0)
      }
    }
  }

  @CaseList
  private static func texts() -> [Case] {
    [
      converted(
        "text attributes read data as UTF-8", of: Items.generic, kSecAttrSyncViewHint,
        Data("h\u{E4}nt".utf8), "h\u{E4}nt"),
      Case(
        "text attributes refuse data that is no UTF-8", from: "§2, value conversion",
        [.add(Items.generic + [kSecAttrSyncViewHint: Data([0xFF, 0xFE])], errSecParam)]),
      converted(
        "a server given as data comes back as data", from: "T testServerUsingDataType",
        of: Items.internet, kSecAttrServer, Data("example.org".utf8), Data("example.org".utf8)),
      converted(
        "an application tag given as text comes back as text", of: Items.key,
        kSecAttrApplicationTag,
        "org.example.key", "org.example.key"),
      converted(
        "an application tag given as data comes back as data", of: Items.key,
        kSecAttrApplicationTag,
        Data("org.example.key".utf8), Data("org.example.key".utf8)),
      converted(
        "a label of an empty text is kept", of: Items.generic, kSecAttrLabel, "", ""),
      converted(
        "empty data is kept as an attribute", of: Items.generic, kSecAttrGeneric, Data(), Data()),
    ]
    ["a\0b", "\u{1F511} key", "e\u{301}", "\u{E9}", "\n\t", String(repeating: "x", count: 3000)]
      .enumerated().map { number, text in
        converted(
          "text comes back character by character", "\(number)", from: "T inventory §8",
          of: Items.generic, kSecAttrAccount, text, text)
      }
  }

  @CaseList
  private static func secrets() -> [Case] {
    let refused: [(String, Any)] = [
      ("text", "secret"), ("null", NSNull()), ("a number", 5), ("a boolean", true),
      ("a date", Date(timeIntervalSinceReferenceDate: 1)), ("an array", ["a"]),
      ("a dictionary", ["a": "b"]),
    ]
    refused.map { type, value in
      Case(
        "a secret that is no data is refused", type, from: "T si-11",
        [
          .add(Items.named("a") + [kSecValueData: value], errSecParam),
          .find(Items.named("a") + [kSecValueData: value], errSecParam),
          .delete(Items.named("a") + [kSecValueData: value], errSecParam),
          .add(Items.password("a")),
          .update(Items.named("a"), [kSecValueData: value], errSecParam),
          .find(Items.named("a") + Items.returningData, errSecSuccess, .data(Array("secret".utf8))),
        ])
    }
    [0, 1, 19, 20, 21, 4096, 40_000, 1 << 20].map { count in
      let secret = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      return Case(
        "a secret of any length comes back", "\(count) bytes", from: "§8.1, no size limit",
        [
          .add(
            Items.named("a") + [kSecValueData: secret] + Items.returningData, errSecSuccess,
            .data(Array(secret))),
          .find(Items.named("a") + Items.returningData, errSecSuccess, .data(Array(secret))),
        ])
    }
    [
      Case(
        "an object that is neither key, certificate nor identity is no item", from: "§4.2, v_Ref",
        AnyCall.allCases.map {
          $0.step(Items.named("a") + [kSecValueRef: "text"], errSecParam)
        }),
      Case(
        "a secret does not filter", from: "§2, which keys filter",
        [
          .add(Items.password()),
          .find(Items.named("ada") + [kSecValueData: Data("other".utf8)]),
          .delete(Items.named("ada") + [kSecValueData: Data("other".utf8)]),
        ]),
    ]
  }
}
