// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

extension Keychain {
  /// Removes the item of `account`.
  ///
  /// - Throws: `itemNotFound` when it has none.
  public func remove(_ account: String) throws(KeychainError) {
    _ = try store.execute(Request(.delete, name(account)), to: "remove \(label(account))")
  }

  /// Removes the items of all accounts of this service, in one step.
  ///
  /// That there are none is no failure.
  public func removeAll() throws(KeychainError) {
    do throws(KeychainError) {
      let task = "remove all items of the service \(service.debugDescription)"
      _ = try store.execute(Request(.delete, scope), to: task)
    } catch .itemNotFound {}
  }
}
