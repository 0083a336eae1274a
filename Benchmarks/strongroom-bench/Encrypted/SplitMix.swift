// SPDX-License-Identifier: Apache-2.0

/// SplitMix64 (Steele, Lea, Flood 2014): numbers that look random and are the same for everybody
/// with the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Text of `count` hexadecimal digits, `count` a multiple of 16.
  mutating func hex(_ count: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count)
    while text.count < count {
      let bits = next()
      for shift in stride(from: 60, through: 0, by: -4) {
        text.append(digits[Int(bits >> UInt64(shift) & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
