// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// How many items a call is about.
enum Limits {
  private static var three: [Step] { ["a", "b", "c"].map { .add(Items.password($0, $0)) } }

  private static func found(_ limit: Any, _ status: OSStatus, _ shape: Shape) -> [Step] {
    three + [
      .find(Items.generic + [kSecMatchLimit: limit] + Items.returningData, status, shape)
    ]
  }

  private static var anyData: Shape {
    Shape.fulfilling("data of one letter") { result, _ in
      (result as? Data)?.count == 1
    }
  }

  @CaseList
  static func cases() -> [Case] {
    let section = "§4.3, kSecMatchLimit"
    let accepted: [(String, String, Any, Shape)] = [
      ("limit one gives the item itself", "constant", kSecMatchLimitOne, anyData),
      ("limit one gives the item itself", "number", 1, anyData),
      (
        "limit all gives every item in an array", "constant", kSecMatchLimitAll, .listOf(3, anyData)
      ),
      ("limit all gives every item in an array", "-1", -1, .listOf(3, anyData)),
      ("a limit gives so many items in an array", "2", 2, .listOf(2, anyData)),
      ("a limit gives so many items in an array", "3", 3, .listOf(3, anyData)),
      ("a limit beyond the number of items gives all of them", "4", 4, .listOf(3, anyData)),
      (
        "a limit beyond the number of items gives all of them", "Int32.max", Int32.max,
        .listOf(3, anyData)
      ),
      (
        "a limit beyond the number of items gives all of them", "Int.max", Int.max,
        .listOf(3, anyData)
      ),
    ]
    let refused: [(String, Any)] = [
      ("text", "m_LimitTwo"), ("empty text", ""), ("text of a number", "2"), ("a boolean", true),
      ("data", Data([1])), ("null", NSNull()), ("a date", Date(timeIntervalSinceReferenceDate: 1)),
      ("an array", [1]), ("other case", "m_limitall"),
    ]
    accepted.map { Case($0, $1, from: section, found($2, errSecSuccess, $3)) }
    refused.map { name, value in
      Case(
        "a limit that is none is refused", name, from: "§9.3",
        found(value, errSecParam, .any))
    }
    [-2, -1000, Int.min].map { limit in
      Case(
        "every negative limit gives all items", "\(limit)",
        from: "decided: §4.3 says it of -1 alone",
        found(limit, errSecSuccess, .listOf(3, anyData)))
    }
    [0, 0.0].enumerated().map { number, zero in
      Case(
        "limit 0 finds nothing", number == 0 ? "integer" : "real", from: section,
        found(number == 0 ? 0 as Any : zero, errSecItemNotFound, .any))
    }
    single()
    defaults()
    elsewhere()
  }

  @CaseList
  private static func single() -> [Case] {
    [("constant", kSecMatchLimitAll as Any), ("-1", -1), ("2", 2), ("Int.max", Int.max)].map {
      name, limit in
      Case(
        "a limit other than one gives an array, also of one item", name, from: "§7",
        [
          .add(Items.password("a", "a")),
          .find(
            Items.generic + [kSecMatchLimit: limit] + Items.returningData, errSecSuccess,
            .listOf(1, anyData)),
        ])
    }
    [("constant", kSecMatchLimitAll as Any), ("2", 2)].map { name, limit in
      Case(
        "a limit other than one finds nothing where there is nothing", name, from: "§7",
        [.find(Items.generic + [kSecMatchLimit: limit] + Items.returningData, errSecItemNotFound)])
    }
  }

  private static func defaults() -> [Case] {
    [
      Case(
        "CopyMatching without a limit gives one item", from: "§4.3, default",
        three + [.find(Items.generic + Items.returningData, errSecSuccess, anyData)]),
      Case(
        "Update without a limit changes every item", from: "§8.3",
        three + [
          .update(Items.generic, [kSecAttrLabel: "l"]),
          .find(
            Items.generic + [kSecAttrLabel: "l"] + Items.returningData + Items.all, errSecSuccess,
            .listOf(3, anyData)),
        ]),
      Case(
        "Delete without a limit deletes every item", from: "§8.4",
        three + [.delete(Items.generic), .find(Items.generic, errSecItemNotFound)]),
      Case(
        "the items of an array are those that match", from: "T si-12",
        three + [
          .add(Items.password("d", "d") + [kSecAttrService: "s"]),
          .find(
            Items.generic + [kSecAttrService: "s"] + Items.returningData + Items.all, errSecSuccess,
            .list([.data(Array("d".utf8))])),
        ]),
    ]
  }

  private static func elsewhere() -> [Case] {
    let limits: [(String, Any)] = [
      ("one", kSecMatchLimitOne), ("all", kSecMatchLimitAll), ("a number", 1),
    ]
    return limits.flatMap { refused($0, [kSecMatchLimit: $1]) }
  }

  private static func refused(_ name: String, _ limit: Entries) -> [Case] {
    [
      Case(
        "Update takes no limit", name, from: "§8.3",
        three + [
          .update(Items.generic + limit, [kSecAttrLabel: "l"], errSecParam),
          .find(Items.generic + [kSecAttrLabel: "l"], errSecItemNotFound),
        ]),
      Case(
        "Delete takes no limit", name, from: "§8.4",
        three + [
          .delete(Items.generic + limit, errSecParam),
          .find(
            Items.generic + Items.returningData + Items.all, errSecSuccess, .listOf(3, anyData)),
        ]),
      Case(
        "Add takes no match keys", name,
        from: "decided: Apple reports success and stores nothing (§8.1)",
        [
          .add(Items.password() + limit, errSecParam), .find(Items.generic, errSecItemNotFound),
        ]),
    ]
  }
}
