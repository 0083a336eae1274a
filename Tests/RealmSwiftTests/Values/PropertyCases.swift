// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

/// One value in one property of `EveryType`.
struct PropertyCase: @unchecked Sendable, CustomTestStringConvertible {
  let property: String
  let label: String
  /// The value as a program passes it where any value may stand.
  let any: Any
  let set: (EveryType) -> Void
  let isIn: (EveryType) -> Bool

  var testDescription: String { "\(property) = \(label)" }

  init<Value: Equatable>(
    _ path: ReferenceWritableKeyPath<EveryType, Value>, _ property: String, _ value: Value,
    _ label: String
  ) {
    self.property = property
    self.label = label
    any = value
    set = { $0[keyPath: path] = value }
    isIn = { areSame($0[keyPath: path], value) }
  }
}

/// Whether both are the same to the last bit: zero has a sign, and text is its bytes.
private func areSame<Value: Equatable>(_ a: Value, _ b: Value) -> Bool {
  switch (a, b) {
  case (let a as Double, let b as Double): a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern
  case (let a as Float, let b as Float): a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern
  case (let a as String, let b as String): Array(a.utf8) == Array(b.utf8)
  case (let a as AnyRealmValue, let b as AnyRealmValue): areSameMixed(a, b)
  default: a == b
  }
}

private func areSameMixed(_ a: AnyRealmValue, _ b: AnyRealmValue) -> Bool {
  switch (a, b) {
  case (.double(let a), .double(let b)): areSame(a, b)
  case (.float(let a), .float(let b)): areSame(a, b)
  case (.string(let a), .string(let b)): areSame(a, b)
  default: a == b
  }
}

extension PropertyCase {
  /// A value in the plain property and in the optional one.
  private static func both<Value: Equatable>(
    _ path: ReferenceWritableKeyPath<EveryType, Value>,
    _ optional: ReferenceWritableKeyPath<EveryType, Value?>, _ property: String,
    _ values: [(Value, String)]
  ) -> [PropertyCase] {
    let name = "optional" + property.prefix(1).uppercased() + property.dropFirst()
    return values.map { PropertyCase(path, property, $0, $1) }
      + values.map { PropertyCase(optional, name, .some($0), $1) }
      + [PropertyCase(optional, name, nil, "nil")]
  }

  private static func limits<Value: FixedWidthInteger>() -> [(Value, String)] {
    [(.min, "min"), (-1, "-1"), (0, "0"), (.max, "max")]
  }

  static let groups: [[PropertyCase]] = [numbers, texts, identifiers, mixed, mapped]
  static let all: [PropertyCase] = groups.flatMap { $0 }

  static let numbers: [PropertyCase] =
    both(\.int, \.optionalInt, "int", limits())
    + both(\.int8, \.optionalInt8, "int8", limits())
    + both(\.int16, \.optionalInt16, "int16", limits())
    + both(\.int32, \.optionalInt32, "int32", limits())
    + both(\.int64, \.optionalInt64, "int64", limits())
    + both(\.bool, \.optionalBool, "bool", [(true, "true"), (false, "false")])
    + both(
      \.float, \.optionalFloat, "float",
      [
        (0.1, "0.1"), (-0.0, "-0"), (.nan, "NaN"), (.infinity, "inf"), (-.infinity, "-inf"),
        (.greatestFiniteMagnitude, "greatest"), (.leastNonzeroMagnitude, "least"),
      ])
    + both(
      \.double, \.optionalDouble, "double",
      [
        (0.1, "0.1"), (-0.0, "-0"), (3, "3"), (.nan, "NaN"), (.infinity, "inf"),
        (-.infinity, "-inf"), (.greatestFiniteMagnitude, "greatest"),
        (.leastNonzeroMagnitude, "least"), (0x1p53 + 2, "2^53+2"),
      ])
    + both(
      \.decimal, \.optionalDecimal, "decimal",
      [
        ("0", "0"), ("-12.34", "-12.34"), ("1E+6144", "1E+6144"), ("1E-6176", "1E-6176"),
        (.NaN, "NaN"), (.infinity, "inf"), (.min, "min"), (.max, "max"),
      ])

