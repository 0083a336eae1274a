// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Testing

@Suite("An access control")
struct AccessControlTests {
  typealias Flags = AccessControl.Flags

  /// Every set of flags that is allowed.
  static let allowed: [AccessControl] = {
    let flags: [Flags] = [
      .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and,
      .privateKeyUsage, .applicationPassword,
    ]
    return (0..<(1 << flags.count)).compactMap { bits in
      let chosen = flags.indices.filter { bits >> $0 & 1 == 1 }.map { flags[$0] }
      return try? AccessControl(protection: "ak", flags: Flags(chosen))
    }
  }()

  @Test("of no flags demands nothing, for any operation")
  func unconstrained() throws {
    let control = try AccessControl(protection: "ck", flags: [])
    #expect(control.isUnconstrained && !control.isForUseOnly)
    for operation in AccessControl.Operation.allCases {
      #expect(control.requirement(for: operation) == AccessControl.Requirement.none)
    }
  }

  @Test("of a constraint demands it for reading, and nothing for storing and deleting")
  func constrained() throws {
    let control = try AccessControl(protection: "ak", flags: [.userPresence])
    #expect(!control.isUnconstrained && !control.isForUseOnly)
    #expect(control.requirement(for: .decrypt) == .init([.presence], count: 1))
    #expect(control.requirement(for: .encrypt) == AccessControl.Requirement.none)
    #expect(control.requirement(for: .delete) == AccessControl.Requirement.none)
    #expect(control.requirement(for: .sign) == nil, "what is not named is denied")
  }

  @Test("for private keys denies reading, and allows attesting and deleting")
  func privateKeys() throws {
    for flags in [[.privateKeyUsage], [.privateKeyUsage, .devicePasscode]] as [Flags] {
      let control = try AccessControl(protection: "aku", flags: flags)
      let demand: AccessControl.Requirement =
        flags.contains(.devicePasscode) ? .init([.passcode], count: 1) : .none
      for operation in [AccessControl.Operation.sign, .computeKey, .decapsulate] {
        #expect(control.requirement(for: operation) == demand)
      }
      #expect(control.requirement(for: .decrypt) == nil)
      #expect(control.requirement(for: .encrypt) == nil)
      #expect(control.requirement(for: .attest) == AccessControl.Requirement.none)
      #expect(control.requirement(for: .delete) == AccessControl.Requirement.none)
      #expect(!control.isUnconstrained && control.isForUseOnly)
    }
  }

  @Test("demands all of several constraints unless one is enough")
  func several() throws {
    let both: Flags = [.devicePasscode, .companion]
    for (flags, count) in [(both, 2), ([both, .and], 2), ([both, .or], 1)] as [(Flags, Int)] {
      let control = try AccessControl(protection: "ak", flags: flags)
      #expect(control.requirement(for: .decrypt) == .init([.passcode, .companion], count: count))
    }
  }

  @Test("is tied to the biometry of the device when an item is stored with it, if it demands that")
  func bound() throws {
    let free = try AccessControl(
      protection: "aku", flags: [.privateKeyUsage, .biometryCurrentSet])
    let bound = free.bound(to: [1, 2])
    #expect(bound.isBound && !free.isBound)
    #expect(bound.biometryState == [1, 2])
    #expect(try AccessControl(encoded: bound.encoded) == bound)
    #expect(bound.demand(for: .sign)?.biometryState == [1, 2])
    #expect(bound.summary.contains("cbio(pbioc(0 bytes);pbioh(2 bytes))"))
    #expect(bound.bound(to: [3]).biometryState == [3])
    for state in [nil, []] as [[UInt8]?] {
      #expect(bound.bound(to: state).biometryState == nil, "nothing is known")
    }
    let any = try AccessControl(protection: "aku", flags: [.biometryAny]).bound(to: [1, 2])
    #expect(any.biometryState == nil)
    #expect(try AccessControl(encoded: any.encoded) == any)
  }

