// SPDX-License-Identifier: Apache-2.0

/// Collects big-endian numbers and counted bytes.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8]

  package init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  // One function a width, and none generic: such a one is not specialised in another module.

  /// Writes one byte.
  package mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes two bytes.
  package mutating func write(_ number: UInt16) { write(UInt64(number), byteCount: 2) }

  /// Writes four bytes.
  package mutating func write(_ number: UInt32) { write(UInt64(number), byteCount: 4) }

  /// Writes eight bytes.
  package mutating func write(_ number: UInt64) { write(number, byteCount: 8) }

  private mutating func write(_ number: UInt64, byteCount: Int) {
    for index in 1...byteCount {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (byteCount - index))))
    }
  }

  /// Writes the bytes as they are.
  package mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes the UTF-8 of `text`.
  package mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes a `u32` length and the bytes.
  package mutating func writeCounted(_ more: [UInt8]) {
    write(UInt32(more.count))
    write(more)
  }

  /// Writes a `u32` length and the UTF-8 of `text`.
  package mutating func writeCounted(_ text: String) {
    write(UInt32(text.utf8.count))
    write(text)
  }
}
