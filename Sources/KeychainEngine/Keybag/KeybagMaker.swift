// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// Makes keybags: with fresh keys, and the file of any.
package enum KeybagMaker {
  /// Makes the keybag file of a new open keychain, with fresh keys.
  package static func makeFile(
    keychainID: [UInt8], databaseName: String, deviceKey: SharedSecret
  ) -> [UInt8] {
    let unlockKey = SharedSecret(SecretBytes.random(count: Keybag.unlockKeyByteCount))
    var keybag = Keybag(
      keychainID: keychainID, generation: 1, databaseName: databaseName,
      deviceSlot: Keybag.DeviceSlot(kind: .file, parameters: []), unlockSlots: [], keys: [])
    keybag.unlockSlots = [openSlot(for: unlockKey, in: keybag, deviceKey)]
    addFreshKeys(
      to: &keybag, deviceKey, unlockKey, nonvolatile: SharedSecret(SecretBytes(count: 0)))
    return file(of: keybag, deviceKey, unlockKey)
  }

  /// The bytes of `keybag`, authenticated under both keys.
  static func file(
    of keybag: Keybag, _ deviceKey: SharedSecret, _ unlockKey: SharedSecret
  ) -> [UInt8] {
    let bytes = KeybagCodec.encode(keybag)
    return bytes + KeybagWrapping.mac(bytes, under: deviceKey.bytes, keybag.keychainID)
      + KeybagWrapping.mac(bytes, under: unlockKey.bytes, keybag.keychainID)
  }

  /// Gives `keybag` a new key of every purpose, of the keybag's own generation.
  ///
  /// `akpu` gets one only beside a passphrase.
  static func addFreshKeys(
    to keybag: inout Keybag, _ deviceKey: SharedSecret, _ unlockKey: SharedSecret,
    nonvolatile: SharedSecret?
  ) {
    let id = keybag.keychainID
    let generation = UInt32(clamping: keybag.generation)
    func fresh(
      _ purpose: Keybag.WrappedKey.Purpose, under wrappingKey: borrowing SecretBytes
    ) -> Keybag.WrappedKey {
      KeybagWrapping.freshKey(purpose, generation: generation, id, under: wrappingKey)
    }
    let deviceWrappingKey = KeyHierarchy.deviceWrappingKey(
      deviceKey: deviceKey.bytes, keychainID: id)
    keybag.keys = [.database, .index].map { fresh($0, under: deviceWrappingKey) }
    for protection in ProtectionClass.allCases
    where protection != .whenPasscodeSetThisDeviceOnly || keybag.hasPassphrase {
      guard let nonvolatile,
        let wrappingKey = KeybagWrapping.wrappingKey(
          of: protection, deviceKey: deviceKey, unlockKey: unlockKey, nonvolatile: nonvolatile, id)
      else { continue }
      keybag.keys.append(fresh(.items(protection), under: wrappingKey.bytes))
    }
  }

  /// A slot that takes nothing but the device.
  static func openSlot(
    for unlockKey: SharedSecret, in keybag: Keybag, _ deviceKey: SharedSecret
  ) -> Keybag.UnlockSlot {
    let wrappingKey = KeyHierarchy.deviceWrappingKey(
      deviceKey: deviceKey.bytes, keychainID: keybag.keychainID)
    let slot = Keybag.UnlockSlot(
      id: RandomBytes.bytes(Keybag.identifierByteCount), kind: .open,
      generation: keybag.generation, parameters: [], wrapped: [])
    return KeybagWrapping.wrap(unlockKey.bytes, in: slot, of: keybag.keychainID, under: wrappingKey)
  }
}
