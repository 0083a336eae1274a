// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// How values of any type become those of properties: where an object is expected, a dictionary or
/// an array may stand for it.
struct AssignmentPolicy {
  /// The realm that objects are made in; nil to make unmanaged ones.
  var core: RealmCore?
  var update = Realm.UpdatePolicy.error
  /// The copies made so far of objects that the realm does not have; nil where these are not copied
  /// but taken.
  var copies: ObjectCopies?
  /// Whether embedded objects of a realm are copied, because their owner is.
  var copiesEmbedded = false
  /// What the elements of a dynamic object's collection are; nil where their type says it.
  var elementKind: _PropertyKind?

  static var unmanaged: AssignmentPolicy { AssignmentPolicy() }

  /// `value` as one of a property's type.
  func coerce<Value: _Persistable>(
    _ value: Any, to type: Value.Type, of accessor: _PropertyAccessor
  ) -> Value? {
    let value = accessor.kind.type == .mixed ? copyingObjects(of: value) : value
    if accessor.isDynamic { return coerceDynamic(value, to: Value.self, accessor.kind) }
    if let object = object(value, for: accessor.kind) {
      if let value = object as? Value { return value }
      // What the program keeps as an embedded object.
      if value is DynamicObject { return Value._coerce(object) }
    }
    if let value = value as? Value, !isNothing(value) { return value }
    return Value._coerce(value)
  }

  /// `value` as one of a dynamic object, which may come from one of the program's classes.
  private func coerceDynamic<Value: _Persistable>(
    _ value: Any, to type: Value.Type, _ kind: _PropertyKind
  ) -> Value? {
    let value = unmapped(value)
    if kind.type == .object, !isNothing(value) {
      guard let object = object(value, for: kind) else { return nil }
      return object as? Value
    }
    if let value = value as? Value, !isNothing(value) { return value }
    return Value._coerce(value)
  }

  /// The object that `value` is or stands for, where one of a class is expected; nil where it is
  /// none.
  private func object(_ value: Any, for kind: _PropertyKind) -> ObjectBase? {
    guard let target = kind.target else { return nil }
    if let object = value as? ObjectBase {
      guard type(of: object) == target, kind.storedTarget == nil || kind.isOf(object) else {
        return counterpart(of: object, for: kind)
      }
      if object.isEmbedded {
        // It belongs to the object that has it.
        return copies != nil || (object.isManaged && copiesEmbedded) ? copy(object, kind) : object
      }
      if let core, copies != nil, object.core !== core, let table = core.table(behind: kind) {
        return core.create(in: table, value: object, by: self)
      }
      return object
    }
    guard isObjectValue(value) else { return nil }
    if let core, !kind.ownsTarget, let table = core.table(behind: kind) {
      return core.create(in: table, value: value, by: self)
    }
    return copy(value, kind)
  }

  /// An unmanaged object with the properties of a value.
  private func copy(_ value: Any, _ kind: _PropertyKind) -> ObjectBase? {
    guard let description = kind.targetDescription else { return nil }
    let copy = description.makeNew()
    if let core, description.isDynamic {
      copy.assign(core.completing(description.values(of: value), of: description), by: self)
    } else {
      copy.assign(value, by: self)
    }
    return copy
  }

  /// A value of any type, with copies of the objects in it that belong to another realm.
  private func copyingObjects(of value: Any) -> Any {
    guard let core, copies != nil, let value = value as? AnyRealmValue else { return value }
    return copyingObjects(of: value, to: core)
  }

  private func copyingObjects(of value: AnyRealmValue, to core: RealmCore) -> AnyRealmValue {
    switch value {
    case .object(let object):
      guard let owner = object.core, owner !== core,
        let table = core.table(named: object.classDescription.name),
        let copy = core.create(in: table, value: object, by: self) as? Object
      else { return value }
      return .object(copy)
    case .list(let list):
      return .fromArray(list.map { copyingObjects(of: $0, to: core) })
    case .dictionary(let map):
      let copy = Map<String, AnyRealmValue>()
      for (key, value) in map { copy[key] = copyingObjects(of: value, to: core) }
      return .dictionary(copy)
    default: return value
    }
  }

  /// A dynamic object where one of the program's class is given, or the other way round; nil where
  /// the classes are different ones in the file.
  private func counterpart(of object: ObjectBase, for kind: _PropertyKind) -> ObjectBase? {
    guard kind.isDynamic != (object is DynamicObject), kind.isOf(object) else { return nil }
    guard let core = core ?? object.core, !kind.ownsTarget,
      let table = core.table(behind: kind)
    else { return copy(object, kind) }
    if copies != nil, object.core !== core {
      return core.create(in: table, value: object, by: self)
    }
    return table.object(core.add(object))
  }
}

extension _PropertyKind {
  /// Whether an object is of the class that links lead to.
  fileprivate func isOf(_ object: ObjectBase) -> Bool {
    object.classDescription.name == targetName
  }
}

extension AssignmentPolicy {
  /// `value` as elements of a collection; nil when it, or one of its parts, does not fit.
  func elements<Element: RealmCollectionValue>(
    _ value: Any, of type: Element.Type
  ) -> [Element]? {
    if isNothing(value) { return [] }
    guard let values = value as? any Sequence else { return nil }
    var result: [Element] = []
    for value in values {
      guard let element = element(value, of: type) else { return nil }
      result.append(element)
    }
    return result
  }

  /// `value` as one element of a collection.
  func element<Element: RealmCollectionValue>(_ value: Any, of type: Element.Type) -> Element? {
    let value = Element._kind.type == .mixed ? copyingObjects(of: value) : value
    if let elementKind { return coerceDynamic(value, to: Element.self, elementKind) }
    if let object = object(value, for: Element._kind) {
      if let element = object as? Element { return element }
      if value is DynamicObject { return Element._coerce(object) }
    }
    if let value = value as? Element { return value }
    return Element._coerce(value)
  }
}

/// The copies that one call of `create(_:value:)` has made, so that an object which is led to
/// twice, or by itself, is copied once.
final class ObjectCopies {
  // A row is the same original whichever object stands for it.
  private var copies: [ObjectBase: ObjectBase] = [:]

  subscript(original: ObjectBase) -> ObjectBase? {
    get { copies[original] }
    set { copies[original] = newValue }
  }
}

/// What the file has for a value of a type of the program's own.
func unmapped(_ value: Any) -> Any {
  guard let value = value as? any _Mapped else { return value }
  return unmapped(value._mapped)
}

/// Whether a value can be taken apart into the properties of an object, and is none itself.
func isObjectValue(_ value: Any) -> Bool {
  value is [String: Any] || value is [Any]
}
