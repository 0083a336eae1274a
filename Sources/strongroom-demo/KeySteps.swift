// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Steps 1, 2 and 7: a key is stored, fetched by another process, and deleted.
enum KeySteps {
  static let tag = "com.example.demo.database-key"

  private static var query: [CFString: Any] {
    [
      kSecClass: kSecClassKey, kSecAttrApplicationTag: tag.data(using: .utf8)! as CFData,
      kSecAttrKeySizeInBits: 512 as CFNumber,
    ]
  }

  static func store(_ tale: Narration) throws -> Data {
    var bytes = [UInt8](repeating: 0, count: 64)
    let random = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
    let key = Data(bytes)
    try tale.expect(random == errSecSuccess, "no random bytes")
    var item = query
    item[kSecValueData] = key
    let added = SecItemAdd(item as CFDictionary, nil)
    try tale.expect(added == errSecSuccess, "SecItemAdd gave \(added)")
    let again = SecItemAdd(item as CFDictionary, nil)
    try tale.expect(again == errSecDuplicateItem, "adding it again gave \(again)")
    let sentence = SecCopyErrorMessageString(again, nil).map { "\($0)" } ?? "?"
    tale.step(
      1,
      "a random 64-byte key is in the keychain (class key, tag \(tag), 512 bits); adding it again gives \(again): \(sentence)"
    )
    return key
  }

  static func fetchElsewhere(_ tale: Narration, _ key: Data, _ folder: DemoFolder) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let answer = try folder.run(program, ["fetch-key", tag])
    try tale.expect(answer == "64 \(Fingerprint.of(key))", "the other process printed \(answer)")
    tale.step(2, "another process fetched it with SecItemCopyMatching: 64 bytes, the same ones")
  }

  static func delete(_ tale: Narration) throws {
    let deleted = SecItemDelete(query as CFDictionary)
    try tale.expect(deleted == errSecSuccess, "SecItemDelete gave \(deleted)")
    var result: CFTypeRef?
    let fetched = SecItemCopyMatching(query as CFDictionary, &result)
    try tale.expect(fetched == errSecItemNotFound, "fetching it gave \(fetched)")
    let sentence = SecCopyErrorMessageString(fetched, nil).map { "\($0)" } ?? "?"
    tale.step(7, "the key is deleted; fetching it gives \(fetched): \(sentence)")
  }
}
