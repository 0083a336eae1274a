// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Which attributes make an item another one.
enum Uniqueness {
  private static var unique: [(itemClass: String, attributes: [(String, Any)])] {
    [
      ("genp", [("acct", "x"), ("svce", "x")] + common),
      (
        "inet",
        [
          ("acct", "x"), ("sdmn", "x"), ("srvr", "x"), ("ptcl", "htps"), ("atyp", "http"),
          ("port", 443), ("path", "x"),
        ] + common
      ),
      ("cert", [("ctyp", 3), ("issr", Data([1])), ("slnr", Data([1]))] + common),
      (
        "keys",
        [
          ("kcls", "1"), ("klbl", Data([1])), ("atag", "x"), ("crtr", 1), ("type", "42"),
          ("bsiz", 2048), ("esiz", 2048), ("sdat", Date(timeIntervalSinceReferenceDate: 1)),
          ("edat", Date(timeIntervalSinceReferenceDate: 1)),
        ] + common
      ),
    ]
  }

  private static var common: [(String, Any)] {
    [("agrp", Group.second), ("sync", true), ("vwht", "view")]
  }

  private static var other: [(itemClass: String, attributes: [(String, Any)])] {
    [
      (
        "genp",
        [
          ("gena", Data([1])), ("desc", "x"), ("icmt", "x"), ("crtr", 1), ("type", 1), ("invi", 1),
          ("nega", 1), ("alis", "x"),
        ]
      ),
      ("inet", [("desc", "x"), ("icmt", "x"), ("crtr", 1), ("type", 1), ("invi", 1), ("nega", 1)]),
      ("cert", [("cenc", 3), ("subj", Data([1])), ("skid", Data([1])), ("pkhh", Data([1]))]),
      (
        "keys",
        [
          ("perm", 1), ("priv", 1), ("modi", 1), ("sens", 1), ("asen", 1), ("extr", 1), ("next", 1),
          ("encr", 1), ("decr", 1), ("drve", 1), ("sign", 1), ("vrfy", 1), ("snrc", 1), ("vyrc", 1),
          ("wrap", 1), ("unwp", 1),
        ]
      ),
    ]
  }

  private static var everywhere: [(String, Any)] {
    [
      ("labl", "x"), ("v_Data", Data([1])), ("pdmn", "ck"), ("cdat", Date()), ("mdat", Date()),
    ]
  }

  @CaseList
  static func cases() -> [Case] {
    unique.flatMap { itemClass, attributes in
      attributes.map { key, value in
        let item: Entries = [kSecClass: itemClass]
        return Case(
          "an attribute of the unique ones makes another \(itemClass) item", key, from: "§3",
          [
            .add(item), .add(item + Entries(key, value)), .add(item, errSecDuplicateItem),
            .add(item + Entries(key, value), errSecDuplicateItem),
          ])
      }
    }
    other.flatMap { itemClass, attributes in
      (attributes + everywhere).map { key, value in
        let item: Entries = [kSecClass: itemClass]
        return Case(
          "an attribute beside the unique ones makes no other \(itemClass) item", key, from: "§3",
          [.add(item), .add(item + Entries(key, value), errSecDuplicateItem)])
      }
    }
    collisions()
  }

  @CaseList
  private static func collisions() -> [Case] {
    let texts: [(String, Any, Any, Bool)] = [
      ("case", "Ada", "ada", false),
      ("composed and decomposed letters", "\u{E9}", "e\u{301}", false),
      ("a trailing space", "ada", "ada ", false), ("an embedded NUL", "a", "a\0", false),
      ("an embedded NUL and what follows", "a\0b", "a\0c", false),
    ]
    texts.map { what, a, b, _ in
      Case(
        "names are compared byte by byte", what, from: "§2, which keys filter",
        [
          .add(Items.password(a)), .add(Items.password(b)),
          .find(
            Items.named(a) + Items.all + Items.returningReference, errSecSuccess, .listOf(1, .any)),
        ])
    }
    [
      Case(
        "text and the data of its UTF-8 are one name", "account",
        from: "§2, T testServerUsingDataType",
        [
          .add(Items.password("abc")),
          .add(Items.password(Data("abc".utf8)), errSecDuplicateItem),
          .find(Items.named(Data("abc".utf8))),
        ]),
      Case(
        "text and the data of its UTF-8 are one name", "server", from: "T testServerUsingDataType",
        [
          .add(Items.login(Data("abc".utf8))), .add(Items.login("abc"), errSecDuplicateItem),
          .find(Items.internet + [kSecAttrServer: "abc"]),
        ]),
      Case(
        "a number and its decimal text are one port", from: "§2, value conversion",
        [
          .add(Items.internet + [kSecAttrPort: 443]),
          .add(Items.internet + [kSecAttrPort: "443"], errSecDuplicateItem),
          .find(Items.internet + [kSecAttrPort: "443"]),
        ]),
      Case(
        "an item that was refused as a duplicate leaves the first one as it is", from: "T secd-01",
        [
          .add(Items.password("ada", "first")),
          .add(Items.password("ada", "second") + Items.returningData, errSecDuplicateItem),
          .find(
            Items.named("ada") + Items.returningData, errSecSuccess, .data(Array("first".utf8))),
        ]),
      Case(
        "a deleted item can be added again", from: "T si-10",
        [
          .add(Items.password("ada", "first")), .delete(Items.named("ada")),
          .add(Items.password("ada", "second")),
          .find(
            Items.named("ada") + Items.returningData, errSecSuccess, .data(Array("second".utf8))),
        ]),
      Case(
        "a certificate by its data alone collides with the next one", from: "§3.4",
        [
          .add(Items.certificate + [kSecValueData: Data([1])]),
          .add(Items.certificate + [kSecValueData: Data([2])], errSecDuplicateItem),
        ]),
    ]
  }
}
