// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// When an item can be read.
enum Accessibility {
  private static let values = ["ak", "ck", "dk", "aku", "cku", "dku"]

  @CaseList
  static func cases() -> [Case] {
    stored() + changed()
    ["", "AK", "f", "xx", "WhenUnlocked"].map { value in
      Case(
        "an unknown accessibility is refused", "\"\(value)\"", from: "§5",
        [
          .add(Items.password() + [kSecAttrAccessible: value], errSecParam),
          .find(Items.generic + [kSecAttrAccessible: value], errSecParam),
          .add(Items.password()),
          .update(Items.generic, [kSecAttrAccessible: value], errSecParam),
        ])
    }
    [("a number", 6 as Any), ("a boolean", true), ("null", NSNull())].map { type, value in
      Case(
        "an accessibility is text", type, from: "§2, value conversion",
        [
          .add(Items.password() + [kSecAttrAccessible: value], errSecParam), .add(Items.password()),
          .update(Items.generic, [kSecAttrAccessible: value], errSecParam),
        ])
    }
  }

  @CaseList
  private static func stored() -> [Case] {
    Items.classes.flatMap { name, entries in
      values.map { value in
        Case(
          "an item keeps its accessibility", "\(value) of \(name)", from: "§5",
          [
            .add(
              entries + [kSecAttrAccessible: value, kSecValueData: Data([1])]
                + Items.returningAttributes, errSecSuccess,
              .dictionary(having: [kSecAttrAccessible: value])),
            .find(
              entries + [kSecAttrAccessible: value] + Items.returningAttributes
                + Items.returningData, errSecSuccess,
              .dictionary(having: [kSecAttrAccessible: value, kSecValueData: Data([1])])),
          ])
      }
    }
    [
      (kSecAttrAccessibleWhenUnlocked, "ak"), (kSecAttrAccessibleAfterFirstUnlock, "ck"),
      (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "aku"),
      (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "cku"),
      (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"),
    ].map { constant, value in
      Case(
        "the constants of accessibility have their values", value, from: "§5",
        [.check { _ in (constant as String) == value ? nil : "\(constant)" }])
    }
  }

  @CaseList
  private static func changed() -> [Case] {
    values.filter { $0 != "ak" }.map { value in
      Case(
        "Update changes the accessibility", value, from: "§8.3",
        [
          .add(Items.password()), .update(Items.named("ada"), [kSecAttrAccessible: value]),
          .find(Items.named("ada") + [kSecAttrAccessible: "ak"], errSecItemNotFound),
          .find(
            Items.named("ada") + Items.returningAttributes + Items.returningData, errSecSuccess,
            .dictionary(having: [kSecAttrAccessible: value, kSecValueData: Data("secret".utf8)])),
        ])
    }
    [
      Case(
        "items of different accessibility are found together", from: "§5",
        values.map { .add(Items.password($0) + [kSecAttrAccessible: $0]) } + [
          .find(
            Items.generic + Items.returningReference + Items.all, errSecSuccess,
            .listOf(values.count, .any))
        ])
    ]
  }
}
