// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// Where a realm and its objects may be used.
enum Confinement {
  /// On the thread that opened it.
  case thread(pthread_t)
  /// On a serial queue.
  case queue(DispatchQueue)
  /// By an actor.
  case actor(any Actor)
  /// Anywhere, one at a time: a frozen realm.
  case nowhere

  static var currentThread: Confinement { .thread(pthread_self()) }

  /// Whether the caller may use it.
  ///
  /// An actor's isolation is the compiler's business.
  var holds: Bool {
    switch self {
    case .thread(let thread): pthread_equal(thread, pthread_self()) != 0
    // Dispatch itself ends the program, with a sentence.
    case .queue(let queue): isOn(queue)
    case .actor, .nowhere: true
    }
  }

  /// What tells realms of one place apart from those of another.
  var identity: String {
    switch self {
    case .thread(let thread): "thread \(thread)"
    case .queue(let queue): "queue \(ObjectIdentifier(queue))"
    case .actor(let actor): "actor \(ObjectIdentifier(actor))"
    case .nowhere: ""
    }
  }

  private func isOn(_ queue: DispatchQueue) -> Bool {
    dispatchPrecondition(condition: .onQueue(queue))
    return true
  }
}
