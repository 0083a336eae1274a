// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Access controls as objects: which flags make one, and what it then is.
enum AccessControls {
  typealias Flags = SecAccessControlCreateFlags

  /// The access control, or the code of the error and its domain.
  static func make(
    _ protection: CFTypeRef, _ flags: Flags
  ) -> (control: SecAccessControl?, code: Int?, domain: String?) {
    var error: Unmanaged<CFError>?
    let control = SecAccessControlCreateWithFlags(kCFAllocatorDefault, protection, flags, &error)
    let found = error?.takeRetainedValue()
    return (
      control, found.map { CFErrorGetCode($0) }, found.map { CFErrorGetDomain($0) as String }
    )
  }

  static func cases() -> [Case] { protections() + flags() + objects() }

  private static func made(
    _ behaviour: String, _ variant: String = "", from source: String = "§10, rules",
    _ protection: CFTypeRef, _ flags: Flags = []
  ) -> Case {
    Case(
      behaviour, variant, from: source,
      [
        .check { _ in
          let result = make(protection, flags)
          guard result.control != nil else { return "nil, error \(result.code ?? 0)" }
          return result.code == nil ? nil : "an error beside the object"
        }
      ])
  }

  private static func refused(
    _ behaviour: String, _ variant: String = "", from source: String = "§10, rules",
    _ protection: CFTypeRef, _ flags: Flags = []
  ) -> Case {
    Case(
      behaviour, variant, from: source,
      [
        .check { _ in
          let result = make(protection, flags)
          if result.control != nil { return "an object" }
          guard result.code == Int(errSecParam), result.domain == NSOSStatusErrorDomain else {
            return "error \(result.code ?? 0) of \(result.domain ?? "no domain")"
          }
          return nil
        },
        .check { _ in
          SecAccessControlCreateWithFlags(nil, protection, flags, nil) == nil
            ? nil : "an object where nobody asks for the error"
        },
      ])
  }

  @CaseList
  private static func protections() -> [Case] {
    ["ak", "ck", "dk", "aku", "cku", "dku", "akpu", "f"].map {
      made("an access control is made for every protection", $0, $0 as CFString)
    }
    ["", "AK", "xx", "WhenUnlocked"].map {
      refused("an access control needs a protection that exists", "\"\($0)\"", $0 as CFString)
    }
    [("a number", 5 as CFNumber), ("data", Data("ak".utf8) as CFData), ("null", NSNull())].map {
      (type: String, value: CFTypeRef) in
      refused("the protection of an access control is text", type, value)
    }
  }

  /// Every flag with its name.
  private static let single: [(String, Flags)] = [
    ("userPresence", .userPresence), ("biometryAny", .biometryAny),
    ("biometryCurrentSet", .biometryCurrentSet), ("devicePasscode", .devicePasscode),
    ("privateKeyUsage", .privateKeyUsage), ("applicationPassword", .applicationPassword),
    ("or", .or), ("and", .and),
  ]

  @CaseList
  private static func flags() -> [Case] {
    single.map { made("a single flag makes an access control", $0, protection, $1) }
    numbers()
    pairs()
    combinations()
  }

  private static var protection: CFString { kSecAttrAccessibleWhenUnlockedThisDeviceOnly }

  private static func numbers() -> [Case] {
    let numbers: [(String, Flags, UInt)] = [
      ("userPresence", .userPresence, 1), ("biometryAny", .biometryAny, 2),
      ("biometryCurrentSet", .biometryCurrentSet, 8), ("devicePasscode", .devicePasscode, 16),
      ("or", .or, 1 << 14), ("and", .and, 1 << 15), ("privateKeyUsage", .privateKeyUsage, 1 << 30),
      ("applicationPassword", .applicationPassword, 1 << 31),
    ]
    return numbers.map { name, flag, number in
      Case(
        "the flags have their numbers", name, from: "§10, flags",
        [.check { _ in UInt(flag.rawValue) == number ? nil : "\(flag.rawValue)" }])
    }
  }

