// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What Delete does.
enum Deletions {
  @CaseList
  static func cases() -> [Case] {
    let three: [Step] = ["a", "b", "c"].map {
      .add(Items.password($0) + [kSecAttrService: $0 == "c" ? "t" : "s"])
    }
    [
      Case(
        "Delete removes every item that matches and no other", from: "§8.4",
        three + [
          .delete(Items.generic + [kSecAttrService: "s"]),
          .find(
            Items.generic + Items.returningAttributes + Items.all, errSecSuccess,
            .list([.dictionary(having: [kSecAttrAccount: "c"])])),
        ]),
      Case(
        "Delete of nothing finds nothing", from: "§8.4",
        three + [
          .delete(Items.named("d"), errSecItemNotFound),
          .find(
            Items.generic + Items.returningReference + Items.all, errSecSuccess, .listOf(3, .any)),
        ]),
      Case(
        "a deleted item is gone", from: "T si-10",
        [
          .add(Items.password()), .delete(Items.named("ada")),
          .find(Items.named("ada"), errSecItemNotFound),
          .delete(Items.named("ada"), errSecItemNotFound),
          .update(Items.named("ada"), [kSecAttrLabel: "l"], errSecItemNotFound),
        ]),
      Case(
        "Delete looks into every group of the program", from: "§6",
        [
          .add(Items.password()), .add(Items.password() + [kSecAttrAccessGroup: Group.second]),
          .delete(Items.named("ada")), .find(Items.generic, errSecItemNotFound),
        ]),
      Case(
        "Delete with a group leaves the others alone", from: "T si-15",
        [
          .add(Items.password()), .add(Items.password() + [kSecAttrAccessGroup: Group.second]),
          .delete(Items.named("ada") + [kSecAttrAccessGroup: Group.second]),
          .find(
            Items.generic + Items.returningAttributes + Items.all, errSecSuccess,
            .list([.dictionary(having: [kSecAttrAccessGroup: Group.first])])),
        ]),
    ]
    Items.classes.flatMap { name, entries in
      [
        kSecReturnData, kSecReturnAttributes, kSecReturnPersistentRef, kSecReturnRef,
      ].map { flag in
        Case(
          "Delete ignores return flags", "\(flag) of \(name)", from: "§8.4",
          [
            .add(entries), .delete(entries + Entries(flag, true)),
            .find(entries, errSecItemNotFound),
          ])
      }
    }
  }
}
