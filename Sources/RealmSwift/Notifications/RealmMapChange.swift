// SPDX-License-Identifier: Apache-2.0

public import Dispatch
internal import ObjectStore
internal import SQLite

/// What somebody who observes a map is told.
public enum RealmMapChange<MapType: RealmKeyedCollection> {
  /// The map as it is at the beginning.
  case initial(MapType)
  /// The map has changed: keys that are gone, keys that are new, and keys whose values are others
  /// or have changed.
  case update(
    MapType, deletions: [MapType.Key], insertions: [MapType.Key], modifications: [MapType.Key])
  /// Never told; Realm has it for code that is older.
  case error(any Error)
}

extension Map {
  /// Calls `block` with the map, and again whenever transactions have changed it or its objects;
  /// see `observe(keyPaths:on:_:)` of collections.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties of the objects under the keys whose changes are told; nil for
  ///     all.
  ///   - queue: a serial queue that is told in place of the caller's.
  ///   - block: what is called.
  /// - Returns: what keeps the observation going: hold on to it.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
    _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    ObservationStart.begin(self, on: queue, block, tracking: { $0.changeTracker(keyPaths) })
  }

  /// The changes of the map, as what `for await` goes over in the place of its realm.
  public var changes: RealmChanges<RealmMapChange<Map>> { changes(keyPaths: nil) }

  /// The changes of the map, for some properties of its objects.
  public func changes(keyPaths: [String]?) -> RealmChanges<RealmMapChange<Map>> {
    RealmChanges(changeTracker(keyPaths))
  }

  func changeTracker(_ keyPaths: [String]?) -> MapTracker<Key, Value> {
    guard let core else {
      misuse("only a map that a realm manages can be observed; add its object first")
    }
    core.expectObservable()
    return MapTracker(self, core: core, keyPaths: keyPaths)
  }

  /// The keys with what is kept under them; nil when the map is gone.
  fileprivate func observedEntries() -> [(key: Key, value: MixedValue)]? {
    if isInvalidated { return nil }
    let found = read { rows throws(SQLiteError) in
      (try rows.keys(of: owner), try rows.elements(of: owner))
    }
    guard let (keys, elements) = found else { return [] }
    return zip(keys, elements).map { (Key(_text: $0), $1) }
  }
}

extension Map where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
  /// Calls `block` with the map, and again whenever some properties of its objects have changed, or
  /// the map itself; see `observe(keyPaths:on:_:)`.
  public func observe(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on queue: DispatchQueue? = nil,
    _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: queue, block)
  }

  /// The same by an actor.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<Value.Wrapped>], on actor: A,
    _isolation: isolated (any Actor)? = #isolation,
    _ block: @escaping @Sendable (isolated A, RealmMapChange<Map>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: actor, _isolation: _isolation,
      block)
  }
}

/// What changes in a map.
final class MapTracker<Key: _MapKey, Value: RealmCollectionValue>:
  ChangeTracker<RealmMapChange<Map<Key, Value>>>
{
  private let map: Map<Key, Value>
  private let observed: ObservedProperties
  /// The fingerprints of the values as they have been told.
  private var told: [MapKeyText: Int]?

  init(_ map: Map<Key, Value>, core: RealmCore, keyPaths: [String]?) {
    self.map = map
    observed = ObservedKeyPaths.observed(keyPaths, from: map.observedClass)
    super.init(core)
  }

  override func find() -> RealmMapChange<Map<Key, Value>>? {
    let entries = map.observedEntries()
    if entries == nil { isOver = true }
    let new = fingerprints(of: entries ?? [])
    guard let old = told else {
      told = new
      return .initial(map)
    }
    told = new
    let keys = { (texts: [MapKeyText]) in texts.sorted().map { Key(_text: $0.text) } }
    let deletions = keys(old.keys.filter { new[$0] == nil })
    let insertions = keys(new.keys.filter { old[$0] == nil })
    let modifications = keys(new.keys.filter { old[$0] != nil && old[$0] != new[$0] })
    if deletions.isEmpty, insertions.isEmpty, modifications.isEmpty { return nil }
    return .update(
      map, deletions: deletions, insertions: insertions, modifications: modifications)
  }

  // What it begins with is told in any case.
  override func skip() { if told != nil { super.skip() } }

  override var restoration: () -> Void { { [told = told] in self.told = told } }

  private func fingerprints(of entries: [(key: Key, value: MixedValue)]) -> [MapKeyText: Int] {
    var fingerprints = Fingerprints(core.store)
    let property = map.observedProperty
    return core.guarding { () throws(ObjectStoreError) in
      var result: [MapKeyText: Int] = [:]
      for (key, value) in entries {
        result[MapKeyText(key._text)] = try fingerprints.element(value, of: property, observed)
      }
      return result
    } ?? [:]
  }
}
