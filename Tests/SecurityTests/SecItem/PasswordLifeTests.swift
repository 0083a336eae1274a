// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("A password, as an app keeps it", .memoryKeychain)
struct PasswordLifeTests {
  let name: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: "org.example.mail",
    kSecAttrAccount as String: "ada",
  ]

  func add(_ secret: String) -> OSStatus {
    var attributes = name
    attributes[kSecValueData as String] = secret.data(using: .utf8)!
    return SecItemAdd(attributes as CFDictionary, nil)
  }

  func password() -> String? {
    var query = name
    query[kSecReturnData as String] = kCFBooleanTrue
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var item: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess,
      let data = item as? Data
    else { return nil }
    return String(data: data, encoding: .utf8)
  }

  @Test("is added, found, changed and deleted")
  func life() {
    #expect(password() == nil)
    #expect(add("first") == errSecSuccess)
    #expect(password() == "first")
    #expect(add("other") == errSecDuplicateItem)
    #expect(password() == "first")
    let change = [kSecValueData as String: Data("second".utf8)] as CFDictionary
    #expect(SecItemUpdate(name as CFDictionary, change) == errSecSuccess)
    #expect(password() == "second")
    #expect(SecItemDelete(name as CFDictionary) == errSecSuccess)
    #expect(SecItemDelete(name as CFDictionary) == errSecItemNotFound)
    #expect(SecItemUpdate(name as CFDictionary, change) == errSecItemNotFound)
    #expect(password() == nil)
  }

  @Test(
    "secrets of any length come back unchanged", arguments: [0, 1, 14, 15, 16, 33, 5000, 1 << 20])
  func lengths(count: Int) {
    let secret = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    var attributes = name
    attributes[kSecValueData as String] = secret
    attributes[kSecReturnData as String] = true
    var added: CFTypeRef?
    #expect(SecItemAdd(attributes as CFDictionary, &added) == errSecSuccess)
    #expect(added as? Data == secret)
    attributes[kSecValueData as String] = nil
    var found: CFTypeRef?
    #expect(SecItemCopyMatching(attributes as CFDictionary, &found) == errSecSuccess)
    #expect(found as? Data == secret)
  }

  @Test("the older idiom with a pointer works")
  func pointerIdiom() {
    #expect(add("x") == errSecSuccess)
    var query = name
    query[kSecReturnData as String] = kCFBooleanTrue
    var result: AnyObject?
    let status = withUnsafeMutablePointer(to: &result) {
      SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
    }
    #expect(status == noErr)
    #expect(result as! Data == Data("x".utf8))
  }

  @Test("on failure the caller's variable is left as it was")
  func untouched() {
    let marker = NSObject()
    var query = name
    query[kSecReturnData as String] = true
    for dictionary in [query, ["class": "nope"], [:]] as [[String: Any]] {
      var result: CFTypeRef? = marker
      #expect(SecItemCopyMatching(dictionary as CFDictionary, &result) != errSecSuccess)
      #expect(result === marker)
    }
    #expect(add("x") == errSecSuccess)
    var result: CFTypeRef? = marker
    query[kSecValueData as String] = Data("y".utf8)
    #expect(SecItemAdd(query as CFDictionary, &result) == errSecDuplicateItem)
    #expect(result === marker)
  }

  @Test("results may be thrown away, and a success without a result sets nil")
  func ignored() {
    #expect(add("x") == errSecSuccess)
    SecItemCopyMatching(name as CFDictionary, nil)
    var result: CFTypeRef? = NSObject()
    #expect(SecItemCopyMatching(name as CFDictionary, &result) == errSecSuccess)
    #expect(result == nil)
    SecItemDelete(name as CFDictionary)
    #expect(password() == nil)
  }

  @Test("a mutable dictionary filled by key-value calls is taken too")
  func mutableDictionary() {
    let query = NSMutableDictionary()
    query[kSecClass] = kSecClassInternetPassword
    query.setObject("example.org", forKey: kSecAttrServer)
    query[kSecAttrProtocol] = kSecAttrProtocolHTTPS
    query[kSecAttrPort] = 443
    query[kSecValueData] = Data("p".utf8) as NSData
    #expect(SecItemAdd(query, nil) == errSecSuccess)
    query.removeObject(forKey: kSecValueData)
    query[kSecReturnAttributes] = kCFBooleanTrue
    var result: CFTypeRef?
    #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
    let attributes = result as? [String: Any]
    #expect(attributes?[kSecAttrProtocol as String] as? String == "htps")
    #expect(attributes?[kSecAttrPort as String] as? Int == 443)
    #expect(attributes?[kSecAttrServer as String] as? String == "example.org")
  }
}
