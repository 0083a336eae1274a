// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Those who observe one realm and what it manages.
///
/// A realm has one while somebody observes. It is told of every commit to the file, renews the
/// snapshot in the realm's place, and has each observer find out what is new to him.
final class Observation {
  private unowned let core: RealmCore
  private var observers: [WeakObserver] = []
  private var isDelivering = false
  /// What has been told to be newer than the realm.
  private var toldNews: Int?
  private let listener: CommitListener
  private let path: String

  private struct WeakObserver { weak var observer: Observer? }

  init(_ core: RealmCore) {
    self.core = core
    let visitor = core.confinement.visitor(of: WeakCore(core: core), inRunLoop: true) {
      $0.observation?.deliver()
    }
    listener = CommitListener(visitor ?? {})
    path = core.path
    OpenRealms.insert(listener, for: path)
  }

  deinit { OpenRealms.remove(listener, for: path) }

  /// Tells an observer of what changes from now on.
  func insert(_ observer: Observer) {
    observers.removeAll { $0.observer?.isActive != true }
    observers.append(WeakObserver(observer: observer))
    // What is committed before the listener was there, and what the observer begins with.
    wake()
  }

  /// Has the observers told soon.
  func wake() { listener.wake() }

  /// Goes on to what is newest, where the realm does that by itself, and tells everybody what is
  /// new.
  func deliver() {
    let core = core
    listener.look()
    // The end of the transaction wakes the listener again.
    if core.store.isWriting { return }
    if core.autorefresh {
      core.endSnapshot()
      _ = core.readNewest()
      tell()
      core.rest()
    } else {
      _ = core.readNewest()
      tell()
      tellOfNews()
    }
  }

  /// Tells those who observe the realm itself that there is something newer than it shows, once.
  private func tellOfNews() {
    guard core.hasSnapshot, let news = core.unseenNews, news != toldNews else { return }
    toldNews = news
    for place in observers {
      guard let observer = place.observer, observer.isActive else { continue }
      observer.tellOfNews()
    }
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
