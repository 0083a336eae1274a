// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// Why the engine did not do what it was asked: the status that callers get, and the reason in
/// words.
package struct KeychainEngineError: Error, Equatable, CustomStringConvertible {
  package let status: Status
  /// What happened, to which thing, what to try.
  ///
  /// Never a secret.
  package let reason: String
  package let underlying: (any Error)?
  /// Whether it goes away when somebody unlocks the keychain.
  let isLock: Bool

  package init(_ status: Status, _ reason: String, underlying: (any Error)? = nil) {
    self.init(status, reason, underlying: underlying, isLock: false)
  }

  private init(_ status: Status, _ reason: String, underlying: (any Error)?, isLock: Bool) {
    self.status = status
    self.reason = reason
    self.underlying = underlying
    self.isLock = isLock
  }

  package var description: String { "\(status): \(reason)" }

  /// What is asked for takes a key that a locked keychain does not have at hand.
  static let locked = KeychainEngineError(
    .interactionNotAllowed, "the keychain is locked; unlock it with: security unlock-keychain",
    underlying: nil, isLock: true)

  /// What is asked for takes a keychain, and nobody has made one.
  static let noKeychain = KeychainEngineError(
    .noSuchKeychain, "there is no keychain yet; the first item makes one")

  package static func == (a: KeychainEngineError, b: KeychainEngineError) -> Bool {
    a.status == b.status
  }
}
