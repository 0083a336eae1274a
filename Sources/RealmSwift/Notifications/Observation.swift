// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import ObjectStore

/// Those who observe one realm and what it manages.
///
/// A realm has one while somebody observes. It is told of every commit to the file, renews the
/// snapshot in the realm's place, and has each observer find out what is new to him.
final class Observation {
  private unowned let core: RealmCore
  private var observers: [WeakObserver] = []
  private var isDelivering = false
  private let listener: CommitListener
  private let path: String

  private struct WeakObserver { weak var observer: Observer? }

  init(_ core: RealmCore) {
    self.core = core
    let visitor = core.confinement.visitor(WeakCore(core: core))
    listener = CommitListener(visitor)
    path = core.path
    OpenRealms.insert(listener, for: path)
  }

  deinit { OpenRealms.remove(listener, for: path) }

  /// Tells an observer of what changes from now on.
  func insert(_ observer: Observer) {
    observers.removeAll { $0.observer?.isActive != true }
    observers.append(WeakObserver(observer: observer))
    // What is committed before the listener was there, and what the observer begins with.
    listener.wake()
  }

  /// Renews the snapshot, and tells everybody what is new.
  func deliver() {
    listener.look()
    // The end of the transaction wakes the listener again.
    if core.store.isWriting { return }
    core.endSnapshot()
    _ = core.readNewest()
    tell()
  }

  /// Tells everybody what the snapshot has that is new.
  func tell() {
    // A callback has renewed the snapshot: those who come after it see that.
    if isDelivering { return listener.wake() }
    isDelivering = true
    defer { isDelivering = false }
    for place in observers {
      guard let observer = place.observer, observer.isActive else { continue }
      if core.store.isWriting { break }
      observer.tell()
    }
    observers.removeAll { $0.observer?.isActive != true }
    if observers.isEmpty { core.observation = nil }
  }

  /// A realm that is looked for in its place.
  struct WeakCore: @unchecked Sendable {
    weak var core: RealmCore?

    func deliver() {
      guard let core else { return }
      // Its last other owner, a token, may go meanwhile, on any thread.
      withExtendedLifetime(core) { core.observation?.deliver() }
    }
  }
}

extension Confinement {
  /// What has a realm deliver in this place, called anywhere.
  fileprivate func visitor(_ realm: Observation.WeakCore) -> @Sendable () -> Void {
    switch self {
    case .queue(let reference):
      let queue = reference.queue
      return { queue.async { realm.deliver() } }
    case .thread:
      if Thread.isMainThread { return { DispatchQueue.main.async { realm.deliver() } } }
      let loop = LoopReference(loop: .current)
      return { loop.visit(realm) }
    case .actor(let reference):
      return { reference.visit { realm.deliver() } }
    case .nowhere:
      return {}
    }
  }

  /// The run loop of a thread; a timer wakes it up, which a block alone does not.
  private struct LoopReference: @unchecked Sendable {
    let loop: RunLoop

    func visit(_ realm: Observation.WeakCore) {
      loop.add(Timer(timeInterval: 0, repeats: false) { _ in realm.deliver() }, forMode: .default)
    }
  }
}

extension RealmCore {
  /// Those who observe, made for the first.
  func observing() -> Observation {
    if let observation { return observation }
    let made = Observation(self)
    observation = made
    return made
  }

  /// Refuses to observe where nothing changes, or what changes is not settled.
  func expectObservable() {
    expectPlace()
    if isFrozen { misuse("what is frozen does not change and cannot be observed; thaw it") }
    if store.isWriting {
      misuse("nothing can be observed from inside a write transaction; do it after the commit")
    }
  }
}
