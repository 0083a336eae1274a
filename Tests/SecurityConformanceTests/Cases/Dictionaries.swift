// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What the keys of a dictionary mean, by their shape.
enum Dictionaries {
  static func cases() -> [Case] {
    unknownKeys() + keysOfOtherTypes() + internalNames() + sizes()
  }

  private static func refused(
    _ behaviour: String, _ keys: [String], value: Any = "x", _ status: OSStatus
  ) -> [Case] {
    keys.flatMap { key in
      AnyCall.allCases.map { call in
        Case(
          behaviour, "\(key.isEmpty ? "empty" : key) in \(call.rawValue)", from: "§2, first table",
          [call.step(Items.named("a") + Entries(key, value), status)])
      }
    }
  }

  @CaseList
  private static func unknownKeys() -> [Case] {
    refused(
      "an unknown key of four letters is no attribute", ["abcd", "ACCT", "zzzz"], errSecNoSuchAttr)
    refused("a key that starts with c is class or nothing", ["classy", "clas5", "co"], errSecParam)
    refused("an unknown return key is refused", ["r_Nothing", "r_data"], value: true, errSecParam)
    refused("an unknown use key is refused", ["u_Nothing", "u_authUI"], errSecParam)
    refused("an unknown value key is refused", ["v_Nothing", "v_data"], errSecParam)
    refused("a key of no family is refused", ["xyzzy", "private", "account"], errSecParam)
    refused("a key of one letter or none is refused", ["", "m", "f"], errSecParam)
    [
      "m_Nothing", "m_limit", "mm", "match",
    ].map { key in
      Case(
        "an unknown match key is ignored by CopyMatching", key, from: "§2, first table",
        [.add(Items.password()), .find(Items.named("ada") + Entries(key, "x"))])
    }
    AnyCall.allCases.map { call in
      Case(
        "a key that starts with f is ignored", call.rawValue, from: "§2, first table",
        (call == .add ? [] : [.add(Items.named("a"))])
          + [call.step(Items.named("a") + ["f_Callback": "x"])])
    }
  }

  private static func keysOfOtherTypes() -> [Case] {
    let others: [(String, Any)] = [
      ("date", Date(timeIntervalSinceReferenceDate: 1)), ("data", Data([1])), ("null", NSNull()),
    ]
    return AnyCall.allCases.flatMap { call in
      [
        Case(
          "a number as a key names no attribute", call.rawValue, from: "§2, first table",
          [call.step(Items.named("a") + Entries(5, "x"), errSecNoSuchAttr)])
      ]
        + others.map { name, key in
          Case(
            "a key that is neither text nor number is refused", "\(name) in \(call.rawValue)",
            from: "§2, first table",
            [call.step(Items.named("a") + Entries(key, "x"), errSecParam)])
        }
    }
  }

  @CaseList
  private static func internalNames() -> [Case] {
    refused("the mark of app clips is not for callers", ["clip"], value: 0, errSecParam)
    refused(
      "the names of stored columns are refused", ["data", "v_pk"], value: Data([1]), errSecParam)
    refused(
      "the names of row numbers and references are refused", ["rowid", "persistref"],
      value: Data([1]), errSecParam)
  }

  private static func sizes() -> [Case] {
    var many = Items.named("a")
    for number in 0..<200 { many = many + Entries("f_\(number)", "x") }
    return AnyCall.allCases.map { call in
      Case(
        "a dictionary of more keys than 128 is refused", call.rawValue, from: "§2, number of keys",
        [call.step(many, errSecParam)])
    }
  }
}
