// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The conditions that a call gives to the items that it stores, worked out before it comes to
/// them.
struct NewConditions: Sendable {
  private let conditions: ItemConditions?

  /// - Parameters:
  ///   - control: what the call gives; nil for none.
  ///   - query: the call, with its context.
  ///   - authenticator: tells what the device has.
  /// - Throws: what `AccessControlRules.bind` throws; `errSecInteractionNotAllowed` where a
  ///   password is needed and the call has none.
  init(
    _ control: AccessControl?, for query: Query, authenticator: any Authenticator
  ) throws(KeychainEngineError) {
    guard let control,
      let bound = try AccessControlRules.bind(control, authenticator: authenticator)
    else {
      conditions = nil
      return
    }
    guard bound.requiresPassword else {
      conditions = ItemConditions(bound)
      return
    }
    guard let password = query.authenticationContext?.applicationPassword else {
      throw AccessFailure.noPassword
    }
    let (lock, key) = try PasswordLock.make(for: password)
    conditions = ItemConditions(bound, lock: lock, key: key)
  }

  func apply(to item: inout Item) { item.setConditions(conditions) }

  /// Has `gate` note down what is missing before an item may be stored with them.
  func check(by gate: inout AccessGate) {
    if let conditions { _ = gate.admits(conditions.control, for: [.encrypt]) }
  }
}
