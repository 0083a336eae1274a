// SPDX-License-Identifier: Apache-2.0

extension Decimal128 {
  /// The sum, rounded to 34 digits.
  public static func + (a: Decimal128, b: Decimal128) -> Decimal128 {
    if a.isNaN || b.isNaN { return .NaN }
    if a.isInfinite || b.isInfinite {
      if a.isInfinite, b.isInfinite, a.isNegative != b.isNegative { return .NaN }
      return a.isInfinite ? a : b
    }
    return a.exponent >= b.exponent ? sum(a, b) : sum(b, a)
  }

  /// The difference, rounded to 34 digits.
  public static func - (a: Decimal128, b: Decimal128) -> Decimal128 { a + -b }

  /// The sum of numbers, the exponent of the first not less than that of the second.
  private static func sum(_ a: Decimal128, _ b: Decimal128) -> Decimal128 {
    var (wide, exponent) = (a.coefficient, a.exponent)
    var small = WideNumber(b.coefficient)
    var smallExponent = b.exponent
    if exponent - smallExponent > 38 {
      if wide == 0 {
        exponent = smallExponent
      } else {
        (wide, exponent) = a.normalized
        if exponent - smallExponent > 38 {
          // The second is too small to be seen, and only says in which direction to round.
          small = WideNumber(b.coefficient == 0 ? 0 : 1)
          smallExponent = exponent - 3
        }
      }
    }
    let great = WideNumber(wide, times: .powerOfTen(exponent - smallExponent))
    if a.isNegative == b.isNegative {
      return Decimal128(
        isNegative: a.isNegative, rounding: great.adding(small), exponent: smallExponent)
    }
    let isNegative = great < small ? b.isNegative : great == small ? false : a.isNegative
    let difference = great < small ? small.subtracting(great) : great.subtracting(small)
    return Decimal128(isNegative: isNegative, rounding: difference, exponent: smallExponent)
  }

  /// The product, rounded to 34 digits.
  public static func * (a: Decimal128, b: Decimal128) -> Decimal128 {
    if a.isNaN || b.isNaN { return .NaN }
    let isNegative = a.isNegative != b.isNegative
    if a.isInfinite || b.isInfinite {
      return a.isZero || b.isZero ? .NaN : .infinity(isNegative: isNegative)
    }
    return Decimal128(
      isNegative: isNegative, rounding: WideNumber(a.coefficient, times: b.coefficient),
      exponent: a.exponent + b.exponent)
  }

  /// The quotient, rounded to 34 digits.
  ///
  /// A number divided by zero is infinite; zero divided by zero is not a number.
  public static func / (a: Decimal128, b: Decimal128) -> Decimal128 {
    if a.isNaN || b.isNaN { return .NaN }
    let isNegative = a.isNegative != b.isNegative
    if a.isInfinite { return b.isInfinite ? .NaN : .infinity(isNegative: isNegative) }
    if b.isInfinite {
      return Decimal128(isNegative: isNegative, exactly: 0, exponent: exponents.lowerBound)
    }
    if b.isZero { return a.isZero ? .NaN : .infinity(isNegative: isNegative) }
    let ideal = a.exponent - b.exponent
    if a.isZero {
      return Decimal128(isNegative: isNegative, rounding: WideNumber(0), exponent: ideal)
    }
    let (dividend, divisor) = (a.normalized, b.normalized)
    var (quotient, remainder) = WideNumber(dividend.coefficient, times: .powerOfTen(36))
      .divided(by: divisor.coefficient)
    var exponent = dividend.exponent - divisor.exponent - 36
    if remainder == 0 {
      while exponent < ideal, quotient.isMultiple(of: 10) {
        quotient /= 10
        exponent += 1
      }
    }
    return Decimal128(
      isNegative: isNegative, rounding: WideNumber(quotient), exponent: exponent,
      hasMore: remainder != 0)
  }

  /// Adds a number.
  public static func += (a: inout Decimal128, b: Decimal128) { a = a + b }
  /// Subtracts a number.
  public static func -= (a: inout Decimal128, b: Decimal128) { a = a - b }
  /// Multiplies by a number.
  public static func *= (a: inout Decimal128, b: Decimal128) { a = a * b }
  /// Divides by a number.
  public static func /= (a: inout Decimal128, b: Decimal128) { a = a / b }

  /// What has to be added to get to another number.
  public func distance(to other: Decimal128) -> Decimal128 { other - self }
  /// The number that much further.
  public func advanced(by distance: Decimal128) -> Decimal128 { self + distance }
}

