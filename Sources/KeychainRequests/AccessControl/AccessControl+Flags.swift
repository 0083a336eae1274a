// SPDX-License-Identifier: Apache-2.0

extension AccessControl {
  /// The choices of `SecAccessControlCreateFlags`, by their numbers.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let userPresence = Flags(rawValue: 1 << 0)
    package static let biometryAny = Flags(rawValue: 1 << 1)
    package static let biometryCurrentSet = Flags(rawValue: 1 << 3)
    package static let devicePasscode = Flags(rawValue: 1 << 4)
    package static let companion = Flags(rawValue: 1 << 5)
    package static let or = Flags(rawValue: 1 << 14)
    package static let and = Flags(rawValue: 1 << 15)
    package static let privateKeyUsage = Flags(rawValue: 1 << 30)
    package static let applicationPassword = Flags(rawValue: 1 << 31)

    fileprivate static let all: Flags = [
      .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and,
      .privateKeyUsage, .applicationPassword,
    ]

    fileprivate var factors: Set<Factor> {
      let choices: [(Flags, Factor)] = [
        (.userPresence, .presence), (.biometryAny, .biometry),
        (.biometryCurrentSet, .currentBiometry), (.devicePasscode, .passcode),
        (.companion, .companion),
      ]
      return Set(choices.lazy.filter { contains($0.0) }.map(\.1))
    }
  }

  /// Flags that contradict each other, or a protection that there is not.
  package struct InvalidFlags: Error, Hashable, Sendable {
    package let reason: String
  }

  /// Puts flags together to what they demand.
  ///
  /// - Throws: ``InvalidFlags``.
  package init(protection: String, flags: Flags) throws(InvalidFlags) {
    try Self.check(protection, flags)
    let factors = flags.factors
    let requirement = Requirement(
      factors, count: flags.contains(.or) ? min(1, factors.count) : factors.count)
    let requirements: [Operation: Requirement]
    if flags.contains(.privateKeyUsage) {
      requirements = [
        .sign: requirement, .computeKey: requirement, .decapsulate: requirement, .attest: .none,
        .delete: .none,
      ]
    } else if factors.isEmpty {
      requirements = [.any: .none]
    } else {
      requirements = [.decrypt: requirement, .encrypt: .none, .delete: .none]
    }
    self.init(
      protection: protection, requirements: requirements,
      requiresPassword: flags.contains(.applicationPassword))
  }

  private static func check(_ protection: String, _ flags: Flags) throws(InvalidFlags) {
    // The class «until reboot» is known here, though no item can have it.
    guard ProtectionClass(rawValue: protection) != nil || protection == "f" else {
      throw InvalidFlags(reason: "the protection is none of the kSecAttrAccessible… constants")
    }
    guard Flags.all.isSuperset(of: flags) else {
      throw InvalidFlags(reason: "there are flags that mean nothing here")
    }
    if flags.isSuperset(of: [.or, .and]) {
      throw InvalidFlags(reason: "one and all of the constraints (or, and) exclude each other")
    }
    if flags.isSuperset(of: [.biometryAny, .biometryCurrentSet]) {
      throw InvalidFlags(reason: "biometryAny and biometryCurrentSet exclude each other")
    }
    if flags.contains(.userPresence),
      !flags.isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage])
    {
      throw InvalidFlags(
        reason: "userPresence goes with applicationPassword and privateKeyUsage only")
    }
  }
}
