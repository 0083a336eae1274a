// SPDX-License-Identifier: Apache-2.0

/// One question to a person, which can be withdrawn while it is open.
package final class AuthenticationQuestion: Sendable {
  package let policy: AuthenticationPolicy
  /// What the program wants to do, in its own words.
  package let reason: String
  /// The words on the way out; nil for the usual ones.
  package let cancelTitle: String?
  /// The words on the other way; empty for no other way, nil for the usual ones.
  package let fallbackTitle: String?
  /// How long the person has; nil for as long as people usually have.
  package let timeLimit: Duration?
  /// Whether somebody still waits for the answer.
  package let withdrawal = Withdrawal()

  package init(
    _ policy: AuthenticationPolicy, reason: String, cancelTitle: String? = nil,
    fallbackTitle: String? = nil, timeLimit: Duration? = nil
  ) {
    self.policy = policy
    self.reason = reason
    self.cancelTitle = cancelTitle
    self.fallbackTitle = fallbackTitle
    self.timeLimit = timeLimit
  }

  package var isWithdrawn: Bool { withdrawal.hasHappened }

  /// Says that nobody waits for the answer any more.
  package func withdraw() { withdrawal.withdraw() }

  /// Has `listener` called once the question is withdrawn; at once if it is.
  package func onWithdrawal(_ listener: @escaping @Sendable () -> Void) {
    withdrawal.onWithdrawal(listener)
  }
}
