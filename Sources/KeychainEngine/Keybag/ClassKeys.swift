// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
package import Secrets

/// The key of one protection class, wiped when the last holder lets go.
package final class ClassKey: Sendable {
  package let generation: UInt32
  package let key: SecretBytes

  init(generation: UInt32, key: consuming SecretBytes) {
    self.generation = generation
    self.key = key
  }
}

/// The class keys of a keychain that are at hand, and which of them exist.
///
/// A key that exists and is not at hand is locked away. One that does not exist has gone for good,
/// and what was sealed under it with it.
package struct ClassKeys: Sendable {
  private var atHand: [ProtectionClass: ClassKey] = [:]
  private var existing: [ProtectionClass: UInt32]

  package enum Availability {
    case here(ClassKey)
    case locked
    case missing
  }

  init(of keybag: Keybag) {
    var existing: [ProtectionClass: UInt32] = [:]
    for key in keybag.keys {
      if case .items(let protection) = key.purpose { existing[protection] = key.generation }
    }
    self.existing = existing
  }

  mutating func insert(_ key: ClassKey, for protection: ProtectionClass) {
    atHand[protection] = key
  }

  /// The key has gone, though the keybag names it: what it was wrapped under is no more.
  mutating func lose(_ protection: ProtectionClass) { existing[protection] = nil }

  /// What new items of `protection` are sealed under.
  package func current(_ protection: ProtectionClass) -> Availability {
    if let key = atHand[protection] { return .here(key) }
    return existing[protection] == nil ? .missing : .locked
  }

  /// What the row of an item was sealed under.
  func key(_ protection: ProtectionClass, generation: UInt32) -> Availability {
    guard existing[protection] == generation else { return .missing }
    return current(protection)
  }

  /// Without the keys that only an unlocked keychain has at hand.
  func locked() -> ClassKeys {
    var keys = self
    keys.atHand = atHand.filter { !$0.key.isLockedAway }
    return keys
  }

  /// With those that were at hand before, where this keychain still has the same ones and may keep
  /// them while it is locked.
  func keeping(_ earlier: ClassKeys) -> ClassKeys {
    var keys = self
    for (protection, key) in earlier.atHand
    where !protection.isLockedAway && keys.atHand[protection] == nil
      && existing[protection] == key.generation
    {
      keys.atHand[protection] = key
    }
    return keys
  }
}

extension ProtectionClass {
  /// Whether its key is wiped when the keychain is locked; the others stay from the first unlock
  /// on.
  fileprivate var isLockedAway: Bool {
    switch self {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: true
    default: false
    }
  }
}
