// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// The mark of items that go to other devices.
enum Synchronizable {
  /// One local and one synchronizable item of the same name.
  private static var both: [Step] {
    [
      .add(Items.password("ada", "local")),
      .add(Items.password("ada", "shared") + [kSecAttrSynchronizable: true]),
    ]
  }
  private static var local: Shape { Shape.data(Array("local".utf8)) }
  private static var shared: Shape { Shape.data(Array("shared".utf8)) }

  private static func found(_ flag: Any, _ shape: Shape) -> Step {
    .find(
      Items.named("ada") + [kSecAttrSynchronizable: flag] + Items.returningData, errSecSuccess,
      shape)
  }

  static func cases() -> [Case] { queries() + writing() + refused() }

  @CaseList
  private static func queries() -> [Case] {
    [("boolean", true as Any), ("number", 1), ("text", "1")].flatMap { type, value in
      [
        Case(
          "a query for synchronizable items finds these alone", type, from: "T si-72",
          both + [found(value, shared)]),
        Case(
          "an item is made synchronizable", type, from: "§2, value conversion",
          [
            .add(
              Items.password() + [kSecAttrSynchronizable: value] + Items.returningAttributes,
              errSecSuccess, .dictionary(having: [kSecAttrSynchronizable: 1])),
            .find(Items.named("ada"), errSecItemNotFound), found(true, .any),
          ]),
      ]
    }
    [("boolean", false as Any), ("number", 0), ("text", "0")].map { type, value in
      Case(
        "a query for items that are not synchronizable finds these alone", type, from: "§3.1",
        both + [found(value, local)])
    } + [
      Case(
        "a plain query does not see synchronizable items", from: "T si-72",
        [
          .add(Items.password() + [kSecAttrSynchronizable: true]),
          .find(Items.named("ada"), errSecItemNotFound),
          .find(Items.generic + Items.all, errSecItemNotFound),
        ]),
      Case(
        "a plain query finds the local one of two", from: "T si-72",
        both + [
          .find(
            Items.generic + Items.returningData + Items.all, errSecSuccess, .list([local]))
        ]),
      Case(
        "SynchronizableAny finds both kinds", from: "T si-72",
        both + [
          .find(
            Items.named("ada") + [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
              + Items.returningData + Items.all, errSecSuccess, .list([local, shared]))
        ]),
      Case(
        "SynchronizableAny finds a single item of either kind", from: "T si-72",
        [
          .add(Items.password() + [kSecAttrSynchronizable: true]),
          found(kSecAttrSynchronizableAny, .any),
          .delete(Items.generic + [kSecAttrSynchronizable: true]),
          .add(Items.password()), found(kSecAttrSynchronizableAny, .any),
        ]),
    ]
  }

  @CaseList
  private static func writing() -> [Case] {
    [
      Case(
        "a plain Update leaves synchronizable items alone", from: "T si-72",
        both + [
          .update(Items.named("ada"), [kSecValueData: Data("new".utf8)]),
          found(true, shared), found(false, .data(Array("new".utf8))),
        ]),
      Case(
        "Update with the flag changes synchronizable items alone", from: "T si-72",
        both + [
          .update(
            Items.named("ada") + [kSecAttrSynchronizable: true], [kSecValueData: Data("new".utf8)]),
          found(true, .data(Array("new".utf8))), found(false, local),
        ]),
      Case(
        "Update with SynchronizableAny changes both kinds", from: "§8.3",
        both + [
          .update(
            Items.named("ada") + [kSecAttrSynchronizable: kSecAttrSynchronizableAny],
            [kSecValueData: Data("new".utf8)]),
          found(true, .data(Array("new".utf8))), found(false, .data(Array("new".utf8))),
        ]),
      Case(
        "a plain Delete leaves synchronizable items alone", from: "T si-72",
        both + [
          .delete(Items.named("ada")), found(true, shared),
          .find(Items.named("ada"), errSecItemNotFound),
          .delete(Items.named("ada"), errSecItemNotFound),
        ]),
      Case(
        "Delete with the flag deletes synchronizable items alone", from: "T si-72",
        both + [
          .delete(Items.named("ada") + [kSecAttrSynchronizable: true]), found(false, local),
          .find(Items.named("ada") + [kSecAttrSynchronizable: true], errSecItemNotFound),
        ]),
      Case(
        "Delete with SynchronizableAny deletes both kinds", from: "§8.4",
        both + [
          .delete(Items.named("ada") + [kSecAttrSynchronizable: kSecAttrSynchronizableAny]),
          .find(
            Items.named("ada") + [kSecAttrSynchronizable: kSecAttrSynchronizableAny],
            errSecItemNotFound),
        ]),
      Case(
        "an item becomes synchronizable by Update", from: "§8.3",
        [
          .add(Items.password("ada", "shared")),
          .update(Items.named("ada"), [kSecAttrSynchronizable: true]), found(true, shared),
          .find(Items.named("ada"), errSecItemNotFound),
        ]),
      Case(
        "an item does not become the twin of a synchronizable one", from: "§8.3",
        both + [
          .update(Items.named("ada"), [kSecAttrSynchronizable: true], errSecDuplicateItem),
          found(true, shared), found(false, local),
        ]),
    ]
    Items.classes.map { name, entries in
      Case(
        "items of every class may be synchronizable", name, from: "T si-05",
        [
          .add(entries + [kSecAttrSynchronizable: true]), .find(entries, errSecItemNotFound),
          .find(entries + [kSecAttrSynchronizable: true]),
          .delete(entries + [kSecAttrSynchronizable: true]),
        ])
    }
  }

  @CaseList
  private static func refused() -> [Case] {
    [
      ("data", Data([1]) as Any), ("null", NSNull()), ("array", [1]),
      ("date", Date(timeIntervalSinceReferenceDate: 1)),
    ].map { type, value in
      Case(
        "the synchronizable mark takes no \(type)", from: "§2, value conversion",
        AnyCall.allCases.map {
          $0.step(Items.named("a") + [kSecAttrSynchronizable: value], errSecParam)
        })
    }
    [
      kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "dku" as CFString, "akpu" as CFString,
    ].flatMap { accessible in
      [
        Case(
          "what stays on this device is not synchronizable", accessible as String,
          from: "decided: Apple stores it and never sends it (§5)",
          [
            .add(
              Items.password() + [kSecAttrSynchronizable: true, kSecAttrAccessible: accessible],
              errSecParam),
            .find(
              Items.generic + [kSecAttrSynchronizable: kSecAttrSynchronizableAny],
              errSecItemNotFound),
          ])
      ]
    }
  }
}
