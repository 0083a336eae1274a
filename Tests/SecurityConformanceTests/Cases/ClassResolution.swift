// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// How a dictionary says which class of items it is about.
enum ClassResolution {
  static func cases() -> [Case] {
    AnyCall.allCases.flatMap { faults($0) } + found()
  }

  @CaseList
  private static func faults(_ call: AnyCall) -> [Case] {
    let name = call.rawValue
    [
      Case(
        "a dictionary without a class is refused", name, from: "§9.3",
        [call.step([kSecAttrAccount: "a"], errSecParam)]),
      Case(
        "an empty dictionary is refused", name, from: "§9.3", [call.step([:], errSecParam)]),
    ]
    [("number", 5 as Any), ("data", Data("genp".utf8)), ("null", NSNull())].map { type, value in
      Case(
        "a class that is no text is refused", "\(type) in \(name)", from: "§9.3",
        [call.step([kSecClass: value], errSecParam)])
    }
    ["nope", "", "GENP", "genp ", "password"].map { text in
      Case(
        "an unknown class is refused", "\"\(text)\" in \(name)", from: "§9.3",
        [call.step([kSecClass: text], errSecNoSuchClass)])
    } + [
      Case(
        "AppleShare passwords are no class of this keychain", name, from: "§2, class resolution",
        [call.step([kSecClass: kSecClassAppleSharePassword], errSecNoSuchClass)])
    ]
  }

  private static func found() -> [Case] {
    Items.classes.flatMap { name, entries in
      [
        Case(
          "a search without items finds nothing", name, from: "T si-00",
          [.find(entries + Items.returningData, errSecItemNotFound)]),
        Case(
          "an item of one class is not found in another", name, from: "§3",
          [.add(entries)]
            + Items.classes.map { other in
              .find(other.entries, other.name == name ? errSecSuccess : errSecItemNotFound)
            }),
        Case(
          "an item may consist of its class alone", name, from: "§8.1",
          [.add(entries), .find(entries), .add(entries, errSecDuplicateItem)]),
      ]
    }
  }
}
