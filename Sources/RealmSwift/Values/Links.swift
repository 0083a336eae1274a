// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

extension ObjectBase: _InsideOptional {
  /// A link to an object of the class.
  public static var _kind: _PropertyKind { .link(to: self) }
}

extension _Persistable where Self: ObjectBase {
  /// An object of its own.
  public static func _makeDefault() -> Self { Self() }

  /// Takes objects of the class, and what `init(value:)` takes.
  public static func _coerce(_ value: Any) -> Self? {
    if let object = value as? Self { return object }
    guard isObjectValue(value) else { return nil }
    let object = Self()
    object.assign(value, by: .unmanaged)
    return object
  }
}

extension RealmCollectionValue where Self: ObjectBase {
  /// The object itself, which is known to be of the class.
  public static func _of(_ object: ObjectBase) -> Self {
    unsafe unsafeDowncast(object, to: Self.self)
  }

  /// The object that a column leads to.
  public static func _read(_ row: _RowReader) -> Self {
    object(row.statement.integer(at: row.column), in: row.core.table(for: Self.self))
  }

  /// The object that a column leads to.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Self {
    guard case .integer(let key) = value.mixed.value, let table = realm?.table(for: Self.self)
    else { return Self() }
    return object(key, in: table)
  }

  private static func object(_ key: ObjectKey, in table: ObjectTable) -> Self {
    guard let object = table.object(key) as? Self else {
      fatalError("a table has objects of another class")
    }
    return object
  }

  /// The object's key; adds the object if it has none.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    guard let realm else { return _StoredValue(StoredValue.null) }
    // The file knows an object by its class and key; behind a link, only the key.
    if Swift.type(of: self) != Self.self {
      misuse(
        "a link to \(Self.self) leads to objects of just that class, and a \(Swift.type(of: self)) is "
          + "no \(Self.self) in the file")
    }
    if let target = realm.target, classDescription.name != target.className {
      misuse(
        "a link to \(target.className) leads to objects of just that class, and a "
          + "\(classDescription.programName) is none")
    }
    if isEmbedded, isManaged {
      misuse(
        "an embedded object belongs to one object; to give a \(classDescription.programName) to another, "
          + "make a copy with \(self is DynamicObject ? "a dictionary" : "init(value:)")")
    }
    return _StoredValue(.integer(realm.core.add(self)))
  }
}
