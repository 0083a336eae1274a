// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalAuthentication
import Security

/// Items whose encryption takes a password of the application.
enum PasswordItems {
  /// A context with the password; it forbids to ask somebody for another one.
  private static func context(_ password: String?) -> Entries {
    let context = LAContext()
    context.interactionNotAllowed = true
    if let password { context.setCredential(Data(password.utf8), type: .applicationPassword) }
    return [kSecUseAuthenticationContext: context]
  }

  private static func control(_ protection: String, _ flags: SecAccessControlCreateFlags) -> Any {
    AccessControls.make(protection as CFString, flags).control ?? NSNull()
  }

  private static var locked: Entries {
    [kSecAttrAccessControl: control("ak", .applicationPassword)]
  }

  private static var secret: Shape { .data(Array("secret".utf8)) }
  private static let accessible = kSecAttrAccessible as String

  static func cases() -> [Case] { used() + changed() }

  private static func used() -> [Case] {
    [
      Case(
        "the password of a context is that of an item", from: "§10, LAContext contributes",
        [
          .add(Items.password() + locked + context("p")),
          .find(Items.named("ada") + Items.returningData + context("p"), errSecSuccess, secret),
          .find(
            Items.named("ada") + Items.returningAttributes + context("p"), errSecSuccess,
            .dictionary(having: [accessible: "ak"])),
        ]),
      Case(
        "an item that needs a password is neither stored nor read without one",
        from: "§10, LAContext contributes",
        [
          .add(Items.password() + locked + context(nil), errSecInteractionNotAllowed),
          .find(Items.generic, errSecItemNotFound),
          .add(Items.password() + locked + context("p")),
          .find(Items.named("ada") + context(nil), errSecInteractionNotAllowed),
          .update(
            Items.named("ada") + context(nil), [kSecAttrLabel: "L"], errSecInteractionNotAllowed),
        ]),
      Case(
        "another password reads nothing",
        from: "decided: Apple takes it from the context and asks for another one (§10)",
        [
          .add(Items.password() + locked + context("p")),
          .find(Items.named("ada") + Items.returningData + context("q"), errSecAuthFailed),
          .update(Items.named("ada") + context("q"), [kSecAttrLabel: "L"], errSecAuthFailed),
          .find(Items.named("ada") + Items.returningData + context("p"), errSecSuccess, secret),
        ]),
      Case(
        "an item that needs a password is deleted without one", from: "§8.4",
        [
          .add(Items.password() + locked + context("p")),
          .delete(Items.named("ada") + context(nil)),
          .find(Items.generic, errSecItemNotFound),
        ]),
      Case(
        "an item that needs a password is passed over where that is asked", from: "§4.4",
        [
          .add(Items.password("a", "1")), .add(Items.password("b") + locked + context("p")),
          .find(
            Items.generic + Items.all + Items.returningData
              + [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip], errSecSuccess,
            .list([.data(Array("1".utf8))])),
        ]),
    ]
  }

  @CaseList
  private static func changed() -> [Case] {
    ["ak", "ck", "cku"].map { protection in
      Case(
        "Update of the accessibility drops the conditions", protection, from: "§8.3",
        [
          .add(Items.password() + locked + context("p")),
          .update(Items.named("ada") + context("p"), [accessible: protection]),
          .find(
            Items.named("ada") + Items.returningAttributes + Items.returningData + context(nil),
            errSecSuccess,
            .dictionary(
              having: [
                accessible: protection, kSecAttrAccessControl: control(protection, []),
                kSecValueData: Data("secret".utf8),
              ])),
        ])
    }
    [
      Case(
        "Update replaces conditions by none", from: "§8.3",
        [
          .add(Items.password() + locked + context("p")),
          .update(
            Items.named("ada") + context("p"), [kSecAttrAccessControl: control("dk", [])]),
          .find(Items.named("ada") + Items.returningData + context(nil), errSecSuccess, secret),
        ]),
      Case(
        "Update of other things keeps the conditions", from: "§8.3",
        [
          .add(Items.password() + locked + context("p")),
          .update(
            Items.named("ada") + context("p"),
            [kSecAttrLabel: "L", kSecValueData: Data("new".utf8)]),
          .find(Items.named("ada") + context(nil), errSecInteractionNotAllowed),
          .find(
            Items.named("ada") + Items.returningData + context("p"), errSecSuccess,
            .data(Array("new".utf8))),
        ]),
      Case(
        "Update locks an item with a password", from: "§8.3",
        [
          .add(Items.password()), .update(Items.named("ada") + context("p"), locked),
          .find(Items.named("ada") + context(nil), errSecInteractionNotAllowed),
          .find(Items.named("ada") + Items.returningData + context("p"), errSecSuccess, secret),
        ]),
    ]
  }
}
