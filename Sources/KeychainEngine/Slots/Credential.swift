// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// What somebody has who wants to open a keychain.
package enum Credential: Sendable {
  /// The exact bytes that were typed: two spellings of one accented letter are two passphrases.
  case passphrase(SharedSecret)
  case recoveryCode(RecoveryCode)
  /// The content of a key file.
  case keyFile(KeyMaterial)
  /// The content of a file that systemd handed to the unit.
  case systemCredential(KeyMaterial)

  var kind: Keybag.UnlockSlot.Kind {
    switch self {
    case .passphrase: .passphrase
    case .recoveryCode: .recoveryCode
    case .keyFile: .keyFile
    case .systemCredential: .systemCredential
    }
  }
}
