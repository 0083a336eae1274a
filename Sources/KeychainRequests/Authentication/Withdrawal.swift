// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Whether a question still waits for its answer, and who wants to hear when it does not.
package final class Withdrawal: Sendable {
  private enum State {
    case open([@Sendable () -> Void])
    case withdrawn
  }

  private let state = Mutex(State.open([]))

  package init() {}

  package var hasHappened: Bool {
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
