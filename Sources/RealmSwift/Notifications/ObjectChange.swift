// SPDX-License-Identifier: Apache-2.0

public import Dispatch
internal import ObjectStore

/// A property that has changed.
public struct PropertyChange {
  /// The name in the program.
  public let name: String
  /// The value that was told last; nil for one that was missing, and for collections.
  public let oldValue: Any?
  /// The value that there is now; nil for one that is missing.
  public let newValue: Any?
}

/// What somebody who observes an object is told.
public enum ObjectChange<T> {
  /// Never told; Realm has it for code that is older.
  case error(any Error)
  /// Properties have changed.
  case change(T, [PropertyChange])
  /// The object was deleted, and there is nothing more to come.
  case deleted
}

extension ThreadConfined where Self: ObjectBase {
  /// Calls `block` whenever transactions have changed the object, or deleted it.
  ///
  /// When and where, is as for collections. A link has changed when it leads to another object, and
  /// a collection when its elements are others; what is behind them counts where a key path leads
  /// there.
  ///
  /// **On Linux** old values are also told of changes of the same thread.
  ///
  /// - Parameters:
  ///   - keyPaths: the properties whose changes are told, `"name"` or `"dogs.name"`; nil for all.
  ///   - queue: a serial queue that is told in place of the caller's; `block` gets the object of a
  ///     realm there.
  ///   - block: what is called.
  /// - Returns: what keeps the observation going: hold on to it.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    ObservationStart.begin(self, on: queue, block, tracking: { $0.changeTracker(keyPaths) })
  }

  /// Calls `block` whenever transactions have changed some properties of the object, or deleted it;
  /// see `observe(keyPaths:on:_:)`.
  public func observe(
    keyPaths: [PartialKeyPath<Self>], on queue: DispatchQueue? = nil,
    _ block: @escaping (ObjectChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { propertyNames(partial: $0) }, on: queue, block)
  }

  /// The changes of the object, as what `for await` goes over in the place of its realm.
  public var changes: RealmChanges<ObjectChange<Self>> { changes(keyPaths: nil) }

  /// The changes of some properties of the object; see `changes`.
  public func changes(keyPaths: [String]?) -> RealmChanges<ObjectChange<Self>> {
    RealmChanges(changeTracker(keyPaths))
  }

  func changeTracker(_ keyPaths: [String]?) -> ObjectTracker<Self> {
    guard let core else {
      misuse("only an object that a realm manages can be observed; add it first")
    }
    core.expectObservable()
    if isInvalidated { misuse("an object that was deleted or invalidated cannot be observed") }
    return ObjectTracker(self, core: core, keyPaths: keyPaths)
  }
}

/// What changes in an object.
final class ObjectTracker<T: ObjectBase>: ChangeTracker<ObjectChange<T>> {
  private let object: T
  private let observed: ObservedProperties
  private var told: Told

  /// The properties as they have been told, by their names.
  private struct Told {
    var numbers: [String: Int] = [:]
    var values: [String: Any] = [:]
  }

  init(_ object: T, core: RealmCore, keyPaths: [String]?) {
    self.object = object
    observed = ObservedKeyPaths.observed(keyPaths, from: object.classDescription, depth: 0)
    told = Told()
    super.init(core)
    told = state() ?? Told()
  }

  override func find() -> ObjectChange<T>? {
    guard !object.isInvalidated, let state = state() else {
      isOver = true
      return .deleted
    }
    let old = told
    told = state
    let changed = object.classDescription.accessors.filter {
      state.numbers[$0.name] != old.numbers[$0.name]
    }
    if changed.isEmpty { return nil }
    return .change(
      object,
      changed.map {
        PropertyChange(
          name: $0.name, oldValue: old.values[$0.name], newValue: object[$0.name])
      })
  }

  override var restoration: () -> Void { { [told = told] in self.told = told } }

  private func state() -> Told? {
    guard let table = object.table else { return nil }
    var fingerprints = Fingerprints(core.store)
    let found = core.guarding { () throws(ObjectStoreError) in
      try fingerprints.properties(of: object.key, in: table.className, observed)
    }
    guard let numbers = found ?? nil else { return nil }
    let byStep = Dictionary(numbers.map { ($0.step, $0.number) }, uniquingKeysWith: { a, _ in a })
    var told = Told()
    for accessor in table.description.accessors {
      guard let number = byStep[accessor.step] else { continue }
      told.numbers[accessor.name] = number
      if !accessor.hasNoColumn { told.values[accessor.name] = object[accessor.name] }
    }
    return told
  }
}

extension _PropertyAccessor {
  /// The property as the first step of a path.
  fileprivate var step: PropertyPath.Step {
    if let (className, property) = origin {
      return .backlinks(className: className, property: property)
    }
    return .property(columnName)
  }
}
