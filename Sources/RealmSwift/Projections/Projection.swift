// SPDX-License-Identifier: Apache-2.0

/// The base of classes that show a part of an object, under names of their own.
///
/// ```swift
/// class PersonProjection: Projection<Person> {
///   @Projected(\Person.firstName) var name
///   @Projected(\Person.address?.city) var city
/// }
/// for person in realm.objects(PersonProjection.self) { print(person.name) }
/// ```
///
/// Nothing is copied: the properties are those of ``rootObject`` whenever one looks. Predicates,
/// orders and the key paths of collections name properties of the object.
open class Projection<Root: ObjectBase & ThreadConfined>: RealmCollectionValue,
  ProjectionObservable
{
  /// The object that is shown.
  public let rootObject: Root

  /// Shows an object.
  public required init(projecting object: Root) { rootObject = object }

  /// Whether both show the same object.
  public static func == (a: Projection, b: Projection) -> Bool { a.rootObject == b.rootObject }

  /// Hashes the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(rootObject) }

  /// Whether both show the same object of the same realm.
  public final func isSameObject(as other: Projection?) -> Bool {
    rootObject.isSameObject(as: other?.rootObject)
  }

  /// The class, and the properties with what they are now.
  open var description: String {
    if isInvalidated { return "\(type(of: self)) (deleted or invalidated)" }
    let lines = ProjectedProperties.of(self).map {
      "  \($0.name)(\\.\($0.origin)) = \($0.field.value(of: rootObject));"
    }
    return "\(type(of: self))<\(type(of: rootObject))> {\n\(lines.joined(separator: "\n"))\n}"
  }

  // MARK: As an element of results

  /// A link to the object.
  public static var _kind: _PropertyKind { .link(to: Root.self) }

  /// There is none.
  public static func _makeDefault() -> Self {
    misuse("a \(Self.self) shows an object, and there is none without one")
  }

  /// Shows the object that a column leads to.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Self {
    Self(projecting: Root._decode(value, in: realm))
  }

  /// The key of the object.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    rootObject._encode(in: realm)
  }

  /// Shows an object.
  public static func _of(_ object: ObjectBase) -> Self { Self(projecting: Root._of(object)) }
}

extension Projection: CustomStringConvertible {}

extension Projection: ThreadConfined {
  /// The realm of the object; nil for one that nobody manages.
  public var realm: Realm? { rootObject.realm }
  /// Whether the object is gone.
  public var isInvalidated: Bool { rootObject.isInvalidated }
  /// Whether the object is one of a frozen realm.
  public var isFrozen: Bool { rootObject.isFrozen }

  /// The same of the object in another realm.
  public func _moved(to realm: Realm) -> Self? {
    rootObject._moved(to: realm).map { Self(projecting: $0) }
  }
}

/// What all projections have in common.
public protocol ProjectionObservable: AnyObject, ThreadConfined {
  /// The class of the objects that are shown.
  associatedtype Root: ObjectBase & ThreadConfined
  /// The object that is shown.
  var rootObject: Root { get }
  /// Shows an object.
  init(projecting object: Root)
}

extension Realm {
  /// All objects of a class, as a projection shows them.
  public func objects<Root, Element: Projection<Root>>(_ type: Element.Type) -> Results<Element> {
    Results(core.table(for: Root.self))
  }
}

extension Query where T: ProjectionObservable {
  /// A property of the object that is shown.
  public subscript<V>(dynamicMember member: KeyPath<T.Root, V>) -> Query<V> { appending(member) }
}

/// The object that an element of a collection is or shows.
func objectBehind(_ element: Any) -> ObjectBase? {
  (element as? ObjectBase) ?? (element as? any ProjectionObservable)?.shownObject
}

extension ProjectionObservable {
  fileprivate var shownObject: ObjectBase { rootObject }
}
