// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What comes back: 16 combinations of flags, one item or a list, with a secret or without.
enum ResultShapes {
  private struct Flags: CaseIterable, CustomStringConvertible {
    let data, attributes, reference, persistent: Bool

    static let allCases: [Flags] = (0..<16).map {
      Flags(
        data: $0 & 1 != 0, attributes: $0 & 2 != 0, reference: $0 & 4 != 0,
        persistent: $0 & 8 != 0)
    }

    var count: Int { [data, attributes, reference, persistent].count { $0 } }

    var description: String {
      let names = [
        data ? "Data" : nil, attributes ? "Attributes" : nil, reference ? "Ref" : nil,
        persistent ? "PersistentRef" : nil,
      ].compactMap { $0 }
      return names.isEmpty ? "nothing" : names.joined(separator: "+")
    }

    /// Every flag is named, those that are not wanted as false.
    var entries: Entries {
      [
        kSecReturnData: data, kSecReturnAttributes: attributes, kSecReturnRef: reference,
        kSecReturnPersistentRef: persistent,
      ]
    }

    /// The flags that are wanted alone.
    var wanted: Entries {
      var entries: Entries = [:]
      if data { entries = entries + [kSecReturnData: true] }
      if attributes { entries = entries + [kSecReturnAttributes: true] }
      if reference { entries = entries + [kSecReturnRef: true] }
      if persistent { entries = entries + [kSecReturnPersistentRef: true] }
      return entries
    }
  }

  private static let secret = Array("secret".utf8)
  /// A key that every dictionary of attributes has, and no other dictionary.
  private static let attribute = "cdat"

  /// What one password gives; nil where it gives nothing, which a list leaves out.
  private static func shape(_ flags: Flags, of call: AnyCall, hasSecret: Bool) -> Shape? {
    switch (flags.count, call) {
    case (0, _): return nil
    case (1, .add) where flags.data: return .data(hasSecret ? secret : [])
    case (1, _) where flags.data: return hasSecret ? .data(secret) : nil
    case (1, _) where flags.persistent: return .persistentReference("genp")
    case (1, _) where flags.reference: return nil
    default: break
    }
    var having: Entries = flags.data && hasSecret ? [kSecValueData: Data(secret)] : [:]
    var with: [String] = []
    var lacking: [String] = flags.data && hasSecret ? [] : ["v_Data"]
    // A search for data and reference adds the attributes; Add does not.
    let hasAttributes =
      flags.attributes || flags.reference || (call == .find && flags.data && flags.persistent)
    if hasAttributes { with.append(attribute) } else { lacking.append(attribute) }
    if flags.reference {
      having = having + [kSecClass: kSecClassGenericPassword]
    } else {
      lacking.append("class")
    }
    if flags.persistent {
      with.append("v_PersistentRef")
    } else {
      lacking.append("v_PersistentRef")
    }
    lacking.append("v_Ref")
    return .dictionary(having: having, with: with, lacking: lacking)
  }

  private static func item(_ account: String, hasSecret: Bool) -> Entries {
    hasSecret ? Items.password(account) : Items.named(account)
  }

  @CaseList
  static func cases() -> [Case] {
    Flags.allCases.flatMap { flags in
      [true, false].flatMap { hasSecret in
        one(flags, hasSecret) + lists(flags, hasSecret)
      }
    }
    mixed()
    flagValues()
    pointers()
  }

  private static func one(_ flags: Flags, _ hasSecret: Bool) -> [Case] {
    let what = hasSecret ? "with a secret" : "without a secret"
    return [
      Case(
        "Add hands back \(flags)", what, from: "§7, Add",
        [
          .add(
            item("ada", hasSecret: hasSecret) + flags.entries, errSecSuccess,
            shape(flags, of: .add, hasSecret: hasSecret) ?? .nothing)
        ]),
      Case(
        "CopyMatching hands back \(flags)", what, from: "§7, CopyMatching",
        [
          .add(item("ada", hasSecret: hasSecret)),
          .find(
            Items.named("ada") + flags.entries, errSecSuccess,
            shape(flags, of: .find, hasSecret: hasSecret) ?? .nothing),
          .find(
            Items.named("ada") + flags.wanted + [kSecMatchLimit: kSecMatchLimitOne], errSecSuccess,
            shape(flags, of: .find, hasSecret: hasSecret) ?? .nothing),
        ]),
    ]
  }

