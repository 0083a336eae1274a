// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// Reads what ``ByteWriter`` wrote, checking every length against what is left.
package struct ByteReader: ~Copyable, ~Escapable {
  private let bytes: RawSpan
  /// Where the next byte is read.
  package private(set) var offset = 0

  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) { self.bytes = bytes }

  /// How many bytes are left.
  package var remaining: Int { bytes.byteCount - offset }

  package mutating func read<T: FixedWidthInteger & UnsignedInteger>(
    _: T.Type
  ) throws(DecodingError) -> T {
    let count = T.bitWidth / 8
    try need(count)
    var number: T = 0
    for i in 0..<count { number = number << 8 | T(bytes.byte(at: offset + i)) }
    offset += count
    return number
  }

  package mutating func read(_ count: Int) throws(DecodingError) -> [UInt8] {
    try need(count)
    defer { offset += count }
    return bytes.extracting(offset..<offset + count).array
  }

  /// Reads a `u32` length and as many bytes.
  package mutating func readCounted() throws(DecodingError) -> [UInt8] {
    try read(Int(try read(UInt32.self)))
  }

  /// Reads a `u32` length and as many bytes of text; nil where they are not UTF-8.
  package mutating func readCountedText() throws(DecodingError) -> String? {
    let count = try Int(read(UInt32.self))
    try need(count)
    defer { offset += count }
    return unsafe bytes.extracting(offset..<offset + count).withUnsafeBytes { bytes in
      // The library's validation is generic and slow; its repair is not, and shows what it repairs.
      var text = unsafe String(
        decoding: bytes.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
      let isWhole = text.withUTF8 { utf8 in
        unsafe utf8.count == bytes.count && utf8.elementsEqual(bytes)
      }
      return isWhole ? text : nil
    }
  }

  private func need(_ count: Int) throws(DecodingError) {
    guard count >= 0, count <= remaining else { throw DecodingError("bytes end too early") }
  }
}
