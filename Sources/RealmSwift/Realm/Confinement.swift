// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation

/// Where a realm and its objects may be used.
enum Confinement {
  /// On the thread that opened it.
  case thread(pthread_t)
  /// On a serial queue.
  case queue(QueueReference)
  /// By an actor.
  case actor(ActorReference)
  /// Anywhere, one at a time: a frozen realm.
  case nowhere

  /// A queue with a mark on it: Dispatch itself says of none whether one is on it, but ends the
  /// program, without a word.
  final class QueueReference {
    let queue: DispatchQueue
    private let mark = DispatchSpecificKey<Bool>()

    init(_ queue: DispatchQueue) {
      self.queue = queue
      queue.setSpecific(key: mark, value: true)
    }

    /// Whether the caller runs on the queue, or on one that leads to it.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    deinit { queue.setSpecific(key: mark, value: nil) }
  }

  /// An actor that is not kept alive: it keeps the realm.
  struct ActorReference {
    private weak var actor: (any Actor)?

    init(_ actor: any Actor) { self.actor = actor }

    /// Runs `body` as the actor, soon, if it is still there.
    func visit(_ body: @escaping @Sendable () -> Void) {
      guard let actor else { return }
      Task { await Self.run(body, as: actor) }
    }

    private static func run(_ body: () -> Void, as actor: isolated any Actor) { body() }

    /// Whether both are the same actor, and it is still there.
    static func == (a: Self, b: Self) -> Bool {
      guard let first = a.actor, let second = b.actor else { return false }
      return first === second
    }
  }

  static var currentThread: Confinement { .thread(pthread_self()) }

  /// Whether the caller may use it.
  ///
  /// An actor's isolation is the compiler's business.
  var holds: Bool {
    switch self {
    case .thread(let thread): pthread_equal(thread, pthread_self()) != 0
    case .queue(let queue): queue.isCurrent
    case .actor, .nowhere: true
    }
  }

  /// Whether both are one place, so that a realm of one will do for the other.
  func isSame(as other: Confinement) -> Bool {
    switch (self, other) {
    case (.thread(let a), .thread(let b)): pthread_equal(a, b) != 0
    case (.queue(let a), .queue(let b)): a.queue === b.queue
    case (.actor(let a), .actor(let b)): a == b
    default: false
    }
  }

  /// The queue that work can be put off to by a caller who is in this place; nil where there is
  /// none.
  var queue: DispatchQueue? {
    switch self {
    case .queue(let reference): reference.queue
    case .thread: Thread.isMainThread ? .main : nil
    case .actor, .nowhere: nil
    }
  }

  /// The mistake of a caller who may not use it.
  var objection: String {
    switch self {
    case .queue(let reference):
      "a realm is used outside of the queue that it belongs to, \(reference.queue.label); go there with "
        + "async, or open a realm here"
    default:
      "a realm is used on another thread than the one it belongs to; open one here, and hand objects "
        + "over with ThreadSafeReference or freeze()"
    }
  }
}
