// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Conditions beyond equal attributes.
enum MatchKeys {
  static func cases() -> [Case] { host() + certificates() + withoutEffect() + elsewhere() }

  private static func host(_ server: Any, _ host: String, finds: Bool, _ what: String) -> Case {
    Case(
      "the host filter \(finds ? "finds" : "passes over") \(what)", from: "§4.3",
      [
        .add(Items.login(server)),
        .find(
          Items.internet + [kSecMatchHostOrSubdomainOfHost: host],
          finds ? errSecSuccess : errSecItemNotFound),
      ])
  }

  @CaseList
  private static func host() -> [Case] {
    [
      host("example.org", "example.org", finds: true, "the host"),
      host("www.example.org", "example.org", finds: true, "a host below"),
      host("a.b.example.org", "example.org", finds: true, "a host two below"),
      host("myexample.org", "example.org", finds: false, "a host that only ends alike"),
      host("example.org", "www.example.org", finds: false, "the host above"),
      host("example.org.evil", "example.org", finds: false, "a host that only starts alike"),
      host("", "example.org", finds: false, "an item without a server"),
      host(Data("example.org".utf8), "example.org", finds: false, "a server stored as data"),
      Case(
        "the host filter comes before the limit",
        from: "decided: Apple limits first, and may so find nothing (§4.3, pitfall)",
        [
          .add(Items.login("other.org", "o")), .add(Items.login("example.org", "e")),
          .find(
            Items.internet + [kSecMatchHostOrSubdomainOfHost: "example.org"] + Items.returningData,
            errSecSuccess, .data(Array("e".utf8))),
          .find(
            Items.internet + [kSecMatchHostOrSubdomainOfHost: "example.org"] + Items.returningData
              + Items.all, errSecSuccess, .list([.data(Array("e".utf8))])),
        ]),
      Case(
        "the host filter goes with other attributes", from: "§4.3",
        [
          .add(Items.login("a.example.org", "a") + [kSecAttrAccount: "ada"]),
          .add(Items.login("b.example.org", "b") + [kSecAttrAccount: "bob"]),
          .find(
            Items.internet + [
              kSecMatchHostOrSubdomainOfHost: "example.org", kSecAttrAccount: "bob",
            ]
              + Items.returningData + Items.all, errSecSuccess, .list([.data(Array("b".utf8))])),
        ]),
    ]
    Items.classes.filter { $0.name != "inet" }.map { name, entries in
      Case(
        "the host filter is for internet passwords only", name, from: "§4.3",
        [.find(entries + [kSecMatchHostOrSubdomainOfHost: "example.org"], errSecUnimplemented)])
    }
  }

  @CaseList
  private static func certificates() -> [Case] {
    Items.classes.filter { $0.name != "cert" }.flatMap { name, entries in
      [
        Case(
          "a policy is for certificates and identities only", name, from: "§4.3",
          [.add(entries), .find(entries + [kSecMatchPolicy: "policy"], errSecUnimplemented)]),
        Case(
          "issuers are for certificates and identities only", name, from: "§4.3",
          [.add(entries), .find(entries + [kSecMatchIssuers: [Data([1])]], errSecUnimplemented)]),
        Case(
          "the mail filter is ignored on other classes than certificates", name, from: "§4.3",
          [.add(entries), .find(entries + [kSecMatchEmailAddressIfPresent: "a@example.org"])]),
        Case(
          "the date filter is ignored on other classes than certificates", name, from: "§4.3",
          [
            .add(entries),
            .find(entries + [kSecMatchValidOnDate: Date(timeIntervalSinceReferenceDate: 1)]),
            .find(entries + [kSecMatchValidOnDate: NSNull()]),
          ]),
        Case(
          "the trust filter set to false filters nothing", name, from: "T secd-83",
          [.add(entries), .find(entries + [kSecMatchTrustedOnly: false])]),
      ]
    }
    [("number", 5 as Any), ("data", Data([1])), ("null", NSNull()), ("boolean", true)].map {
      type, value in
      Case(
        "the mail filter takes text only", type, from: "§4.3",
        [
          .add(Items.password()),
          .find(Items.generic + [kSecMatchEmailAddressIfPresent: value], errSecParam),
        ])
    }
    [("number", 1 as Any), ("text", "true"), ("null", NSNull())].map { type, value in
      Case(
        "the trust filter takes a boolean only", type, from: "§4.3",
        [.add(Items.password()), .find(Items.generic + [kSecMatchTrustedOnly: value], errSecParam)])
    }
  }

  private static func withoutEffect() -> [Case] {
    let keys: [(CFString, Any)] = [
      (kSecMatchItemList, ["x"]), (kSecMatchSearchList, ["x"]), (kSecMatchSubjectContains, "x"),
      (kSecMatchCaseInsensitive, true),
      ("m_SubjectStartsWith" as CFString, "x"), ("m_SubjectEndsWith" as CFString, "x"),
      ("m_SubjectWholeString" as CFString, "x"), ("m_DiacriticInsensitive" as CFString, true),
      ("m_WidthInsensitive" as CFString, true),
    ]
    return keys.map { key, value in
      Case(
        "a match key of the old keychain has no effect", key as String, from: "§4.3",
        [
          .add(Items.password("Ada")), .find(Items.named("Ada") + Entries(key, value)),
          .find(Items.named("ada") + Entries(key, value), errSecItemNotFound),
        ])
    }
  }

  private static func elsewhere() -> [Case] {
    let keys: [(CFString, Any)] = [
      (kSecMatchEmailAddressIfPresent, "x"),
      (kSecMatchValidOnDate, Date(timeIntervalSinceReferenceDate: 1)),
      (kSecMatchTrustedOnly, false), (kSecMatchCaseInsensitive, true),
      (kSecMatchSubjectContains, "x"), (kSecMatchHostOrSubdomainOfHost, "x"),
      ("m_Nothing" as CFString, "x"),
    ]
    return keys.flatMap { key, value in
      [AnyCall.update, .delete].map { call in
        Case(
          "\(call.rawValue) takes no match key", key as String,
          from: call == .update ? "§8.3" : "§8.4",
          [
            .add(Items.login("x")), call.step(Items.internet + Entries(key, value), errSecParam),
            .find(Items.internet),
            .find(Items.internet + [kSecAttrLabel: "changed"], errSecItemNotFound),
          ])
      }
    }
  }
}
