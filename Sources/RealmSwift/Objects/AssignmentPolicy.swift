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

/// Whether a value can be taken apart into the properties of an object.
func isObjectValue(_ value: Any) -> Bool {
  value is [String: Any] || value is [Any] || value is ObjectBase
}
