// SPDX-License-Identifier: Apache-2.0

/// The bytes of a set of attributes: one encoding for one meaning, and nothing else decodes.
///
/// Layout (all numbers big-endian), as `Documentation/keychain-format.md` describes it: `u8`
/// version 1, `u16` count, then for each attribute in ascending order of its key `u32` key and a
/// value. A value is a `u8` type and its content: 1 text, 2 bytes (`u32` length, bytes); 3 integer
/// (`i64`); 4 real, 5 date (IEEE 754 bits); 6 boolean (`u8` 0 or 1); 7 list (`u32` count, values,
/// nested at most four deep).
package enum AttributeCodec {
  package static let version: UInt8 = 1
  private static let deepestList = 4

  /// Encodes `attributes`, whatever their order.
  package static func encode(_ attributes: [AttributeKey: AttributeValue]) -> [UInt8] {
    precondition(attributes.count <= Int(UInt16.max))
    var output = ByteWriter()
    output.write(version)
    output.write(UInt16(attributes.count))
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
      output.write(key.rawValue)
      encode(value, into: &output)
    }
    return output.bytes
  }

  /// Decodes what ``encode(_:)`` made.
  ///
  /// - Throws: ``DecodingError`` for every other sequence of bytes.
  package static func decode(
    _ bytes: RawSpan
  ) throws(DecodingError) -> [(key: AttributeKey, value: AttributeValue)] {
    var input = ByteReader(bytes)
    guard try input.read(UInt8.self) == version else { throw DecodingError("unknown version") }
    let count = try Int(input.read(UInt16.self))
    var attributes: [(key: AttributeKey, value: AttributeValue)] = []
    attributes.reserveCapacity(min(count, input.remaining / 5))
    for _ in 0..<count {
      let key = AttributeKey(rawValue: try input.read(UInt32.self))
      if let last = attributes.last, last.key >= key { throw DecodingError("keys out of order") }
      attributes.append((key, try decodeValue(&input, depth: 0)))
    }
    guard input.remaining == 0 else { throw DecodingError("bytes after the last attribute") }
    return attributes
  }

  private static func encode(_ value: AttributeValue, into output: inout ByteWriter) {
    switch value {
    case .text(let text):
      output.write(UInt8(1))
      output.writeCounted(text)
    case .bytes(let bytes):
      output.write(UInt8(2))
      output.writeCounted(bytes)
    case .integer(let number):
      output.write(UInt8(3))
      output.write(UInt64(bitPattern: number))
    case .real(let number):
      output.write(UInt8(4))
      output.write(number.bitPattern)
    case .date(let seconds):
      output.write(UInt8(5))
      output.write(seconds.bitPattern)
    case .boolean(let flag):
      output.write(UInt8(6))
      output.write(UInt8(flag ? 1 : 0))
    case .list(let values):
      output.write(UInt8(7))
      output.write(UInt32(values.count))
      for value in values { encode(value, into: &output) }
    }
  }

  private static func decodeValue(
    _ input: inout ByteReader, depth: Int
  ) throws(DecodingError) -> AttributeValue {
    switch try input.read(UInt8.self) {
    case 1:
      guard let text = try input.readCountedText() else {
        throw DecodingError("text that is not UTF-8")
      }
      return .text(text)
    case 2: return .bytes(try input.readCounted())
    case 3: return .integer(Int64(bitPattern: try input.read(UInt64.self)))
    case 4: return .real(Double(bitPattern: try input.read(UInt64.self)))
    case 5: return .date(Double(bitPattern: try input.read(UInt64.self)))
    case 6:
      switch try input.read(UInt8.self) {
      case 0: return .boolean(false)
      case 1: return .boolean(true)
      default: throw DecodingError("a boolean that is neither 0 nor 1")
      }
    case 7:
      guard depth < deepestList else { throw DecodingError("a list nested too deep") }
      let count = try Int(input.read(UInt32.self))
      guard count <= input.remaining else { throw DecodingError("a list longer than its bytes") }
      var values: [AttributeValue] = []
      values.reserveCapacity(min(count, input.remaining / 2))
      for _ in 0..<count { values.append(try decodeValue(&input, depth: depth + 1)) }
      return .list(values)
    default: throw DecodingError("unknown type of value")
    }
  }
}
