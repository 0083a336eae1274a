// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore

// What reads and writes the properties of dynamic objects: the accessors that classes of the
// program have, with the object's list of values in place of its memory.

extension _PropertyAccessor {
  /// The accessor for a property of the file.
  ///
  /// - Parameter number: that of its value.
  static func dynamic(
    _ property: PropertySchema, at number: Int, in core: RealmCore
  ) -> _PropertyAccessor {
    var kind = _PropertyKind(property.type)
    kind.isOptional = property.isOptional
    kind.collection = property.collection
    if property.type == .object, let target = property.target {
      kind.target = DynamicObject.self
      let isEmbedded = core.store.schema[target]?.schema.isEmbedded ?? false
      kind.storedTarget = StoredTarget(target, isEmbedded: isEmbedded, in: core)
    }
    var options: PropertyOptions = []
    if property.isPrimaryKey { options.insert(.primaryKey) }
    if property.isIndexed { options.insert(.indexed) }
    let place = _PropertyPlace(
      name: property.name, offset: number, options: options, isDynamic: true)
    let accessor = make(place, kind)
    accessor.columnName = property.name
    return accessor
  }

  private static func make(_ place: _PropertyPlace, _ kind: _PropertyKind) -> _PropertyAccessor {
    switch kind.type {
    case .int: make(Int.self, place, kind)
    case .bool: make(Bool.self, place, kind)
    case .float: make(Float.self, place, kind)
    case .double: make(Double.self, place, kind)
    case .string: make(String.self, place, kind)
    case .data: make(Data.self, place, kind)
    case .date: make(Date.self, place, kind)
    case .decimal128: make(Decimal128.self, place, kind)
    case .objectID: make(ObjectId.self, place, kind)
    case .uuid: make(UUID.self, place, kind)
    case .mixed: makeExactly(AnyRealmValue.self, place, kind)
    case .object:
      kind.collection == nil || kind.collection == .map
        ? makeExactly(DynamicObject?.self, place, kind)
        : makeExactly(DynamicObject.self, place, kind)
    }
  }

  private static func make<Value: _InsideOptional>(
    _ type: Value.Type, _ place: _PropertyPlace, _ kind: _PropertyKind
  ) -> _PropertyAccessor {
    kind.isOptional
      ? makeExactly(Value?.self, place, kind) : makeExactly(Value.self, place, kind)
  }

  private static func makeExactly<Value: RealmCollectionValue>(
    _ type: Value.Type, _ place: _PropertyPlace, _ kind: _PropertyKind
  ) -> _PropertyAccessor {
    switch kind.collection {
    case nil: ColumnAccessor<Value>(place, kind: kind)
    case .list: CollectionAccessor<List<Value>>(place, kind: kind)
    case .set: CollectionAccessor<MutableSet<Value>>(place, kind: kind)
    case .map: CollectionAccessor<Map<String, Value>>(place, kind: kind)
    }
  }

  /// The realm, as values of the property are read and written in it.
  func reference(in core: RealmCore) -> _RealmReference {
    var reference = _RealmReference(core, isDynamic: isDynamic)
    reference.target = kind.storedTarget
    return reference
  }
}

extension TypedAccessor {
  /// What the memory of an object holds.
  @inline(__always)
  final func memory(of object: ObjectBase) -> Value {
    isDynamic ? dynamicMemory(of: object) : object.field(at: offset, as: Value.self)
  }

  /// Puts a value into the memory of an object.
  @inline(__always)
  final func setMemory(of object: ObjectBase, to value: Value) {
    if isDynamic {
      setDynamicMemory(of: object, to: value)
    } else {
      object.setField(at: offset, to: value)
    }
  }

  private final func dynamicMemory(of object: ObjectBase) -> Value {
    guard let object = object as? DynamicObject, object.values.indices.contains(offset),
      let held = object.values[offset], let value = held as? Value
    else { return Value._makeDefault() }
    return value
  }

  private final func setDynamicMemory(of object: ObjectBase, to value: Value) {
    guard let object = object as? DynamicObject else { return }
    // The class may have got properties since the object was made.
    while object.values.count <= offset { object.values.append(nil) }
    object.values[offset] = value
  }
}
