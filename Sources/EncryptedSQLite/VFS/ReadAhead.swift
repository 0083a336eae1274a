// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// What a reader who goes through a file in order will ask for next, read in one call with what it
/// asks for: a quarter less of the system's time a page.
///
/// The bytes are as on disk, so they must be thrown away whenever others may write the file: at
/// every lock taken or given back, and at every write of one's own.
final class ReadAhead {
  /// How much is read at a time at most.
  static let byteCount = 1 << 16
  /// How many pieces are read at the first time; from then on, twice as many each time.
  private static let firstCount: Int64 = 4
  /// How many pieces of a file in a row show that they are read in order.
  private static let patience = 3
  /// How many pieces a reader in order may leave out, such as pages of an index between those of
  /// its table.
  private static let leap: Int64 = 4

  private let file: RealFile
  /// Made for the first reader in order.
  private var buffer: PageBuffer?
  /// The part of the file that is in `buffer`.
  private var window: Range<Int64> = 0..<0
  /// Where the piece asked for last ends.
  private var end: Int64 = 0
  /// How many pieces came in order.
  private var run = 0
  /// How many pieces are read the next time.
  private var width = firstCount

  init(_ file: RealFile) { self.file = file }

  /// Throws away what has been read.
  func forget() { window = 0..<0 }

  /// Where the `count` bytes at `offset` are, if they have been read already or it pays to read
  /// what follows with them; nil where the caller has to read them by itself.
  func piece(at offset: Int64, count: Int) -> (PageBuffer, Range<Int>)? {
    let size = Int64(count)
    let isInOrder = offset >= end && offset - end <= Self.leap * size
    end = offset + size
    if offset >= window.lowerBound, end <= window.upperBound, let buffer {
      let start = Int(offset - window.lowerBound)
      return (buffer, start..<start + count)
    }
    run = isInOrder ? run + 1 : 0
    if !isInOrder { width = Self.firstCount }
    guard run >= Self.patience, read(from: offset, size), let buffer else { return nil }
    return (buffer, 0..<count)
  }

  /// Reads as many whole pieces as fit and are there, but not a single one.
  private func read(from offset: Int64, _ size: Int64) -> Bool {
    forget()
    var fileSize: Int64 = 0
    guard file.size(&fileSize) == SQLITE_OK else { return false }
    let count = min(Int64(Self.byteCount), width * size, fileSize - offset) / size * size
    guard count > size else { return false }
    let buffer = self.buffer ?? PageBuffer(count: Self.byteCount)
    self.buffer = buffer
    // What cannot be read here is read by itself, and fails where it is asked for.
    let status = buffer.withMutableBytes {
      var part = $0._mutatingExtracting(0..<Int(count))
      return file.read(into: &part, at: offset)
    }
    guard status == SQLITE_OK else { return false }
    window = offset..<offset + count
    width = min(2 * width, Int64(Self.byteCount) / size)
    return true
  }
}
