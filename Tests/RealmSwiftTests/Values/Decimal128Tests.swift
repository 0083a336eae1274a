// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("Decimal128") struct Decimal128Tests {
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  @Test("arithmetic gives what the specification says", arguments: lines(DecimalVectors.arithmetic))
  func arithmetic(vector: String) throws {
    let words = vector.split(separator: " ").map(String.init)
    let (a, b) = (try Decimal128(string: words[0]), try Decimal128(string: words[2]))
    let result =
      switch words[1] {
      case "+": a + b
      case "-": a - b
      case "*": a * b
      default: a / b
      }
    #expect(result.description == words[4])
  }

  @Test(
    "text becomes the number that the specification says", arguments: lines(DecimalVectors.texts))
  func parsing(vector: String) throws {
    let words = vector.split(separator: " ").map(String.init)
    #expect(Decimal128.parse(words[0])?.description == words[2])
  }

  @Test(
    "what is no number is refused",
    arguments: [
      "", " ", "+", "-", ".", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "0x10", "1,5", "--1", "infin",
      "nano", "½", "١", "1E5.0", "1\0",
    ])
  func refusals(text: String) {
    #expect(Decimal128.parse(text) == nil)
    #expect(throws: Realm.Error.self) { try Decimal128(string: text) }
  }

  @Test(
    "text with more digits than there is room for is refused, unless it may be rounded",
    arguments: [
      "12345678901234567890123456789012345", "1E+6145", "1E-6177",
      "0." + String(repeating: "3", count: 40),
    ])
  func inexact(text: String) throws {
    #expect(Decimal128.parse(text) != nil)
    #expect(throws: Realm.Error.self) { try Decimal128(string: text) }
  }

  @Test("zeros beyond the 34 digits are no reason to refuse a number")
  func longButExact() throws {
    let number = try Decimal128(string: "1" + String(repeating: "0", count: 40))
    #expect(number == "1E+40")
  }

  private static let neighbours: [(String, String)] = {
    let numbers = lines(DecimalVectors.ascending)
    return Array(zip(numbers, numbers.dropFirst()))
  }()

  @Test("numbers are ordered by value", arguments: neighbours)
  func order(smaller: String, greater: String) throws {
    let (a, b) = (try Decimal128(string: smaller), try Decimal128(string: greater))
    #expect(a < b)
    #expect(!(b < a))
    #expect(a != b)
    #expect(a <= a)
  }

  @Test("the bytes of a column are ordered as the numbers are", arguments: neighbours)
  func orderOfBytes(smaller: String, greater: String) throws {
    let (a, b) = (try Decimal128(string: smaller), try Decimal128(string: greater))
    #expect(a.orderedBytes.lexicographicallyPrecedes(b.orderedBytes))
    #expect(Decimal128(orderedBytes: a.orderedBytes) == a)
    #expect(Decimal128(orderedBytes: b.orderedBytes) == b)
  }

  @Test("the bytes of random pairs are ordered as the numbers are")
  func randomPairs() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let (a, b) = (Self.number(using: &random), Self.number(using: &random))
      let (first, second) = (a.orderedBytes, b.orderedBytes)
      guard
        first.lexicographicallyPrecedes(second) == (a < b), (first == second) == (a == b),
        Decimal128(orderedBytes: first) == a
      else {
        Issue.record("\(a) and \(b)")
        return
      }
    }
  }

  private static func number(using random: inout some RandomNumberGenerator) -> Decimal128 {
    let digits = Int.random(in: 1...34, using: &random)
    var text = Bool.random(using: &random) ? "-" : ""
    // Few different digits, so that pairs often agree in the first ones.
    for _ in 0..<digits { text += ["0", "1", "9"].randomElement(using: &random) ?? "0" }
    return Decimal128.parse("\(text)E\(Int.random(in: -6...6, using: &random))") ?? .NaN
  }

  @Test(
    "the bytes are those that are written down",
    arguments: [
      ("NaN", "ffff"), ("Infinity", "c000"), ("1E+6144", "b0210b"), ("12.34", "98220d23"),
      ("12.3", "98220d1f"), ("1", "98210b"), ("1.00", "98210b"), ("1E-6176", "80010b"),
      ("0", "8000"), ("-0", "8000"), ("-1", "67def4ff"), ("-12.3", "67ddf2e0ff"),
      ("-12.34", "67ddf2dcff"), ("-Infinity", "3fff"),
    ])
  func examples(text: String, hexadecimal: String) throws {
    let bytes = try Decimal128(string: text).orderedBytes
    #expect(
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == hexadecimal)
  }

  @Test(
    "bytes that no number has are refused",
    arguments: [
      [], [0x80], [0x80, 0x00, 0x01], [0x98, 0x21], [0x98, 0x21, 0x00], [0x98, 0x21, 0x65],
      [0xB0, 0x22, 0x0B], [0xFF, 0xFE], [0x67, 0xDE, 0xF4], [0x7F, 0xFF], [0x00, 0x00],
      [0x98, 0x21] + [UInt8](repeating: 0x0B, count: 18),
    ] as [[UInt8]])
  func damagedBytes(bytes: [UInt8]) {
    #expect(Decimal128(orderedBytes: bytes) == nil)
  }

  @Test(
    "different spellings are one number",
    arguments: [
      ("1", "1.00"), ("100", "1E+2"), ("0", "-0"), ("0E+5", "0.00"), ("NaN", "nan"),
      ("1.0E-6175", "1E-6175"),
    ])
  func spellings(first: String, second: String) throws {
    let (a, b) = (try Decimal128(string: first), try Decimal128(string: second))
    #expect(a == b)
    #expect(Set([a, b]).count == 1)
    #expect(a.orderedBytes == b.orderedBytes)
  }

  @Test("literals are the numbers they look like")
  func literals() {
    let integer: Decimal128 = -1234567890123456789012345678901234
    #expect(integer.description == "-1234567890123456789012345678901234")
    let fraction: Decimal128 = 0.1
    #expect(fraction.description == "0.1")
    let whole: Decimal128 = 100.0
    #expect(whole.description == "100")
    let text: Decimal128 = "3.141592653589793238462643383279503"
    #expect(text.description == "3.141592653589793238462643383279503")
    #expect(fraction + 0.2 == 0.3)
    #expect((0 as Decimal128).isZero)
  }

  @Test(
    "other types of number become the number that they print",
    arguments: [
      (Int8(-5), "-5"), (UInt64.max, "18446744073709551615"), (Int.min, "-9223372036854775808"),
      (0.1, "0.1"), (Float(0.1), "0.1"), (1e300, "1E+300"),
      (Double.leastNonzeroMagnitude, "5E-324"), (1e20, "100000000000000000000"),
      (Double.nan, "NaN"), (-Double.infinity, "-Infinity"), ("1.50", "1.50"),
      (Decimal(25) / 2, "12.5"),
    ] as [(any Sendable, String)])
  func conversions(value: any Sendable, text: String) {
    #expect(Decimal128(value: value).description == text)
  }

  @Test("an NSNumber becomes the number that it holds")
  func numberObjects() {
    #expect(Decimal128(number: 42).description == "42")
    #expect(Decimal128(number: 0.25).description == "0.25")
    #expect(Decimal128(number: 1).description == "1")
    #expect(Decimal128(number: NSNumber(value: UInt64.max)).description == "18446744073709551615")
    #expect(Decimal128(number: NSDecimalNumber(string: "99.95")).description == "99.95")
  }

  @Test("a number becomes a double and a Decimal")
  func conversionsBack() throws {
    #expect(("0.1" as Decimal128).doubleValue == 0.1)
    #expect(("1E+400" as Decimal128).doubleValue == .infinity)
    #expect(Decimal128.NaN.doubleValue.isNaN)
    #expect(("-12.50" as Decimal128).decimalValue == Decimal(string: "-12.5"))
    #expect(("1E+1000" as Decimal128).decimalValue.isNaN)
  }

  @Test("whole numbers are taken if they are exact")
  func exactly() {
    #expect(Decimal128(exactly: Int64.max)?.description == "9223372036854775807")
    #expect(Decimal128(exactly: UInt128.max) == nil)
  }

  @Test("a number has a magnitude and a sign")
  func signs() {
    #expect(("-5" as Decimal128).magnitude == 5)
    #expect(-(5 as Decimal128) == "-5")
    #expect(Decimal128.min < Decimal128.max)
    #expect(Decimal128.max < .infinity)
    #expect(Decimal128.infinity < .NaN)
    #expect(Decimal128.max.description == "9.999999999999999999999999999999999E+6144")
    #expect(Decimal128.max * 10 == .infinity)
  }

  @Test("numbers are coded as text, and read from text and numbers")
  func coding() throws {
    let data = try JSONEncoder().encode(["1.50"] as [Decimal128])
    #expect(String(decoding: data, as: UTF8.self) == "[\"1.50\"]")
    let read = try JSONDecoder().decode([Decimal128].self, from: Data("[\"2.5\", 7, 0.25]".utf8))
    #expect(read.map(\.description) == ["2.5", "7", "0.25"])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Decimal128].self, from: Data("[\"x\"]".utf8))
    }
  }
}
