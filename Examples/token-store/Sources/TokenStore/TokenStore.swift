// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Keeps the access tokens of a program in the keychain, one for each account.
public final class TokenStore {
  private let service: String

  /// Makes a store; without a service, the program's own.
  public init(service: String? = nil) {
    self.service = service ?? Bundle.main.bundleIdentifier! + ".tokens"
  }

  /// Stores a token; one that is there is replaced.
  public func save(_ token: Token, account: String) throws {
    let data = try JSONEncoder().encode(token)
    var attributes = query(account)
    attributes[kSecValueData as String] = data
    attributes[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
    var status = SecItemAdd(attributes as CFDictionary, nil)
    if status == errSecDuplicateItem {
      let changes = [kSecValueData as String: data]
      status = SecItemUpdate(query(account) as CFDictionary, changes as CFDictionary)
    }
    guard status == errSecSuccess else { throw TokenStoreError(status: status) }
  }

  /// The token of an account, or nil.
  public func token(account: String) throws -> Token? {
    var search = query(account)
    search[kSecReturnData as String] = kCFBooleanTrue
    search[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: AnyObject?
    let status = SecItemCopyMatching(search as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = result as? Data else {
      throw TokenStoreError(status: status)
    }
    return try JSONDecoder().decode(Token.self, from: data)
  }

  /// The accounts that have a token, in the order of the alphabet.
  public func accounts() throws -> [String] {
    var search = query(nil)
    search[kSecReturnAttributes as String] = true
    search[kSecMatchLimit as String] = kSecMatchLimitAll
    var result: CFTypeRef?
    let status = SecItemCopyMatching(search as CFDictionary, &result)
    if status == errSecItemNotFound { return [] }
    guard status == errSecSuccess, let items = result as? [[String: Any]] else {
      throw TokenStoreError(status: status)
    }
    return items.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
  }

  /// Forgets the token of an account, or all of them.
  public func remove(account: String? = nil) throws {
    let status = SecItemDelete(query(account) as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw TokenStoreError(status: status)
    }
  }

  private func query(_ account: String?) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
    ]
    query[kSecAttrAccount as String] = account
    return query
  }
}
