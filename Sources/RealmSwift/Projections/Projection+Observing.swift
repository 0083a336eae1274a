// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension ProjectionObservable {
  /// Calls `block` whenever transactions have changed what the projection shows, or deleted the
  /// object; see `observe(keyPaths:on:_:)` of objects.
  ///
  /// **On Linux** a property is told when it has changed itself, and not with others that go
  /// through the same property of the object.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties whose changes are told; nil for all.
  ///   - queue: a serial queue that is told in place of the caller's.
  ///   - block: what is called.
  /// - Returns: what keeps the observation going: hold on to it.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    ObservationStart.begin(self, on: queue, block, tracking: { $0.changeTracker(keyPaths) })
  }

  /// Calls `block` whenever some properties of the projection have changed; see
  /// `observe(keyPaths:on:_:)`.
  public func observe(
    keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue? = nil,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: ProjectedProperties.origins(keyPaths), on: queue, block)
  }

  /// Calls `block` as an actor whenever the projection has changed; see `observe(keyPaths:on:_:)`.
  ///
  /// The observation does not keep the actor.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, ObjectChange<Self>) -> Void
  ) async -> NotificationToken {
    await ObservationStart.begin(
      self, on: actor, _isolation: _isolation, block, tracking: { $0.changeTracker(keyPaths) })
  }

  /// The changes of the projection, as what `for await` goes over in the place of its realm.
  public var changes: RealmChanges<ObjectChange<Self>> { changes(keyPaths: nil) }

  /// The changes of some properties of the projection.
  public func changes(keyPaths: [String]?) -> RealmChanges<ObjectChange<Self>> {
    RealmChanges(changeTracker(keyPaths))
  }

  func changeTracker(_ keyPaths: [String]?) -> ProjectionTracker<Self> {
    guard let core = rootObject.core else {
      misuse("only a projection of an object that a realm manages can be observed; add it first")
    }
    return ProjectionTracker(self, core: core, keyPaths: keyPaths)
  }
}

extension RealmCollection where Element: ProjectionObservable {
  /// Calls `block` with the collection, and again whenever some properties of what it shows have
  /// changed, or the collection itself; see `observe(keyPaths:on:_:)`.
  public func observe(
    keyPaths: [PartialKeyPath<Element>], on queue: DispatchQueue? = nil,
    _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: ProjectedProperties.origins(keyPaths), on: queue, block)
  }
}

/// What changes in a projection: each of its properties is looked at by itself.
final class ProjectionTracker<P: ProjectionObservable>: ChangeTracker<ObjectChange<P>> {
  private let projection: P
  private let properties: [(property: ProjectedProperty, tracker: ObjectTracker<P.Root>)]
  /// Values as they have been told, by the names of the properties.
  private var told: [String: Any] = [:]

  init(_ projection: P, core: RealmCore, keyPaths: [String]?) {
    self.projection = projection
    properties = ProjectedProperties.of(projection, named: keyPaths).map {
      ($0, projection.rootObject.changeTracker([$0.origin]))
    }
    super.init(core)
    for (property, _) in properties { note(property) }
  }

  /// Keeps the value of a property, unless it is a collection, which shows what is newest.
  private func note(_ property: ProjectedProperty) {
    let value = property.field.value(of: projection.rootObject)
    let isCollection = value is _ManagedCollection || value is any ElementShowing
    told[property.name] = isCollection ? nil : unwrapped(value)
  }

  override func find() -> ObjectChange<P>? {
    if projection.isInvalidated {
      isOver = true
      return .deleted
    }
    var changes: [PropertyChange] = []
    for (property, tracker) in properties {
      guard case .change? = tracker.find() else { continue }
      let old = told[property.name]
      note(property)
      let new = unwrapped(property.field.value(of: projection.rootObject))
      changes.append(PropertyChange(name: property.name, oldValue: old, newValue: new))
    }
    return changes.isEmpty ? nil : .change(projection, changes)
  }

  override var restoration: () -> Void {
    let restorations = properties.map { ($0.tracker, $0.tracker.isOver, $0.tracker.restoration) }
    return { [told = told] in
      self.told = told
      for (tracker, isOver, restore) in restorations {
        tracker.isOver = isOver
        restore()
      }
    }
  }
}