  /// Whether the two flags may stand together.
  private static func excludes(_ a: String, _ b: String) -> Bool {
    let pair = Set([a, b])
    if pair == ["or", "and"] || pair == ["biometryAny", "biometryCurrentSet"] { return true }
    return pair.contains("userPresence")
      && pair.isDisjoint(with: ["applicationPassword", "privateKeyUsage"])
  }

  private static func pairs() -> [Case] {
    single.indices.flatMap { i in
      single[(i + 1)...].map { second in
        let first = single[i]
        let name = "\(first.0) and \(second.0)"
        return excludes(first.0, second.0)
          ? refused(
            "two flags that exclude each other make no access control", name, protection,
            [first.1, second.1])
          : made(
            "two flags that go together make an access control", name, protection,
            [first.1, second.1])
      }
    }
  }

  private static func combinations() -> [Case] {
    let good: [Flags] = [
      [.devicePasscode, .biometryAny, .or], [.devicePasscode, .biometryAny, .and],
      [.devicePasscode, .biometryCurrentSet, .or, .applicationPassword],
      [.userPresence, .applicationPassword, .privateKeyUsage],
      [.biometryAny, .privateKeyUsage, .applicationPassword],
    ]
    let bad: [Flags] = [
      [.devicePasscode, .biometryAny, .or, .and], [.biometryAny, .biometryCurrentSet, .or],
      [.userPresence, .devicePasscode, .privateKeyUsage], [.userPresence, .biometryAny, .or],
      [.userPresence, .applicationPassword, .and],
    ]
    return good.enumerated().map {
      made("several flags that go together make an access control", "\($0)", protection, $1)
    }
      + bad.enumerated().map {
        refused(
          "several flags that exclude each other make no access control", "\($0)", protection, $1)
      }
  }

  private static func objects() -> [Case] {
    func holds(_ behaviour: String, from source: String, _ body: @escaping () -> Bool) -> Case {
      Case(behaviour, from: source, [.check { _ in body() ? nil : "not so" }])
    }
    return [
      holds("an access control has a type of its own", from: "§10") {
        make(protection, []).control.map { CFGetTypeID($0) } == SecAccessControlGetTypeID()
          && SecAccessControlGetTypeID() != CFStringGetTypeID()
      },
      holds("access controls of the same protection and flags are equal", from: "§10, equality") {
        single.allSatisfy { _, flag in
          guard let a = make(protection, flag).control, let b = make(protection, flag).control
          else { return false }
          return CFEqual(a, b) && CFHash(a) == CFHash(b)
        }
      },
      holds("access controls of other flags differ", from: "§10, equality") {
        guard let none = make(protection, []).control,
          let passcode = make(protection, .devicePasscode).control,
          let either = make(protection, [.devicePasscode, .biometryAny, .or]).control,
          let both = make(protection, [.devicePasscode, .biometryAny, .and]).control
        else { return false }
        return !CFEqual(none, passcode) && !CFEqual(passcode, either) && !CFEqual(either, both)
      },
      holds("access controls of other protections differ", from: "§10, equality") {
        guard let a = make("ak" as CFString, []).control, let b = make("ck" as CFString, []).control
        else { return false }
        return !CFEqual(a, b)
      },
      holds("several constraints must all hold unless one is enough", from: "§10, rules") {
        guard let plain = make(protection, [.devicePasscode, .biometryAny]).control,
          let and = make(protection, [.devicePasscode, .biometryAny, .and]).control
        else { return false }
        return CFEqual(plain, and)
      },
      holds("or and and mean nothing for a single constraint", from: "§10, rules") {
        guard let plain = make(protection, [.devicePasscode]).control,
          let or = make(protection, [.devicePasscode, .or]).control
        else { return false }
        return CFEqual(plain, or)
      },
      holds("an access control describes itself", from: "§10, description") {
        make("ak" as CFString, .userPresence).control.map { "\($0)" }
          == "<SecAccessControlRef: ak;od(cpo(DeviceOwnerAuthentication));odel(true);oe(true)>"
      },
    ]
  }
}
