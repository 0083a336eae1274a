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

  static var unmanaged: AssignmentPolicy { AssignmentPolicy() }

  /// `value` as one of a property's type.
  func coerce<Value: _Persistable>(
    _ value: Any, to type: Value.Type, of accessor: _PropertyAccessor
  ) -> Value? {
    if let target = accessor.kind.target, let object = object(value, of: target),
      let value = object as? Value
    {
      return value
    }
    if let value = value as? Value, !isNothing(value) { return value }
    return Value._coerce(value)
  }

  /// The object that `value` is or stands for, where one of `target` is expected; nil where it is
  /// none.
  private func object(_ value: Any, of target: ObjectBase.Type) -> ObjectBase? {
    if let object = value as? ObjectBase {
      guard type(of: object) == target else { return nil }
      if object is EmbeddedObject {
        // It belongs to the object that has it.
        return copies != nil || (object.isManaged && copiesEmbedded) ? copy(object) : object
      }
      if let core, copies != nil, object.core !== core {
        return core.create(target, value: object, by: self)
      }
      return object
    }
    guard isObjectValue(value) else { return nil }
    if let core, target is Object.Type { return core.create(target, value: value, by: self) }
    let object = target.init()
    object.assign(value, by: self)
    return object
  }

  private func copy(_ object: ObjectBase) -> ObjectBase {
    let copy = type(of: object).init()
    copy.assign(object, by: self)
    return copy
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
    if let target = Element._kind.target, let object = object(value, of: target),
      let element = object as? Element
    {
      return element
    }
    if let value = value as? Element { return value }
    return Element._coerce(value)
  }
}

/// The copies that one call of `create(_:value:)` has made, so that an object which is led to
/// twice, or by itself, is copied once.
final class ObjectCopies {
  private var copies: [ObjectIdentifier: (original: ObjectBase, copy: ObjectBase)] = [:]

  subscript(original: ObjectBase) -> ObjectBase? {
    get { copies[ObjectIdentifier(original)]?.copy }
    set { copies[ObjectIdentifier(original)] = newValue.map { (original, $0) } }
  }
}

/// Whether a value can be taken apart into the properties of an object, and is none itself.
func isObjectValue(_ value: Any) -> Bool {
  value is [String: Any] || value is [Any]
}
