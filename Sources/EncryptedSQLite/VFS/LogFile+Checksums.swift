// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// The pass over checksums at the end of a transaction that has overwritten its own pages.
extension LogFile {
  /// The checksum of the frame before those that the rewriting pass goes over.
  ///
  /// Left masked, it would start a wrong chain, and commits would vanish at recovery.
  func readChecksum(
    into buffer: inout MutableRawSpan, frameAt asked: Int64, _ cipher: PageCipher
  ) -> CInt {
    phase = .rewriting
    readOffset = nil
    // SQLite (3.40 does) forgets, when it rolls back to a savepoint, how far it must go back: the
    // pass then starts behind frames that are pending still, even behind the end of the
    // transaction, and its commit is lost at the next recovery. So what is pending up to here is
    // settled first, and the chain goes on from the last frame there is.
    let offset = min(asked, lastWritten ?? asked)
    var status = pending.contains(offset) ? settle(upTo: offset, cipher) : SQLITE_OK
    guard status == SQLITE_OK else { return status }
    var checksum = LogChecksum()
    status = readChecksum(&checksum, frameAt: offset, cipher)
    buffer.store(checksum.value, at: 0)
    return status
  }

  /// Reads a frame of this log into `frame`; one that is cut short, or was written for another
  /// place or log, is an error.
  func readFrame(at offset: Int64, _ cipher: PageCipher) -> CInt {
    let frame = frame
    let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
    guard status == SQLITE_OK else {
      return status == SQLiteCode.shortRead ? truncated(offset) : status
    }
    guard isBound(frame.bytes, at: offset, cipher) else {
      return damaged(offset, frame.bytes.number32(at: 0))
    }
    return SQLITE_OK
  }

  /// Reads the checksum of one frame, leaving that frame in `frame`.
  func readChecksum(
    _ checksum: inout LogChecksum, frameAt offset: Int64, _ cipher: PageCipher
  ) -> CInt {
    let status = readFrame(at: offset, cipher)
    guard status == SQLITE_OK else { return status }
    let frame = frame
    let mask = cipher.checksumMask(pageTag: frame.bytes.extracting(layout.pageTag))
    checksum = LogChecksum(value: frame.bytes.number64(at: LogFrame.checksumOffset) ^ mask)
    return SQLITE_OK
  }

  /// Computes the checksums of the pending frames that end with the one at `end`, as SQLite should
  /// have.
  private func settle(upTo end: Int64, _ cipher: PageCipher) -> CInt {
    let frame = frame
    let size = Int64(layout.byteCount)
    var start = end
    while pending.contains(start - size) { start -= size }
    let logHeader = PageBuffer(count: LogFrame.logHeaderByteCount)
    var status = logHeader.withMutableBytes { real.read(into: &$0, at: 0) }
    guard status == SQLITE_OK else { return status }
    let isBigEndian = logHeader.bytes.number32(at: 0) & 1 == 1
    var checksum = LogChecksum(value: logHeader.bytes.number64(at: 24))
    if start > LogFrame.logHeaderByteCount {
      status = readChecksum(&checksum, frameAt: start - size, cipher)
      guard status == SQLITE_OK else { return status }
    }
    let opened = PageBuffer(count: layout.byteCount)
    for offset in stride(from: start, through: end, by: layout.byteCount) {
      status = opened.withMutableBytes { readFrame(into: &$0, at: offset, cipher) }
      guard status == SQLITE_OK else { return status }
      checksum = checksum.adding(frame: opened.bytes, isBigEndian: isBigEndian)
      opened.withMutableBytes { $0.store(checksum.value, at: LogFrame.checksumOffset) }
      seal(header: opened.bytes, at: offset, cipher)
      let written = real.write(frame.bytes.extracting(0..<LogFrame.headerByteCount), at: offset)
      status = main.failures.wrote(written, to: real, path: path)
      guard status == SQLITE_OK else { return status }
    }
    readOffset = nil
    return SQLITE_OK
  }
}
