// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Access controls as an attribute of items.
enum ControlledItems {
  private static func control(_ protection: String) -> Any {
    AccessControls.make(protection as CFString, []).control ?? NSNull()
  }

  private static func controlled(_ protection: String) -> Entries {
    [kSecAttrAccessControl: control(protection)]
  }

  private static let protections = ["ak", "ck", "dk", "aku", "cku", "dku"]
  private static let accessible = kSecAttrAccessible as String

  static func cases() -> [Case] { stored() + beside() + refused() + constrained() }

  @CaseList
  private static func stored() -> [Case] {
    protections.flatMap { protection in
      Items.classes.map { name, entries in
        Case(
          "an access control without flags is the accessibility", "\(protection) of \(name)",
          from: "§10, operation map",
          [
            .add(
              entries + controlled(protection) + Items.returningAttributes, errSecSuccess,
              .dictionary(
                having: [accessible: protection, kSecAttrAccessControl: control(protection)])),
            .find(
              entries + [accessible: protection] + Items.returningAttributes, errSecSuccess,
              .dictionary(having: [kSecAttrAccessControl: control(protection)])),
          ])
      }
    }
    protections.map { protection in
      Case(
        "an item with an accessibility has the access control of it", protection,
        from: "§3.1, accc",
        [
          .add(
            Items.password() + [accessible: protection] + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessControl: control(protection)])),
          .find(
            Items.generic + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessControl: control(protection)])),
        ])
    }
    [
      Case(
        "a returned access control is an object", from: "§7, accc",
        [
          .add(Items.password() + Items.returningAttributes),
          .check { results in
            let value = Earlier(0, kSecAttrAccessControl).value(in: results)
            return CFGetTypeID(value as CFTypeRef) == SecAccessControlGetTypeID()
              ? nil : "\(type(of: value))"
          },
        ]),
      Case(
        "a returned access control can be given to another item", from: "§7, accc",
        [
          .add(Items.password() + [accessible: "ck"] + Items.returningAttributes),
          .add(
            Items.password("eve") + [kSecAttrAccessControl: Earlier(0, kSecAttrAccessControl)]
              + Items.returningAttributes, errSecSuccess, .dictionary(having: [accessible: "ck"])),
        ]),
    ]
  }

  @CaseList
  private static func beside() -> [Case] {
    [AnyCall.add, .find, .delete].map { call in
      Case(
        "an accessibility and an equal access control go together", call.rawValue, from: "T si-10",
        (call == .add ? [] : [.add(Items.password("a"))]) + [
          call.step(Items.named("a") + [accessible: "ak"] + controlled("ak"))
        ])
    }
    AnyCall.allCases.map { call in
      Case(
        "an accessibility and another access control contradict each other", call.rawValue,
        from: "§5",
        [call.step(Items.named("a") + [accessible: "ck"] + controlled("ak"), errSecParam)])
    }
    [
      Case(
        "an access control does not filter", from: "§2, which keys filter",
        [
          .add(Items.password()), .find(Items.named("ada") + controlled("dk")),
          .update(Items.named("ada") + controlled("dk"), [kSecAttrLabel: "l"]),
          .delete(Items.named("ada") + controlled("dk")),
        ]),
      Case(
        "Update replaces the access control", from: "§8.3",
        [
          .add(Items.password()), .update(Items.named("ada"), controlled("cku")),
          .find(
            Items.named("ada") + Items.returningAttributes + Items.returningData, errSecSuccess,
            .dictionary(
              having: [
                accessible: "cku", kSecAttrAccessControl: control("cku"),
                kSecValueData: Data("secret".utf8),
              ])),
        ]),
      Case(
        "Update of the accessibility changes the access control with it", from: "§8.3",
        [
          .add(Items.password() + controlled("aku")),
          .update(Items.named("ada"), [accessible: "ck"]),
          .find(
            Items.named("ada") + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [accessible: "ck", kSecAttrAccessControl: control("ck")])),
        ]),
      Case(
        "the changes must not contradict themselves either", from: "§5",
        [
          .add(Items.password()),
          .update(Items.named("ada"), [accessible: "ck"] + controlled("dk"), errSecParam),
          .update(Items.named("ada"), [accessible: "ck"] + controlled("ck")),
        ]),
      Case(
        "CopyMatching takes no access control beside a persistent reference", from: "§4.2",
        [
          .add(Items.password() + Items.returningReference),
          .find([kSecValuePersistentRef: Earlier(0)] + controlled("ak"), errSecParam),
        ]),
    ]
  }

  private static func refused() -> [Case] {
    let values: [(String, Any)] = [
      ("text", "ak"), ("data", Data([1])), ("a number", 1), ("a boolean", true),
      ("null", NSNull()), ("an array", ["ak"]), ("a dictionary", ["prot": "ak"]),
    ]
    return values.flatMap { type, value in
      AnyCall.allCases.map { call in
        Case(
          "an access control is no \(type)", call.rawValue, from: "T KeychainAPITests",
          [call.step(Items.named("a") + [kSecAttrAccessControl: value], errSecParam)])
      } + [
        Case(
          "an access control is no \(type)", "in the changes", from: "T KeychainAPITests",
          [
            .add(Items.password()),
            .update(Items.named("ada"), [kSecAttrAccessControl: value], errSecParam),
          ])
      ]
    }
      + [
        Case(
          "no item has the protection until reboot", from: "§5",
          [.add(Items.password() + controlled("f"), errSecParam)])
      ]
  }

  /// What holds whether or not there is a passcode.
  private static func constrained() -> [Case] {
    let flags: [(String, SecAccessControlCreateFlags)] = [
      ("userPresence", .userPresence), ("devicePasscode", .devicePasscode),
      ("biometryAny", .biometryAny), ("applicationPassword", .applicationPassword),
    ]
    return flags.flatMap { name, flag in
      let control: Entries = [
        kSecAttrAccessControl: AccessControls.make("ak" as CFString, flag).control ?? NSNull()
      ]
      return [
        Case(
          "a synchronizable item has no access control with conditions", name, from: "§8.1",
          [
            .add(Items.password() + control + [kSecAttrSynchronizable: true], errSecParam),
            .find(
              Items.generic + [kSecAttrSynchronizable: kSecAttrSynchronizableAny],
              errSecItemNotFound),
          ]),
        Case(
          "an accessibility beside conditions is refused, also the same one", name, from: "§5",
          [
            .add(Items.password() + control + [accessible: "ak"], errSecParam),
            .find(Items.generic, errSecItemNotFound),
          ]),
      ]
    }
  }
}
