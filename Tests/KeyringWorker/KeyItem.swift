// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Strongroom

/// A key as programs for Apple's systems store it, in their words.
struct KeyItem {
  let name: String

  private var query: [CFString: Any] {
    [
      kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(name.utf8), kSecAttrKeySizeInBits: 512,
    ]
  }

  /// The status of SecItemAdd.
  func add(_ key: EncryptionKey) -> String {
    var attributes = query
    attributes[kSecValueData] = key.data
    return String(SecItemAdd(attributes as CFDictionary, nil))
  }

  /// What SecItemCopyMatching finds.
  func find() -> Result<EncryptionKey, KeychainError> {
    var search = query
    search[kSecReturnData] = true
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(search as CFDictionary, &result)
    guard status == errSecSuccess, let bytes = result as? Data else {
      return .failure(KeychainError(.init(rawValue: status), reason: "no such item"))
    }
    return Result { () throws(KeychainError) in try EncryptionKey(copying: bytes.bytes) }
  }
}
