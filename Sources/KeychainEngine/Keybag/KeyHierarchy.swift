// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
package import Secrets

/// The derivations of a keychain, one label each: HKDF-SHA-256 with the keychain id as salt.
package enum KeyHierarchy {
  /// Wraps what is always readable on this device: database key, index key, class keys `dk` and
  /// `dku`.
  package static func deviceWrappingKey(
    deviceKey: borrowing SecretBytes, keychainID: [UInt8]
  ) -> SecretBytes {
    derive(from: deviceKey, keychainID: keychainID, label: "dev")
  }

  /// Wraps the class keys that need the unlock key, too: `ck`, `cku`, `ak`, `aku`.
  package static func userWrappingKey(
    deviceKey: borrowing SecretBytes, unlockKey: borrowing SecretBytes, keychainID: [UInt8]
  ) -> SecretBytes {
    derive(
      from: SecretBytes(joining: deviceKey, unlockKey), keychainID: keychainID, label: "user")
  }

  /// Wraps the class key `akpu`, which exists only beside a passphrase.
  ///
  /// `nonvolatile` is the secret that a TPM keeps for it; empty without a TPM.
  package static func passcodeWrappingKey(
    deviceKey: borrowing SecretBytes, unlockKey: borrowing SecretBytes,
    nonvolatile: borrowing SecretBytes, keychainID: [UInt8]
  ) -> SecretBytes {
    derive(
      from: SecretBytes(joining: SecretBytes(joining: deviceKey, unlockKey), nonvolatile),
      keychainID: keychainID, label: "akpu")
  }

  /// Wraps the unlock key in the slot `slotID`, from what opens the slot; `deviceKey` is mixed in
  /// where the slot does not hold it.
  static func slotWrappingKey(
    secret: borrowing SecretBytes, deviceKey: SharedSecret?, slotID: [UInt8], keychainID: [UInt8]
  ) -> SecretBytes {
    let material =
      if let deviceKey { SecretBytes(joining: deviceKey.bytes, secret) } else { secret.copy() }
    return material.withBytes {
      HKDFSHA256.deriveKey(
        from: $0, salt: keychainID.rawBytes, info: (Array("slot".utf8) + slotID).rawBytes,
        count: 32)
    }
  }

  /// Authenticates a keybag, under the device key or the unlock key.
  package static func keybagAuthenticationKey(
    from key: borrowing SecretBytes, keychainID: [UInt8]
  ) -> SecretBytes {
    derive(from: key, keychainID: keychainID, label: "bag")
  }

  private static func derive(
    from key: borrowing SecretBytes, keychainID: [UInt8], label: String
  ) -> SecretBytes {
    key.withBytes {
      HKDFSHA256.deriveKey(
        from: $0, salt: keychainID.rawBytes, info: Array(label.utf8).rawBytes, count: 32)
    }
  }
}
