// SPDX-License-Identifier: Apache-2.0

public import Dispatch
internal import ObjectStore

extension RealmCollection {
  /// Calls `block` with the collection, and again whenever transactions have changed it or its
  /// objects.
  ///
  /// The calls come on the queue, actor or run loop that the realm belongs to, soon after a commit
  /// of whichever thread or process; several commits may be told as one change. ``Realm/refresh()``
  /// tells what is new before it returns. The realm shows what is newest at each call.
  ///
  /// Objects that four links or fewer lead to count as part of those in the collection.
  ///
  /// **On Linux** a thread without a run loop is told by `refresh()` alone; there, `changes` is
  /// what to use. Not in a write transaction, and not of what is frozen or unmanaged.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties whose changes are told, `"name"` or `"dogs.name"`; nil for all.
  ///     That objects come and go is told in any case.
  ///   - queue: a serial queue that is told in place of the caller's; `block` gets the collection
  ///     of a realm there.
  ///   - block: what is called.
  /// - Returns: what keeps the observation going: hold on to it.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
    _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    guard let queue else {
      return NotificationToken(CallbackObserver(tracker(keyPaths), block))
    }
    guard let confined = self as? any ThreadConfined else {
      misuse("a \(Self.self) cannot be observed on another queue")
    }
    _ = tracker(keyPaths)
    return observe(confined, on: queue) { moved in
      guard let moved = moved as? Self else { return nil }
      return CallbackObserver(moved.tracker(keyPaths), block)
    }
  }

  /// The changes of the collection, as what `for await` goes over, the collection as it is first.
  ///
  /// For programs without a run loop. The loop must run in the place of the realm: its actor, also
  /// the main one, for which `Realm.open(configuration:)` opens it. While it is busy, changes add
  /// up to one. It ends when its task is cancelled.
  ///
  /// ```swift
  /// for await change in realm.objects(Note.self).changes { … }
  /// ```
  public var changes: RealmChanges<RealmCollectionChange<Self>> { changes(keyPaths: nil) }

  /// The changes of the collection, for some properties of its objects; see `changes`.
  public func changes(keyPaths: [String]?) -> RealmChanges<RealmCollectionChange<Self>> {
    RealmChanges(tracker(keyPaths))
  }

  /// Opens what is observed as the type that it is.
  private func observe<C: ThreadConfined>(
    _ confined: C, on queue: DispatchQueue, _ make: @escaping (Any) -> Observer?
  ) -> NotificationToken {
    ObservationStart.begin(confined, on: queue) { make($0) }
  }

  func tracker(_ keyPaths: [String]?) -> ElementTracker<Self> {
    guard let source = self as? any ObservableElements, let core = source.observedCore else {
      misuse("only a collection that a realm manages can be observed; add its object first")
    }
    core.expectObservable()
    return ElementTracker(
      self, source, core: core,
      keyPaths: ProjectedProperties.origins(keyPaths, shownAs: Element.self))
  }
}

extension RealmCollection where Element: ObjectBase {
  /// Calls `block` with the collection, and again whenever some properties of its objects have
  /// changed, or the collection itself; see `observe(keyPaths:on:_:)`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil,
    _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: queue, block)
  }
}
