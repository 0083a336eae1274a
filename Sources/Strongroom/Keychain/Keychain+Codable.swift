// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import KeychainRequests
internal import Secrets

extension Keychain {
  /// Stores a value as JSON for an account that has none.
  ///
  /// The encoder works in memory that is not wiped.
  ///
  /// - Throws: `invalidParameter` when the value cannot be encoded, else as
  ///   ``insert(_:for:accessibility:details:)``.
  public func insert(
    encoding value: some Encodable, for account: String, accessibility: Accessibility? = nil,
    details: ItemDetails = ItemDetails()
  ) throws(KeychainError) {
    try insert(try encode(value, for: account), for: account, accessibility, details)
  }

  /// Changes the value of an account that has one to the JSON of `value`.
  ///
  /// - Throws: `invalidParameter` when the value cannot be encoded, else as ``update(_:for:)``.
  public func update(
    encoding value: some Encodable, for account: String
  ) throws(KeychainError) {
    try change([.data(try encode(value, for: account))], of: account)
  }

  /// Stores a value as JSON for an account, whether it has one or not.
  ///
  /// - Throws: `invalidParameter` when the value cannot be encoded, else as
  ///   ``set(_:for:accessibility:details:)``.
  public func set(
    encoding value: some Encodable, for account: String, accessibility: Accessibility? = nil,
    details: ItemDetails = ItemDetails()
  ) throws(KeychainError) {
    try set(try encode(value, for: account), for: account, accessibility, details)
  }

  /// Finds what is kept for `account` and decodes it from JSON; nil when there is no item.
  ///
  /// - Throws: `undecodable` when the item is no JSON of `type`.
  public func find<Value: Decodable>(
    _ account: String, decoding type: Value.Type
  ) throws(KeychainError) -> Value? {
    guard let secret = try findSecret(account) else { return nil }
    do {
      return try JSONDecoder().decode(type, from: secret.bytes.withBytes { $0.data })
    } catch {
      // The decoder's own words quote what it read.
      throw KeychainError(
        .undecodable, reason: "what is kept for \(label(account)) is no JSON of the type \(type)")
    }
  }

  private func encode(
    _ value: some Encodable, for account: String
  ) throws(KeychainError) -> SharedSecret {
    do {
      return SharedSecret(copying: try JSONEncoder().encode(value).bytes)
    } catch {
      throw KeychainError(
        .invalidParameter,
        reason: "the value for \(label(account)) cannot be encoded: \(type(of: value)) refused")
    }
  }
}
