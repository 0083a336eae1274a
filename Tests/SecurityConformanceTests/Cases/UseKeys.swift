// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// How a call is to be carried out.
enum UseKeys {
  static func cases() -> [Case] { interface() + others() + itemLists() }

  @CaseList
  private static func interface() -> [Case] {
    // The deprecated constants go by their values, which both compilers take without a warning.
    let modes: [(String, String)] = [("allow", "u_AuthUIA"), ("fail", "u_AuthUIF")]
    modes.flatMap { name, mode in
      AnyCall.allCases.map { call in
        Case(
          "an item that needs nobody is used in every mode", "\(name) in \(call.rawValue)",
          from: "§4.4",
          (call == .add ? [] : [.add(Items.password("a"))]) + [
            call.step(Items.named("a") + [kSecUseAuthenticationUI: mode])
          ])
      }
    }
    [
      Case(
        "an item that needs nobody is not skipped", from: "§4.4",
        [
          .add(Items.password()),
          .find(Items.named("ada") + [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]),
        ])
    ]
    [AnyCall.add, .update, .delete].map { call in
      Case(
        "items are skipped by CopyMatching only", call.rawValue, from: "T secd-81",
        [
          call.step(
            Items.named("a") + [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip], errSecParam)
        ])
    }
    AnyCall.allCases.flatMap { call in
      [("a boolean", true as Any), ("a number", 1), ("null", NSNull()), ("data", Data([1]))].map {
        type, value in
        Case(
          "the mode of authentication is text", "\(type) in \(call.rawValue)", from: "§4.4",
          [call.step(Items.named("a") + [kSecUseAuthenticationUI: value], errSecParam)])
      }
    }
  }

  private static func others() -> [Case] {
    AnyCall.allCases.flatMap { call in
      [true, false].map { flag in
        Case(
          "the modern keychain is chosen without effect", "\(flag) in \(call.rawValue)",
          from: "§4.4",
          (call == .add ? [] : [.add(Items.password("a"))]) + [
            call.step(Items.named("a") + [kSecUseDataProtectionKeychain: flag])
          ])
      } + [
        Case(
          "a prompt is no condition", call.rawValue, from: "§4.4",
          (call == .add ? [] : [.add(Items.password("a"))]) + [
            call.step(Items.named("a") + ["u_OpPrompt": "Sign in"])
          ])
      ]
        + [
          "u_SystemKeychain", "u_SystemKeychainAlways", "u_SyncBubbleKeychain",
          "u_UserIndependentKeychain",
        ]
        .map { key in
          Case(
            "another user's keychain takes an entitlement", "\(key) in \(call.rawValue)",
            from: "§4.4",
            [call.step(Items.named("a") + Entries(key, true), errSecMissingEntitlement)])
        }
    }
  }

  private static func itemLists() -> [Case] {
    [AnyCall.add, .find, .update].map { call in
      Case(
        "an item list is refused", call.rawValue,
        from: call == .add ? "decided: Apple reports success and stores nothing (§8.1)" : "§4.4",
        [
          call.step(Items.named("a") + [kSecUseItemList: ["x"]], errSecParam),
          .find(Items.generic, errSecItemNotFound),
        ])
    }
  }
}
