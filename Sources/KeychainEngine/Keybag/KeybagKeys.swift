// SPDX-License-Identifier: Apache-2.0

package import Cryptography
internal import EncryptedSQLite
package import Secrets

/// The keys of a keychain that this device alone opens: what finds rows, and what opens the
/// database.
///
/// Immutable, so that any number of readers may share it; wiped when the last one lets go.
package final class KeybagKeys: Sendable {
  package let keychainID: [UInt8]
  /// The 64 bytes that open the database.
  package let database: SecretBytes
  /// Makes the tokens of the blind index.
  package let index: HMACSHA256

  init(keychainID: [UInt8], database: consuming SecretBytes, index: consuming HMACSHA256) {
    self.keychainID = keychainID
    self.database = database
    self.index = index
  }

  /// What opens the database.
  func databaseKey() throws(EncryptedSQLiteError) -> DatabaseKey {
    try database.withBytes { (bytes) throws(EncryptedSQLiteError) in
      try DatabaseKey(copying: bytes)
    }
  }
}
