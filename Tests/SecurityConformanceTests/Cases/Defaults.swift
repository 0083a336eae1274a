// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What Add stores where the caller says nothing.
enum Defaults {
  private static func defaults(_ itemClass: String) -> Entries {
    let zero = Date(timeIntervalSinceReferenceDate: 0)
    switch itemClass {
    case "genp": return ["acct": "", "svce": ""]
    case "inet":
      return ["acct": "", "sdmn": "", "srvr": "", "ptcl": 0, "atyp": "", "port": 0, "path": ""]
    case "cert": return ["ctyp": 0, "issr": Data(), "slnr": Data()]
    default:
      return [
        "kcls": 0, "klbl": Data(), "atag": "", "crtr": 0, "type": 0, "bsiz": 0, "esiz": 0,
        "sdat": zero, "edat": zero,
      ]
    }
  }

  private static let common: Set<String> = ["agrp", "pdmn", "sync", "cdat", "mdat", "sha1", "accc"]
  private static let foundOnly: Set<String> = ["tomb", "musr"]

  static func cases() -> [Case] {
    Items.classes.flatMap { perClass($0, $1) } + dates()
  }

  private static func perClass(_ name: String, _ entries: Entries) -> [Case] {
    let defaults = defaults(name)
    let keys = Set(defaults.pairs(after: []).map(\.key))
    return [
      Case(
        "the attributes that make an item unique have defaults", name, from: "§3",
        [
          .add(entries + Items.returningAttributes, errSecSuccess, .dictionary(having: defaults)),
          .find(entries + Items.returningAttributes, errSecSuccess, .dictionary(having: defaults)),
        ]),
      Case(
        "an item without attributes comes back with its defaults alone", name, from: "§3.1, R",
        [
          .add(entries + Items.returningAttributes, errSecSuccess, .keys(keys.union(common))),
          .find(
            entries + Items.returningAttributes, errSecSuccess,
            .keys(keys.union(common).union(foundOnly))),
        ]),
      Case(
        "the defaults can be asked for", name, from: "§3",
        [.add(entries), .find(entries + defaults)]),
      Case(
        "the default equals the absent attribute", name, from: "§8.1",
        [.add(entries), .add(entries + defaults, errSecDuplicateItem)]),
      Case(
        "an item without a group goes into the first one", name, from: "§6",
        [
          .add(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessGroup: Group.first]))
        ]),
      Case(
        "an item without an accessibility gets that of its class", name, from: "§5, default",
        [
          .add(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrAccessible: name == "cert" ? "dk" : "ak"]))
        ]),
      Case(
        "an item is not synchronizable unless it says so", name, from: "§3.1",
        [
          .add(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrSynchronizable: 0]))
        ]),
      Case(
        "the dictionary of an item does not name its class", name, from: "§3.1",
        [
          .add(
            entries + Items.returningAttributes, errSecSuccess, .dictionary(lacking: ["class"])),
          .find(
            entries + Items.returningAttributes, errSecSuccess, .dictionary(lacking: ["class"])),
        ]),
      Case(
        "the dictionary of an item holds no identifiers", name, from: "§3.1, R never",
        [
          .add(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(lacking: ["UUID", "persistref", "v_PersistentRef"])),
          .find(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(lacking: ["UUID", "persistref", "v_PersistentRef"])),
        ]),
      Case(
        "CopyMatching returns two attributes that Add does not", name, from: "§3.1, asymmetry",
        [
          .add(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(lacking: ["tomb", "musr"])),
          .find(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(having: ["tomb": 0, "musr": Data()])),
        ]),
      Case(
        "the digest has 20 bytes and stays while the item does", name, from: "§3.1",
        [
          .add(entries + Items.returningAttributes),
          .find(
            entries + Items.returningAttributes, errSecSuccess,
            .dictionary(having: ["sha1": Earlier(0, "sha1" as CFString)])),
          .check { results in
            (Earlier(0, "sha1" as CFString).value(in: results) as? Data)?.count == 20
              ? nil : "no 20 bytes"
          },
        ]),
      Case(
        "a returned dictionary with its class finds the item again", name, from: "T si-10",
        [
          .add(entries + ["labl": "l", kSecValueData: Data("s".utf8)]),
          .find(entries + Items.returningAttributes),
          .find(
            .returned(by: 1, without: ["sha1"], adding: entries + Items.returningData),
            errSecSuccess, .data(Array("s".utf8))),
        ]),
      Case(
        "a returned dictionary finds the item no more when it was changed since", name,
        from: "§7, until mdat changes",
        [
          .add(entries), .find(entries + Items.returningAttributes),
          .update(entries, [kSecValueData: Data("s".utf8)]),
          .find(.returned(by: 1, without: ["sha1"], adding: entries), errSecItemNotFound),
          .find(.returned(by: 1, without: ["sha1", "mdat"], adding: entries)),
        ]),
      Case(
        "a returned dictionary can be added after the item was deleted", name, from: "§5, T si-10",
        [
          .add(entries + ["labl": "l"]), .find(entries + Items.returningAttributes),
          .delete(entries), .add(.returned(by: 1, without: ["sha1"], adding: entries)),
          .find(entries + ["labl": "l"]),
        ]),
    ]
  }

  @CaseList
  private static func dates() -> [Case] {
    let old = Date(timeIntervalSinceReferenceDate: 1000)
    [kSecAttrCreationDate, kSecAttrModificationDate].flatMap { key in
      [
        Case(
          "the dates of a new item are now", key as String, from: "§8.1",
          [
            .add(
              Items.password() + Items.returningAttributes, errSecSuccess,
              .fulfilling("within a minute") { result, _ in
                guard let date = (result as? [String: Any])?[key as String] as? Date else {
                  return false
                }
                return abs(date.timeIntervalSinceNow) < 60
              })
          ]),
        Case(
          "the dates that a caller gives to Add are not kept", key as String, from: "§8.1",
          [
            .add(Items.password() + Entries(key, old)),
            .find(Items.named("ada") + Entries(key, old), errSecItemNotFound),
          ]),
        Case(
          "a date that is none is refused", key as String, from: "§2, value conversion",
          [.add(Items.password() + Entries(key, 1000), errSecParam)]),
        Case(
          "an item is found by its date", key as String, from: "§2, which keys filter",
          [
            .add(Items.password() + Items.returningAttributes),
            .find(Items.generic + Entries(key, Earlier(0, key))),
            .find(Items.generic + Entries(key, old), errSecItemNotFound),
          ]),
      ]
    }
    [
      Case(
        "both dates of a new item are the same", from: "§8.1",
        [
          .add(Items.password() + Items.returningAttributes),
          .find(
            Items.named("ada") + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecAttrCreationDate: Earlier(0, kSecAttrModificationDate)])),
        ])
    ]
  }
}
