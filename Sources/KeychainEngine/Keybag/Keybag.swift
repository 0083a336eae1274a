// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// The wrapped keys of a keychain and the name of the database that they open: a value, as the file
/// `keybag` holds it.
///
/// `Documentation/keychain-format.md` has the bytes. Nothing in it opens anything without the
/// device key, but for a recovery slot, which holds it.
package struct Keybag: Equatable, Sendable {
  /// The 16 random bytes that every derivation and every row of the keychain is bound to.
  package var keychainID: [UInt8]
  /// One more at each write.
  package var generation: UInt64
  /// The file name of the database in use.
  package var databaseName: String
  /// After how many seconds without use an unlocked keychain locks itself; 0 for never.
  package var idleSeconds: UInt32 = 0
  package var deviceSlot: DeviceSlot
  package var unlockSlots: [UnlockSlot]
  package var keys: [WrappedKey]

  /// Where the device key is kept.
  package struct DeviceSlot: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
      case file = 1
      /// Sealed by a TPM 2.0.
      case tpm2 = 2
    }
    package var kind: Kind
    package var parameters: [UInt8]
  }

  /// One way to get at the unlock key.
  package struct UnlockSlot: Equatable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
      /// No passcode: wrapped under the device's key alone.
      case open = 0
      case passphrase = 1
      case recoveryCode = 2
      case keyFile = 3
      /// A file that systemd hands to a unit.
      case systemCredential = 4
    }
    package var id: [UInt8]
    package var kind: Kind
    /// The generation of the keybag that the slot was written in: a later one keeps its bytes.
    package var generation: UInt64
    package var parameters: [UInt8]
    /// The unlock key; behind the device key in a recovery slot.
    package var wrapped: [UInt8]
  }

  /// Whether it opens without anybody: a device without a passcode.
  package var isOpen: Bool { unlockSlots.contains { $0.kind == .open } }
  package var hasPassphrase: Bool { unlockSlots.contains { $0.kind == .passphrase } }

  /// One key of the keychain, wrapped.
  package struct WrappedKey: Equatable, Sendable {
    package enum Purpose: Hashable, Sendable {
      case database
      case index
      case items(ProtectionClass)

      package var number: UInt8 {
        switch self {
        case .database: 1
        case .index: 2
        case .items(let protection): protection.number
        }
      }

      package init?(number: UInt8) {
        switch number {
        case 1: self = .database
        case 2: self = .index
        default:
          guard let protection = ProtectionClass(number: number) else { return nil }
          self = .items(protection)
        }
      }

      /// How many bytes the key has.
      package var byteCount: Int { self == .database ? 64 : 32 }
    }

    package var purpose: Purpose
    /// Which key of this purpose it is; rotation makes the next one.
    package var generation: UInt32
    package var wrapped: [UInt8]
  }

  package static let fileName = "keybag"
  package static let identifierByteCount = 16
  package static let deviceKeyByteCount = 32
  package static let unlockKeyByteCount = 32
}