  @Test("cannot be tied to two biometries")
  func twoBiometries() throws {
    func list(_ states: [UInt8]...) -> [UInt8] {
      let names = ["od", "oe"]
      let operations = zip(names, states).map { name, state in
        (
          name,
          PropertyList.dictionary([
            "cbio": .dictionary(["pbioc": .bytes([]), "pbioh": .bytes(state)])
          ])
        )
      }
      return DERPropertyList.encode(
        .dictionary([
          "prot": .text("ak"),
          "acl": .dictionary(Dictionary(uniqueKeysWithValues: operations)),
        ]))
    }
    #expect(try AccessControl(encoded: list([1], [1])).biometryState == [1])
    for states in [list([1], [2]), list([], [2])] {
      #expect(throws: DecodingError.self) { try AccessControl(encoded: states) }
    }
  }

  @Test("with a password of the application says so, whatever else it demands")
  func password() throws {
    let control = try AccessControl(protection: "ak", flags: [.applicationPassword])
    #expect(control.requiresPassword && !control.isUnconstrained)
    #expect(control.requirement(for: .decrypt) == AccessControl.Requirement.none)
  }

  @Test("is read back from its bytes", arguments: allowed)
  func roundTrip(_ control: AccessControl) throws {
    #expect(try AccessControl(encoded: control.encoded) == control)
    let bound = AccessControl(
      protection: control.protection, requirements: control.requirements,
      requiresPassword: control.requiresPassword, isBound: true)
    #expect(try AccessControl(encoded: bound.encoded) == bound)
    #expect(bound != control)
  }

  @Test("has the bytes that X.690 gives its property list")
  func bytes() throws {
    let control = try AccessControl(protection: "ak", flags: [.devicePasscode])
    // SET { SEQUENCE {"acl", SET {…}}, SEQUENCE {"prot", "ak"} }, the shorter element first.
    let expected: [UInt8] =
      [0x31, 59]
      + [0x30, 0x0A, 0x0C, 4] + Array("prot".utf8) + [0x0C, 2] + Array("ak".utf8)
      + [0x30, 45, 0x0C, 3] + Array("acl".utf8) + [0x31, 38]
      + [0x30, 0x07, 0x0C, 2] + Array("oe".utf8) + [0x01, 1, 0xFF]
      + [0x30, 0x09, 0x0C, 4] + Array("odel".utf8) + [0x01, 1, 0xFF]
      + [0x30, 0x10, 0x0C, 2] + Array("od".utf8)
      + [0x31, 0x0A, 0x30, 0x08, 0x0C, 3] + Array("cup".utf8) + [0x01, 1, 0xFF]
    #expect(control.encoded == expected)
  }

  @Test(
    "is not read from a part of its bytes, from more, or from others",
    arguments: [
      [], [.devicePasscode], [.devicePasscode, .companion, .or, .applicationPassword],
      [.privateKeyUsage, .biometryCurrentSet],
    ] as [Flags])
  func damaged(_ flags: Flags) throws {
    let bytes = try AccessControl(protection: "ak", flags: flags).encoded
    for count in 0..<bytes.count {
      #expect(throws: DecodingError.self) { try AccessControl(encoded: Array(bytes[..<count])) }
    }
    #expect(throws: DecodingError.self) { try AccessControl(encoded: bytes + [0]) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        // Another access control may come out of it; then its bytes are these and no others.
        if let other = try? AccessControl(encoded: changed) { #expect(other.encoded == changed) }
      }
    }
  }

  @Test("of flags that exclude each other is refused")
  func refused() {
    let flags: [Flags] = [
      [.or, .and], [.biometryAny, .biometryCurrentSet], [.userPresence, .devicePasscode],
      [.userPresence, .biometryAny], [.userPresence, .or], Flags(rawValue: 1 << 2),
    ]
    for flags in flags {
      #expect(throws: AccessControl.InvalidFlags.self) {
        try AccessControl(protection: "ak", flags: flags)
      }
    }
    #expect(throws: AccessControl.InvalidFlags.self) {
      try AccessControl(protection: "xx", flags: [])
    }
  }
}
