// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The conditions that a call gives to the items that it stores, worked out before it comes to
/// them.
struct Conditions: Sendable {
  private let control: AccessControl?

  /// Works out what `control` comes to on the device that `authenticator` tells of.
  ///
  /// - Throws: what `AccessControlRules.bind` throws.
  init(
    _ control: AccessControl?, authenticator: any Authenticator
  ) throws(KeychainEngineError) {
    self.control = try control.flatMap { (control) throws(KeychainEngineError) in
      try AccessControlRules.bind(control, authenticator: authenticator)
    }
  }

  func apply(to item: inout Item) { item.setAccessControl(control) }

  /// Has `gate` note down what is missing before an item may be stored with them.
  func check(by gate: inout AccessGate) {
    if let control { _ = gate.admits(control, for: [.encrypt]) }
  }
}
