// SPDX-License-Identifier: Apache-2.0

/// What an `LAContext` says to the keychain about the call that it comes with.
///
/// An object, for it travels through every call and most have none.
package final class AuthenticationContext: Sendable {
  /// Whether the call must fail where somebody would have to be asked.
  package let forbidsInteraction: Bool
  /// What the program wants to do, in its own words; empty where it says nothing.
  package let reason: String
  /// The words of a question, as in ``AuthenticationQuestion``.
  package let cancelTitle: String?
  package let fallbackTitle: String?
  package let timeLimit: Duration?
  /// For how many seconds an earlier answer of the person counts, whoever asked; 0 for not at all.
  package let reuseDuration: Double
  /// The program's own password, for items that demand one.
  package let applicationPassword: SharedSecret?
  /// What the person has shown on behalf of the context; what it shows to the keychain is added.
  package let session: AuthenticationSession

  package init(
    forbidsInteraction: Bool = false, reason: String = "", cancelTitle: String? = nil,
    fallbackTitle: String? = nil, timeLimit: Duration? = nil, reuseDuration: Double = 0,
    applicationPassword: SharedSecret? = nil,
    session: AuthenticationSession = AuthenticationSession()
  ) {
    self.forbidsInteraction = forbidsInteraction
    self.reason = reason
    self.cancelTitle = cancelTitle
    self.fallbackTitle = fallbackTitle
    self.timeLimit = timeLimit
    self.reuseDuration = reuseDuration
    self.applicationPassword = applicationPassword
    self.session = session
  }
}
