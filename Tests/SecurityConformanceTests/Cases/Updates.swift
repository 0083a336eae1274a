// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What Update does to items.
enum Updates {
  static func cases() -> [Case] { changing() + names() + many() + dates() + moving() }

  private static var ada: Entries { Items.named("ada") }

  @CaseList
  private static func changing() -> [Case] {
    [
      Case(
        "Update replaces the secret", from: "T si-11",
        [
          .add(Items.password()), .update(ada, [kSecValueData: Data("new".utf8)]),
          .find(ada + Items.returningData, errSecSuccess, .data(Array("new".utf8))),
        ]),
      Case(
        "Update can empty the secret", from: "T si-80",
        [
          .add(Items.password()), .update(ada, [kSecValueData: Data()]),
          .find(ada + Items.returningData, errSecSuccess, .data([])),
        ]),
      Case(
        "Update gives a secret to an item without one", from: "T si-80",
        [
          .add(ada), .update(ada, [kSecValueData: Data("new".utf8)]),
          .find(ada + Items.returningData, errSecSuccess, .data(Array("new".utf8))),
        ]),
      Case(
        "Update leaves what it does not name", from: "§8.3",
        [
          .add(
            Items.password() + [kSecAttrLabel: "l", kSecAttrComment: "c", kSecAttrService: "s"]),
          .update(ada, [kSecAttrLabel: "new"]),
          .find(
            ada + Items.returningAttributes + Items.returningData, errSecSuccess,
            .dictionary(having: [
              kSecAttrLabel: "new", kSecAttrComment: "c", kSecAttrService: "s",
              kSecAttrAccount: "ada", kSecValueData: Data("secret".utf8),
            ])),
        ]),
      Case(
        "Update adds an attribute that was absent", from: "§8.3",
        [
          .add(Items.password()), .update(ada, [kSecAttrComment: "c"]),
          .find(Items.generic + [kSecAttrComment: "c"]),
        ]),
      Case(
        "an item is found by its new value and not by its old one", from: "T si-10",
        [
          .add(Items.password() + [kSecAttrLabel: "old"]), .update(ada, [kSecAttrLabel: "new"]),
          .find(Items.generic + [kSecAttrLabel: "old"], errSecItemNotFound),
          .find(Items.generic + [kSecAttrLabel: "new"]),
        ]),
      Case(
        "Update changes the type of a value", from: "§2, value conversion",
        [
          .add(Items.password() + [kSecAttrLabel: "text"]),
          .update(ada, [kSecAttrLabel: Data([1])]),
          .find(
            ada + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrLabel: Data([1])])),
        ]),
      Case(
        "Update without changes succeeds", from: "§8.3",
        [
          .add(Items.password() + Items.returningAttributes), .update(ada, [:]),
          .find(
            ada + Items.returningAttributes + Items.returningData, errSecSuccess,
            .dictionary(having: [
              kSecValueData: Data("secret".utf8),
              kSecAttrCreationDate: Earlier(0, kSecAttrCreationDate),
            ])),
        ]),
      Case(
        "Update of nothing finds nothing", from: "§8.3",
        [
          .update(ada, [kSecAttrLabel: "l"], errSecItemNotFound),
          .update(ada, [:], errSecItemNotFound),
        ]),
      Case(
        "Update heeds the digest in no query afterwards", from: "§3.1",
        [
          .add(Items.password() + Items.returningAttributes), .update(ada, [kSecAttrLabel: "l"]),
          .find(Items.generic + ["sha1": Earlier(0, "sha1" as CFString)], errSecItemNotFound),
        ]),
    ]
    Items.classes.map { name, entries in
      Case(
        "items of every class are updated", name, from: "T si-12",
        [
          .add(entries + [kSecValueData: Data([1])]),
          .update(entries, [kSecValueData: Data([2]), kSecAttrLabel: "l"]),
          .find(
            entries + Items.returningData + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecValueData: Data([2]), kSecAttrLabel: "l"])),
        ])
    }
  }

  private static func names() -> [Case] {
    [
      Case(
        "an item takes a new name", from: "T si-10",
        [
          .add(Items.password()), .update(ada, [kSecAttrAccount: "eve"]),
          .find(ada, errSecItemNotFound), .delete(ada, errSecItemNotFound),
          .update(ada, [kSecAttrAccount: "eve"], errSecItemNotFound),
          .find(
            Items.named("eve") + Items.returningData, errSecSuccess, .data(Array("secret".utf8))),
        ]),
      Case(
        "an item does not take the name of another one", from: "T si-10, secd-04",
        [
          .add(Items.password("ada", "a")), .add(Items.password("eve", "e")),
          .update(ada, [kSecAttrAccount: "eve"], errSecDuplicateItem),
          .find(ada + Items.returningData, errSecSuccess, .data(Array("a".utf8))),
          .find(Items.named("eve") + Items.returningData, errSecSuccess, .data(Array("e".utf8))),
        ]),
      Case(
        "a refused new name changes nothing else", from: "§8.3",
        [
          .add(Items.password("ada", "a")), .add(Items.password("eve", "e")),
          .update(
            ada, [kSecAttrAccount: "eve", kSecValueData: Data("x".utf8), kSecAttrLabel: "l"],
            errSecDuplicateItem),
          .find(ada + Items.returningData, errSecSuccess, .data(Array("a".utf8))),
          .find(Items.generic + [kSecAttrLabel: "l"], errSecItemNotFound),
        ]),
      Case(
        "an item keeps its name when it is given again", from: "§8.3",
        [
          .add(Items.password()), .update(ada, [kSecAttrAccount: "ada", kSecAttrLabel: "l"]),
          .find(ada + [kSecAttrLabel: "l"]),
        ]),
      Case(
        "the old name is free after a new one was taken", from: "T si-10",
        [
          .add(Items.password()), .update(ada, [kSecAttrAccount: "eve"]), .add(Items.password()),
          .find(
            Items.generic + Items.returningReference + Items.all, errSecSuccess, .listOf(2, .any)),
        ]),
    ]
  }

  private static func many() -> [Case] {
    let three: [Step] = ["a", "b", "c"].map {
      .add(Items.password($0, $0) + [kSecAttrService: "s"])
    }
    return [
      Case(
        "Update changes every item that matches and no other", from: "§8.3",
        three + [
          .add(Items.password("d")),
          .update(Items.generic + [kSecAttrService: "s"], [kSecValueData: Data("x".utf8)]),
          .find(
            Items.generic + Items.returningData + Items.all, errSecSuccess,
            .list([
              .data(Array("x".utf8)), .data(Array("x".utf8)), .data(Array("x".utf8)),
              .data(Array("secret".utf8)),
            ])),
        ]),
      Case(
        "an Update that would make items equal changes none of them", from: "§8.3, T inventory §8",
        three + [
          .update(
            Items.generic + [kSecAttrService: "s"],
            [kSecAttrAccount: "same", kSecAttrLabel: "l"], errSecDuplicateItem),
          .find(Items.generic + [kSecAttrLabel: "l"], errSecItemNotFound),
          .find(Items.named("same"), errSecItemNotFound), .find(Items.named("a")),
          .find(Items.named("b")), .find(Items.named("c")),
        ]),
      Case(
        "an Update of many that collides with one changes none of them", from: "§8.3",
        three + [
          .add(Items.password("b", "other") + [kSecAttrService: "t"]),
          .update(
            Items.generic + [kSecAttrService: "s"], [kSecAttrService: "t"], errSecDuplicateItem),
          .find(
            Items.generic + [kSecAttrService: "s"] + Items.returningReference + Items.all,
            errSecSuccess, .listOf(3, .any)),
          .find(
            Items.generic + [kSecAttrService: "t"] + Items.returningData + Items.all, errSecSuccess,
            .list([.data(Array("other".utf8))])),
        ]),
      Case(
        "an Update moves many items to new names", from: "§8.3",
        three + [
          .update(Items.generic + [kSecAttrService: "s"], [kSecAttrService: "t"]),
          .find(Items.generic + [kSecAttrService: "s"], errSecItemNotFound),
          .find(
            Items.generic + [kSecAttrService: "t"] + Items.returningReference + Items.all,
            errSecSuccess, .listOf(3, .any)),
        ]),
    ]
  }

  @CaseList
  private static func dates() -> [Case] {
    let later = Shape.fulfilling("changed later than before") { result, results in
      guard let new = (result as? [String: Any])?[kSecAttrModificationDate as String] as? Date,
        let old = (results[0] as? [String: Any])?[kSecAttrModificationDate as String] as? Date
      else { return false }
      return new > old
    }
    let old = Date(timeIntervalSinceReferenceDate: 1000)
    let added = Step.add(Items.password() + Items.returningAttributes)
    ([
      ("a new value", [kSecAttrLabel: "l"]), ("a new secret", [kSecValueData: Data([1])]),
      ("no changes", [:]), ("the same value", [kSecAttrAccount: "ada"]),
    ] as [(String, Entries)]).flatMap { name, changes in
      [
        Case(
          "Update moves the date of change forward", name, from: "§8.3",
          [
            added, .update(ada, changes),
            .find(ada + Items.returningAttributes, errSecSuccess, later),
          ]
        ),
        Case(
          "Update leaves the date of creation", name, from: "§8.3",
          [
            added, .update(ada, changes),
            .find(
              ada + Items.returningAttributes, errSecSuccess,
              .dictionary(having: [kSecAttrCreationDate: Earlier(0, kSecAttrCreationDate)])),
          ]),
      ]
    }
    [
      Case(
        "Update can set the date of creation", from: "§8.3",
        [
          added, .update(ada, [kSecAttrCreationDate: old]),
          .find(
            ada + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrCreationDate: old])),
        ]),
      Case(
        "Update cannot set the date of change", from: "§8.3",
        [
          added, .update(ada, [kSecAttrModificationDate: old]),
          .find(ada + Items.returningAttributes, errSecSuccess, later),
        ]),
    ]
  }

  private static func moving() -> [Case] {
    [
      Case(
        "an item moves to another group and back", from: "§6, T secitemfunctionality",
        [
          .add(Items.password()), .update(ada, [kSecAttrAccessGroup: Group.second]),
          .find(ada + [kSecAttrAccessGroup: Group.first], errSecItemNotFound),
          .find(
            ada + [kSecAttrAccessGroup: Group.second] + Items.returningData, errSecSuccess,
            .data(Array("secret".utf8))),
          .update(ada, [kSecAttrAccessGroup: Group.first]),
          .find(ada + [kSecAttrAccessGroup: Group.first]),
        ]),
      Case(
        "an item does not move onto its twin", from: "§6",
        [
          .add(Items.password("ada", "1")),
          .add(Items.password("ada", "2") + [kSecAttrAccessGroup: Group.second]),
          .update(
            ada + [kSecAttrAccessGroup: Group.first], [kSecAttrAccessGroup: Group.second],
            errSecDuplicateItem),
          .find(
            ada + [kSecAttrAccessGroup: Group.first] + Items.returningData, errSecSuccess,
            .data(Array("1".utf8))),
        ]),
      Case(
        "an item does not move to a foreign group",
        from: "T testEntitlementForExplicitAccessGroupLacking",
        [
          .add(Items.password()),
          .update(ada, [kSecAttrAccessGroup: Group.foreign], errSecMissingEntitlement),
          .find(ada + [kSecAttrAccessGroup: Group.first]),
        ]),
    ]
  }
}
