// SPDX-License-Identifier: Apache-2.0

/// Four characters that stand for a 32-bit number, as creators and types of items are written.
package enum FourCharacterCode {
  /// The number that `word` spells.
  ///
  /// - Throws: ``CommandLineError`` with `invalidValue` for anything but four bytes.
  package static func number(_ word: Word) throws(CommandLineError) -> UInt32 {
    guard word.count == 4 else {
      let hint = word.count == 3 ? "; try \"\(word.shown) \" with a space at its end" : ""
      throw CommandLineError(
        .invalidValue,
        "a four-character code has exactly 4 characters, \"\(word.shown)\" has \(word.count)\(hint)"
      )
    }
    return word.bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The bytes that spell `number`.
  package static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
