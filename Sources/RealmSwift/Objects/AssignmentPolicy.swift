// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// How values of any type become those of properties: where an object is expected, a dictionary or
/// an array may stand for it.
struct AssignmentPolicy {
  /// The realm that objects are made in; nil to make unmanaged ones.
  var core: RealmCore?
  var update = Realm.UpdatePolicy.error

  static var unmanaged: AssignmentPolicy { AssignmentPolicy() }

  /// `value` as one of a property's type.
  func coerce<Value: _Persistable>(
    _ value: Any, to type: Value.Type, of accessor: _PropertyAccessor
  ) -> Value? {
    if let value = value as? Value, !isNothing(value) { return value }
    if let core, let target = accessor.kind.target, accessor.kind.collection == nil,
      isObjectValue(value), target is Object.Type
    {
      return core.create(target, value: value, update: update) as? Value
    }
    return Value._coerce(value)
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
    if let value = value as? Element { return value }
    if let core, let target = Element._kind.target, target is Object.Type, isObjectValue(value) {
      return core.create(target, value: value, update: update) as? Element
    }
    return Element._coerce(value)
  }
}

/// Whether a value can be taken apart into the properties of an object.
func isObjectValue(_ value: Any) -> Bool {
  value is [String: Any] || value is [Any] || value is ObjectBase
}
