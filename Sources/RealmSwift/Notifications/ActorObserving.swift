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
    _ = tracker(keyPaths)
    return await RemoteObservation.begin(self, on: actor, _isolation: _isolation) {
      [weak actor] moved in
      CallbackObserver(moved.tracker(keyPaths)) { [weak actor] change in
        if let actor { RemoteObservation.tell(change, to: actor, block) }
      }
    }
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
    _ = changeTracker(keyPaths)
    return await RemoteObservation.begin(self, on: actor, _isolation: _isolation) {
      [weak actor] moved in
      CallbackObserver(moved.changeTracker(keyPaths)) { [weak actor] change in
        if let actor { RemoteObservation.tell(change, to: actor, block) }
      }
    }
  }
}
