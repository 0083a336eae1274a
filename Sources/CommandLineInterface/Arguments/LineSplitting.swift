// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// Splits a line of the interactive mode into words.
///
/// The rules are those of macOS's `security`, which are simpler than a shell's: a quote, `'` or
/// `"`, counts at the start of a word only and ends the word where it closes; a backslash takes the
/// next character as it is, within quotes of both kinds too; a quote that is left open ends with
/// the line.
package enum LineSplitting {
  package static func words(of line: SharedSecret) -> [Word] {
    line.bytes.withBytes { line in
      var words: [Word] = []
      var index = 0
      while true {
        while index < line.byteCount, isSpace(line.byte(at: index)) { index += 1 }
        guard index < line.byteCount else { return words }
        words.append(word(of: line, from: &index))
      }
    }
  }

  private static func word(of line: RawSpan, from index: inout Int) -> Word {
    var quote: UInt8?
    if line.byte(at: index) == UInt8(ascii: "'") || line.byte(at: index) == UInt8(ascii: "\"") {
      quote = line.byte(at: index)
      index += 1
    }
    // A word is at most as long as what is left of the line.
    var unescaped = SecretBytes(count: line.byteCount - index)
    var count = 0
    var isEscaped = false
    while index < line.byteCount {
      let byte = line.byte(at: index)
      index += 1
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      if !isEscaped, quote.map({ $0 == byte }) ?? isSpace(byte) { break }
      isEscaped = false
      unescaped.withMutableBytes { $0.storeBytes(of: byte, toByteOffset: count, as: UInt8.self) }
      count += 1
    }
    return unescaped.withBytes { Word($0.extracting(..<count)) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
