// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

extension Keychain {
  /// Stores a value for an account that has none.
  ///
  /// - Parameters:
  ///   - value: the secret to keep.
  ///   - account: whose secret it is.
  ///   - accessibility: when it can be read; nil for the keychain's own.
  ///   - details: what a person may want to know about it.
  /// - Throws: `duplicateItem` when the account has an item, which stays as it is.
  public func insert<Value: KeychainValue & ~Copyable>(
    _ value: borrowing Value, for account: String, accessibility: Accessibility? = nil,
    details: ItemDetails = ItemDetails()
  ) throws(KeychainError) {
    try insert(SharedSecret(value.keychainBytes()), for: account, accessibility, details)
  }

  /// Changes the value of an account that has one.
  ///
  /// The rest of the item stays, and so does its persistent reference.
  ///
  /// - Throws: `itemNotFound` when the account has no item.
  public func update<Value: KeychainValue & ~Copyable>(
    _ value: borrowing Value, for account: String
  ) throws(KeychainError) {
    try change([.data(SharedSecret(value.keychainBytes()))], of: account)
  }

  /// Stores a value for an account, whether it has one or not.
  ///
  /// Nobody ever sees the account without an item: a value that is there is changed, not removed
  /// and added.
  ///
  /// - Parameters:
  ///   - value: the secret to keep.
  ///   - account: whose secret it is.
  ///   - accessibility: when it can be read; nil for the keychain's own in a new item, and to leave
  ///     an old one as it is.
  ///   - details: those that are nil stay as they are in an old item.
  /// - Throws: `notAvailable` when another program keeps inserting and removing the item.
  public func set<Value: KeychainValue & ~Copyable>(
    _ value: borrowing Value, for account: String, accessibility: Accessibility? = nil,
    details: ItemDetails = ItemDetails()
  ) throws(KeychainError) {
    try set(SharedSecret(value.keychainBytes()), for: account, accessibility, details)
  }

  /// Changes what is written about an item; what is nil in `details` stays as it is.
  ///
  /// - Throws: `itemNotFound` when the account has no item.
  public func setDetails(_ details: ItemDetails, for account: String) throws(KeychainError) {
    try change(details.entries, of: account)
  }

  /// Changes when an item can be read, and encrypts it anew for that.
  ///
  /// - Throws: `itemNotFound` when the account has no item.
  public func setAccessibility(
    _ accessibility: Accessibility, for account: String
  ) throws(KeychainError) {
    try change([.accessibility(accessibility)], of: account)
  }

  // MARK: The same for secrets that were made bytes already

  func insert(
    _ secret: SharedSecret, for account: String, _ accessibility: Accessibility?,
    _ details: ItemDetails
  ) throws(KeychainError) {
    var entries = name(account) + details.entries
    entries += [.accessibility(accessibility ?? self.accessibility), .data(secret)]
    _ = try store.execute(Request(.add, entries), to: "insert \(label(account))")
  }

  func set(
    _ secret: SharedSecret, for account: String, _ accessibility: Accessibility?,
    _ details: ItemDetails
  ) throws(KeychainError) {
    var changes = details.entries + [.data(secret)]
    if let accessibility { changes.append(.accessibility(accessibility)) }
    // A second round is needed only when another process inserted the item in between, a third when
    // it was removed again.
    for _ in 0..<16 {
      do throws(KeychainError) {
        return try change(changes, of: account)
      } catch .itemNotFound {}
      do throws(KeychainError) {
        return try insert(secret, for: account, accessibility, details)
      } catch .duplicateItem {}
    }
    throw KeychainError(
      .notAvailable,
      reason: "cannot set \(label(account)): another program keeps inserting and removing it")
  }

  func change(
    _ changes: Request.Dictionary, of account: String
  ) throws(KeychainError) {
    let request = Request(.update, name(account), changes: changes)
    _ = try store.execute(request, to: "update \(label(account))")
  }
}
