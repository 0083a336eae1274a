// SPDX-License-Identifier: Apache-2.0

/// A number as C writes it: decimal, with `0x` hexadecimal, with a leading 0 octal.
package enum CInteger {
  /// The 32-bit number that `text` spells, where 4294941996 and -25300 are the same; nil when it
  /// spells none.
  package static func parse(_ text: String) -> Int32? {
    var digits = text[...]
    var isNegative = false
    if let sign = digits.first, sign == "-" || sign == "+" {
      isNegative = sign == "-"
      digits.removeFirst()
    }
    var radix = 10
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      radix = 16
      digits.removeFirst(2)
    } else if digits.hasPrefix("0"), digits.count > 1 {
      radix = 8
    }
    // Int64 would take a second sign.
    guard let first = digits.first, first != "-", first != "+",
      let magnitude = Int64(digits, radix: radix), magnitude <= Int64(UInt32.max)
    else { return nil }
    let number = isNegative ? -magnitude : magnitude
    guard number >= Int64(Int32.min) else { return nil }
    return Int32(truncatingIfNeeded: number)
  }

  /// The number as `0x` and eight digits.
  package static func hexadecimal(_ number: Int32) -> String {
    let digits = String(UInt32(bitPattern: number), radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
