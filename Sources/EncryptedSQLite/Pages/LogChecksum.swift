// SPDX-License-Identifier: Apache-2.0

/// SQLite's log checksum: each frame's continues that of the frame before, from the log header on.
struct LogChecksum: Equatable {
  private var first: UInt32
  private var second: UInt32

  /// Takes over a checksum as SQLite stores it, both halves big-endian.
  init(value: UInt64 = 0) {
    first = UInt32(value >> 32)
    second = UInt32(truncatingIfNeeded: value)
  }

  /// The checksum as SQLite stores it.
  var value: UInt64 { UInt64(first) << 32 | UInt64(second) }

  /// Continues over `bytes`, a multiple of 8, read in the byte order that the log header names.
  func adding(_ bytes: RawSpan, isBigEndian: Bool) -> LogChecksum {
    var sum = self
    for i in stride(from: 0, to: bytes.byteCount, by: 8) {
      let a = bytes.number32(at: i), b = bytes.number32(at: i + 4)
      sum.first = sum.first &+ (isBigEndian ? a : a.byteSwapped) &+ sum.second
      sum.second = sum.second &+ (isBigEndian ? b : b.byteSwapped) &+ sum.first
    }
    return sum
  }

  /// Continues over a frame as SQLite sees it: the first 8 bytes of its header, and its page.
  func adding(frame: RawSpan, isBigEndian: Bool) -> LogChecksum {
    adding(frame.extracting(0..<8), isBigEndian: isBigEndian)
      .adding(
        frame.extracting(LogFrame.headerByteCount..<frame.byteCount), isBigEndian: isBigEndian)
  }
}
