// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore
internal import SQLite

/// A whole number that a realm can keep.
///
/// All are kept as 64 bits.
public protocol _RealmInteger: FixedWidthInteger, _InsideOptional, _Indexable, _PrimaryKey {}

extension _RealmInteger {
  /// A whole number.
  public static var _kind: _PropertyKind { _PropertyKind(.int) }
  /// Zero.
  @inlinable public static func _makeDefault() -> Self { 0 }

  /// The number in a row; what does not fit the type, because another class wrote it, is cut off.
  public static func _read(_ row: _RowReader) -> Self {
    Self(truncatingIfNeeded: row.statement.integer(at: row.column))
  }

  /// The number that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Self {
    if case .integer(let number) = value.mixed.value { Self(truncatingIfNeeded: number) } else { 0 }
  }

  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    _StoredValue(.integer(Int64(truncatingIfNeeded: self)))
  }

  /// Binds the number.
  public func _bind(to binding: _Binding) {
    binding.bind(integer: Int64(truncatingIfNeeded: self))
  }

  /// Takes any whole number that fits.
  public static func _coerce(_ value: Any) -> Self? {
    switch value {
    case let value as Self: value
    case let value as any BinaryInteger: Self(exactly: value)
    case let value as any BinaryFloatingPoint: Self(exactly: Double(value))
    default: numberObject(value).flatMap { Self($0.stringValue) ?? Self(exactly: $0.doubleValue) }
    }
  }
}

extension Int: _RealmInteger {
  /// A property with a column of its own.
  public static func _makeAccessor(_ place: _PropertyPlace, example: Int) -> _PropertyAccessor {
    IntAccessor(place, kind: _kind)
  }
}
extension Int8: _RealmInteger {}
extension Int16: _RealmInteger {}
extension Int32: _RealmInteger {}
extension Int64: _RealmInteger {}

extension Bool: _InsideOptional, _Indexable {
  /// True or false.
  public static var _kind: _PropertyKind { _PropertyKind(.bool) }
  /// False.
  @inlinable public static func _makeDefault() -> Bool { false }
  /// The value in a row.
  public static func _read(_ row: _RowReader) -> Bool { row.statement.integer(at: row.column) != 0 }
  /// The value that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Bool {
    value.mixed.value == .integer(1)
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    _StoredValue(.integer(self ? 1 : 0))
  }
  /// Takes true and false only.
  public static func _coerce(_ value: Any) -> Bool? { value as? Bool }
}

/// A floating-point number that a realm can keep.
///
/// **On Linux** it can be indexed, too.
public protocol _RealmFloatingPoint: BinaryFloatingPoint, _InsideOptional, _Indexable {}

extension _RealmFloatingPoint {
  /// Zero.
  @inlinable public static func _makeDefault() -> Self { 0 }
  /// The number in a row.
  public static func _read(_ row: _RowReader) -> Self { Self(row.double) }
  /// The number that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Self {
    value.mixed.value.double.map { Self($0) } ?? 0
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    _StoredValue(StoredValue(Double(self)))
  }
  /// Binds the number.
  public func _bind(to binding: _Binding) { binding.bind(double: Double(self)) }

  /// Takes any number.
  public static func _coerce(_ value: Any) -> Self? {
    switch value {
    case let value as Self: value
    case let value as any BinaryInteger: Self(Double(value))
    case let value as any BinaryFloatingPoint: Self(Double(value))
    default: numberObject(value).map { Self($0.doubleValue) }
    }
  }
}

extension Double: _RealmFloatingPoint {
  /// A property with a column of its own.
  public static func _makeAccessor(_ place: _PropertyPlace, example: Double) -> _PropertyAccessor {
    DoubleAccessor(place, kind: _kind)
  }
  /// 64 bits.
  public static var _kind: _PropertyKind { _PropertyKind(.double) }
}

extension Float: _RealmFloatingPoint {
  /// 32 bits.
  public static var _kind: _PropertyKind { _PropertyKind(.float) }
}

/// An `NSNumber` that a program passed.
///
/// A cast alone would make one of true and false, too.
func numberObject(_ value: Any) -> NSNumber? {
  type(of: value) is NSNumber.Type ? value as? NSNumber : nil
}

extension _RowReader {
  /// A double in the column, which is bytes when it is not a number.
  var double: Double {
    let value = statement.double(at: column)
    // What is no number reads as 0, and only then is it worth asking.
    return value == 0 && statement.storageClass(at: column) == .bytes ? .nan : value
  }
}

extension _Binding {
  func bind(integer value: Int64) {
    core.guarding { () throws(SQLiteError) in try statement.bind(value, at: index) }
  }

  func bind(double value: Double) {
    if value.isNaN { return bind(.notANumber) }
    core.guarding { () throws(SQLiteError) in try statement.bind(value, at: index) }
  }

  func bind(text value: String) {
    core.guarding { () throws(SQLiteError) in try statement.bind(value, at: index) }
  }

  func bind(bytes value: RawSpan) {
    core.guarding { () throws(SQLiteError) in try statement.bind(value, at: index) }
  }
}
