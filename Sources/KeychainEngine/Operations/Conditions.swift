// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The conditions that a call gives to the items that it stores, worked out before it comes to
/// them.
struct Conditions: Sendable {
  private let control: AccessControl?
  private let lock: PasswordLock?
  private let key: SharedSecret?

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
      self.control = nil
      lock = nil
      key = nil
      return
    }
    self.control = bound
    guard bound.requiresPassword else {
      lock = nil
      key = nil
      return
    }
    guard let password = query.authenticationContext?.applicationPassword else {
      throw AccessFailure.noPassword
    }
    let (lock, key) = try PasswordLock.make(for: password)
    self.lock = lock
    self.key = key
  }

  func apply(to item: inout Item) { item.setAccessControl(control, lock: lock, key: key) }

  /// Has `gate` note down what is missing before an item may be stored with them.
  func check(by gate: inout AccessGate) {
    if let control { _ = gate.admits(control, for: [.encrypt]) }
  }
}
