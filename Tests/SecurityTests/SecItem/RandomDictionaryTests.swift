// SPDX-License-Identifier: Apache-2.0

import Security
import SeededNumbers
import Testing

/// Dictionaries that no program would write.
private struct DictionaryMaker {
  var random: SeededGenerator

  static let names = [
    "class", "acct", "svce", "srvr", "port", "ptcl", "agrp", "pdmn", "accc", "sync", "labl", "gena",
    "cdat", "mdat", "sha1", "musr", "tomb", "UUID", "tkid", "vwht", "ggrp", "clip", "nleg", "kcls",
    "klbl", "atag", "bsiz", "sdat", "issr", "slnr", "ctyp", "binn", "bin0", "r_Data",
    "r_Attributes", "r_Ref", "r_PersistentRef", "v_Data", "v_Ref", "v_PersistentRef", "m_Limit",
    "m_HostOrSubdomainOfHost", "m_ValidOnDate", "u_AuthUI", "u_AuthCtx", "u_CredRef", "u_ItemList",
    "abcd", "xyzzy", "", "\u{1F511}\u{1F511}", "a\0bc", "e\u{301}e\u{301}",
  ]

  private mutating func text() -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: ""
    case 1: ["genp", "inet", "cert", "keys", "idnt", "apls"].randomElement(using: &random) ?? ""
    case 2: ["ak", "dku", "TEAM.app", "m_LimitAll", "syna"].randomElement(using: &random) ?? ""
    case 3: String(repeating: "\u{1F511}", count: Int.random(in: 0..<200, using: &random))
    case 4: "a\0b\u{7F}"
    default: "\(UInt64.random(in: 0...UInt64.max, using: &random))"
    }
  }

  private mutating func data() -> Data {
    let count = [0, 1, 12, 16, 20, 24, 5000].randomElement(using: &random) ?? 0
    return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  mutating func value(depth: Int = 0) -> Any {
    switch Int.random(in: 0..<(depth < 6 ? 16 : 12), using: &random) {
    case 0, 1: text()
    case 2, 3: data()
    case 4: Int.random(in: -3...3, using: &random)
    case 5: [Int.min, Int.max, 0x8000_0001].randomElement(using: &random) ?? 0
    case 6: [UInt64.max, UInt64(Int64.max) + 1].randomElement(using: &random) ?? 0
    case 7:
      [Double.nan, .infinity, -.infinity, 1e300, -0.0, 0.5, 1e19].randomElement(using: &random) ?? 0
    case 8: Bool.random(using: &random)
    case 9:
      Date(
        timeIntervalSinceReferenceDate: [
          .nan, .infinity, 0, -1e300, Double.greatestFiniteMagnitude,
        ].randomElement(using: &random) ?? 0)
    case 10: NSNull()
    case 11: UUID()
    case 12: NSObject()
    case 13: URL(fileURLWithPath: "/")
    case 14:
      (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth + 1) } as [Any]
    default: [text(): value(depth: depth + 1)] as [String: Any]
    }
  }

  mutating func dictionary() -> [String: Any] {
    var dictionary: [String: Any] = [:]
    // Most dictionaries name a class, so that what is behind it is reached.
    if Int.random(in: 0..<10, using: &random) > 0 {
      dictionary["class"] = ["genp", "inet", "cert", "keys"].randomElement(using: &random)
    }
    let most = Int.random(in: 0..<20, using: &random) == 0 ? 200 : 5
    for number in 0..<Int.random(in: 0...most, using: &random) {
      let name = Self.names.randomElement(using: &random) ?? ""
      dictionary[most == 200 ? "f_\(number)" : name] = value()
    }
    return dictionary
  }
}

@Suite("Dictionaries that no program would write", .memoryKeychain)
struct RandomDictionaryTests {
  private static let classes = ["genp", "inet", "cert", "keys"]

  /// The references of all items there are.
  private func references() -> Set<Data> {
    Set(
      Self.classes.flatMap { itemClass -> [Data] in
        var found: CFTypeRef?
        let query: [String: Any] = [
          "class": itemClass, "sync": "syna", "m_Limit": "m_LimitAll", "r_PersistentRef": true,
        ]
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        #expect(status == errSecSuccess || status == errSecItemNotFound)
        return found as? [Data] ?? []
      })
  }

  @Test("trap nowhere, and store a whole item or none", arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var maker = DictionaryMaker(random: SeededGenerator(seed: seed))
    var stored = references()
    var accepted = 0
    for _ in 0..<150 {
      let dictionary = maker.dictionary()
      var result: CFTypeRef?
      let status = SecItemAdd(dictionary as CFDictionary, &result)
      let now = references()
      #expect(now.isSuperset(of: stored))
      #expect(now.count == stored.count + (status == errSecSuccess ? 1 : 0), "\(dictionary)")
      if status == errSecSuccess { accepted += 1 }
      stored = now
    }
    #expect(accepted > 0)
    for _ in 0..<150 {
      var result: CFTypeRef?
      SecItemCopyMatching(maker.dictionary() as CFDictionary, &result)
      let status = SecItemUpdate(
        maker.dictionary() as CFDictionary, maker.dictionary() as CFDictionary)
      #expect(references() == stored, "an update adds and removes nothing; status \(status)")
    }
    for reference in stored {
      var found: CFTypeRef?
      let query: [String: Any] = [
        "v_PersistentRef": reference, "r_Data": true, "r_Attributes": true,
      ]
      #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
      #expect((found as? [String: Any])?["agrp"] != nil)
    }
    for _ in 0..<50 {
      let status = SecItemDelete(maker.dictionary() as CFDictionary)
      let now = references()
      #expect(now.isSubset(of: stored))
      #expect((now == stored) == (status != errSecSuccess))
      stored = now
    }
  }

  @Test("a value of 10 MB in every place is refused or comes back")
  func large() {
    let large = Data(count: 10_000_000)
    for key in ["acct", "labl", "agrp", "pdmn", "sync", "v_Data", "r_Data", "m_Limit", "zzzz"] {
      let item: [String: Any] = ["class": "genp", key: large]
      let status = SecItemAdd(item as CFDictionary, nil)
      guard status == errSecSuccess else { continue }
      var found: CFTypeRef?
      let query: [String: Any] = ["class": "genp", "r_Data": true, "r_Attributes": true]
      #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
      #expect((found as? [String: Any])?[key] as? Data == large)
      #expect(SecItemDelete(["class": "genp"] as CFDictionary) == errSecSuccess)
    }
  }
}