  private static func lists(_ flags: Flags, _ hasSecret: Bool) -> [Case] {
    let what = hasSecret ? "with a secret" : "without a secret"
    return [("all", kSecMatchLimitAll as Any, 3), ("2", 2, 2)].map { name, limit, count in
      let shape = shape(flags, of: .find, hasSecret: hasSecret)
      return Case(
        "CopyMatching hands back a list of \(flags)", "limit \(name), \(what)",
        from: "§7, limit all",
        ["a", "b", "c"].map { .add(item($0, hasSecret: hasSecret)) } + [
          .find(
            Items.generic + flags.entries + [kSecMatchLimit: limit], errSecSuccess,
            shape.map { .listOf(count, $0) } ?? .list([]))
        ])
    }
  }

  private static func mixed() -> [Case] {
    [
      Case(
        "a list of data leaves out items without a secret", from: "T inventory §8",
        [
          .add(Items.password("a")), .add(Items.named("b")), .add(Items.password("c")),
          .find(
            Items.generic + Items.returningData + Items.all, errSecSuccess,
            .list([.data(secret), .data(secret)])),
        ]),
      Case(
        "a list of dictionaries keeps items without a secret", from: "T si-80",
        [
          .add(Items.password("a")), .add(Items.named("b")),
          .find(
            Items.generic + Items.returningData + Items.returningAttributes + Items.all,
            errSecSuccess,
            .list([
              .dictionary(having: [kSecAttrAccount: "a", kSecValueData: Data(secret)]),
              .dictionary(having: [kSecAttrAccount: "b"], lacking: ["v_Data"]),
            ])),
        ]),
      Case(
        "an empty secret is not an absent one", from: "T si-80",
        [
          .add(Items.named("a") + [kSecValueData: Data()]),
          .find(Items.named("a") + Items.returningData, errSecSuccess, .data([])),
          .find(
            Items.named("a") + Items.returningData + Items.returningAttributes, errSecSuccess,
            .dictionary(having: [kSecValueData: Data()])),
        ]),
      Case(
        "the dictionaries of Add and CopyMatching agree in what both have", from: "§3.1",
        [
          .add(Items.password() + [kSecAttrLabel: "l"] + Items.returningAttributes),
          .find(
            Items.named("ada") + Items.returningAttributes, errSecSuccess,
            .fulfilling("every entry of Add's") { result, results in
              guard let found = result as? [String: Any], let added = results[0] as? [String: Any]
              else { return false }
              return !added.isEmpty
                && added.allSatisfy { key, value in
                  found[key].map { CFEqual($0 as CFTypeRef, value as CFTypeRef) } ?? false
                }
            }),
        ]),
    ]
  }

  private static func flagValues() -> [Case] {
    let values: [(String, Any)] = [
      ("the number 1", 1), ("the number 0", 0), ("text", "true"), ("null", NSNull()),
      ("data", Data([1])), ("a real", 1.0),
    ]
    return [
      kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef,
    ].flatMap { flag in
      values.map { name, value in
        Case(
          "a return flag is a boolean", "\(flag) is \(name)", from: "§4.1",
          [
            .add(Items.password() + Entries(flag, value), errSecParam), .add(Items.password()),
            .find(Items.named("ada") + Entries(flag, value), errSecParam),
          ])
      }
    }
  }

  private static func pointers() -> [Case] {
    [
      Case(
        "a result may be thrown away", from: "§7",
        [
          .add(Items.password()),
          .check { _ in
            let query = Items.named("ada") + Items.returningData + Items.returningAttributes
            let status = SecItemCopyMatching(query.dictionary(after: []), nil)
            return status == errSecSuccess ? nil : "status \(status)"
          },
          .check { _ in
            let item = Items.password("bob") + Items.returningData
            let status = SecItemAdd(item.dictionary(after: []), nil)
            return status == errSecSuccess ? nil : "status \(status)"
          },
          .find(Items.named("bob")),
        ]),
      Case(
        "a call that fails leaves the variable alone", from: "T secd-83-valid-on-date",
        [
          .add(Items.password()), .add(Items.password() + Items.returningData, errSecDuplicateItem),
          .find(Items.named("eve") + Items.returningData, errSecItemNotFound),
          .find([kSecReturnData: true], errSecParam),
          .find(Items.generic + ["abcd": 1] + Items.returningAttributes, errSecNoSuchAttr),
          .find(
            Items.generic + [kSecAttrAccessGroup: Group.foreign] + Items.returningAttributes,
            errSecMissingEntitlement),
        ]),
    ]
  }
}