  static let texts: [PropertyCase] =
    both(
      \.string, \.optionalString, "string",
      [
        ("", "empty"), ("a\0b", "with a zero byte"), ("👩‍👩‍👧‍👦🇩🇪", "emoji"), ("é", "composed"),
        ("e\u{301}", "decomposed"), ("12", "digits"),
        (String(repeating: "ä", count: 100_000), "long"),
        ("'; DROP TABLE x; --", "SQL"),
      ])
    + both(
      \.data, \.optionalData, "data",
      [
        (Data(), "empty"), (Data([0, 255, 0]), "3 bytes"), (Data([0x7F, 0xF8]), "as NaN is kept"),
        (Data(repeating: 0xA5, count: 1 << 20), "1 MB"),
      ])

  static let identifiers: [PropertyCase] =
    both(
      \.date, \.optionalDate, "date",
      [
        (.distantPast, "distant past"), (.distantFuture, "distant future"),
        (Date(timeIntervalSinceReferenceDate: 0), "2001"),
        (Date(timeIntervalSince1970: 0), "1970"),
        (Date(timeIntervalSinceReferenceDate: 0.123_456_789_1), "below a microsecond"),
        (Date(timeIntervalSinceReferenceDate: 700_000_000.000_000_1), "to the last bit"),
        (Date(timeIntervalSinceReferenceDate: -1e300), "far away"),
      ])
    + both(
      \.uuid, \.optionalUuid, "uuid",
      [
        (UUID(uuidString: "8D1A3F0C-55E2-4B7D-9C41-6F0E2B7A9D13")!, "random"),
        (UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, "zeros"),
        (UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")!, "ones"),
      ])
    + both(
      \.objectId, \.optionalObjectId, "objectId",
      [
        (ObjectId("65a1b2c3d4e5f60718293a4b"), "made"), (ObjectId(), "zeros"),
        (ObjectId("ffffffffffffffffffffffff"), "ones"),
      ])

  static let mixed: [PropertyCase] = [
    (AnyRealmValue.none, "none"), (.int(.min), "int min"), (.int(1), "int 1"),
    (.bool(true), "true"),
    (.bool(false), "false"), (.float(0.1), "float"), (.float(.nan), "float NaN"),
    (.double(1), "double 1"), (.double(.nan), "double NaN"), (.double(-0.0), "double -0"),
    (.double(.infinity), "double inf"), (.string(""), "empty text"), (.string("1"), "text 1"),
    (.data(Data()), "no bytes"), (.data(Data([1, 2])), "2 bytes"),
    (.date(Date(timeIntervalSinceReferenceDate: 0.1)), "date"),
    (.objectId(ObjectId("65a1b2c3d4e5f60718293a4b")), "ObjectId"),
    (.decimal128("1.5"), "decimal"), (.decimal128(.NaN), "decimal NaN"),
    (.uuid(UUID(uuidString: "8D1A3F0C-55E2-4B7D-9C41-6F0E2B7A9D13")!), "UUID"),
  ].map { PropertyCase(\.mixed, "mixed", $0, $1) }

  static let mapped: [PropertyCase] =
    both(
      \.level, \.optionalLevel, "level", [(Level.low, "low"), (.high, "high"), (.top, "top")])
    + both(\.color, \.optionalColor, "color", [(Color.red, "red"), (.darkBlue, "darkBlue")])
    + both(
      \.celsius, \.optionalCelsius, "celsius",
      [(Celsius(persistedValue: -40.5), "-40.5"), (Celsius(persistedValue: 0), "0")])
    + both(
      \.address, \.optionalAddress, "address",
      [(Address(persistedValue: "")!, "empty"), (Address(persistedValue: "a@b")!, "a@b")])
    + both(
      \.place, \.optionalPlace, "place",
      [
        (Place(latitude: 0, longitude: 0), "0, 0"),
        (Place(latitude: -33.9, longitude: 18.4), "Cape Town"),
      ])
}
