// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalAuthentication
import Security

/// Items that need a person, on a device that has a passcode; nobody is ever asked.
enum AskingItems {
  private static func controlled(
    _ flags: SecAccessControlCreateFlags, _ protection: String = "ak"
  ) -> Entries {
    [
      kSecAttrAccessControl: AccessControls.make(protection as CFString, flags).control ?? NSNull()
    ]
  }

  private static let flags: [(String, SecAccessControlCreateFlags)] = [
    ("userPresence", .userPresence), ("devicePasscode", .devicePasscode),
    ("devicePasscode or biometryAny", [.devicePasscode, .biometryAny, .or]),
  ]

  // The deprecated constants go by their values, which both compilers take without a warning.
  private static var failing: Entries { [kSecUseAuthenticationUI: "u_AuthUIF"] }
  private static var skipping: Entries {
    [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
  }

  /// The ways to say that nobody may be asked.
  private static var silent: [(String, Entries)] {
    let context = LAContext()
    context.interactionNotAllowed = true
    return [
      ("kSecUseAuthenticationUIFail", failing),
      ("kSecUseNoAuthenticationUI", Entries("u_NoAuthUI", true)),
      ("a context", [kSecUseAuthenticationContext: context]),
    ]
  }

  private static let accessible = kSecAttrAccessible as String

  static func cases() -> [Case] {
    stored() + searched() + skipped() + changed() + deleted()
  }

  @CaseList
  private static func stored() -> [Case] {
    flags.flatMap { name, flag in
      Items.classes.map { itemClass, entries in
        Case(
          "an item that needs a person is stored without one", "\(name) in \(itemClass)",
          from: "§10, operation map",
          [
            .add(entries + controlled(flag) + failing),
            .find(entries + skipping, errSecItemNotFound),
          ]
        )
      }
    }
    ["ak", "ck", "dk", "aku", "cku", "dku"].map { protection in
      Case(
        "Add returns the conditions as an object", protection, from: "§7, accc",
        [
          .add(
            Items.password() + controlled(.userPresence, protection) + Items.returningAttributes,
            errSecSuccess, .dictionary(having: [accessible: protection])),
          .check { results in
            let value = Earlier(0, kSecAttrAccessControl).value(in: results)
            return "\(value)".contains("cpo(DeviceOwnerAuthentication)") ? nil : "\(value)"
          },
        ])
    }
    [
      Case(
        "conditions do not make an item another one", from: "§3.2, unique on",
        [
          .add(Items.password() + controlled(.userPresence)),
          .add(Items.password(), errSecDuplicateItem),
          .add(Items.password() + controlled(.devicePasscode), errSecDuplicateItem),
        ])
    ]
  }

  private static func searched() -> [Case] {
    let returns: [(String, Entries)] = [
      ("nothing", [:]), ("data", Items.returningData), ("attributes", Items.returningAttributes),
      ("a reference", Items.returningReference),
    ]
    return flags.flatMap { name, flag in
      returns.flatMap { wanted, entries in
        silent.map { way, more in
          Case(
            "an item that needs a person is not read without one", "\(name), \(wanted), \(way)",
            from: "§8.2, attribute-only queries",
            [
              .add(Items.password() + controlled(flag)),
              .find(Items.named("ada") + entries + more, errSecInteractionNotAllowed),
            ])
        }
      }
    }
      + silent.map { way, more in
        Case(
          "an item that needs a person holds up a search for all", way,
          from: "§8.2, errSecAuthNeeded",
          [
            .add(Items.password("a")), .add(Items.password("b") + controlled(.userPresence)),
            .find(Items.generic + Items.all + more, errSecInteractionNotAllowed),
          ])
      }
  }

  private static func skipped() -> [Case] {
    flags.flatMap { name, flag in
      [
        Case(
          "an item that needs a person is passed over where that is asked", "alone, \(name)",
          from: "§4.4",
          [
            .add(Items.password() + controlled(flag)),
            .find(Items.named("ada") + skipping, errSecItemNotFound),
          ]),
        Case(
          "an item that needs a person is passed over where that is asked", "of several, \(name)",
          from: "§4.4",
          [
            .add(Items.password("a", "1")), .add(Items.password("b") + controlled(flag)),
            .add(Items.password("c", "3")),
            .find(
              Items.generic + Items.all + Items.returningData + skipping, errSecSuccess,
              .list([.data(Array("1".utf8)), .data(Array("3".utf8))])),
          ]),
      ]
    }
  }

  private static func changed() -> [Case] {
    let control = controlled(.devicePasscode)
    let changes: [(String, Entries)] = [
      ("a label", [kSecAttrLabel: "L"]), ("the secret", [kSecValueData: Data("new".utf8)]),
      ("the accessibility", [accessible: "ck"]), ("the access control", controlled([])),
      ("nothing", [:]),
    ]
    return changes.flatMap { what, changes in
      silent.map { way, more in
        Case(
          "an item that needs a person is not changed without one", "\(what), \(way)",
          from: "§8.3, full decrypt",
          [
            .add(Items.password() + control),
            .update(Items.named("ada") + more, changes, errSecInteractionNotAllowed),
            .find(Items.named("ada") + failing, errSecInteractionNotAllowed),
          ])
      }
    } + [
      Case(
        "an update changes all items or none, also for want of a person", from: "§8.3",
        [
          .add(Items.password("a")), .add(Items.password("b") + control),
          .update(Items.generic + failing, [kSecAttrLabel: "L"], errSecInteractionNotAllowed),
          .find(Items.generic + [kSecAttrLabel: "L"] + skipping, errSecItemNotFound),
        ]),
      Case(
        "an item gets conditions without a person", from: "§8.3",
        [
          .add(Items.password()), .update(Items.named("ada") + failing, control),
          .find(Items.named("ada") + failing, errSecInteractionNotAllowed),
        ]),
      Case(
        "a synchronizable item gets no conditions", from: "§8.1",
        [
          .add(Items.password() + [kSecAttrSynchronizable: true]),
          .update(Items.generic + [kSecAttrSynchronizable: true], control, errSecParam),
        ]),
    ]
  }

  private static func deleted() -> [Case] {
    flags.flatMap { name, flag in
      ([("allowed to ask", [:])] + silent).map { (way: String, more: Entries) in
        Case(
          "an item that needs a person is deleted without one", "\(name), \(way)", from: "§8.4",
          [
            .add(Items.password() + controlled(flag)), .delete(Items.named("ada") + more),
            .find(Items.generic, errSecItemNotFound),
          ])
      }
    }
  }
}
