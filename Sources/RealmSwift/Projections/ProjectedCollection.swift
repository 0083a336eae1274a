// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// One property of each object in a collection, as they are whenever one looks.
///
/// ```swift
/// @Projected(\Person.friends.projectTo.firstName) var friends: ProjectedCollection<String>
/// ```
public struct ProjectedCollection<Element> {
  private let elements: ProjectedElements<Element>

  fileprivate init(_ elements: ProjectedElements<Element>) { self.elements = elements }

  init<Base: RealmCollection>(_ base: Base, _ path: KeyPath<Base.Element, Element>)
  where Base.Element: ObjectBase {
    elements = ElementsOf(base, path)
  }
}

extension ProjectedCollection: RandomAccessCollection {
  /// How many objects there are.
  public var count: Int { elements.count }
  /// The first place.
  public var startIndex: Int { 0 }
  /// The number of objects.
  public var endIndex: Int { elements.count }

  /// The property of the object at a place; setting it sets the object's.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    nonmutating set { elements[position] = newValue }
  }
}

extension ProjectedCollection: ThreadConfined {
  /// The realm that the objects are in; nil for an unmanaged collection.
  public var realm: Realm? { elements.realm }
  /// Whether the collection must not be used any more.
  public var isInvalidated: Bool { elements.isInvalidated }
  /// Whether the collection is one of a frozen realm.
  public var isFrozen: Bool { elements.isFrozen }

  /// The same in another realm.
  public func _moved(to realm: Realm) -> ProjectedCollection? {
    elements.moved(to: realm).map { ProjectedCollection($0) }
  }

  /// Calls `block` with the collection, and again whenever the property of an object has changed,
  /// or the collection itself; see `observe(keyPaths:on:_:)` of collections.
  public func observe(
    on queue: DispatchQueue? = nil,
    _ block: @escaping (RealmCollectionChange<ProjectedCollection>) -> Void
  ) -> NotificationToken {
    ObservationStart.begin(self, on: queue, block, tracking: { $0.tracker })
  }

  /// The changes of the collection, as what `for await` goes over in the place of its realm.
  public var changes: RealmChanges<RealmCollectionChange<ProjectedCollection>> {
    RealmChanges(tracker)
  }

  private var tracker: ElementTracker<ProjectedCollection> {
    guard let source = elements.source, let core = source.observedCore else {
      misuse("only a collection that a realm manages can be observed; add its object first")
    }
    core.expectObservable()
    return ElementTracker(self, source, core: core, keyPaths: [elements.origin])
  }
}

extension ProjectedCollection: CustomStringConvertible {
  /// The values.
  public var description: String {
    "ProjectedCollection<\(Element.self)> [\(map { "\($0)" }.joined(separator: ", "))]"
  }
}

/// What shows a property of the elements of a collection.
protocol ElementShowing {
  /// The path that the property is behind, from an element.
  var elementOrigin: String { get }
}

extension ProjectedCollection: ElementShowing {
  var elementOrigin: String { elements.origin }
}

/// The property of some objects, whatever collection they are in.
private class ProjectedElements<Value> {
  var count: Int { 0 }
  var realm: Realm? { nil }
  var isInvalidated: Bool { false }
  var isFrozen: Bool { false }
  var origin: String { "" }
  var source: (any ObservableElements)? { nil }
  func moved(to realm: Realm) -> ProjectedElements? { nil }
  subscript(position: Int) -> Value {
    get { fatalError("a projected collection has no objects") }
    set { fatalError("a projected collection has no objects for a \(type(of: newValue))") }
  }
}

/// The property of the objects in one collection.
private final class ElementsOf<Base: RealmCollection, Value>: ProjectedElements<Value>
where Base.Element: ObjectBase {
  private let base: Base
  private let path: KeyPath<Base.Element, Value>

  init(_ base: Base, _ path: KeyPath<Base.Element, Value>) {
    self.base = base
    self.path = path
  }

  override var count: Int { base.count }
  override var realm: Realm? { base.realm }
  override var isInvalidated: Bool { base.isInvalidated }
  override var isFrozen: Bool { base.isFrozen }
  override var source: (any ObservableElements)? { base as? any ObservableElements }

  override var origin: String {
    guard let names = KeyPathRecorder.names(from: Base.Element.self, in: { $0[keyPath: path] })
    else { misuse("projectTo goes on to nothing that a \(Base.Element.self) keeps") }
    return names
  }

  override func moved(to realm: Realm) -> ProjectedElements<Value>? {
    guard let base = base as? any ThreadConfined else { return nil }
    return (base._moved(to: realm) as? Base).map { ElementsOf($0, path) }
  }

  override subscript(position: Int) -> Value {
    get { base[position][keyPath: path] }
    set {
      guard let path = path as? ReferenceWritableKeyPath<Base.Element, Value> else {
        misuse("what is projected of \(Base.Element.self) cannot be set; set it at the object")
      }
      base[position][keyPath: path] = newValue
    }
  }
}

/// Leads on from a collection to a property of its objects: `friends.projectTo.firstName`.
@dynamicMemberLookup
public struct CollectionElementMapper<Base: RealmCollection> where Base.Element: ObjectBase {
  let base: Base

  /// A property of the objects.
  public subscript<V>(
    dynamicMember member: KeyPath<Base.Element, V>
  ) -> ProjectedCollection<V> { ProjectedCollection(base, member) }
}

extension RealmCollection where Element: ObjectBase {
  /// The objects, for a key path that goes on to a property of theirs.
  public var projectTo: CollectionElementMapper<Self> { CollectionElementMapper(base: self) }
}
