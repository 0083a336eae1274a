// SPDX-License-Identifier: Apache-2.0

/// The usual text of a UUID (RFC 9562 §4), in capitals as Apple writes it.
enum UUIDText {
  static func format(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for (i, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(i) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
