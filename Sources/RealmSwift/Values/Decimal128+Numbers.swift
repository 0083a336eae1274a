// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Decimal128 {
  /// A number of another type: any whole number, float, double, `Decimal`, `NSNumber`, or text.
  ///
  /// Anything else, and text that is no number, ends the program.
  public init(value: Any) {
    guard let number = Self.converting(value) else {
      misuse("a Decimal128 is made of a number or its text, and not of this \(type(of: value))")
    }
    self = number
  }

  /// What an `NSNumber` holds.
  public init(number: NSNumber) { self.init(value: number) }

  /// A `Decimal`, rounded to 34 digits.
  public init(_ value: Decimal) { self = Self.parse("\(value)") ?? .NaN }

  /// A whole number, if it has no more than 34 digits, zeros at the end aside.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let number = try? Decimal128(string: "\(source)") else { return nil }
    self = number
  }

  static func converting(_ value: Any) -> Decimal128? {
    // An NSNumber would pass for every type of number.
    if let object = numberObject(value) { return parse(object.stringValue)?.reduced }
    return switch value {
    case let value as Decimal128: value
    case let value as any BinaryInteger: parse("\(value)")
    // The shortest text that means the float or double: 0.1 becomes 0.1.
    case let value as Double: parse("\(value)")?.reduced
    case let value as Float: parse("\(value)")?.reduced
    case let value as Decimal: Decimal128(value)
    case let value as String: parse(value)
    default: nil
    }
  }

  /// The nearest double.
  public var doubleValue: Double { Double(stringValue) ?? .nan }

  /// The number as a `Decimal`; not a number where that has no such exponent.
  public var decimalValue: Decimal {
    guard isFinite else { return .nan }
    let smallest = reduced
    guard (-128...127).contains(smallest.exponent) else { return .nan }
    return Decimal(string: smallest.stringValue) ?? .nan
  }
}

extension Decimal128: ExpressibleByIntegerLiteral {
  /// A whole number, with up to 34 digits.
  public init(integerLiteral value: StaticBigInt) {
    let bits = (0..<2).reduce(UInt128(0)) { $0 | UInt128(value[$1]) << UInt128(64 * $1) }
    let isNegative = value.signum() < 0
    let magnitude = isNegative ? 0 &- bits : bits
    guard value.bitWidth <= 128, magnitude < Self.limit else {
      misuse("a Decimal128 has 34 digits, and the literal \(value) has more")
    }
    self.init(isNegative: isNegative, exactly: magnitude, exponent: 0)
  }
}

extension Decimal128: ExpressibleByFloatLiteral {
  /// A number with up to 17 digits; more are written as text.
  ///
  /// The literal is the decimal number it looks like: 0.1 is a tenth.
  public init(floatLiteral value: Double) { self.init(value: value) }
}
