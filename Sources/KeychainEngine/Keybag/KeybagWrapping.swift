// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
internal import Secrets

/// How the keys of a keybag are wrapped and what each wrapping is bound to.
enum KeybagWrapping {
  /// Wraps `unlockKey` for a keychain without a passcode.
  static func openSlot(
    for unlockKey: borrowing SecretBytes, in keybag: Keybag,
    under wrappingKey: borrowing SecretBytes
  ) -> Keybag.UnlockSlot {
    var slot = Keybag.UnlockSlot(
      id: RandomBytes.bytes(Keybag.identifierByteCount), kind: .open, parameters: [],
      wrappedUnlockKey: [])
    let context = context(of: slot, in: keybag)
    slot.wrappedUnlockKey = unlockKey.withBytes {
      XChaCha20Poly1305.seal($0, key: wrappingKey, authenticating: context.rawBytes)
    }
    return slot
  }

  /// Makes a random key and wraps it.
  static func freshKey(
    _ purpose: Keybag.WrappedKey.Purpose, _ id: [UInt8], under wrappingKey: borrowing SecretBytes
  ) -> Keybag.WrappedKey {
    var key = Keybag.WrappedKey(purpose: purpose, generation: 1, wrapped: [])
    let context = context(of: key, id)
    let random = SecretBytes.random(count: purpose.byteCount)
    key.wrapped = random.withBytes {
      XChaCha20Poly1305.seal($0, key: wrappingKey, authenticating: context.rawBytes)
    }
    return key
  }

  static func unwrap(
    _ slot: Keybag.UnlockSlot, in keybag: Keybag, under wrappingKey: borrowing SecretBytes
  ) throws(KeychainEngineError) -> SecretBytes {
    try unwrap(
      slot.wrappedUnlockKey, count: Keybag.unlockKeyByteCount, under: wrappingKey,
      context: context(of: slot, in: keybag))
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

  /// What a slot is bound to: keychain id, slot id, kind, parameters, generation of the keybag.
  private static func context(of slot: Keybag.UnlockSlot, in keybag: Keybag) -> [UInt8] {
    var context = ByteWriter()
    context.write("strongroom-slot-1")
    context.write(keybag.keychainID)
    context.write(slot.id)
    context.write(slot.kind.rawValue)
    context.writeCounted(slot.parameters)
    context.write(keybag.generation)
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
