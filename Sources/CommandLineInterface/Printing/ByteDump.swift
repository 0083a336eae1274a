// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// The form in which macOS's `security` prints bytes, for attributes, tags of attributes, and
/// passwords alike.
///
/// Bytes that are all printable ASCII without a backslash: the text in quotes, which are not
/// escaped. Others: `0x` and uppercase digits; if some of the bytes are printable, two spaces and
/// the text in quotes, with `\ooo` for those that are not; if none is, one space. No bytes:
/// nothing.
package enum ByteDump {
  package static func write(_ bytes: RawSpan, to sink: some ByteSink) {
    let plainCount = (0..<bytes.byteCount).count { isPlain(bytes.byte(at: $0)) }
    if plainCount < bytes.byteCount {
      sink.write("0x")
      for index in 0..<bytes.byteCount {
        sink.write(HexCoding.uppercase(bytes.byte(at: index) >> 4))
        sink.write(HexCoding.uppercase(bytes.byte(at: index)))
      }
      sink.write(plainCount > 0 ? "  " : " ")
    }
    if plainCount > 0 {
      sink.write("\"")
      for index in 0..<bytes.byteCount { writeEscaped(bytes.byte(at: index), to: sink) }
      sink.write("\"")
    }
  }

  /// A number, as its four bytes from the most significant on.
  package static func write(_ number: UInt32, to sink: some ByteSink) {
    write(FourCharacterCode.bytes(number).rawBytes, to: sink)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
  }

  private static func writeEscaped(_ byte: UInt8, to sink: some ByteSink) {
    guard !isPlain(byte) else { return sink.write(byte) }
    sink.write("\\")
    for shift: UInt8 in [6, 3, 0] { sink.write(UInt8(ascii: "0") + byte >> shift & 7) }
  }
}
