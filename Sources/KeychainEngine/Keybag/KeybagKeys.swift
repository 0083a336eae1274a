// SPDX-License-Identifier: Apache-2.0

package import Cryptography
internal import EncryptedSQLite
package import KeychainRequests
package import Secrets

/// The keys of a keychain, out of their wrapping.
///
/// Immutable, so that any number of readers may share it; wiped when the last one lets go.
package final class KeybagKeys: Sendable {
  package let keychainID: [UInt8]
  /// The 64 bytes that open the database.
  package let database: SecretBytes
  /// Makes the tokens of the blind index.
  package let index: HMACSHA256
  private let classKeys: [ProtectionClass: ClassKey]

  /// The key of one protection class.
  package final class ClassKey: Sendable {
    package let generation: UInt32
    package let key: SecretBytes

    init(generation: UInt32, key: consuming SecretBytes) {
      self.generation = generation
      self.key = key
    }
  }

  private init(
    keychainID: [UInt8], database: consuming SecretBytes, index: consuming HMACSHA256,
    classKeys: [ProtectionClass: ClassKey]
  ) {
    self.keychainID = keychainID
    self.database = database
    self.index = index
    self.classKeys = classKeys
  }

  /// The key that items of `protection` are sealed under; nil when this keychain has none, as for
  /// `akpu` without a passcode.
  package func classKey(_ protection: ProtectionClass) -> ClassKey? { classKeys[protection] }

  /// What opens the database.
  func databaseKey() throws(EncryptedSQLiteError) -> DatabaseKey {
    try database.withBytes { (bytes) throws(EncryptedSQLiteError) in
      try DatabaseKey(copying: bytes)
    }
  }

  /// Opens the keybag of an open keychain, one without a passcode.
  ///
  /// - Throws: `errSecDecode` for damage or a device key that belongs to another keychain.
  package static func open(
    _ decoded: KeybagCodec.Decoded, deviceKey: borrowing SecretBytes
  ) throws(KeychainEngineError) -> KeybagKeys {
    let keybag = decoded.keybag
    let id = keybag.keychainID
    guard
      KeybagWrapping.authenticates(decoded.deviceMAC, decoded.authenticated, under: deviceKey, id)
    else {
      throw KeychainEngineError(
        .decode,
        "the file keybag is damaged, or device.key belongs to another keychain; restore both from one backup"
      )
    }
    let deviceWrappingKey = KeyHierarchy.deviceWrappingKey(deviceKey: deviceKey, keychainID: id)
    guard let slot = keybag.unlockSlots.first(where: { $0.kind == .open }) else {
      throw KeychainEngineError(.interactionNotAllowed, "the keychain is locked")
    }
    let unlockKey = try KeybagWrapping.unwrap(slot, in: keybag, under: deviceWrappingKey)
    guard
      KeybagWrapping.authenticates(decoded.unlockMAC, decoded.authenticated, under: unlockKey, id)
    else {
      throw KeychainEngineError(.decode, "the file keybag was changed by somebody without its keys")
    }
    let userWrappingKey = KeyHierarchy.userWrappingKey(
      deviceKey: deviceKey, unlockKey: unlockKey, keychainID: id)

    var classKeys: [ProtectionClass: ClassKey] = [:]
    for protection in ProtectionClass.allCases {
      guard let entry = keybag.keys.first(where: { $0.purpose == .items(protection) }) else {
        continue
      }
      let key =
        protection.needsUnlockKey
        ? try KeybagWrapping.unwrap(entry, id, under: userWrappingKey)
        : try KeybagWrapping.unwrap(entry, id, under: deviceWrappingKey)
      classKeys[protection] = ClassKey(generation: entry.generation, key: key)
    }
    guard let databaseEntry = keybag.keys.first(where: { $0.purpose == .database }),
      let indexEntry = keybag.keys.first(where: { $0.purpose == .index })
    else { throw KeychainEngineError(.decode, "the keybag holds no database key") }
    let index = try KeybagWrapping.unwrap(indexEntry, id, under: deviceWrappingKey)
    return KeybagKeys(
      keychainID: id,
      database: try KeybagWrapping.unwrap(databaseEntry, id, under: deviceWrappingKey),
      index: index.withBytes { HMACSHA256(key: $0) }, classKeys: classKeys)
  }

  /// Makes the keybag file of a new open keychain, with fresh keys.
  package static func makeFile(
    keychainID: [UInt8], databaseName: String, deviceKey: borrowing SecretBytes
  ) -> [UInt8] {
    let unlockKey = SecretBytes.random(count: Keybag.unlockKeyByteCount)
    let deviceWrappingKey = KeyHierarchy.deviceWrappingKey(
      deviceKey: deviceKey, keychainID: keychainID)
    let userWrappingKey = KeyHierarchy.userWrappingKey(
      deviceKey: deviceKey, unlockKey: unlockKey, keychainID: keychainID)
    var keybag = Keybag(
      keychainID: keychainID, generation: 1, databaseName: databaseName,
      deviceSlot: Keybag.DeviceSlot(kind: .file, parameters: []), unlockSlots: [], keys: [])
    keybag.unlockSlots = [
      KeybagWrapping.openSlot(for: unlockKey, in: keybag, under: deviceWrappingKey)
    ]
    for purpose in [Keybag.WrappedKey.Purpose.database, .index] {
      keybag.keys.append(KeybagWrapping.freshKey(purpose, keychainID, under: deviceWrappingKey))
    }
    for protection in ProtectionClass.allCases where protection != .whenPasscodeSetThisDeviceOnly {
      keybag.keys.append(
        protection.needsUnlockKey
          ? KeybagWrapping.freshKey(.items(protection), keychainID, under: userWrappingKey)
          : KeybagWrapping.freshKey(.items(protection), keychainID, under: deviceWrappingKey))
    }
    let bytes = KeybagCodec.encode(keybag)
    return bytes + KeybagWrapping.mac(bytes, under: deviceKey, keychainID)
      + KeybagWrapping.mac(bytes, under: unlockKey, keychainID)
  }
}
