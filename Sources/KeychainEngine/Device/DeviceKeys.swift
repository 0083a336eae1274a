// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets
internal import TPM

/// What a device gives to open a keychain: its key, and the secret for items that need a passcode.
struct DeviceSecrets: Sendable {
  let key: SharedSecret
  /// Empty without a TPM; nil where the TPM does not hold it any more, and those items are lost.
  let nonvolatile: SharedSecret?

  static func withoutTPM(_ key: SharedSecret) -> DeviceSecrets {
    DeviceSecrets(key: key, nonvolatile: SharedSecret(SecretBytes(count: 0)))
  }
}

/// Gets and keeps the device key of the keychain in a folder, by the kind of its slot.
struct DeviceKeys {
  private let folder: KeychainFolder

  init(of folder: KeychainFolder) { self.folder = folder }

  /// What opens the keychain whose keybag is `keybag`.
  ///
  /// A chip takes up to a second.
  ///
  /// - Throws: `errSecNotAvailable` where the file or the TPM is not there, or the TPM is another
  ///   one; `errSecDecode` for damage.
  func read(for keybag: Keybag) throws(KeychainEngineError) -> DeviceSecrets {
    switch keybag.deviceSlot.kind {
    case .file: return .withoutTPM(try DeviceKeyFile.read(for: keybag, in: folder))
    case .tpm2:
      let slot = try TPMSlot(keybag.deviceSlot)
      do throws(TPMError) {
        var tpm = try TPMDevice(folder.tpm)
        let key = SharedSecret(try tpm.unseal(slot.sealed))
        guard let stored = slot.stored else { return .withoutTPM(key) }
        do throws(TPMError) {
          return DeviceSecrets(key: key, nonvolatile: SharedSecret(try tpm.read(stored)))
        } catch {
          guard error.code == .secretMissing else { throw error }
          return DeviceSecrets(key: key, nonvolatile: nil)
        }
      } catch {
        throw Self.failure(error)
      }
    }
  }

  /// Makes the device's part of `next`, which comes after `current`, as `plan` wants it, and writes
  /// its slot into `next`.
  ///
  /// - Throws: `errSecParam` for a TPM without a recovery code, which a lost TPM would be the end
  ///   of.
  func prepare(
    _ next: inout Keybag, _ plan: RotationPlan, after current: KeybagOpener
  ) throws(KeychainEngineError) -> DeviceSecrets {
    switch plan.device {
    case .newFile:
      let key = SharedSecret(SecretBytes.random(count: Keybag.deviceKeyByteCount))
      next.deviceSlot = try DeviceKeyFile.write(key, for: next, in: folder)
      return .withoutTPM(key)
    case .same where current.keybag.deviceSlot.kind == .file: return .withoutTPM(current.deviceKey)
    case .same: return try keepInTPM(current.deviceKey, &next, plan, after: current)
    case .tpm2:
      guard plan.waysIn.contains(where: { $0.credential.kind == .recoveryCode }) else {
        throw KeychainEngineError(
          .param,
          "a keychain on a TPM needs a recovery code: without one, a TPM that is lost or cleared is the end of it"
        )
      }
      return try keepInTPM(nil, &next, plan, after: current)
    }
  }

  /// Has the TPM keep `key`, which it has sealed before, or a new one.
  private func keepInTPM(
    _ key: SharedSecret?, _ next: inout Keybag, _ plan: RotationPlan, after current: KeybagOpener
  ) throws(KeychainEngineError) -> DeviceSecrets {
    let last =
      current.keybag.deviceSlot.kind == .tpm2 ? try TPMSlot(current.keybag.deviceSlot) : nil
    do throws(TPMError) {
      var tpm = try TPMDevice(folder.tpm)
      let known = key == nil ? nil : last?.sealed
      let key = key ?? SharedSecret(SecretBytes.random(count: Keybag.deviceKeyByteCount))
      let sealed = if let known { known } else { try tpm.seal(key.bytes) }
      guard plan.hasPassphrase else {
        next.deviceSlot = TPMSlot(sealed: sealed, stored: nil).slot
        return .withoutTPM(key)
      }
      let secret = SharedSecret(SecretBytes.random(count: TPMDevice.keyByteCount))
      let stored = try tpm.store(secret.bytes, expecting: sealed.primaryName)
      next.deviceSlot = TPMSlot(sealed: sealed, stored: stored).slot
      return DeviceSecrets(key: key, nonvolatile: secret)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Deletes what a TPM keeps for `slot` and not for `kept`: the end of what needed it, whatever
  /// copies of files there are.
  ///
  /// - Throws: why the TPM does not; a secret that it does not hold any more is no error.
  func release(
    _ slot: Keybag.DeviceSlot, keeping kept: Keybag.DeviceSlot
  ) throws(KeychainEngineError) {
    guard slot.kind == .tpm2, let stored = try TPMSlot(slot).stored else { return }
    if kept.kind == .tpm2, try TPMSlot(kept).stored == stored { return }
    do throws(TPMError) {
      var tpm = try TPMDevice(folder.tpm)
      try tpm.delete(stored)
    } catch {
      guard error.code != .secretMissing else { return }
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: TPMError) -> KeychainEngineError {
    KeychainEngineError(
      error.code == .laterVersion ? .wrongVersion : .notAvailable,
      "the device key of the keychain is in a TPM: \(error.reason)", underlying: error)
  }
}
