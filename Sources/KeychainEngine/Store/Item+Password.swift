// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
internal import Secrets

/// The secrets of an item with a password: sealed under the password's key first, and then with the
/// row as all others, so that both keys are needed, and new keys can be given to the row by who
/// does not have the password.
extension Item {
  /// Opens the secrets, as far as they were read, with the key that the password gave.
  ///
  /// - Throws: `errSecDecode` for damage: that the password is right, its lock has said.
  mutating func unlockSecret(with key: SharedSecret) throws(KeychainEngineError) {
    guard let conditions else { return }
    let box = lockedSecret
    setConditions(ItemConditions(conditions.control, lock: conditions.lock, key: key))
    guard let box else { return }
    do {
      let payload = try XChaCha20Poly1305.open(
        box.rawBytes, key: key.bytes, authenticating: passwordContext.rawBytes)
      (data, sideData) = try payload.withBytes { (bytes) throws(DecodingError) in
        try SecretPayload.decode(bytes)
      }
    } catch {
      throw KeychainEngineError(.decode, "the secret of an item with a password is damaged")
    }
  }

  /// What is to be sealed with the row as its secret; nil where there is none.
  var secretPayload: SharedSecret? {
    guard let conditions, conditions.lock != nil else {
      return SecretPayload.encode(data: data, sideData: sideData)
    }
    guard let key = conditions.key else {
      return lockedSecret.map { SharedSecret(copying: $0.rawBytes) }
    }
    let payload = SecretPayload.encode(data: data, sideData: sideData) ?? SecretPayload.empty()
    let box = payload.bytes.withBytes {
      XChaCha20Poly1305.seal(
        $0, key: key.bytes, authenticating: passwordContext.rawBytes)
    }
    return SharedSecret(copying: box.rawBytes)
  }

  /// Binds the secrets to the item and the lock.
  private var passwordContext: [UInt8] {
    var context = ByteWriter()
    context.write("strongroom-password-1")
    context.write(itemClass.rawValue)
    context.write(identifier)
    context.write(conditions?.lock?.encoded ?? [])
    return context.bytes
  }
}
