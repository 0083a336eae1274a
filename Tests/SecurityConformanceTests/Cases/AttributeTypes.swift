// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Every attribute with a value of every type: what is kept, and what is refused.
enum AttributeTypes {
  /// What the specification calls the kind of an attribute.
  enum Kind: String { case text, blob, data, number, date }

  /// The attributes of each class that an app can set, and whose values have no rules of their own.
  static let attributes: [(itemClass: String, key: String, kind: Kind)] =
    common("genp") + common("inet") + common("cert") + common("keys")
    + passwords("genp") + passwords("inet")
    + list("genp", .blob, ["svce", "gena"])
    + list("inet", .blob, ["sdmn", "srvr", "atyp", "path"])
    + list("inet", .number, ["ptcl", "port"])
    + list("cert", .number, ["ctyp", "cenc"])
    + list("cert", .data, ["subj", "issr", "slnr", "skid", "pkhh"])
    + list("keys", .number, ["kcls", "type", "bsiz", "esiz", "crtr"])
    + list("keys", .data, ["klbl"])
    + list("keys", .blob, ["atag"]) + list("keys", .date, ["sdat", "edat"])
    + list(
      "keys", .number,
      ["perm", "extr", "sens", "encr", "decr", "drve", "sign", "vrfy", "wrap", "unwp"])

  private static func common(_ itemClass: String) -> [(itemClass: String, key: String, kind: Kind)]
  {
    list(itemClass, .text, ["vwht"]) + list(itemClass, .blob, ["labl", "alis"])
  }

  private static func passwords(
    _ itemClass: String
  ) -> [(itemClass: String, key: String, kind: Kind)] {
    list(itemClass, .blob, ["acct", "desc", "icmt"])
      + list(itemClass, .number, ["crtr", "type", "invi", "nega"])
  }

  private static func list(
    _ itemClass: String, _ kind: Kind, _ keys: [String]
  ) -> [(itemClass: String, key: String, kind: Kind)] {
    keys.map { (itemClass, $0, kind) }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 86_400.5)

  private static var values: [(type: String, value: Any)] {
    [
      ("text", "text"), ("data", Data([0xFF, 0x00])), ("a number", 258), ("a boolean", true),
      ("a date", date), ("null", NSNull()), ("an array", ["a"]), ("a dictionary", ["a": "b"]),
    ]
  }

  /// What a value of some type is kept as; nil where it is refused.
  private static func kept(_ type: String, by kind: Kind) -> Any? {
    switch (kind, type) {
    case (.text, "text"), (.blob, "text"), (.number, "text"): "text"
    case (.blob, "data"), (.data, "data"): Data([0xFF, 0x00])
    case (.blob, "a number"), (.number, "a number"): 258
    case (.data, "text"): Data("text".utf8)
    case (.data, "a number"): Data([2, 1, 0, 0])
    case (.number, "a boolean"): 1
    case (.date, "a date"): date
    default: nil
    }
  }

  static func cases() -> [Case] {
    attributes.flatMap { itemClass, key, kind in
      values.map { type, value in
        let entries: Entries = [kSecClass: itemClass]
        let item = entries + Entries(key, value)
        guard let kept = kept(type, by: kind) else {
          return Case(
            "an attribute of kind \(kind.rawValue) refuses \(type)", "\(itemClass) \(key)",
            from: "§2, value conversion",
            [
              .add(item, errSecParam), .find(item, errSecParam),
              .update(item, [kSecAttrLabel: "l"], errSecParam), .delete(item, errSecParam),
              .find(entries, errSecItemNotFound), .add(entries),
              .update(entries, Entries(key, value), errSecParam), .find(entries),
            ])
        }
        return Case(
          "an attribute of kind \(kind.rawValue) keeps \(type)", "\(itemClass) \(key)",
          from: "§2, value conversion",
          [
            .add(
              item + Items.returningAttributes, errSecSuccess,
              .dictionary(having: Entries(key, kept))),
            .find(
              item + Items.returningAttributes, errSecSuccess,
              .dictionary(having: Entries(key, kept))),
            .delete(item), .add(entries), .update(entries, Entries(key, value)),
            .find(
              entries + Items.returningAttributes, errSecSuccess,
              .dictionary(having: Entries(key, kept))),
          ])
      }
    }
  }
}
