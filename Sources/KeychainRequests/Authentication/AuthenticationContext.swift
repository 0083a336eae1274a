// SPDX-License-Identifier: Apache-2.0

/// What an `LAContext` says to the keychain about the call that it comes with.
package struct AuthenticationContext: Hashable, Sendable {
  /// Whether the call must fail where somebody would have to be asked.
  package let forbidsInteraction: Bool
  /// Whether the program has ended the context, so that it stands for nothing.
  package let isInvalidated: Bool

  package init(forbidsInteraction: Bool, isInvalidated: Bool) {
    self.forbidsInteraction = forbidsInteraction
    self.isInvalidated = isInvalidated
  }
}
