// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
package import KeychainRequests
internal import Secrets

/// 128 random bits that a person keeps on paper, with 12 bits that show mistakes: 28 symbols of
/// Crockford's base 32 in seven groups.
///
/// The last 12 bits are the first of SHA-256 over the 16 bytes. A code with a mistake is refused,
/// never put right.
package struct RecoveryCode: Sendable {
  package static let symbolCount = 28
  private static let byteCount = 16
  private static let groupLength = 4
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// The 16 bytes.
  let bytes: SharedSecret

  /// Makes a new one.
  package static func random() -> RecoveryCode {
    RecoveryCode(SharedSecret(SecretBytes.random(count: byteCount)))
  }

  package init(_ bytes: SharedSecret) {
    precondition(bytes.bytes.count == Self.byteCount, "a recovery code has 16 bytes")
    self.bytes = bytes
  }

  /// Reads what somebody typed: groups, spaces and small letters do not matter, O is read as 0, and
  /// I and L as 1.
  ///
  /// - Throws: `errSecParam`, saying what is wrong without repeating the code.
  package init(typed text: SharedSecret) throws(KeychainEngineError) {
    var values: [UInt8] = []
    defer { for i in values.indices { values[i] = 0 } }
    values.reserveCapacity(Self.symbolCount + 1)
    try text.bytes.withBytes { (text) throws(KeychainEngineError) in
      for i in 0..<text.byteCount {
        let byte = text.byte(at: i)
        if [0x20, 0x2D, 0x0A, 0x0D, 0x09].contains(byte) { continue }
        guard let value = Self.value(of: byte) else {
          throw KeychainEngineError(
            .param,
            "symbol \(values.count + 1) is none of a recovery code's: they are digits and letters, without U"
          )
        }
        guard values.count < Self.symbolCount else { throw Self.wrongLength("more than") }
        values.append(value)
      }
    }
    guard values.count == Self.symbolCount else { throw Self.wrongLength("less than") }
    var bits: UInt64 = 0
    var checksum: UInt16 = 0
    let bytes = SecretBytes(count: Self.byteCount) { (output: inout MutableRawSpan) in
      var available: UInt64 = 0
      var written = 0
      for value in values {
        bits = bits << 5 | UInt64(value)
        available += 5
        while available >= 8, written < Self.byteCount {
          available -= 8
          output.storeBytes(
            of: UInt8(truncatingIfNeeded: bits >> available), toByteOffset: written, as: UInt8.self)
          written += 1
        }
      }
      checksum = UInt16(truncatingIfNeeded: bits & 0xFFF)
    }
    bits = 0
    guard checksum == Self.checksum(of: bytes) else {
      throw KeychainEngineError(
        .param, "the recovery code has a mistake in it; compare it with the paper and type it again"
      )
    }
    self.init(SharedSecret(bytes))
  }

  /// The code as it is shown once: seven groups of four symbols.
  package var text: SharedSecret {
    let checksum = Self.checksum(of: bytes.bytes)
    let groups = Self.symbolCount / Self.groupLength
    return SharedSecret(
      SecretBytes(count: Self.symbolCount + groups - 1) { (output: inout MutableRawSpan) in
        bytes.bytes.withBytes { bytes in
          for symbol in 0..<Self.symbolCount {
            var value = 0
            for bit in symbol * 5..<symbol * 5 + 5 {
              let isSet =
                bit < 128
                ? bytes.byte(at: bit / 8) >> UInt8(7 - bit % 8) & 1
                : UInt8(truncatingIfNeeded: checksum >> UInt16(139 - bit)) & 1
              value = value << 1 | Int(isSet)
            }
            let offset = symbol + symbol / Self.groupLength
            output.storeBytes(of: Self.alphabet[value], toByteOffset: offset, as: UInt8.self)
            if symbol % Self.groupLength == 3, symbol + 1 < Self.symbolCount {
              output.storeBytes(of: UInt8(ascii: "-"), toByteOffset: offset + 1, as: UInt8.self)
            }
          }
        }
      })
  }

  private static func checksum(of bytes: borrowing SecretBytes) -> UInt16 {
    let digest = bytes.withBytes { SHA2.sha256($0) }
    return UInt16(digest[0]) << 4 | UInt16(digest[1]) >> 4
  }

  private static func value(of byte: UInt8) -> UInt8? {
    var letter = byte
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) { letter -= 32 }
    if letter == UInt8(ascii: "O") { letter = UInt8(ascii: "0") }
    if letter == UInt8(ascii: "I") || letter == UInt8(ascii: "L") { letter = UInt8(ascii: "1") }
    return alphabet.firstIndex(of: letter).map { UInt8($0) }
  }

  private static func wrongLength(_ comparison: String) -> KeychainEngineError {
    KeychainEngineError(
      .param,
      "a recovery code has \(symbolCount) symbols, in seven groups of four; this has \(comparison) that"
    )
  }
}
