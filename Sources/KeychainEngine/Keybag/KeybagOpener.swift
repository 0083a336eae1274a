// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
package import KeychainRequests
internal import Secrets

/// A keybag file whose device key is at hand: gives out its keys.
package struct KeybagOpener: Sendable {
  package let keybag: Keybag
  package let deviceKey: SharedSecret
  /// What a TPM keeps for the class `akpu`: empty without one, nil where the TPM has lost it.
  let nonvolatile: SharedSecret?
  private let decoded: KeybagCodec.Decoded

  private var id: [UInt8] { keybag.keychainID }

  /// - Throws: `errSecDecode` for damage or a device key that belongs to another keychain.
  package init(
    _ decoded: KeybagCodec.Decoded, deviceKey: SharedSecret,
    nonvolatile: SharedSecret? = SharedSecret(SecretBytes(count: 0))
  ) throws(KeychainEngineError) {
    keybag = decoded.keybag
    self.decoded = decoded
    self.deviceKey = deviceKey
    self.nonvolatile = nonvolatile
    guard
      KeybagWrapping.authenticates(
        decoded.deviceMAC, decoded.authenticated, under: deviceKey.bytes, keybag.keychainID)
    else {
      throw KeychainEngineError(
        .decode,
        "the file keybag is damaged, or device.key belongs to another keychain; restore both from one backup"
      )
    }
  }

  /// Reads the keybag `name` in `folder`, and the device key that it names.
  ///
  /// - Throws: also `errSecNotAvailable` for a file that cannot be read or is open to others.
  init(reading name: String, in folder: KeychainFolder) throws(KeychainEngineError) {
    let decoded = try KeybagCodec.read(name, in: folder)
    let device = try DeviceKeys(of: folder).read(for: decoded.keybag)
    try self.init(decoded, deviceKey: device.key, nonvolatile: device.nonvolatile)
  }

  /// The keys that take nothing but the device.
  package func keys() throws(KeychainEngineError) -> KeybagKeys {
    let index = try unwrap(.index, under: deviceWrappingKey)
    return KeybagKeys(
      keychainID: id, database: try unwrap(.database, under: deviceWrappingKey),
      index: index.withBytes { HMACSHA256(key: $0) })
  }

  /// The class keys that `unlockKey` opens; without one, those that take nothing but the device.
  ///
  /// - Throws: `errSecDecode` when the keybag was not written by somebody with that unlock key.
  package func classKeys(_ unlockKey: SharedSecret?) throws(KeychainEngineError) -> ClassKeys {
    if let unlockKey, !isAuthentic(under: unlockKey) {
      throw KeychainEngineError(.decode, "the file keybag was changed by somebody without its keys")
    }
    var keys = ClassKeys(of: keybag)
    for protection in ProtectionClass.allCases {
      if protection == .whenPasscodeSetThisDeviceOnly, nonvolatile == nil {
        keys.lose(protection)
        continue
      }
      guard let entry = keybag.keys.first(where: { $0.purpose == .items(protection) }) else {
        continue
      }
      guard let wrappingKey = wrappingKey(of: protection, unlockKey) else { continue }
      let key = try KeybagWrapping.unwrap(entry, id, under: wrappingKey.bytes)
      keys.insert(ClassKey(generation: entry.generation, key: key), for: protection)
    }
    return keys
  }

  /// The unlock key of a keychain that has no passcode; nil of any other.
  package func openUnlockKey() throws(KeychainEngineError) -> SharedSecret? {
    guard let slot = keybag.unlockSlots.first(where: { $0.kind == .open }) else { return nil }
    return SharedSecret(
      try KeybagWrapping.unwrap(
        slot, of: id, count: Keybag.unlockKeyByteCount, under: deviceWrappingKey))
  }

  /// Whether `other` has the same bytes.
  func isMade(of other: KeybagCodec.Decoded) -> Bool {
    other.deviceMAC == decoded.deviceMAC && other.unlockMAC == decoded.unlockMAC
  }

  /// Whether the keybag was written by somebody who had `unlockKey`.
  func isAuthentic(under unlockKey: SharedSecret) -> Bool {
    KeybagWrapping.authenticates(
      decoded.unlockMAC, decoded.authenticated, under: unlockKey.bytes, id)
  }

  private var deviceWrappingKey: SecretBytes {
    KeyHierarchy.deviceWrappingKey(deviceKey: deviceKey.bytes, keychainID: id)
  }

  private func wrappingKey(
    of protection: ProtectionClass, _ unlockKey: SharedSecret?
  ) -> SharedSecret? {
    KeybagWrapping.wrappingKey(
      of: protection, deviceKey: deviceKey, unlockKey: unlockKey,
      nonvolatile: nonvolatile ?? SharedSecret(SecretBytes(count: 0)), id)
  }

  private func unwrap(
    _ purpose: Keybag.WrappedKey.Purpose, under wrappingKey: borrowing SecretBytes
  ) throws(KeychainEngineError) -> SecretBytes {
    guard let entry = keybag.keys.first(where: { $0.purpose == purpose }) else {
      throw KeychainEngineError(.decode, "the keybag holds no key for its \(purpose)")
    }
    return try KeybagWrapping.unwrap(entry, id, under: wrappingKey)
  }
}
