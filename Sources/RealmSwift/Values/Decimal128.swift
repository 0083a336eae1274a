// SPDX-License-Identifier: Apache-2.0

/// A decimal number of up to 34 digits: IEEE 754's decimal128, for money and measures.
///
/// ```swift
/// let price: Decimal128 = "19.99"
/// let sum = price * 3  // 59.97
/// ```
///
/// Exponents go from −6143 to 6144. Results are rounded to 34 digits, halves to the even digit; a
/// number that is too great becomes infinite. A number keeps how many zeros it was written with, so
/// that 1.20 + 1.30 is 2.50, but equals every other spelling of itself.
///
/// `==` and `<` are a total order, the one that the file has: what is not a number equals itself
/// and stands behind everything.
///
/// **On Linux** this is a structure. The file keeps the number, without zeros that end a fraction
/// and without the sign of zero.
public struct Decimal128: Sendable {
  enum Kind: Sendable {
    case finite, infinite, notANumber
  }

  let kind: Kind
  let isNegative: Bool
  /// Less than 10³⁴; 0 where the number is not finite.
  let coefficient: UInt128
  /// What power of ten the coefficient counts, −6176 to 6111; 0 where the number is not finite.
  let exponent: Int

  private init(_ kind: Kind, isNegative: Bool, coefficient: UInt128, exponent: Int) {
    self.kind = kind
    self.isNegative = isNegative
    self.coefficient = coefficient
    self.exponent = exponent
  }

  /// A number that needs no rounding: `coefficient` and `exponent` are within their bounds.
  init(isNegative: Bool, exactly coefficient: UInt128, exponent: Int) {
    self.init(.finite, isNegative: isNegative, coefficient: coefficient, exponent: exponent)
  }

  static let digits = 34
  static let limit = UInt128.powerOfTen(34)
  static let exponents = -6176...6111

  /// Zero.
  public init() { self.init(isNegative: false, exactly: 0, exponent: 0) }

  static func infinity(isNegative: Bool) -> Decimal128 {
    Decimal128(.infinite, isNegative: isNegative, coefficient: 0, exponent: 0)
  }

  /// What is not a number.
  public static let NaN = Decimal128(.notANumber, isNegative: false, coefficient: 0, exponent: 0)
  /// Greater than every number.
  public static let infinity = infinity(isNegative: false)
  /// The smallest number: the greatest with a minus.
  public static let min = Decimal128(isNegative: true, exactly: limit - 1, exponent: 6111)
  /// The greatest number: 9.99…9E+6144, with 34 digits.
  public static let max = Decimal128(isNegative: false, exactly: limit - 1, exponent: 6111)

  /// Whether it is no number.
  public var isNaN: Bool { kind == .notANumber }
  /// Whether it is infinite, of either sign.
  public var isInfinite: Bool { kind == .infinite }
  /// Whether it is a number and not infinite.
  public var isFinite: Bool { kind == .finite }
  /// Whether it is zero, of either sign.
  public var isZero: Bool { kind == .finite && coefficient == 0 }

  /// The number without its sign.
  public var magnitude: Decimal128 { withSign(false) }

  /// The number with the other sign.
  public static prefix func - (number: Decimal128) -> Decimal128 {
    number.withSign(!number.isNegative)
  }

  private func withSign(_ isNegative: Bool) -> Decimal128 {
    isNaN
      ? self
      : Decimal128(kind, isNegative: isNegative, coefficient: coefficient, exponent: exponent)
  }
}

extension Decimal128: Comparable {
  /// Whether both are the same number, however they are written.
  public static func == (a: Decimal128, b: Decimal128) -> Bool { order(of: a, b) == 0 }

  /// Whether the first number is smaller.
  ///
  /// What is not a number is greater than all numbers.
  public static func < (a: Decimal128, b: Decimal128) -> Bool { order(of: a, b) < 0 }

  /// Negative, zero or positive as the first is less, equal or greater.
  private static func order(of a: Decimal128, _ b: Decimal128) -> Int {
    let (first, second) = (a.rank, b.rank)
    guard first == second, abs(first) == 1 else { return first - second }
    return first * magnitudeOrder(of: a, b)
  }

  /// −2 and 2 for infinities, −1 and 1 for numbers with a sign, 0 for zero, 3 for no number.
  private var rank: Int {
    switch kind {
    case .notANumber: 3
    case .infinite: isNegative ? -2 : 2
    case .finite: coefficient == 0 ? 0 : isNegative ? -1 : 1
    }
  }

  private static func magnitudeOrder(of a: Decimal128, _ b: Decimal128) -> Int {
    let (first, second) = (a.normalized, b.normalized)
    if first.exponent != second.exponent { return first.exponent < second.exponent ? -1 : 1 }
    if first.coefficient == second.coefficient { return 0 }
    return first.coefficient < second.coefficient ? -1 : 1
  }

  /// The coefficient of a number other than zero with all its 34 digits, and its exponent.
  var normalized: (coefficient: UInt128, exponent: Int) {
    let missing = Self.digits - coefficient.decimalDigits
    return (coefficient * .powerOfTen(missing), exponent - missing)
  }
}

extension Decimal128: Hashable {
  /// Hashes the number, however it is written.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard abs(rank) == 1 else { return }
    let (coefficient, exponent) = normalized
    hasher.combine(coefficient)
    hasher.combine(exponent)
  }
}

extension UInt128 {
  private static let powersOfTen: [UInt128] = (0...38).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// 10 to a power from 0 to 38.
  static func powerOfTen(_ exponent: Int) -> UInt128 { powersOfTen[exponent] }

  /// How many digits the number has; 1 for 0.
  var decimalDigits: Int {
    // 1233/4096 is a little more than the logarithm of 2; the guess is right or one too great.
    let guess = ((128 - leadingZeroBitCount) * 1233) >> 12
    return Swift.max(1, self < Self.powersOfTen[guess] ? guess : guess + 1)
  }
}
