// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// The type of a property.
///
/// Conformances are ours; own types go by `PersistableEnum` and `CustomPersistable`.
public protocol _Persistable {
  /// What the file is told.
  static var _kind: _PropertyKind { get }
  /// The value of a property that says nothing else.
  static func _makeDefault() -> Self
  /// Makes what reads and writes a property.
  static func _makeAccessor(_ place: _PropertyPlace, example: Self) -> _PropertyAccessor
  /// Makes a value of what a program passes where any value may stand; nil if it does not fit.
  static func _coerce(_ value: Any) -> Self?
}

extension _Persistable {
  /// Takes values of the very type.
  public static func _coerce(_ value: Any) -> Self? { value as? Self }
}

/// A type that an index can be over.
public protocol _Indexable: _Persistable {}

/// A type that a primary key can have.
public protocol _PrimaryKey: _Persistable {}

/// What the file is told of a property's type.
public struct _PropertyKind {
  var type: PropertySchema.ValueType
  var isOptional = false
  var collection: PropertySchema.Collection?
  /// The class that links lead to; `DynamicObject` for those of the file.
  var target: ObjectBase.Type?
  /// The class of the file that links of dynamic objects lead to; nil for those of other objects.
  var storedTarget: StoredTarget?
  /// Whether the property is computed from links of other objects.
  var isBacklinks = false

  init(_ type: PropertySchema.ValueType) { self.type = type }

  static func link(to target: ObjectBase.Type) -> Self {
    var kind = Self(.object)
    kind.target = target
    return kind
  }

  var optional: Self {
    var kind = self
    kind.isOptional = true
    return kind
  }

  func collected(in collection: PropertySchema.Collection) -> Self {
    var kind = self
    kind.collection = collection
    return kind
  }
}

/// Where a property lies and what its declaration says.
public struct _PropertyPlace {
  /// The name in the program.
  let name: String
  let offset: Int
  let options: PropertyOptions
  /// Whether the property is one of dynamic objects, and `offset` its number among their values.
  var isDynamic = false
}
