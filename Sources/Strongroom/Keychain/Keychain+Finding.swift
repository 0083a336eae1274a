// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

extension Keychain {
  /// Finds the text kept for `account`; nil when there is no item.
  ///
  /// - Throws: `undecodable` when the item is no text.
  public func find(_ account: String) throws(KeychainError) -> String? {
    try find(account, as: String.self)
  }

  /// Finds what is kept for `account`, as a value of `type`; nil when there is no item.
  ///
  /// ```swift
  /// let token = try keychain.find("ada", as: SecretBytes.self)
  /// ```
  ///
  /// - Throws: `undecodable` when the item is no such value.
  public func find<Value: KeychainValue & ~Copyable>(
    _ account: String, as type: Value.Type
  ) throws(KeychainError) -> Value? {
    guard let secret = try findSecret(account) else { return nil }
    guard let value = secret.bytes.withBytes({ Value(keychainBytes: $0) }) else {
      throw KeychainError(
        .undecodable, reason: "what is kept for \(label(account)) is no \(Value.self)")
    }
    return value
  }

  /// The text kept for `account`; nil when there is no item.
  ///
  /// There is no assignment, since it could not report that it failed: use
  /// ``set(_:for:accessibility:details:)``.
  ///
  /// - Throws: as ``find(_:)``.
  public subscript(account: String) -> String? {
    get throws(KeychainError) { try find(account) }
  }

  /// Whether there is an item for `account`.
  ///
  /// Its secret is not decrypted.
  public func contains(_ account: String) throws(KeychainError) -> Bool {
    try search(name(account), to: "look for \(label(account))") != nil
  }

  /// The accounts that have an item, sorted.
  public var accounts: [String] {
    get throws(KeychainError) { try Set(items.map(\.account)).sorted() }
  }

  /// What `account` has, as stored; an item without a value counts as one with no bytes.
  func findSecret(_ account: String) throws(KeychainError) -> SharedSecret? {
    let query = name(account) + [.returnsData]
    guard let response = try search(query, to: "find \(label(account))") else { return nil }
    return response.items.first?.data ?? SharedSecret(SecretBytes(count: 0))
  }
}
