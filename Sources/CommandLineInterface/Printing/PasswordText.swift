// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// The form of a password that stands alone: as it is when all of it is printable ASCII, else in
/// lowercase hexadecimal digits.
///
/// Which of the two it is cannot be told from the output, as on macOS; JSON tells.
package enum PasswordText {
  package static func write(_ bytes: RawSpan, to sink: some ByteSink) {
    if (0..<bytes.byteCount).allSatisfy({ (0x20...0x7E).contains(bytes.byte(at: $0)) }) {
      sink.write(bytes)
    } else {
      writeHexadecimal(bytes, to: sink)
    }
  }

  package static func writeHexadecimal(_ bytes: RawSpan, to sink: some ByteSink) {
    for index in 0..<bytes.byteCount {
      sink.write(HexCoding.lowercase(bytes.byte(at: index) >> 4))
      sink.write(HexCoding.lowercase(bytes.byte(at: index)))
    }
  }
}
