// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why ``Keyring/generateNewEncryptionKey(named:result:)`` has no key.
public enum KeyringError: Error, Equatable, Sendable, LocalizedError {
  /// The keychain refused: an `OSStatus`, such as -25299 when there is a key already.
  case error(status: Int32)
  /// The random generator gave bytes that cannot be a key.
  case failedToGenerateEncryptedKey

  /// The same failure in a sentence.
  public var errorDescription: String? {
    switch self {
    case .error(let status):
      let error = KeychainError(KeychainError.Code(rawValue: status), reason: "no key was stored")
      return "\(error.description): \(error.suggestion)"
    case .failedToGenerateEncryptedKey:
      return "the random generator gave bytes that cannot be a key"
    }
  }
}
