// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// References that can be kept on disk.
enum PersistentReferences {
  static func cases() -> [Case] { made() + used() + malformed() + rowNumbers() }

  private static var reference: Entries { [kSecValuePersistentRef: Earlier(0)] }
  private static var added: Step {
    .add(Items.password() + Items.returningReference, errSecSuccess, .persistentReference("genp"))
  }

  private static func made() -> [Case] {
    Items.classes.flatMap { name, entries in
      [
        Case(
          "a persistent reference is the class and 16 bytes", name, from: "§4.2",
          [.add(entries + Items.returningReference, errSecSuccess, .persistentReference(name))]),
        Case(
          "Add and CopyMatching give the same persistent reference", name, from: "T si-43",
          [
            .add(entries + Items.returningReference),
            .find(entries + Items.returningReference, errSecSuccess, .same(as: 0)),
          ]),
        Case(
          "a persistent reference alone says the class", name, from: "§2, class resolution",
          [
            .add(entries + Items.returningReference), .find(reference),
            .update(reference, [kSecAttrLabel: "l"]), .delete(reference),
            .find(entries, errSecItemNotFound),
          ]),
      ]
    }
  }

  @CaseList
  private static func used() -> [Case] {
    [
      Case(
        "a persistent reference finds its item", from: "T si-43",
        [
          added, .add(Items.password("bob", "other")),
          .find(reference + Items.returningData, errSecSuccess, .data(Array("secret".utf8))),
        ]),
      Case(
        "a persistent reference with its own class finds the item", from: "T si-43",
        [
          added,
          .find(
            reference + Items.generic + Items.returningData, errSecSuccess,
            .data(Array("secret".utf8))),
        ]),
      Case(
        "a persistent reference with limit all gives an array of one", from: "T secd-82",
        [
          added,
          .find(
            reference + Items.all + Items.returningData, errSecSuccess,
            .list([.data(Array("secret".utf8))])),
        ]),
      Case(
        "a persistent reference survives a new secret", from: "§4.2",
        [
          added, .update(Items.named("ada"), [kSecValueData: Data("new".utf8)]),
          .find(reference + Items.returningData, errSecSuccess, .data(Array("new".utf8))),
        ]),
      Case(
        "a persistent reference survives a new name", from: "§4.2",
        [
          added, .update(Items.named("ada"), [kSecAttrAccount: "eve"]),
          .find(
            reference + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccount: "eve"])),
          .find(Items.named("eve") + Items.returningReference, errSecSuccess, .same(as: 0)),
        ]),
      Case(
        "a persistent reference survives a move to another group", from: "§4.2",
        [
          added, .update(Items.named("ada"), [kSecAttrAccessGroup: Group.second]),
          .find(
            reference + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessGroup: Group.second])),
        ]),
      Case(
        "a persistent reference changes its item alone", from: "T si-43",
        [
          added, .add(Items.password("bob")),
          .update(reference, [kSecAttrLabel: "changed"]),
          .find(
            Items.generic + [kSecAttrLabel: "changed"] + Items.returningReference + Items.all,
            errSecSuccess, .list([.same(as: 0)])),
        ]),
      Case(
        "a persistent reference deletes its item alone", from: "T si-43",
        [
          added, .add(Items.password("bob")), .delete(reference),
          .find(Items.named("ada"), errSecItemNotFound), .find(Items.named("bob")),
        ]),
      Case(
        "the reference of a deleted item finds nothing", from: "T si-43",
        [
          added, .delete(Items.named("ada")), .find(reference, errSecItemNotFound),
          .update(reference, [kSecAttrLabel: "l"], errSecItemNotFound),
          .delete(reference, errSecItemNotFound),
        ]),
      Case(
        "an item that is added again has another reference", from: "§8.1",
        [
          added, .delete(Items.named("ada")),
          .add(Items.password() + Items.returningReference, errSecSuccess, .different(from: 0)),
          .find(reference, errSecItemNotFound),
        ]),
      Case(
        "a reference of another program's item finds nothing", from: "§4.2",
        [
          added, .find(reference, errSecItemNotFound, as: [Group.foreign]),
          .update(reference, [kSecAttrLabel: "l"], errSecItemNotFound, as: [Group.foreign]),
          .delete(reference, errSecItemNotFound, as: [Group.foreign]), .find(reference),
        ]),
      Case(
        "a persistent reference finds a synchronizable item", from: "§8.2",
        [
          .add(Items.password() + [kSecAttrSynchronizable: true] + Items.returningReference),
          .find(reference),
        ]),
    ]
    ([
      (kSecAttrAccount, "ada"), (kSecAttrLabel, "l"), (kSecAttrSynchronizable, false),
      (kSecAttrAccessGroup, Group.first), (kSecAttrAccessible, kSecAttrAccessibleWhenUnlocked),
    ] as [(CFString, Any)]).map { key, value in
      Case(
        "CopyMatching takes no attribute beside a persistent reference", key as String,
        from: "§4.2",
        [added, .find(reference + Entries(key, value), errSecParam)])
    }
    Items.classes.filter { $0.name != "genp" }.map { name, entries in
      Case(
        "a persistent reference of another class is refused", name, from: "§2, class resolution",
        [
          added, .find(reference + entries, errSecNoSuchClass),
          .update(reference + entries, [kSecAttrLabel: "l"], errSecNoSuchClass),
          .delete(reference + entries, errSecNoSuchClass),
        ])
    }
  }

  private static func malformed() -> [Case] {
    let letters = Array("genp".utf8)
    let values: [(String, Any)] = [
      ("empty", Data()), ("class only", Data(letters)),
      ("19 bytes", Data(letters + [UInt8](repeating: 1, count: 15))),
      ("21 bytes", Data(letters + [UInt8](repeating: 1, count: 17))),
      ("unknown class", Data(Array("nope".utf8) + [UInt8](repeating: 1, count: 16))),
      ("text", "genp0123456789abcdef"), ("number", 5), ("null", NSNull()),
    ]
    return values.flatMap { name, value in
      [AnyCall.find, .update, .delete].map { call in
        Case(
          "a malformed persistent reference is refused", "\(name) in \(call.rawValue)",
          from: "§4.2",
          [
            call.step([kSecValuePersistentRef: value], errSecParam),
            call.step(Items.generic + [kSecValuePersistentRef: value], errSecParam),
          ])
      }
    }
  }

  /// The older form, with a row's number in place of 16 bytes.
  @CaseList
  private static func rowNumbers() -> [Case] {
    let missing = Data(Array("genp".utf8) + [0, 0, 0, 0, 0x7F, 0, 0, 1])
    let old: Entries = [kSecValuePersistentRef: missing]
    [AnyCall.find, .update, .delete].map { call in
      Case(
        "the older form of a reference is understood", call.rawValue, from: "§4.2",
        [added, call.step(old, errSecItemNotFound)])
    }
    [
      Case(
        "the older form of a reference cannot be added", from: "§4.2",
        [.add(old + [kSecAttrAccount: "a"], errSecParam)]),
      Case(
        "Update takes no attribute beside the older form of a reference", from: "§8.3",
        [.update(old + [kSecAttrAccount: "a"], [kSecAttrLabel: "l"], errSecParam)]),
    ]
  }
}
