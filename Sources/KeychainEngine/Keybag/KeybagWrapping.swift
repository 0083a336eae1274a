// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
internal import Secrets

/// How the keys of a keybag are wrapped and what each wrapping is bound to.
enum KeybagWrapping {
  /// Puts `secret` into `slot`, wrapped.
  static func wrap(
    _ secret: borrowing SecretBytes, in slot: Keybag.UnlockSlot, of id: [UInt8],
    under wrappingKey: borrowing SecretBytes
  ) -> Keybag.UnlockSlot {
    var slot = slot
    let context = context(of: slot, id)
    slot.wrapped = secret.withBytes {
      XChaCha20Poly1305.seal($0, key: wrappingKey, authenticating: context.rawBytes)
    }
    return slot
  }

  /// Makes a random key and wraps it.
  static func freshKey(
    _ purpose: Keybag.WrappedKey.Purpose, generation: UInt32, _ id: [UInt8],
    under wrappingKey: borrowing SecretBytes
  ) -> Keybag.WrappedKey {
    var key = Keybag.WrappedKey(purpose: purpose, generation: generation, wrapped: [])
    let context = context(of: key, id)
    let random = SecretBytes.random(count: purpose.byteCount)
    key.wrapped = random.withBytes {
      XChaCha20Poly1305.seal($0, key: wrappingKey, authenticating: context.rawBytes)
    }
    return key
  }

  /// What the key of `protection` is wrapped under; nil when that takes an unlock key and there is
  /// none.
  static func wrappingKey(
    of protection: ProtectionClass, deviceKey: SharedSecret, unlockKey: SharedSecret?,
    nonvolatile: SharedSecret, _ id: [UInt8]
  ) -> SharedSecret? {
    guard protection.needsUnlockKey else {
      return SharedSecret(
        KeyHierarchy.deviceWrappingKey(deviceKey: deviceKey.bytes, keychainID: id))
    }
    guard let unlockKey else { return nil }
    return SharedSecret(
      protection == .whenPasscodeSetThisDeviceOnly
        ? KeyHierarchy.passcodeWrappingKey(
          deviceKey: deviceKey.bytes, unlockKey: unlockKey.bytes, nonvolatile: nonvolatile.bytes,
          keychainID: id)
        : KeyHierarchy.userWrappingKey(
          deviceKey: deviceKey.bytes, unlockKey: unlockKey.bytes, keychainID: id))
  }

  static func unwrap(
    _ slot: Keybag.UnlockSlot, of id: [UInt8], count: Int,
    under wrappingKey: borrowing SecretBytes
  ) throws(KeychainEngineError) -> SecretBytes {
    try unwrap(slot.wrapped, count: count, under: wrappingKey, context: context(of: slot, id))
  }

  static func unwrap(
    _ key: Keybag.WrappedKey, _ id: [UInt8], under wrappingKey: borrowing SecretBytes
  ) throws(KeychainEngineError) -> SecretBytes {
    try unwrap(
      key.wrapped, count: key.purpose.byteCount, under: wrappingKey, context: context(of: key, id))
  }

  static func mac(
    _ bytes: [UInt8], under key: borrowing SecretBytes, _ id: [UInt8]
  ) -> [UInt8] {
    let authenticationKey = KeyHierarchy.keybagAuthenticationKey(from: key, keychainID: id)
    return authenticationKey.withBytes { HMACSHA256(key: $0).tag(of: bytes.rawBytes) }
  }

  static func authenticates(
    _ tag: [UInt8], _ bytes: [UInt8], under key: borrowing SecretBytes, _ id: [UInt8]
  ) -> Bool {
    ConstantTime.areEqual(tag.rawBytes, mac(bytes, under: key, id).rawBytes)
  }

  private static func unwrap(
    _ box: [UInt8], count: Int, under wrappingKey: borrowing SecretBytes, context: [UInt8]
  ) throws(KeychainEngineError) -> SecretBytes {
    do {
      let key = try XChaCha20Poly1305.open(
        box.rawBytes, key: wrappingKey, authenticating: context.rawBytes)
      if key.count == count { return key }
    } catch {}
    throw KeychainEngineError(
      .decode, "a key in the keybag does not open; restore the keybag from a backup")
  }

  /// What a slot is bound to: keychain id, slot id, kind, parameters, generation of the keybag that
  /// it was written in.
  private static func context(of slot: Keybag.UnlockSlot, _ id: [UInt8]) -> [UInt8] {
    var context = ByteWriter()
    context.write("strongroom-slot-1")
    context.write(id)
    context.write(slot.id)
    context.write(slot.kind.rawValue)
    context.writeCounted(slot.parameters)
    context.write(slot.generation)
    return context.bytes
  }

  /// What a wrapped key is bound to: keychain id, purpose, generation of the key.
  private static func context(of key: Keybag.WrappedKey, _ id: [UInt8]) -> [UInt8] {
    var context = ByteWriter()
    context.write("strongroom-key-1")
    context.write(id)
    context.write(key.purpose.number)
    context.write(key.generation)
    return context.bytes
  }
}
