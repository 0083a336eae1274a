// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Sealed frames of the open transaction on their way to the log: sixteen written at once, one
/// behind the other, cost half of what writing each by itself does.
///
/// Nobody reads a frame before the one that ends its transaction is there, and that one never
/// waits. What waits is written before the log is read or written in any other way, and dropped
/// when the lock for writing goes: its transaction was rolled back then, and its place may be
/// another's.
final class FrameQueue {
  /// How much waits at most: sixteen frames of the usual size.
  static let byteCount = 16 * (LogFrame.headerByteCount + PageLayout.defaultByteCount)

  private let file: RealFile
  private let buffer: PageBuffer
  private var start: Int64 = 0
  private var used = 0
  /// Where frames begin that could not be written, and why.
  ///
  /// SQLite believes that they are there. Nothing may follow them, or a commit would stand behind a
  /// gap and vanish at recovery.
  private var lost: (offset: Int64, status: CInt)?

  /// A queue for frames of `frameByteCount` bytes.
  init(_ file: RealFile, frameByteCount: Int) {
    self.file = file
    buffer = PageBuffer(count: max(Self.byteCount, frameByteCount))
  }

  /// Takes `frame`, whose place is `offset`.
  ///
  /// - Parameter isLast: whether the frame ends a transaction; then all are written.
  func append(_ frame: RawSpan, at offset: Int64, isLast: Bool) -> CInt {
    if let lost {
      if offset > lost.offset { return lost.status }
      // The transaction is another, or has gone back to a savepoint, and fills the gap.
      if offset == lost.offset { self.lost = nil }
    }
    if used > 0, offset != start + Int64(used) || used + frame.byteCount > buffer.count {
      let status = flush()
      guard status == SQLITE_OK else { return status }
    }
    // Alone, it needs no copy.
    if isLast, used == 0 { return write(frame, at: offset) }
    if used == 0 { start = offset }
    buffer.withMutableBytes { $0.copy(frame, to: used) }
    used += frame.byteCount
    return isLast ? flush() : SQLITE_OK
  }

  /// Writes what waits.
  func flush() -> CInt {
    guard used > 0 else { return SQLITE_OK }
    let buffer = buffer
    let count = used
    used = 0
    return write(buffer.bytes.extracting(0..<count), at: start)
  }

  /// Sees to it that what SQLite has written between these offsets can be read.
  func prepareToRead(_ range: Range<Int64>) -> CInt {
    if let lost, range.upperBound > lost.offset { return lost.status }
    return used > 0 && range.overlaps(start..<start + Int64(used)) ? flush() : SQLITE_OK
  }

  /// Drops what waits, and forgets what was lost: their transaction is no more.
  func discard() {
    used = 0
    lost = nil
  }

  private func write(_ bytes: RawSpan, at offset: Int64) -> CInt {
    let status = file.write(bytes, at: offset)
    if status != SQLITE_OK { lost = (offset, status) }
    return status
  }
}
