// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// The objects whose link, list, set or map leads to an object: the other direction of a property.
///
/// ```swift
/// class Dog: Object {
///   @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
/// }
/// ```
///
/// Read only, and up to date whenever one looks. Empty for an unmanaged object.
public struct LinkingObjects<Element: ObjectBase> {
  /// The property, in the program, that leads here.
  let originProperty: String
  /// The object that is led to.
  private var target: (core: RealmCore, table: ObjectTable, key: ObjectKey)?

  init(originProperty: String) { self.originProperty = originProperty }

  mutating func attach(to key: ObjectKey, in table: ObjectTable) {
    target = (table.core, table, key)
  }

  /// The keys of the objects, in their order.
  var keys: [ObjectKey] {
    guard let (core, table, key) = target else { return [] }
    core.prepareToRead()
    let origin = core.table(for: Element.self)
    guard let accessor = origin.description[originProperty], !accessor.kind.isBacklinks,
      accessor.kind.target.map({ ClassDescription.nameOnly(of: $0) }) == table.className
        || accessor.kind.type == .mixed
    else {
      misuse(
        "class \(origin.description.programName) has no property \(originProperty) that leads to "
          + "\(table.description.programName), as its LinkingObjects says")
    }
    guard let property = origin.layout?.schema[accessor.columnName], let target = table.layout
    else { return [] }
    return core.guarding { () throws(ObjectStoreError) in
      try core.store.keys(
        linkingBy: property, of: origin.className, to: key, ofClass: target.classID)
    } ?? []
  }

  /// Whether the file has the object that is led to.
  var isTargetThere: Bool {
    guard let (core, table, key) = target, let layout = table.layout else { return false }
    core.prepareToRead()
    return core.guarding { () throws(ObjectStoreError) in
      try core.store.exists(key, in: layout)
    } ?? false
  }

  /// The realm, the property that leads here, and the object that is led to.
  var origin: (core: RealmCore, accessor: _PropertyAccessor, key: ObjectKey)? {
    guard let (core, _, key) = target,
      let accessor = ClassDescription.of(Element.self)[originProperty]
    else { return nil }
    return (core, accessor, key)
  }

  /// The table of the object that is led to.
  var targetTable: ObjectTable? { target?.table }

  /// How many there are.
  public var count: Int { keys.count }

  /// The realm that the objects are in; nil for none.
  public var realm: Realm? { target.map { Realm($0.core) } }

  /// Whether the object that is led to is gone.
  public var isInvalidated: Bool { target?.table.isInvalidated ?? false }
}

extension LinkingObjects: RandomAccessCollection {
  /// The first place.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { count }

  /// The object at a place.
  public subscript(position: Int) -> Element {
    let keys = keys
    guard keys.indices.contains(position) else {
      misuse("\(keys.count) objects link here, and none is at \(position)")
    }
    return object(keys[position])
  }

  /// Goes over the objects as they are now.
  public func makeIterator() -> IndexingIterator<[Element]> {
    keys.map { object($0) }.makeIterator()
  }

  private func object(_ key: ObjectKey) -> Element {
    guard let object = target?.core.table(for: Element.self).object(key) as? Element else {
      fatalError("a table has objects of another class")
    }
    return object
  }
}

extension LinkingObjects: ThreadConfined {
  /// The objects that lead to the same object in another realm.
  public func _moved(to realm: Realm) -> LinkingObjects? {
    guard let (_, table, key) = target else { return nil }
    var copy = self
    copy.attach(to: key, in: realm.core.table(for: table.description.type))
    return copy.isTargetThere ? copy : nil
  }
}

extension LinkingObjects: _Persistable {
  /// Computed from the links of another class.
  public static var _kind: _PropertyKind {
    var kind = _PropertyKind.link(to: Element.self)
    kind.isBacklinks = true
    return kind
  }

  /// Nothing, led to by no property.
  public static func _makeDefault() -> LinkingObjects { LinkingObjects(originProperty: "") }

  /// A property without a column.
  public static func _makeAccessor(
    _ place: _PropertyPlace, example: LinkingObjects
  ) -> _PropertyAccessor {
    BacklinksAccessor<Element>(place, originProperty: example.originProperty)
  }
}

/// A property that is computed from the links of another class.
final class BacklinksAccessor<Element: ObjectBase>: TypedAccessor<LinkingObjects<Element>>,
  @unchecked Sendable
{
  private let originProperty: String

  init(_ place: _PropertyPlace, originProperty: String) {
    self.originProperty = originProperty
    super.init(place, kind: LinkingObjects<Element>._kind)
  }

  override var origin: (className: String, property: String)? {
    let description = ClassDescription.of(Element.self)
    guard let accessor = description[originProperty] else {
      misuse(
        "class \(description.programName) has no property \(originProperty), which \(name) names")
    }
    return (description.name, accessor.columnName)
  }

  override func load(_ row: _RowReader, into object: ObjectBase) {}

  override func bind(_ object: ObjectBase, to binding: _Binding) -> Bool { false }

  override func attach(_ object: ObjectBase, in table: ObjectTable) {
    var objects = object.field(at: offset, as: LinkingObjects<Element>.self)
    objects.attach(to: object.key, in: table)
    object.setField(at: offset, to: objects)
  }

  override func finishInsertion(of object: ObjectBase, in table: ObjectTable) {
    attach(object, in: table)
  }

  override func assign(
    _ value: Any, to object: ObjectBase, by policy: AssignmentPolicy
  ) -> Bool { false }
}

extension Persisted {
  /// The objects of another class whose property leads to this one.
  public init<Element: ObjectBase>(originProperty: String)
  where Value == LinkingObjects<Element> {
    self.init(LinkingObjects(originProperty: originProperty), [])
  }
}
