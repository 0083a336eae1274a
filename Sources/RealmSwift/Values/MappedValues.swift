// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A value that is kept as one of another type.
///
/// Own types go by ``PersistableEnum``, ``CustomPersistable`` and ``FailableCustomPersistable``.
public protocol _Mapped: _InsideOptional {
  /// The type that the file has.
  associatedtype PersistedType: _InsideOptional
  /// The value for what the file has; nil if there is none.
  static func _unmap(_ value: PersistedType) -> Self?
  /// What the file shall have.
  var _mapped: PersistedType { get }
  /// Why a value of the file is none of this type.
  static func _objection(to value: PersistedType) -> String
}

extension _Mapped {
  /// The kind of the type that the file has.
  public static var _kind: _PropertyKind { PersistedType._kind }

  /// The value for the default of the type that the file has.
  public static func _makeDefault() -> Self {
    let value = PersistedType._makeDefault()
    guard let result = _unmap(value) else {
      misuse(
        "\(Self.self) has no value for the default of \(PersistedType.self); give the property a default "
          + "value, or make it optional")
    }
    return result
  }

  /// A property with a column of its own.
  ///
  /// What is kept as an embedded object may be missing in the file, and is the default then.
  public static func _makeAccessor(
    _ place: _PropertyPlace, example: Self
  ) -> _PropertyAccessor {
    ColumnAccessor<Self>(place, kind: isEmbedded ? _kind.optional : _kind)
  }

  private static var isEmbedded: Bool { PersistedType.self is ObjectBase.Type }

  /// The value of a row.
  public static func _read(_ row: _RowReader) -> Self {
    if isEmbedded, row.isNull { return _makeDefault() }
    let value = PersistedType._read(row)
    return _unmap(value) ?? refuse(value, in: row.core)
  }

  /// The value that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Self {
    if isEmbedded, value.mixed.value.isNull { return _makeDefault() }
    let value = PersistedType._decode(value, in: realm)
    return _unmap(value) ?? refuse(value, in: realm?.core)
  }

  /// The value of a row; nil where the type has none for it.
  public static func _readIfPossible(_ row: _RowReader) -> Self? {
    PersistedType._readIfPossible(row).flatMap(_unmap)
  }

  /// The value that a column holds; nil where the type has none for it.
  public static func _decodeIfPossible(
    _ value: _StoredValue, in realm: _RealmReference?
  ) -> Self? {
    PersistedType._decodeIfPossible(value, in: realm).flatMap(_unmap)
  }

  private static func refuse(_ value: PersistedType, in core: RealmCore?) -> Self {
    let reason = _objection(to: value)
    guard let core else { misuse(reason) }
    core.fail(Realm.Error(.fail, reason: reason))
    return _makeDefault()
  }

  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue { _mapped._encode(in: realm) }

  /// Binds what the file shall have.
  public func _bind(to binding: _Binding) { _mapped._bind(to: binding) }

  /// Takes values of the type, and of the one that the file has.
  public static func _coerce(_ value: Any) -> Self? {
    (value as? Self) ?? PersistedType._coerce(value).flatMap(_unmap)
  }
}

extension Persisted where Value: _Mapped, Value.PersistedType: _Indexable {
  /// A property that objects are found by quickly.
  public init(indexed: Bool) { self.init(Value._makeDefault(), indexed ? .indexed : []) }

  /// A property with a default value of its own that objects are found by quickly.
  public init(wrappedValue value: Value, indexed: Bool) {
    self.init(value, indexed ? .indexed : [])
  }
}

extension Persisted where Value: _Mapped, Value.PersistedType: _PrimaryKey {
  /// The property that tells the objects of the class apart.
  public init(primaryKey: Bool) { self.init(Value._makeDefault(), primaryKey ? .primaryKey : []) }

  /// The property that tells the objects of the class apart, with a default value of its own.
  public init(wrappedValue value: Value, primaryKey: Bool) {
    self.init(value, primaryKey ? .primaryKey : [])
  }
}

extension Persisted {
  /// A property that may be missing, and that objects are found by quickly.
  public init<Mapped: _Mapped>(indexed: Bool)
  where Value == Mapped?, Mapped.PersistedType: _Indexable {
    self.init(nil, indexed ? .indexed : [])
  }

  /// A property that may be missing, with a default value of its own, and that objects are found by
  /// quickly.
  public init<Mapped: _Mapped>(wrappedValue value: Mapped?, indexed: Bool)
  where Value == Mapped?, Mapped.PersistedType: _Indexable {
    self.init(value, indexed ? .indexed : [])
  }

  /// A property that may be missing, and that tells the objects of the class apart.
  public init<Mapped: _Mapped>(primaryKey: Bool)
  where Value == Mapped?, Mapped.PersistedType: _PrimaryKey {
    self.init(nil, primaryKey ? .primaryKey : [])
  }

  /// A property that may be missing, with a default value of its own, and that tells the objects of
  /// the class apart.
  public init<Mapped: _Mapped>(wrappedValue value: Mapped?, primaryKey: Bool)
  where Value == Mapped?, Mapped.PersistedType: _PrimaryKey {
    self.init(value, primaryKey ? .primaryKey : [])
  }
}
