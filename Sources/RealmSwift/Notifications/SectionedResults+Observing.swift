// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension SectionedResults {
  /// Calls `block` with the sections, and again whenever transactions have changed them or their
  /// objects; when and where, is as for collections.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties whose changes are told; nil for all. That objects come, go and
  ///     change their section is told in any case.
  ///   - queue: a serial queue that is told in place of the caller's; the keys of the sections are
  ///     computed there, too.
  ///   - block: what is called.
  /// - Returns: what keeps the observation going: hold on to it.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
    _ block: @escaping (SectionedResultsChange<SectionedResults>) -> Void
  ) -> NotificationToken {
    ObservationStart.begin(self, on: queue, block, tracking: { $0.tracker(keyPaths) })
  }

  /// Calls `block` as an actor whenever the sections have changed; see
  /// `observe(keyPaths:on:_:)`.
  ///
  /// The sections that `block` gets are those of a realm of the actor.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, SectionedResultsChange<SectionedResults>) -> Void
  ) async -> NotificationToken {
    await ObservationStart.begin(
      self, on: actor, _isolation: _isolation, block, tracking: { $0.tracker(keyPaths) })
  }

  /// The changes of the sections, as what `for await` goes over in the place of their realm.
  public var changes: RealmChanges<SectionedResultsChange<SectionedResults>> {
    changes(keyPaths: nil)
  }

  /// The changes of the sections, for some properties of their objects.
  public func changes(
    keyPaths: [String]?
  ) -> RealmChanges<SectionedResultsChange<SectionedResults>> { RealmChanges(tracker(keyPaths)) }

  private func tracker(_ keyPaths: [String]?) -> SectionTracker<Key, Element, SectionedResults> {
    sections.results.live.core.expectObservable()
    return SectionTracker(self, of: sections, keyPaths: keyPaths)
  }
}

extension SectionedResults where Element: ObjectBase {
  /// Calls `block` with the sections, and again whenever some properties of their objects have
  /// changed, or the sections themselves; see `observe(keyPaths:on:_:)`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil,
    _ block: @escaping (SectionedResultsChange<SectionedResults>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: queue, block)
  }

  /// The same by an actor.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Element>], on actor: A,
    _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, SectionedResultsChange<SectionedResults>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: actor, _isolation: _isolation,
      block)
  }
}

extension ResultsSection {
  /// Calls `block` with the section, and again whenever transactions have changed it or its
  /// objects; when and where, is as for collections.
  ///
  /// A section that nothing is left of is told as deleted, and as inserted when there is something
  /// with its key again. That others come and go before it is not told.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties whose changes are told; nil for all. That objects come and go is
  ///     told in any case.
  ///   - queue: a serial queue that is told in place of the caller's.
  ///   - block: what is called.
  /// - Returns: what keeps the observation going: hold on to it.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
    _ block: @escaping (SectionedResultsChange<ResultsSection>) -> Void
  ) -> NotificationToken {
    ObservationStart.begin(self, on: queue, block, tracking: { $0.tracker(keyPaths) })
  }

  /// Calls `block` as an actor whenever the section has changed; see `observe(keyPaths:on:_:)`.
  ///
  /// The section that `block` gets is one of a realm of the actor.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, SectionedResultsChange<ResultsSection>) -> Void
  ) async -> NotificationToken {
    await ObservationStart.begin(
      self, on: actor, _isolation: _isolation, block, tracking: { $0.tracker(keyPaths) })
  }

  /// The changes of the section, as what `for await` goes over in the place of its realm.
  public var changes: RealmChanges<SectionedResultsChange<ResultsSection>> {
    changes(keyPaths: nil)
  }

  /// The changes of the section, for some properties of its objects.
  public func changes(
    keyPaths: [String]?
  ) -> RealmChanges<SectionedResultsChange<ResultsSection>> { RealmChanges(tracker(keyPaths)) }

  private func tracker(_ keyPaths: [String]?) -> SectionTracker<Key, Element, ResultsSection> {
    sections.results.live.core.expectObservable()
    return SectionTracker(self, of: sections, only: key, keyPaths: keyPaths)
  }
}

extension ResultsSection where Element: ObjectBase {
  /// Calls `block` with the section, and again whenever some properties of its objects have
  /// changed, or the section itself; see `observe(keyPaths:on:_:)`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil,
    _ block: @escaping (SectionedResultsChange<ResultsSection>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: queue, block)
  }

  /// The same by an actor.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Element>], on actor: A,
    _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, SectionedResultsChange<ResultsSection>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: actor, _isolation: _isolation,
      block)
  }
}
