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
///
/// It can be a list or a dictionary of such values, and these inside each other. The collection is
/// in the one place where it was put: what is given to another property is a copy. It goes with its
/// place, and lists and dictionaries cannot be in sets.
public enum AnyRealmValue {
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
  /// Values under texts.
  case dictionary(Map<String, AnyRealmValue>)
  /// Values in order.
  case list(List<AnyRealmValue>)

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

  /// The values under texts, if it is a dictionary.
  public var dictionaryValue: Map<String, AnyRealmValue>? {
    if case .dictionary(let value) = self { value } else { nil }
  }
  /// The values in order, if it is a list.
  public var listValue: List<AnyRealmValue>? {
    if case .list(let value) = self { value } else { nil }
  }

  /// What it holds, as a value of its own type; nil for ``none``.
  var content: Any? {
    switch self {
    case .none: nil
    case .int(let value): value
    case .bool(let value): value
    case .float(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .object(let value): value
    case .objectId(let value): value
    case .decimal128(let value): value
    case .uuid(let value): value
    case .dictionary(let value): value
    case .list(let value): value
    }
  }

  /// Values under texts.
  public static func fromDictionary(_ dictionary: [String: AnyRealmValue]) -> AnyRealmValue {
    let map = Map<String, AnyRealmValue>()
    for (key, value) in dictionary { map.updateValue(value, forKey: key) }
    return .dictionary(map)
  }

  /// Values in order.
  public static func fromArray(_ array: [AnyRealmValue]) -> AnyRealmValue {
    let list = List<AnyRealmValue>()
    list.append(objectsIn: array)
    return .list(list)
  }

  /// The object, if it is one of a class.
  public func object<T: Object>(_ objectType: T.Type) -> T? {
    if case .object(let value) = self { value as? T } else { nil }
  }
}

extension AnyRealmValue: Hashable {
  /// Whether both are of one type and the same; lists and dictionaries by what they hold.
  public static func == (a: AnyRealmValue, b: AnyRealmValue) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.int(let a), .int(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.objectId(let a), .objectId(let b)): a == b
    case (.decimal128(let a), .decimal128(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.list(let a), .list(let b)): a === b || a.elementsEqual(b)
    case (.dictionary(let a), .dictionary(let b)):
      a === b || a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
    default: false
    }
  }

  /// Hashes the value; of a list or a dictionary, which may change, only that it is one.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .int(let value): hasher.combine(value)
    case .bool(let value): hasher.combine(value)
    case .float(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .objectId(let value): hasher.combine(value)
    case .decimal128(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .list: hasher.combine(1)
    case .dictionary: hasher.combine(2)
    }
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
  /// Reads what the format can tell apart: nothing, true and false, whole and other numbers, text,
  /// arrays and dictionaries.
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
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([AnyRealmValue].self) {
      self = .fromArray(values)
    } else {
      self = .fromDictionary(try container.decode([String: AnyRealmValue].self))
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
    case .list(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    case .object(let value):
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "an AnyRealmValue that is an object cannot be encoded"))
    }
  }
}
