// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation

/// A realm that is not kept alive, to be found again in its place.
struct WeakCore: @unchecked Sendable {
  weak var core: RealmCore?

  /// Runs `body`, in the place of the realm, if that is still there.
  func visit(_ body: (RealmCore) -> Void) {
    guard let core else { return }
    // Its last other owner, a token, may go meanwhile, on any thread.
    withExtendedLifetime(core) { body(core) }
  }
}

extension Confinement {
  /// What runs `body` with a realm in this place, soon, called anywhere.
  ///
  /// - Parameter inRunLoop: whether the place may be a thread other than the main one, whose run
  ///   loop does it; nil is returned for one if not.
  func visitor(
    of realm: WeakCore, inRunLoop: Bool, _ body: @escaping @Sendable (RealmCore) -> Void
  ) -> (@Sendable () -> Void)? {
    switch self {
    case .queue(let reference):
      let queue = reference.queue
      return { queue.async { realm.visit(body) } }
    case .thread:
      if Thread.isMainThread { return { DispatchQueue.main.async { realm.visit(body) } } }
      guard inRunLoop else { return nil }
      let visits = LoopVisits(to: .current) { realm.visit(body) }
      return { visits.askForOne() }
    case .actor(let reference):
      return { reference.visit { realm.visit(body) } }
    case .nowhere:
      return nil
    }
  }

  /// What the run loop of a thread does whenever it is asked to.
  ///
  /// A timer wakes the loop up, which a block alone does not. One for all visits, for Foundation
  /// never lets go of a timer.
  // A timer's date may be set by any thread.
  private final class LoopVisits: @unchecked Sendable {
    private let timer: Timer

    init(to loop: RunLoop, _ body: @escaping @Sendable () -> Void) {
      timer = Timer(fire: .distantFuture, interval: Self.never, repeats: true) { _ in body() }
      loop.add(timer, forMode: .default)
    }

    /// More seconds than anybody waits: one that does not repeat could be asked once.
    private static let never: TimeInterval = 1e9

    func askForOne() { timer.fireDate = Date() }

    deinit { timer.invalidate() }
  }
}
