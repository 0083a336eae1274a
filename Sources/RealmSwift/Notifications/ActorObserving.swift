// SPDX-License-Identifier: Apache-2.0

extension RealmCollection where Self: ThreadConfined {
  /// Calls `block` as an actor whenever the collection has changed; see
  /// `observe(keyPaths:on:_:)`.
  ///
  /// The collection that `block` gets is one of a realm of the actor. The observation does not keep
  /// the actor.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, RealmCollectionChange<Self>) -> Void
  ) async -> NotificationToken {
    await ObservationStart.begin(
      self, on: actor, _isolation: _isolation, block, tracking: { $0.tracker(keyPaths) })
  }
}

extension RealmCollection where Self: ThreadConfined, Element: ObjectBase {
  /// Calls `block` as an actor whenever some properties of the objects have changed, or the
  /// collection itself; see `observe(keyPaths:on:_:)`.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Element>], on actor: A,
    _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, RealmCollectionChange<Self>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: actor, _isolation: _isolation,
      block)
  }
}

extension Map {
  /// Calls `block` as an actor whenever the map has changed; see `observe(keyPaths:on:_:)`.
  ///
  /// The map that `block` gets is one of a realm of the actor. The observation does not keep the
  /// actor.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, RealmMapChange<Map>) -> Void
  ) async -> NotificationToken {
    await ObservationStart.begin(
      self, on: actor, _isolation: _isolation, block, tracking: { $0.changeTracker(keyPaths) })
  }
}

extension ThreadConfined where Self: ObjectBase {
  /// Calls `block` as an actor whenever the object has changed; see `observe(keyPaths:on:_:)`.
  ///
  /// The object that `block` gets is one of a realm of the actor. The observation does not keep the
  /// actor.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await ObservationStart.begin(
      self, on: actor, _isolation: _isolation, block, tracking: { $0.changeTracker(keyPaths) })
  }

  /// Calls `block` as an actor whenever some properties of the object have changed; see
  /// `observe(keyPaths:on:_:)`.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Self>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: actor, _isolation: _isolation,
      block)
  }
}
