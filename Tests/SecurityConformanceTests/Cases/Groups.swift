// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Whose items are whose: the access groups that the entitlements list.
enum Groups {
  private static var foreign: Entries { [kSecAttrAccessGroup: Group.foreign] }
  private static let named = "T testEntitlementForExplicitAccessGroupLacking"
  private static let unnamed = "T testEntitlementForImplicitAccessGroupLacking"

  static func cases() -> [Case] {
    foreignGroups() + entitlements() + defaults() + tokens()
  }

  @CaseList
  private static func foreignGroups() -> [Case] {
    AnyCall.allCases.flatMap { call in
      Items.classes.map { name, entries in
        Case(
          "a foreign group cannot be named", "\(name) in \(call.rawValue)", from: named,
          [
            .add(entries, as: [Group.foreign]),
            call.step(entries + foreign, errSecMissingEntitlement),
            .find(entries, as: [Group.foreign]),
          ])
      }
        + [
          ("a part of an own one", "TEAM"), ("a pattern", "*"),
          ("a prefix with a pattern", "TEAM.*"),
          ("other case", "team.app"), ("empty", ""),
        ].map { name, group in
          Case(
            "a group must be listed as it is", "\(name) in \(call.rawValue)", from: "§6",
            [call.step(Items.named("a") + [kSecAttrAccessGroup: group], errSecMissingEntitlement)])
        }
    }
    [AnyCall.find, .update, .delete].map { call in
      Case(
        "an item of a foreign group is not found", call.rawValue, from: unnamed,
        [
          .add(Items.password(), as: [Group.foreign]),
          call.step(Items.named("ada"), errSecItemNotFound),
          .find(
            Items.named("ada") + Items.returningData, errSecSuccess, .data(Array("secret".utf8)),
            as: [Group.foreign]),
        ])
    } + [
      Case(
        "two programs keep items of the same name", from: "§3",
        [
          .add(Items.password("ada", "mine")),
          .add(Items.password("ada", "theirs"), as: [Group.foreign]),
          .find(Items.named("ada") + Items.returningData, errSecSuccess, .data(Array("mine".utf8))),
          .find(
            Items.named("ada") + Items.returningData, errSecSuccess,
            .data(Array("theirs".utf8)), as: [Group.foreign]),
          .delete(Items.generic), .find(Items.named("ada"), as: [Group.foreign]),
        ]),
      Case(
        "two programs share the items of a common group", from: "§6",
        [
          .add(Items.password() + [kSecAttrAccessGroup: Group.second]),
          .find(Items.named("ada"), as: [Group.foreign, Group.second]),
          .update(Items.named("ada"), [kSecAttrLabel: "l"], as: [Group.foreign, Group.second]),
          .find(Items.named("ada") + [kSecAttrLabel: "l"]),
        ]),
      Case(
        "a group that was taken away takes its items out of sight", from: "§6",
        [
          .add(Items.password() + [kSecAttrAccessGroup: Group.second]),
          .find(Items.named("ada"), errSecItemNotFound, as: [Group.first]),
          .find(Items.named("ada")),
        ]),
    ]
  }

  @CaseList
  private static func entitlements() -> [Case] {
    AnyCall.allCases.flatMap { call in
      [
        Case(
          "without any group every call is refused", call.rawValue, from: "T testNoEntitlements",
          groups: [], [call.step(Items.named("a"), errSecMissingEntitlement)])
      ]
    }
    [
      Case(
        "the groups are asked for before the dictionary is read", from: "§8.1", groups: [],
        [
          .add([:], errSecMissingEntitlement), .find([:], errSecMissingEntitlement),
        ])
    ]
  }

  @CaseList
  private static func defaults() -> [Case] {
    [
      ([Group.first, Group.second], Group.first), ([Group.second, Group.first], Group.second),
      ([Group.second], Group.second),
    ].map { groups, first in
      Case(
        "Add puts an item into the first group", groups.joined(separator: ", "), from: "§6",
        groups: groups,
        [
          .add(
            Items.password() + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessGroup: first]))
        ])
    }
    [
      Case(
        "an item stays in its group when their order changes", from: "T inventory §8",
        [
          .add(Items.password("ada", "1")),
          .find(
            Items.named("ada") + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessGroup: Group.first]),
            as: [Group.second, Group.first]),
          .add(Items.password("ada", "2"), as: [Group.second, Group.first]),
          .find(
            Items.named("ada") + Items.returningReference + Items.all, errSecSuccess,
            .listOf(2, .any)),
        ]),
      Case(
        "any group of the program can be named", from: "§6",
        [
          .add(
            Items.password() + [kSecAttrAccessGroup: Group.second] + Items.returningAttributes,
            errSecSuccess, .dictionary(having: [kSecAttrAccessGroup: Group.second]))
        ]),
      Case(
        "a group may be named by data", from: "§2, value conversion",
        [
          .add(
            Items.password() + [kSecAttrAccessGroup: Data(Group.second.utf8)]
              + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessGroup: Group.second]))
        ]),
      Case(
        "a group is no number", from: "§2, value conversion",
        [.add(Items.password() + [kSecAttrAccessGroup: 5], errSecParam)]),
    ]
  }

  /// The reserved group of tokens.
  private static func tokens() -> [Case] {
    let token = kSecAttrAccessGroupToken as String
    let item = Items.password() + [kSecAttrAccessGroup: token]
    return [
      Case(
        "the group of tokens can be searched", from: "T si-82", groups: [Group.first, token],
        [
          .find(Items.generic + [kSecAttrAccessGroup: token], errSecItemNotFound),
          .find(Items.generic, errSecItemNotFound),
        ]),
      Case(
        "the group of tokens is never the default", from: "§6, com.apple.token",
        groups: [token, Group.first],
        [
          .add(
            Items.password() + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessGroup: Group.first]))
        ]),
      Case(
        "nothing moves into the group of tokens", from: "§6, com.apple.token",
        groups: [Group.first, token],
        [
          .add(Items.password()),
          .update(
            Items.named("ada"), [kSecAttrAccessGroup: token], errSecMissingEntitlement),
        ]),
    ]
      + AnyCall.allCases.map { call in
        let status = call == .find ? errSecItemNotFound : errSecMissingEntitlement
        return Case(
          "the group of tokens alone is for reading", call.rawValue, from: "T testNoEntitlements",
          groups: [token], [call.step(Items.named("a"), status)])
      }
      + [AnyCall.add, .update, .delete].map { call in
        Case(
          "nobody writes into the group of tokens", call.rawValue, from: "T si-82",
          groups: [Group.first, token], [call.step(item, errSecMissingEntitlement)])
      }
  }
}
