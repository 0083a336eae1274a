// SPDX-License-Identifier: Apache-2.0

extension Decimal128 {
  /// The number that a text spells: `19.99`, `-1.5E+10`, `Infinity`, `NaN`.
  ///
  /// - Throws: `Realm.Error` with `invalidInput` when the text is no number, or one with more than
  ///   34 digits or too great an exponent. ``parse(_:)`` rounds such numbers.
  public init(string: String) throws {
    guard let (number, isExact) = Self.read(string) else {
      throw Realm.Error(
        .invalidInput,
        reason: "a Decimal128 is made of a text such as 19.99 or -1.5E+10, and not of the one given"
      )
    }
    guard isExact else {
      throw Realm.Error(
        .invalidInput,
        reason: "a Decimal128 has 34 digits and exponents up to 6144, which the text given goes "
          + "beyond; use Decimal128.parse to round it")
    }
    self = number
  }

  /// The number that a text spells, rounded to 34 digits; nil when the text is no number.
  public static func parse(_ text: String) -> Decimal128? { read(text)?.number }

  private static func read(_ text: String) -> (number: Decimal128, isExact: Bool)? {
    var reader = DecimalReader(text)
    return reader.read()
  }

  /// The number as text; ``init(string:)`` reads it back with the same digits.
  public var stringValue: String {
    let sign = isNegative ? "-" : ""
    switch kind {
    case .notANumber: return "NaN"
    case .infinite: return sign + "Infinity"
    case .finite: break
    }
    let digits = String(coefficient)
    let magnitude = exponent + digits.count - 1
    if exponent > 0 || magnitude < -6 {
      let fraction = digits.dropFirst()
      return sign + digits.prefix(1) + (fraction.isEmpty ? "" : "." + fraction) + "E"
        + (magnitude < 0 ? "" : "+") + String(magnitude)
    }
    if exponent == 0 { return sign + digits }
    if magnitude < 0 {
      return sign + "0." + String(repeating: "0", count: -magnitude - 1) + digits
    }
    return sign + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
  }
}

extension Decimal128: CustomStringConvertible {
  /// The number as text: ``stringValue``.
  public var description: String { stringValue }
}

extension Decimal128: ExpressibleByStringLiteral {
  /// The number that a literal spells, with all its digits; another text ends the program.
  public init(stringLiteral value: String) {
    guard let (number, isExact) = Self.read(value), isExact else {
      misuse("\"\(value)\" is no Decimal128")
    }
    self = number
  }
}

extension Decimal128: Codable {
  /// Reads text, or a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let (number, isExact) = Self.read(text), isExact else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "the text is no Decimal128")
      }
      self = number
    } else if let integer = try? container.decode(Int64.self) {
      self.init(value: integer)
    } else {
      self.init(value: try container.decode(Double.self))
    }
  }

  /// Writes text, so that no digit is lost.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stringValue)
  }
}

/// Reads a number: a sign, digits with or without a point, and an exponent or none.
private struct DecimalReader {
  private let text: [UInt8]
  private var position = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  mutating func read() -> (number: Decimal128, isExact: Bool)? {
    let isNegative = takeSign()
    let word = String(decoding: text[position...], as: UTF8.self).lowercased()
    if word == "nan" { return (.NaN, true) }
    if word == "inf" || word == "infinity" { return (.infinity(isNegative: isNegative), true) }

    var coefficient: UInt128 = 0
    var (exponent, count, pastPoint) = (0, 0, false)
    // 38 digits go into 128 bits; of later ones it matters only whether they are all zeros.
    var hasMore = false
    while position < text.count {
      if text[position] == UInt8(ascii: "."), !pastPoint {
        pastPoint = true
      } else if let digit = digit(at: position) {
        count += 1
        if coefficient < .powerOfTen(37) {
          coefficient = coefficient * 10 + UInt128(digit)
          if pastPoint { exponent -= 1 }
        } else {
          hasMore = hasMore || digit != 0
          if !pastPoint { exponent += 1 }
        }
      } else {
        break
      }
      position += 1
    }
    guard count > 0, let power = takeExponent(), position == text.count else { return nil }
    let result = Decimal128(
      isNegative: isNegative, rounding: WideNumber(coefficient), exponent: exponent + power,
      hasMore: hasMore)
    return (result, !hasMore && result.is(coefficient, exponent: exponent + power))
  }

  private func digit(at index: Int) -> Int? {
    guard index < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else {
      return nil
    }
    return Int(text[index] - UInt8(ascii: "0"))
  }

  private mutating func takeSign() -> Bool {
    guard let first = position < text.count ? text[position] : nil,
      first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    else { return false }
    position += 1
    return first == UInt8(ascii: "-")
  }

  /// The exponent, 0 if there is none; nil where there is an E without a number.
  private mutating func takeExponent() -> Int? {
    guard position < text.count else { return 0 }
    guard text[position] | 0x20 == UInt8(ascii: "e") else { return nil }
    position += 1
    let isNegative = takeSign()
    guard digit(at: position) != nil else { return nil }
    var power = 0
    while let digit = digit(at: position) {
      // Far beyond what any number of digits could bring back into range.
      power = Swift.min(power * 10 + digit, 1 << 40)
      position += 1
    }
    return isNegative ? -power : power
  }
}

extension Decimal128 {
  /// Whether nothing was lost when a number was rounded to this.
  fileprivate func `is`(_ coefficient: UInt128, exponent: Int) -> Bool {
    guard isFinite else { return false }
    guard coefficient != 0 else { return true }
    guard self.coefficient != 0 else { return false }
    var (digits, power) = (coefficient, exponent)
    while digits.isMultiple(of: 10) { (digits, power) = (digits / 10, power + 1) }
    var (own, ownPower) = (self.coefficient, self.exponent)
    while own.isMultiple(of: 10) { (own, ownPower) = (own / 10, ownPower + 1) }
    return digits == own && power == ownPower
  }
}
