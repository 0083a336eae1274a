// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// What the write-ahead log beside a database holds, read as recovery reads it.
struct LogContents {
  /// Where the newest version of a page is, as an offset in the log.
  private(set) var pages: [PageNumber: Int64] = [:]
  /// How many pages the database has after the last transaction; nil when no transaction is whole.
  private(set) var databasePageCount: PageNumber?
  /// How many frames belong to transactions that count.
  private(set) var frameCount = 0
  /// Frames that are not authentic although a transaction of this log ends behind them.
  private(set) var badFrames: [VerificationReport.BadFrame] = []
  /// How many frames behind the last transaction do not count: of an earlier log, of a transaction
  /// that did not end.
  private(set) var leftOverCount = 0
  /// Whether the log begins with a header that SQLite does not take, although pages of this
  /// database are in it.
  private(set) var isHeaderDamaged = false
  let byteCount: Int64

  private struct Frame {
    let number: Int
    let page: PageNumber
    let commitSize: PageNumber
    let offset: Int64
    let isAuthentic: Bool
  }

  /// Reads all of the log.
  ///
  /// - Parameter skippingDamage: whether transactions behind a damaged frame count, too. To SQLite
  ///   they do not; to a salvage they do.
  /// - Throws: ``EncryptedSQLiteError`` with `inputOutput`.
  init(
    _ file: DatabaseFile, pageByteCount: Int, cipher: PageCipher, skippingDamage: Bool
  ) throws(EncryptedSQLiteError) {
    byteCount = try file.byteCount
    guard byteCount >= LogFrame.logHeaderByteCount else { return }
    let header = PageBuffer(count: LogFrame.logHeaderByteCount)
    _ = try file.read(into: header, at: 0)
    let isValid = Self.isValid(header.bytes, pageByteCount)
    let frames = try Self.read(
      file, byteCount, pageByteCount, cipher, salt: isValid ? header.bytes.number64(at: 16) : nil)
    guard isValid else {
      isHeaderDamaged = frames.contains { $0.isAuthentic }
      return
    }
    take(frames, skippingDamage: skippingDamage)
  }

  private mutating func take(_ frames: [Frame], skippingDamage: Bool) {
    let lastCommit = frames.lastIndex { $0.isAuthentic && $0.commitSize != 0 }
    guard let lastCommit else {
      leftOverCount = frames.count
      return
    }
    badFrames = frames[...lastCommit].filter { !$0.isAuthentic }.map {
      VerificationReport.BadFrame(number: $0.number, page: $0.page, offset: $0.offset)
    }
    var end = lastCommit
    if !skippingDamage, let bad = frames.firstIndex(where: { !$0.isAuthentic }) {
      end = frames[..<bad].lastIndex { $0.commitSize != 0 } ?? -1
      end = min(end, lastCommit)
    }
    for frame in frames[..<(end + 1)] where frame.isAuthentic {
      pages[frame.page] = frame.offset + Int64(LogFrame.headerByteCount)
      frameCount += 1
      if frame.commitSize != 0 { databasePageCount = frame.commitSize }
    }
    leftOverCount = frames.count - 1 - lastCommit
  }

  private static func isValid(_ header: RawSpan, _ pageByteCount: Int) -> Bool {
    let sum = LogChecksum().adding(
      header.extracting(0..<24), isBigEndian: header.number32(at: 0) & 1 == 1)
    return header.number32(at: 0) & ~1 == 0x377F_0682
      && header.number32(at: 8) == UInt32(pageByteCount) && sum.value == header.number64(at: 24)
  }

  /// Without a salt, a frame is authentic when its page is.
  private static func read(
    _ file: DatabaseFile, _ byteCount: Int64, _ pageByteCount: Int, _ cipher: PageCipher,
    salt: UInt64?
  ) throws(EncryptedSQLiteError) -> [Frame] {
    let frameByteCount = LogFrame.headerByteCount + pageByteCount
    let buffer = PageBuffer(count: frameByteCount)
    var frames: [Frame] = []
    var offset = Int64(LogFrame.logHeaderByteCount)
    while offset + Int64(frameByteCount) <= byteCount {
      guard try file.read(into: buffer, at: offset) else { break }
      let bytes = buffer.bytes
      let number = bytes.number32(at: 0)
      let page = bytes.extracting(LogFrame.headerByteCount..<frameByteCount)
      var isAuthentic =
        number > 0 && cipher.isAuthentic(page, number: number, domain: .database)
      if isAuthentic, let salt {
        let tag = LogFrame.tag(
          cipher: cipher, logSalt: salt, offset: offset, header: bytes,
          pageTag: page.extracting(PageLayout(byteCount: pageByteCount).tag))
        isAuthentic = tag == bytes.number64(at: LogFrame.frameTagOffset)
      }
      frames.append(
        Frame(
          number: frames.count + 1, page: number, commitSize: bytes.number32(at: 4),
          offset: offset, isAuthentic: isAuthentic))
      offset += Int64(frameByteCount)
    }
    return frames
  }
}
