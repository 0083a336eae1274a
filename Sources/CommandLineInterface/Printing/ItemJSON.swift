// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// An item as one line of JSON, for programs: every attribute that it has, under the four letters
/// that name it.
///
/// Text is a string, bytes are `{"hex":"…"}`, dates are strings in ISO 8601. The password is a
/// string when its bytes are UTF-8, else `{"hex":"…"}`; it is there only when it was asked for.
package enum ItemJSON {
  package static func write(_ item: Response.Item, keychain: String, to sink: some ByteSink) {
    sink.write("{\"keychain\":")
    write(keychain, to: sink)
    sink.write(",\"class\":")
    write(item.itemClass.rawValue, to: sink)
    sink.write(",\"persistentReference\":{\"hex\":\"")
    PasswordText.writeHexadecimal(item.persistentReference.bytes.rawBytes, to: sink)
    sink.write("\"},\"attributes\":{")
    for (index, attribute) in item.attributes.enumerated() {
      if index > 0 { sink.write(",") }
      write(attribute.key.description, to: sink)
      sink.write(":")
      write(attribute.value, to: sink)
    }
    sink.write("}")
    if let password = item.data {
      sink.write(",\"password\":")
      password.bytes.withBytes { bytes in
        if isUTF8(bytes) { writeString(bytes, to: sink) } else { writeHexadecimal(bytes, to: sink) }
      }
    }
    sink.write("}\n")
  }

  private static func write(_ value: AttributeValue, to sink: some ByteSink) {
    switch value {
    case .text(let text): write(text, to: sink)
    case .bytes(let bytes): writeHexadecimal(bytes.rawBytes, to: sink)
    case .integer(let number): sink.write(String(number))
    case .real(let number): sink.write(number.isFinite ? String(number) : "null")
    case .boolean(let flag): sink.write(flag ? "true" : "false")
    case .date(let seconds):
      if let time = UTCTime(secondsSince2001: seconds) {
        write(time.iso8601, to: sink)
      } else {
        sink.write("null")
      }
    case .list(let values):
      sink.write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { sink.write(",") }
        write(value, to: sink)
      }
      sink.write("]")
    }
  }

  private static func write(_ text: String, to sink: some ByteSink) {
    writeString(Array(text.utf8).rawBytes, to: sink)
  }

  private static func writeHexadecimal(_ bytes: RawSpan, to sink: some ByteSink) {
    sink.write("{\"hex\":\"")
    PasswordText.writeHexadecimal(bytes, to: sink)
    sink.write("\"}")
  }

  static func writeString(_ utf8: RawSpan, to sink: some ByteSink) {
    sink.write("\"")
    for index in 0..<utf8.byteCount {
      let byte = utf8.byte(at: index)
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        sink.write("\\")
        sink.write(byte)
      case 0..<0x20, 0x7F:
        sink.write("\\u00")
        sink.write(HexCoding.lowercase(byte >> 4))
        sink.write(HexCoding.lowercase(byte))
      default: sink.write(byte)
      }
    }
    sink.write("\"")
  }

  /// A walk by the table of well-formed sequences (Unicode, table 3-7), which copies nothing.
  private static func isUTF8(_ bytes: RawSpan) -> Bool {
    var index = 0
    while index < bytes.byteCount {
      let first = bytes.byte(at: index)
      let second: ClosedRange<UInt8>
      let length: Int
      switch first {
      case 0x00...0x7F: (length, second) = (1, 0...0)
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return false
      }
      guard index + length <= bytes.byteCount else { return false }
      for offset in 1..<max(length, 1) {
        guard (offset == 1 ? second : 0x80...0xBF).contains(bytes.byte(at: index + offset)) else {
          return false
        }
      }
      index += length
    }
    return true
  }
}
