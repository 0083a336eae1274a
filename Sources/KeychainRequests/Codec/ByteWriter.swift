// SPDX-License-Identifier: Apache-2.0

/// Collects big-endian numbers and counted bytes.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8]

  package init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  package mutating func write<T: FixedWidthInteger & UnsignedInteger>(_ number: T) {
    for shift in stride(from: T.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> T(shift)))
    }
  }

  package mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes a `u32` length and the bytes.
  package mutating func writeCounted(_ more: [UInt8]) {
    write(UInt32(more.count))
    write(more)
  }
}
