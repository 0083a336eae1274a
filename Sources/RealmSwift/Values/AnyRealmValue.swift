// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A value of any type that a realm can keep.
///
/// ```swift
/// class Setting: Object {
///   @Persisted var value: AnyRealmValue
/// }
/// setting.value = .string("dark")
/// if let name = setting.value.stringValue { … }
/// ```
///
/// Values of different types are different: `.int(1)` is not `.double(1)`.
public enum AnyRealmValue: Hashable {
  /// Nothing.
  case none
  /// A whole number.
  case int(Int)
  /// True or false.
  case bool(Bool)
  /// A number of 32 bits.
  case float(Float)
  /// A number of 64 bits.
  case double(Double)
  /// Text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A point in time.
  case date(Date)
  /// A link to an object; becomes ``none`` when the object is deleted.
  case object(Object)
  /// An identifier.
  case objectId(ObjectId)
  /// A decimal number.
  case decimal128(Decimal128)
  /// An identifier.
  case uuid(UUID)

  /// Nothing.
  public init() { self = .none }
}

extension AnyRealmValue {
  /// The whole number, if it is one.
  public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
  /// True or false, if it is one of them.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number of 32 bits, if it is one.
  public var floatValue: Float? { if case .float(let value) = self { value } else { nil } }
  /// The number of 64 bits, if it is one.
  public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
  /// The text, if it is one.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The bytes, if it is bytes.
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
  /// The point in time, if it is one.
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
  /// The `ObjectId`, if it is one.
  public var objectIdValue: ObjectId? {
    if case .objectId(let value) = self { value } else { nil }
  }
  /// The decimal number, if it is one.
  public var decimal128Value: Decimal128? {
    if case .decimal128(let value) = self { value } else { nil }
  }
  /// The `UUID`, if it is one.
  public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }

  /// The object, if it is one of a class.
  public func object<T: Object>(_ objectType: T.Type) -> T? {
    if case .object(let value) = self { value as? T } else { nil }
  }
}

extension AnyRealmValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
}

extension AnyRealmValue: ExpressibleByFloatLiteral {
  /// A number of 64 bits.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension AnyRealmValue: ExpressibleByBooleanLiteral {
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AnyRealmValue: ExpressibleByStringLiteral {
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension AnyRealmValue: Codable {
  /// Reads what the format can tell apart: nothing, true and false, whole and other numbers, text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Writes the value as its own type is written.
  ///
  /// Objects cannot be.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .int(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .objectId(let value): try container.encode(value)
    case .decimal128(let value): try container.encode(value)
    case .uuid(let value): try container.encode(value)
    case .object(let value):
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "an AnyRealmValue that is an object cannot be encoded"))
    }
  }
}
