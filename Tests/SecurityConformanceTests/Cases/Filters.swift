// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Which items a query finds.
enum Filters {
  static func cases() -> [Case] { single() + together() }

  /// Two values of each kind.
  private static func values(_ kind: AttributeTypes.Kind) -> (Any, Any) {
    switch kind {
    case .text, .blob: ("one", "two")
    case .data: (Data([1]), Data([2]))
    case .number: (1, 2)
    case .date:
      (Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2))
    }
  }

  private static func single() -> [Case] {
    AttributeTypes.attributes.map { itemClass, key, kind in
      let (value, other) = values(kind)
      let entries: Entries = [kSecClass: itemClass]
      return Case(
        "a \(kind.rawValue) attribute of \(itemClass) filters by equality", key,
        from: "§2, which keys filter",
        [
          .add(entries + Entries(key, value)),
          .find(entries + Entries(key, other), errSecItemNotFound),
          .update(entries + Entries(key, other), [kSecValueData: Data()], errSecItemNotFound),
          .delete(entries + Entries(key, other), errSecItemNotFound),
          .find(entries + Entries(key, value)),
          .update(entries + Entries(key, value), [kSecValueData: Data([9])]),
          .find(entries + Items.returningData, errSecSuccess, .data([9])),
          .delete(entries + Entries(key, value)), .find(entries, errSecItemNotFound),
        ])
    }
  }

  @CaseList
  private static func together() -> [Case] {
    let item = Items.password() + [kSecAttrService: "mail", kSecAttrLabel: "A label"]
    [
      Case(
        "the attributes of a query must all be equal", from: "§2, which keys filter",
        [
          .add(item), .find(Items.named("ada") + [kSecAttrService: "mail"]),
          .find(Items.named("ada") + [kSecAttrService: "web"], errSecItemNotFound),
          .find(Items.named("eve") + [kSecAttrService: "mail"], errSecItemNotFound),
        ]),
      Case(
        "an attribute that the item lacks is not equal to an empty one", from: "§3.1",
        [.add(Items.password()), .find(Items.generic + [kSecAttrLabel: ""], errSecItemNotFound)]),
      Case(
        "a query by accessibility finds the items of that class", from: "§3.1, Q",
        [
          .add(Items.password("a") + [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]),
          .add(Items.password("b") + [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]),
          .find(
            Items.generic + [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
              + Items.returningAttributes + Items.all, errSecSuccess,
            .list([.dictionary(having: [kSecAttrAccount: "b"])])),
        ]),
      Case(
        "a query by group finds the items of that group", from: "§3.1, Q",
        [
          .add(Items.password("a")),
          .add(Items.password("b") + [kSecAttrAccessGroup: Group.second]),
          .find(
            Items.generic + [kSecAttrAccessGroup: Group.second] + Items.returningAttributes
              + Items.all, errSecSuccess, .list([.dictionary(having: [kSecAttrAccount: "b"])])),
          .find(
            Items.generic + Items.returningReference + Items.all, errSecSuccess, .listOf(2, .any)),
        ]),
      Case(
        "an item is found by its digest", from: "§3.1, Q",
        [
          .add(Items.password() + Items.returningAttributes),
          .find(Items.generic + ["sha1": Earlier(0, "sha1" as CFString)]),
          .find(Items.generic + ["sha1": Data(count: 20)], errSecItemNotFound),
          .find(Items.generic + ["sha1": Data(count: 19)], errSecParam),
        ]),
      Case(
        "no item of the keychain is on a token", from: "§3.1, Q",
        [AnyCall.find, .update, .delete].map {
          $0.step(
            Items.generic + [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave], errSecItemNotFound)
        } + [
          .add(Items.password()), .find(Items.generic + [kSecAttrTokenID: ""]),
          .find(
            Items.generic + [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave], errSecItemNotFound),
        ]),
      Case(
        "an item for a token is refused",
        from: "decided: Apple hands it to the token, and there is none (§4.6)",
        [
          .add(
            Items.key + [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave], errSecUnimplemented),
          .add(Items.key),
          .update(
            Items.key, [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave], errSecUnimplemented),
        ]),
      Case(
        "no item is a deleted one", from: "§8.2",
        [
          .add(Items.password()), .find(Items.named("ada") + ["tomb": 0]),
          .find(Items.named("ada") + ["tomb": 1], errSecItemNotFound),
        ]),
    ]
    [
      ("a part", "label"), ("a beginning", "A"), ("other case", "a label"), ("a pattern", "*"),
      ("percent", "%"),
    ]
    .map { what, text in
      Case(
        "a filter is never a pattern", what, from: "§2, which keys filter",
        [.add(item), .find(Items.generic + [kSecAttrLabel: text], errSecItemNotFound)])
    }
  }
}
