// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Attributes of one class in the dictionaries of another.
enum ForeignAttributes {
  @CaseList
  static func cases() -> [Case] {
    Items.classes.flatMap { name, entries in
      let own = Set(AttributeTypes.attributes.filter { $0.itemClass == name }.map(\.key))
      let others = Set(AttributeTypes.attributes.map(\.key)).subtracting(own)
      return others.sorted().map { key in
        let item = entries + Entries(key, "x")
        return Case(
          "an attribute of another class is refused by \(name)", key, from: "§9.3",
          AnyCall.allCases.map { $0.step(item, errSecNoSuchAttr) }
            + [
              .add(entries), .update(entries, Entries(key, "x"), errSecNoSuchAttr),
              .find(entries),
            ])
      }
    }
    [
      Case(
        "an application tag on a certificate is refused", from: "T si-05",
        [
          .add(Items.certificate + [kSecAttrApplicationTag: "tag"], errSecNoSuchAttr),
          .delete(Items.certificate + [kSecAttrApplicationTag: "tag"], errSecNoSuchAttr),
        ])
    ]
  }
}
