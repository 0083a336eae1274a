// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

extension Keyring {
  /// The name that the callback form uses where the program gives none.
  public static let defaultName = "encryption key"

  /// Makes a key, stores it, and hands its bytes to `result`: the form that programs written after
  /// a tutorial use.
  ///
  /// `result` is called once, before this method returns. Prefer ``findOrMake(_:)``, which neither
  /// fails at the second start nor copies the key.
  ///
  /// - Parameters:
  ///   - name: what the key is called.
  ///   - result: gets the 64 bytes, or ``KeyringError/error(status:)`` with what the keychain
  ///     answered, or ``KeyringError/failedToGenerateEncryptedKey``.
  public func generateNewEncryptionKey(
    named name: String = Keyring.defaultName, result: (Result<Data, KeyringError>) -> Void
  ) {
    guard let key = try? newKey() else {
      return result(.failure(.failedToGenerateEncryptedKey))
    }
    do throws(KeychainError) {
      try add(key, named: name)
    } catch {
      return result(.failure(.error(status: error.status)))
    }
    result(.success(key.data))
  }
}
