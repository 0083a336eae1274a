// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets
internal import TPM

/// The device key of a keychain, sealed by a TPM, and the secret that the TPM keeps for items that
/// need a passcode.
struct TPMSlot: Equatable {
  let sealed: SealedKey
  /// Nil without a passphrase.
  let stored: StoredSecret?

  /// What a keybag keeps: the sealed key counted, and behind it the record of the secret.
  var slot: Keybag.DeviceSlot {
    var output = ByteWriter()
    output.writeCounted(sealed.encoded)
    output.write(stored?.encoded ?? [])
    return Keybag.DeviceSlot(kind: .tpm2, parameters: output.bytes)
  }

  init(sealed: SealedKey, stored: StoredSecret?) {
    self.sealed = sealed
    self.stored = stored
  }

  /// - Throws: `errSecDecode` for damage, `errSecWrongSecVersion` for a later format.
  init(_ slot: Keybag.DeviceSlot) throws(KeychainEngineError) {
    do {
      var input = ByteReader(slot.parameters.rawBytes)
      sealed = try SealedKey(decoding: try input.readCounted())
      let rest = try input.read(input.remaining)
      stored = rest.isEmpty ? nil : try StoredSecret(decoding: rest)
    } catch let error as TPMError {
      throw KeychainEngineError(
        error.code == .laterVersion ? .wrongVersion : .decode,
        "the device slot of the keybag: \(error.reason)", underlying: error)
    } catch {
      throw KeychainEngineError(
        .decode, "the device slot of the keybag is damaged; restore the keybag from a backup")
    }
  }
}
