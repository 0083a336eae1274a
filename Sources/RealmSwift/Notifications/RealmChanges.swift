// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import Synchronization

/// Changes, one after the other, for `for await`.
///
/// Goes on in the place of the realm that it comes from, and ends when its task is cancelled or
/// there is nothing more to come.
public struct RealmChanges<Element>: AsyncSequence {
  private let tracker: ChangeTracker<Element>

  init(_ tracker: ChangeTracker<Element>) { self.tracker = tracker }

  /// Begins; once for each sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(tracker) }

  /// Goes over changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let tracker: ChangeTracker<Element>
    private let subscription: Subscription

    init(_ tracker: ChangeTracker<Element>) {
      self.tracker = tracker
      subscription = Subscription(to: tracker.core.path)
    }

    /// The next change; nil at the end.
    public nonisolated(nonsending) mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// The next change, in the place of the caller; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let core = tracker.core
      while !Task.isCancelled, !tracker.isOver {
        subscription.listener.look()
        if !core.store.isWriting {
          core.goOn()
          if let change = tracker.next() { return change }
        }
        if tracker.isOver { break }
        core.rest()
        await subscription.signal.wait()
      }
      return nil
    }
  }

  /// What is woken by commits for as long as somebody goes over changes.
  private final class Subscription {
    let signal: WakeUpSignal
    let listener: CommitListener
    private let path: String

    init(to path: String) {
      let signal = WakeUpSignal()
      self.signal = signal
      self.path = path
      listener = CommitListener { signal.set() }
      OpenRealms.insert(listener, for: path)
    }

    deinit { OpenRealms.remove(listener, for: path) }
  }
}

/// What one task waits for and anybody sets.
final class WakeUpSignal: Sendable {
  private struct State {
    var isSet = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func set() {
    let waiting = state.withLock { state in
      let waiting = state.waiting
      state.waiting = nil
      if waiting == nil { state.isSet = true }
      return waiting
    }
    waiting?.resume()
  }

  /// Returns once the signal is set, or the task cancelled; then it is not set any more.
  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isSet {
            state.isSet = false
            return true
          }
          state.waiting = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      set()
    }
  }
}
