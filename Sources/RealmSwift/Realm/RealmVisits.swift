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
      let loop = LoopReference(loop: .current)
      return { loop.visit(realm, body) }
    case .actor(let reference):
      return { reference.visit { realm.visit(body) } }
    case .nowhere:
      return nil
    }
  }

  /// The run loop of a thread; a timer wakes it up, which a block alone does not.
  private struct LoopReference: @unchecked Sendable {
    let loop: RunLoop

    func visit(_ realm: WeakCore, _ body: @escaping @Sendable (RealmCore) -> Void) {
      loop.add(
        Timer(timeInterval: 0, repeats: false) { _ in realm.visit(body) }, forMode: .default)
    }
  }
}
