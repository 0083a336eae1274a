// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One question to a person, which can be withdrawn while it is open.
package final class AuthenticationQuestion: Sendable {
  package let policy: AuthenticationPolicy
  /// What the program wants to do, in its own words.
  package let reason: String
  /// The words on the way out; nil for the usual ones.
  package let cancelTitle: String?
  /// The words on the other way; empty for no other way, nil for the usual ones.
  package let fallbackTitle: String?

  private enum State {
    case open([@Sendable () -> Void])
    case withdrawn
  }

  private let state = Mutex(State.open([]))

  package init(
    _ policy: AuthenticationPolicy, reason: String, cancelTitle: String? = nil,
    fallbackTitle: String? = nil
  ) {
    self.policy = policy
    self.reason = reason
    self.cancelTitle = cancelTitle
    self.fallbackTitle = fallbackTitle
  }

  package var isWithdrawn: Bool {
    state.withLock { if case .withdrawn = $0 { true } else { false } }
  }

  /// Says that nobody waits for the answer any more.
  package func withdraw() {
    let listeners: [@Sendable () -> Void] = state.withLock { state in
      guard case .open(let listeners) = state else { return [] }
      state = .withdrawn
      return listeners
    }
    for listener in listeners { listener() }
  }

  /// Has `listener` called once the question is withdrawn; at once if it is.
  package func onWithdrawal(_ listener: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      guard case .open(let listeners) = state else { return false }
      state = .open(listeners + [listener])
      return true
    }
    if !isOpen { listener() }
  }
}
