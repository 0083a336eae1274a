// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

// A column holds a Decimal128 as bytes that compare as the numbers do, so that SQL's =, <, indexes,
// DISTINCT, min and max work on them. Equal numbers have equal bytes: 1.0 and 1.00, 0 and −0.
//
// A positive number is written as d.ddd… × 10^m, without zeros at the end. Its bytes are
//   two bytes       0x8001 + m + 6176, most significant first (0x8001 to 0xB021)
//   for two digits  a byte: their number plus 1 (1 to 100); a 0 follows a last single digit
//
// A negative number has the bytes of its magnitude, each of them inverted, and 0xFF at the end:
// what is a longer positive number is greater, and a longer negative one must be smaller.
//
// The others are two bytes: zero 8000, infinity C000, minus infinity 3FFF, not a number FFFF.
//
//   not a number  FF FF
//   infinity      C0 00
//   1E+6144       B0 21 0B
//   12.34         98 22 0D 23
//   12.3          98 22 0D 1F
//   1, 1.00       98 21 0B
//   1E-6176       80 01 0B
//   0, −0         80 00
//   −1            67 DE F4 FF
//   −12.3         67 DD F2 E0 FF
//   −12.34        67 DD F2 DC FF
//   −infinity     3F FF
extension Decimal128 {
  private static let zeroHead: UInt16 = 0x8000
  private static let infinityHead: UInt16 = 0xC000
  private static let notANumberHead: UInt16 = 0xFFFF

  /// The bytes for a column.
  package var orderedBytes: [UInt8] {
    switch kind {
    case .notANumber: return Self.bytes(Self.notANumberHead)
    case .infinite: return Self.bytes(isNegative ? ~Self.infinityHead : Self.infinityHead)
    case .finite: break
    }
    guard coefficient != 0 else { return Self.bytes(Self.zeroHead) }
    let (digits, exponent) = normalized
    let magnitude = exponent + Self.digits - 1
    var result = Self.bytes(
      Self.zeroHead + 1 + UInt16(magnitude - Self.exponents.lowerBound))
    var rest = digits
    var place = Self.digits
    while rest != 0 {
      place -= 2
      let (pair, remainder) = rest.quotientAndRemainder(dividingBy: .powerOfTen(place))
      result.append(UInt8(pair) + 1)
      rest = remainder
    }
    return isNegative ? result.map { ~$0 } + [0xFF] : result
  }

  /// The number that has these bytes; nil for bytes that no number has.
  package init?(orderedBytes bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let isNegative = bytes[0] < 0x80
    let plain = isNegative ? bytes.map { ~$0 } : bytes
    let head = UInt16(plain[0]) << 8 | UInt16(plain[1])
    switch head {
    case Self.notANumberHead where !isNegative && bytes.count == 2: self = .NaN
    case Self.infinityHead where bytes.count == 2: self = .infinity(isNegative: isNegative)
    case Self.zeroHead where !isNegative && bytes.count == 2: self.init()
    case Self.zeroHead + 1...0xB021:
      let pairs = plain.dropFirst(2).dropLast(isNegative ? 1 : 0)
      guard (1...17).contains(pairs.count), !isNegative || plain.last == 0,
        pairs.allSatisfy({ (1...100).contains($0) })
      else { return nil }
      let coefficient = pairs.reduce(UInt128(0)) { $0 * 100 + UInt128($1 - 1) }
      let magnitude = Int(head - Self.zeroHead - 1) + Self.exponents.lowerBound
      let exponent = magnitude + 1 - 2 * pairs.count
      self =
        Decimal128(
          isNegative: isNegative, rounding: WideNumber(coefficient), exponent: exponent
        ).reduced
    default: return nil
    }
  }

  private static func bytes(_ head: UInt16) -> [UInt8] {
    [UInt8(head >> 8), UInt8(truncatingIfNeeded: head)]
  }

  /// The same number without zeros at the end of its fraction, and as a whole number without an
  /// exponent where 34 digits are enough.
  var reduced: Decimal128 {
    guard kind == .finite else { return self }
    guard coefficient != 0 else {
      return Decimal128(isNegative: isNegative, exactly: 0, exponent: 0)
    }
    var (digits, power) = (coefficient, exponent)
    while power < 0 || digits.decimalDigits + power > Self.digits, digits.isMultiple(of: 10) {
      (digits, power) = (digits / 10, power + 1)
    }
    if power > 0, digits.decimalDigits + power <= Self.digits {
      (digits, power) = (digits * .powerOfTen(power), 0)
    }
    return Decimal128(isNegative: isNegative, rounding: WideNumber(digits), exponent: power)
  }
}

extension Decimal128: _InsideOptional, _Indexable {
  /// A decimal number.
  public static var _kind: _PropertyKind { _PropertyKind(.decimal128) }
  /// Zero.
  public static func _makeDefault() -> Decimal128 { Decimal128() }
  /// The number that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> Decimal128 {
    if case .bytes(let bytes) = value.mixed.value {
      Decimal128(orderedBytes: bytes) ?? .NaN
    } else {
      .NaN
    }
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    _StoredValue(.bytes(orderedBytes))
  }
  /// Takes any number, and the text of one.
  public static func _coerce(_ value: Any) -> Decimal128? { converting(value) }
}
