// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// Makes the slots of a keybag and opens them.
package enum UnlockSlots {
  /// Makes a slot in which `credential` opens `unlockKey`.
  ///
  /// A recovery slot holds the device key, too: it opens the keychain where that is lost.
  static func make(
    for credential: Credential, cost: PassphraseCost, unlockKey: SharedSecret,
    deviceKey: SharedSecret, keychainID: [UInt8], generation: UInt64
  ) throws(KeychainEngineError) -> Keybag.UnlockSlot {
    let parameters: SlotParameters =
      switch credential {
      case .passphrase: .passphrase(cost, salt: RandomBytes.bytes(16))
      case .recoveryCode: .none
      case .keyFile(let material), .systemCredential(let material): .origin(material.origin)
      }
    let slot = Keybag.UnlockSlot(
      id: RandomBytes.bytes(Keybag.identifierByteCount), kind: credential.kind,
      generation: generation, parameters: parameters.bytes, wrapped: [])
    let wrappingKey = try wrappingKey(
      of: slot, parameters, credential, deviceKey: deviceKey, keychainID)
    let content =
      slot.kind == .recoveryCode
      ? SecretBytes(joining: deviceKey.bytes, unlockKey.bytes) : unlockKey.bytes.copy()
    return KeybagWrapping.wrap(content, in: slot, of: keychainID, under: wrappingKey.bytes)
  }

  /// The unlock key from the first slot that `credential` opens, and that slot.
  ///
  /// - Throws: `errSecAuthFailed` when it opens none of them; `errSecAllocate` when a passphrase
  ///   could not be tried.
  package static func open(
    _ opener: KeybagOpener, with credential: Credential
  ) throws(KeychainEngineError) -> (unlockKey: SharedSecret, slotID: [UInt8]) {
    let keybag = opener.keybag
    for slot in keybag.unlockSlots where slot.kind == credential.kind {
      guard
        let content = try content(
          of: slot, credential, deviceKey: opener.deviceKey, keybag.keychainID)
      else { continue }
      let unlockKey =
        slot.kind == .recoveryCode
        ? content.withBytes { SharedSecret(copying: $0.extracting(Keybag.deviceKeyByteCount...)) }
        : SharedSecret(content)
      guard opener.isAuthentic(under: unlockKey) else {
        throw KeychainEngineError(
          .decode, "the file keybag was changed by somebody without its keys")
      }
      return (unlockKey, slot.id)
    }
    throw refusal(of: credential, in: keybag)
  }

  /// The device key that a recovery code opens, when there is none otherwise.
  ///
  /// - Throws: `errSecAuthFailed` when the code is none of this keychain's.
  static func deviceKey(
    from code: RecoveryCode, in keybag: Keybag
  ) throws(KeychainEngineError) -> SharedSecret {
    for slot in keybag.unlockSlots where slot.kind == .recoveryCode {
      let content = try content(
        of: slot, .recoveryCode(code), deviceKey: nil, keybag.keychainID)
      if let content {
        return content.withBytes {
          SharedSecret(copying: $0.extracting(..<Keybag.deviceKeyByteCount))
        }
      }
    }
    throw refusal(of: .recoveryCode(code), in: keybag)
  }

  /// What is in `slot`; nil when `credential` does not open it.
  private static func content(
    of slot: Keybag.UnlockSlot, _ credential: Credential, deviceKey: SharedSecret?,
    _ id: [UInt8]
  ) throws(KeychainEngineError) -> SecretBytes? {
    let parameters = try SlotParameters(slot.parameters, of: slot.kind)
    let wrappingKey = try wrappingKey(of: slot, parameters, credential, deviceKey: deviceKey, id)
    let count =
      Keybag.unlockKeyByteCount + (slot.kind == .recoveryCode ? Keybag.deviceKeyByteCount : 0)
    return try? KeybagWrapping.unwrap(slot, of: id, count: count, under: wrappingKey.bytes)
  }

  private static func wrappingKey(
    of slot: Keybag.UnlockSlot, _ parameters: SlotParameters, _ credential: Credential,
    deviceKey: SharedSecret?, _ id: [UInt8]
  ) throws(KeychainEngineError) -> SharedSecret {
    let secret: SharedSecret
    var mixedIn = deviceKey
    switch (credential, parameters) {
    case (.passphrase(let passphrase), .passphrase(let cost, let salt)):
      secret = try cost.stretch(passphrase, salt: salt)
    case (.recoveryCode(let code), _):
      secret = code.bytes
      mixedIn = nil
    case (.keyFile(let material), _), (.systemCredential(let material), _):
      secret = material.bytes
    default: throw KeychainEngineError(.decode, "a slot has the parameters of another kind")
    }
    return SharedSecret(
      KeyHierarchy.slotWrappingKey(
        secret: secret.bytes, deviceKey: mixedIn, slotID: slot.id, keychainID: id))
  }

  private static func refusal(of credential: Credential, in keybag: Keybag) -> KeychainEngineError {
    let name =
      switch credential {
      case .passphrase: "passphrase"
      case .recoveryCode: "recovery code"
      case .keyFile: "key file"
      case .systemCredential: "credential"
      }
    return KeychainEngineError(
      .authFailed,
      keybag.unlockSlots.contains { $0.kind == credential.kind }
        ? "that is not a \(name) of this keychain" : "this keychain has no \(name)")
  }
}
