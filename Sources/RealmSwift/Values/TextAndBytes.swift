// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ObjectStore
internal import SQLite

extension String: _InsideOptional, _Indexable, _PrimaryKey {
  /// A property with a column of its own.
  public static func _makeAccessor(_ place: _PropertyPlace, example: String) -> _PropertyAccessor {
    StringAccessor(place, kind: _kind)
  }
  /// Text.
  public static var _kind: _PropertyKind { _PropertyKind(.string) }
  /// Empty.
  @inlinable public static func _makeDefault() -> String { "" }
  /// The text in a row.
  public static func _read(_ row: _RowReader) -> String { row.statement.text(at: row.column) }
  /// The text that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> String {
    if case .text(let text) = value.mixed.value { text } else { "" }
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue { _StoredValue(.text(self)) }
  /// Binds the text.
  public func _bind(to binding: _Binding) { binding.bind(text: self) }
  /// Takes text.
  public static func _coerce(_ value: Any) -> String? {
    (value as? String) ?? (value as? Substring).map(String.init)
  }
}

extension Data: _InsideOptional {
  /// A property with a column of its own.
  public static func _makeAccessor(_ place: _PropertyPlace, example: Data) -> _PropertyAccessor {
    DataAccessor(place, kind: _kind)
  }
  /// Bytes.
  public static var _kind: _PropertyKind { _PropertyKind(.data) }
  /// Empty.
  @inlinable public static func _makeDefault() -> Data { Data() }
  /// The bytes in a row.
  public static func _read(_ row: _RowReader) -> Data {
    row.statement.withBytes(at: row.column) { bytes in
      unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }
  }
  /// The bytes that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Data {
    if case .bytes(let bytes) = value.mixed.value { Data(bytes) } else { Data() }
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    _StoredValue(.bytes(Array(self)))
  }
  /// Binds the bytes.
  public func _bind(to binding: _Binding) {
    unsafe withUnsafeBytes { bytes in
      binding.bind(bytes: unsafe RawSpan(_unsafeBytes: bytes))
    }
  }
  /// Takes bytes.
  public static func _coerce(_ value: Any) -> Data? {
    (value as? Data) ?? (value as? [UInt8]).map { Data($0) }
  }
}

extension Date: _InsideOptional, _Indexable {
  /// A point in time.
  public static var _kind: _PropertyKind { _PropertyKind(.date) }
  /// Now.
  public static func _makeDefault() -> Date {
    GeneratedDefaults.areNeeded ? Date() : Date(timeIntervalSinceReferenceDate: 0)
  }
  /// The date in a row.
  public static func _read(_ row: _RowReader) -> Date {
    Date(timeIntervalSinceReferenceDate: row.double)
  }
  /// The date that a column holds: seconds since 2001, just as `Date` has them.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Date {
    Date(timeIntervalSinceReferenceDate: value.mixed.value.double ?? 0)
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    _StoredValue(StoredValue(timeIntervalSinceReferenceDate))
  }
  /// Binds the seconds.
  public func _bind(to binding: _Binding) { binding.bind(double: timeIntervalSinceReferenceDate) }
}

extension UUID: _InsideOptional, _Indexable, _PrimaryKey {
  /// 16 bytes that are nowhere else.
  public static var _kind: _PropertyKind { _PropertyKind(.uuid) }
  /// A new one.
  public static func _makeDefault() -> UUID { GeneratedDefaults.areNeeded ? UUID() : zeros }
  private static let zeros = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  /// The identifier in a row.
  public static func _read(_ row: _RowReader) -> UUID {
    row.statement.withBytes(at: row.column) { bytes in
      guard bytes.byteCount == 16 else { return zeros }
      return UUID(uuid: unsafe bytes.unsafeLoadUnaligned(as: uuid_t.self))
    }
  }
  /// The identifier that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> UUID {
    guard case .bytes(let b) = value.mixed.value, b.count == 16 else { return zeros }
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    let b = uuid
    return _StoredValue(
      .bytes([
        b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7, b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15,
      ]))
  }
  /// Takes identifiers, and their text.
  public static func _coerce(_ value: Any) -> UUID? {
    (value as? UUID) ?? (value as? String).flatMap { UUID(uuidString: $0) }
  }
}
