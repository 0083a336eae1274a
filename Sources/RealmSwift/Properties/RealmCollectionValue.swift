// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore
internal import SQLite

/// A single value that a realm can keep: in a property, or in a list, set or map.
public protocol RealmCollectionValue: Hashable, _Persistable {
  /// The value of a row.
  static func _read(_ row: _RowReader) -> Self
  /// The value that a column holds.
  static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Self
  /// What a column shall hold. An object that is not in the realm is added to it.
  func _encode(in realm: _RealmReference?) -> _StoredValue
  /// Binds the value to a statement.
  func _bind(to binding: _Binding)
  /// An object as what it is: one of this class.
  static func _of(_ object: ObjectBase) -> Self
}

extension RealmCollectionValue {
  /// For classes of objects only.
  public static func _of(_ object: ObjectBase) -> Self {
    fatalError("an object is taken for a \(Self.self)")
  }
}

extension RealmCollectionValue {
  /// By way of ``_encode(in:)``.
  public func _bind(to binding: _Binding) { binding.bind(_encode(in: nil).mixed.value) }

  /// By way of ``_decode(_:in:)``.
  public static func _read(_ row: _RowReader) -> Self {
    _decode(row.value, in: _RealmReference(row.core))
  }

  /// A property with a column of its own.
  public static func _makeAccessor(
    _ place: _PropertyPlace, example: Self
  ) -> _PropertyAccessor {
    ColumnAccessor<Self>(place, kind: _kind)
  }
}

/// A value that may be missing.
public protocol _InsideOptional: RealmCollectionValue {
  /// The value of a row; nil where the type has no value for what the row holds.
  static func _readIfPossible(_ row: _RowReader) -> Self?
  /// The value that a column holds; nil where the type has none for it.
  static func _decodeIfPossible(_ value: _StoredValue, in realm: _RealmReference?) -> Self?
}

extension _InsideOptional {
  /// The value of a row.
  public static func _readIfPossible(_ row: _RowReader) -> Self? { _read(row) }
  /// The value that a column holds.
  public static func _decodeIfPossible(
    _ value: _StoredValue, in realm: _RealmReference?
  ) -> Self? { _decode(value, in: realm) }
}

extension Optional: _Persistable where Wrapped: _InsideOptional {
  /// The type of the value, which may be missing.
  public static var _kind: _PropertyKind { Wrapped._kind.optional }

  /// Nothing.
  @inlinable public static func _makeDefault() -> Wrapped? { nil }

  /// As for the value, or nothing for nothing.
  public static func _coerce(_ value: Any) -> Wrapped?? {
    if isNothing(value) { return .some(nil) }
    return Wrapped._coerce(value).map { .some($0) }
  }
}

extension Optional: RealmCollectionValue where Wrapped: _InsideOptional {
  /// The object, which is there.
  public static func _of(_ object: ObjectBase) -> Wrapped? { Wrapped._of(object) }

  /// The value of a row, or nothing.
  public static func _read(_ row: _RowReader) -> Wrapped? {
    row.isNull ? nil : Wrapped._readIfPossible(row)
  }

  /// The value that a column holds, or nothing.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Wrapped? {
    value.mixed.value.isNull ? nil : Wrapped._decodeIfPossible(value, in: realm)
  }

  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    self?._encode(in: realm) ?? _StoredValue(StoredValue.null)
  }
}

extension Optional: _Indexable where Wrapped: _InsideOptional & _Indexable {}
extension Optional: _PrimaryKey where Wrapped: _InsideOptional & _PrimaryKey {}

/// Whether what a program passed is nothing: nil at any depth, or an `NSNull`.
func isNothing(_ value: Any) -> Bool { unwrapped(value) == nil }

/// A value without the optionals around it; nil for one that is missing.
func unwrapped(_ value: Any) -> Any? {
  if value is NSNull { return nil }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return value }
  return mirror.children.first.flatMap { unwrapped($0.value) }
}

/// A value as the file has it.
public struct _StoredValue {
  var mixed: MixedValue

  init(_ value: StoredValue) { mixed = MixedValue(.null, value) }
  init(_ mixed: MixedValue) { self.mixed = mixed }
}

/// The realm that objects belong to.
public struct _RealmReference {
  let core: RealmCore
  /// Whether the value is one of a dynamic object, and leads to such.
  var isDynamic = false
  /// The class of the file that a link of a dynamic object leads to.
  var target: StoredTarget?

  init(_ core: RealmCore, isDynamic: Bool = false) {
    self.core = core
    self.isDynamic = isDynamic
  }
}

/// A column of the row that a statement is at.
public struct _RowReader {
  // Borrowed, for as long as a row is read; counting would take longer than reading.
  @safe unowned(unsafe) let statement: Statement
  var column: Int
  @safe unowned(unsafe) let core: RealmCore
  var isMixed: Bool

  var isNull: Bool { statement.isNull(at: column) }

  var value: _StoredValue {
    _StoredValue(
      MixedValue(
        isMixed ? .init(rawValue: statement.integer(at: column + 1)) : .null,
        statement.value(at: column)))
  }
}

/// A parameter of a statement.
public struct _Binding {
  @safe unowned(unsafe) let statement: Statement
  var index: Int
  @safe unowned(unsafe) let core: RealmCore

  func bind(_ value: StoredValue) {
    core.guarding { () throws(SQLiteError) in try statement.bind(value, at: index) }
  }

  func bind(_ value: MixedValue, isMixed: Bool) {
    core.guarding { () throws(SQLiteError) in
      try statement.bind(value.value, at: index)
      if isMixed { try statement.bind(value.tag.rawValue, at: index + 1) }
    }
  }
}
