// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What the other programs of the demonstration do; each prints one line.
enum Role {
  /// Fetches the demonstration's key and prints how many bytes it has and a fingerprint.
  case fetchKey(tag: String)
  /// Puts a password into an access group and prints the status.
  case put(account: String, group: String, password: String)
  /// Fetches a password, from one group or from all of the program's, and prints the status and the
  /// password.
  case get(account: String, group: String?)

  /// What would give these programs another identity than their entitlements.
  static let identityVariables = [
    "STRONGROOM_APPLICATION_IDENTIFIER", "STRONGROOM_ACCESS_GROUPS",
    "STRONGROOM_APP_IDENTIFIER_PREFIX",
  ]

  init?(arguments: [String]) {
    switch (arguments.dropFirst().first, arguments.count) {
    case ("fetch-key", 3): self = .fetchKey(tag: arguments[2])
    case ("put", 5): self = .put(account: arguments[2], group: arguments[3], password: arguments[4])
    case ("get", 3): self = .get(account: arguments[2], group: nil)
    case ("get", 4): self = .get(account: arguments[2], group: arguments[3])
    default: return nil
    }
  }

  func play() {
    switch self {
    case .fetchKey(let tag):
      let query =
        [
          kSecClass: kSecClassKey, kSecAttrApplicationTag: tag.data(using: .utf8)! as CFData,
          kSecReturnData: kCFBooleanTrue!,
        ] as [CFString: Any] as CFDictionary
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query, &result)
      guard status == errSecSuccess, let key = result as? Data else { return print(status) }
      print(key.count, Fingerprint.of(key))
    case .put(let account, let group, let password):
      print(
        SecItemAdd(
          [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: account,
            kSecAttrAccessGroup: group, kSecValueData: Data(password.utf8),
          ] as [CFString: Any] as CFDictionary, nil))
    case .get(let account, let group):
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
        kSecReturnData as String: true,
      ]
      query[kSecAttrAccessGroup as String] = group
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      print(status, (result as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }
}

/// A few digits by which two copies of a random key can be compared without showing it.
enum Fingerprint {
  static func of(_ bytes: Data) -> String {
    // FNV-1a: a 64-byte random key cannot be found from 32 bits of anything.
    let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(hash, radix: 16)
  }
}
