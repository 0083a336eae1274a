// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What keeps an observation going: it ends with the token, or by ``invalidate()``.
public final class NotificationToken: Sendable {
  private let state: Mutex<State>

  private enum State {
    /// The queue that observes has not begun.
    case waiting
    case observing(Held)
    case ended

    var held: Held? { if case .observing(let held) = self { held } else { nil } }
  }

  /// An observer, used in the place of its realm; others only tell it to stop.
  private struct Held: @unchecked Sendable { let observer: Observer }

  init() { state = Mutex(.waiting) }

  convenience init(_ observer: Observer) {
    self.init()
    begin(observer)
  }

  /// Begins, in the place of the realm, unless it has ended before.
  func begin(_ observer: Observer) {
    let held = Held(observer: observer)
    let isWanted = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .observing(held)
      return true
    }
    if isWanted { observer.core.observing().insert(observer) }
  }

  /// Ends the observation: nothing is told any more, but for what is being told just now elsewhere.
  public func invalidate() {
    let held = state.withLock { state in
      defer { state = .ended }
      return state.held
    }
    // Out of the lock: it may keep the realm.
    held?.observer.stop()
  }

  /// Who is told; nil before and after.
  var observer: Observer? { state.withLock { $0.held }?.observer }

  deinit { invalidate() }
}
