// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// Bytes written as hexadecimal digits.
package enum HexCoding {
  /// The bytes that `word` spells, in either case and without spaces.
  ///
  /// - Throws: ``CommandLineError`` with `invalidValue`, with nothing of the word in its message,
  ///   for it may be a secret.
  package static func decode(_ word: Word) throws(CommandLineError) -> SharedSecret {
    guard word.count.isMultiple(of: 2) else {
      throw CommandLineError(
        .invalidValue, "hexadecimal data have two digits a byte; there are \(word.count) digits")
    }
    var wrong: Int?
    let bytes = word.secret.bytes.withBytes { digits in
      SecretBytes(count: digits.byteCount / 2) { (bytes: inout MutableRawSpan) in
        for index in 0..<digits.byteCount / 2 {
          guard let high = value(digits.byte(at: 2 * index)),
            let low = value(digits.byte(at: 2 * index + 1))
          else {
            wrong = wrong ?? 2 * index + 1
            continue
          }
          bytes.storeBytes(of: high << 4 | low, toByteOffset: index, as: UInt8.self)
        }
      }
    }
    if let wrong {
      throw CommandLineError(
        .invalidValue,
        "hexadecimal data consist of the digits 0 to 9 and a to f; look at character \(wrong) or \(wrong + 1)"
      )
    }
    return SharedSecret(bytes)
  }

  package static func lowercase(_ nibble: UInt8) -> UInt8 {
    Array("0123456789abcdef".utf8)[Int(nibble & 15)]
  }

  package static func uppercase(_ nibble: UInt8) -> UInt8 {
    Array("0123456789ABCDEF".utf8)[Int(nibble & 15)]
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
