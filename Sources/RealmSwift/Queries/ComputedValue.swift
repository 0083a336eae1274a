// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// What was computed of a property, as the type that the program asks for.
enum ComputedValue {
  /// Nil where there is nothing, or no such value of the type.
  ///
  /// A fraction asked for as a whole number loses what is behind the point, and a sum that is too
  /// great for a short integer its upper bits.
  static func convert<T: RealmCollectionValue>(
    _ value: MixedValue, to _: T.Type, in realm: _RealmReference
  ) -> T? {
    if value.value.isNull { return nil }
    switch T._kind.type {
    case .mixed: return T._decode(_StoredValue(value), in: realm)
    case .int:
      guard let number = whole(value) else { return nil }
      return T._decode(_StoredValue(.integer(number)), in: nil)
    case .decimal128:
      return T._decode(_StoredValue(.bytes(decimal(value).orderedBytes)), in: nil)
    case .float, .double:
      guard value.tag == .decimal128 else { return T._decode(_StoredValue(value.value), in: nil) }
      return T._decode(_StoredValue(StoredValue(decimal(value).doubleValue)), in: nil)
    default: return T._decode(_StoredValue(value.value), in: nil)
    }
  }

  private static func whole(_ value: MixedValue) -> Int64? {
    if case .integer(let number) = value.value { return number }
    let number =
      value.tag == .decimal128 ? decimal(value).doubleValue : value.value.double ?? .nan
    return Int64(exactly: number.rounded(.towardZero))
  }

  private static func decimal(_ value: MixedValue) -> Decimal128 {
    switch value.value {
    case .bytes(let bytes) where value.tag == .decimal128: Decimal128(orderedBytes: bytes) ?? .NaN
    case .integer(let number): Decimal128(exactly: number) ?? .NaN
    default: Decimal128(value: value.value.double ?? .nan)
    }
  }
}

extension AnyRealmValue {
  /// What it holds, as a number; nil for what is none.
  var number: Decimal128? {
    switch self {
    case .int(let value): Decimal128(exactly: value)
    case .float(let value): Decimal128(value: value)
    case .double(let value): Decimal128(value: value)
    case .decimal128(let value): value
    default: nil
    }
  }
}