extension Decimal128 {
  /// A number rounded to 34 digits, and to what exponents there are; infinite when it is too great.
  ///
  /// - Parameters:
  ///   - coefficient: less than 10⁷².
  ///   - hasMore: whether the number is greater than that, by less than one of `coefficient`.
  init(isNegative: Bool, rounding coefficient: WideNumber, exponent: Int, hasMore: Bool = false) {
    let excess = Swift.max(
      coefficient.decimalDigits - Self.digits, Self.exponents.lowerBound - exponent, 0)
    var exponent = exponent + excess
    var rounded = coefficient.roundedShift(right: excess, hasMore: hasMore)
    if rounded == Self.limit {
      rounded /= 10
      exponent += 1
    }
    let surplus = exponent - Self.exponents.upperBound
    if surplus > 0 {
      if rounded == 0 {
        exponent = Self.exponents.upperBound
      } else if surplus + rounded.decimalDigits <= Self.digits {
        rounded *= .powerOfTen(surplus)
        exponent = Self.exponents.upperBound
      } else {
        self = .infinity(isNegative: isNegative)
        return
      }
    }
    self.init(isNegative: isNegative, exactly: rounded, exponent: exponent)
  }
}

/// A whole number of 256 bits, between two steps of a calculation.
struct WideNumber: Comparable {
  private var high: UInt128
  private var low: UInt128

  private init(high: UInt128, low: UInt128) {
    self.high = high
    self.low = low
  }

  init(_ value: UInt128) { self.init(high: 0, low: value) }

  init(_ a: UInt128, times b: UInt128) {
    let product = a.multipliedFullWidth(by: b)
    self.init(high: product.high, low: product.low)
  }

  static func < (a: WideNumber, b: WideNumber) -> Bool { (a.high, a.low) < (b.high, b.low) }

  func adding(_ other: WideNumber) -> WideNumber {
    let (sum, carries) = low.addingReportingOverflow(other.low)
    return WideNumber(high: high + other.high + (carries ? 1 : 0), low: sum)
  }

  /// The difference from a number that is not greater.
  func subtracting(_ other: WideNumber) -> WideNumber {
    let (difference, borrows) = low.subtractingReportingOverflow(other.low)
    return WideNumber(high: high - other.high - (borrows ? 1 : 0), low: difference)
  }

  /// Divides by a number so great that the quotient has no more than 128 bits.
  func divided(by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
    high == 0
      ? low.quotientAndRemainder(dividingBy: divisor)
      : divisor.dividingFullWidth((high, low))
  }

  /// How many digits the number has; 1 for 0.
  var decimalDigits: Int {
    if high == 0 { return low.decimalDigits }
    return (39...76).first { self < WideNumber(.powerOfTen(38), times: .powerOfTen($0 - 38)) } ?? 77
  }

  /// The number without its last `count` digits, rounded by them, halves to the even digit.
  ///
  /// - Parameters:
  ///   - count: so many that no more than 34 digits are left.
  ///   - hasMore: whether the number is a little greater.
  func roundedShift(right count: Int, hasMore: Bool) -> UInt128 {
    if count == 0 { return low }
    // Less than a tenth is left.
    if count > decimalDigits { return 0 }
    var (quotient, hasMore, rest) = (self, hasMore, count)
    if rest > 36 {
      // So many digits are at least 37, which leaves no more than 36 for now.
      (quotient, hasMore) = quotient.shifted(right: rest - 1, hasMore: hasMore)
      rest = 1
    }
    let divisor = UInt128.powerOfTen(rest)
    let (result, remainder) = quotient.divided(by: divisor)
    let half = divisor / 2
    let roundsUp =
      remainder > half || remainder == half && (hasMore || !result.isMultiple(of: 2))
    return roundsUp ? result + 1 : result
  }

  /// The number without its last `count` digits, and whether there was more than zeros in them.
  private func shifted(right count: Int, hasMore: Bool) -> (WideNumber, Bool) {
    var (result, hasMore, rest) = (self, hasMore, count)
    while rest > 0 {
      let step = Swift.min(rest, 18)
      let divisor = UInt128.powerOfTen(step)
      let (upper, carry) = result.high.quotientAndRemainder(dividingBy: divisor)
      let (lower, remainder) = divisor.dividingFullWidth((carry, result.low))
      result = WideNumber(high: upper, low: lower)
      hasMore = hasMore || remainder != 0
      rest -= step
    }
    return (result, hasMore)
  }
}
