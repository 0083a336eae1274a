// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Secrets

/// The rollback journal: records of a page number, a page and a checksum, between headers of
/// SQLite's own.
final class JournalFile: VFSFile {
  /// The part of a header that means something; it fills a sector.
  private static let headerByteCount = 28

  private let main: MainFile
  private let path: String
  /// The size of a page; follows the database.
  private var pageByteCount: Int
  /// The record on its way.
  private var record: PageBuffer
  /// Where the record starts that is being put together, and how much of it is there: the page
  /// number, or all but the checksum.
  ///
  /// It goes out as one write.
  private var pending: (offset: Int64, count: Int)?
  /// Where the record starts that was read last.
  private var readOffset: Int64?
  /// The header that SQLite has read last, how many records it counts, and where their checksums
  /// start from.
  private var segment: (offset: Int64, count: UInt32, checksum: UInt32)?
  /// What the page that was read last adds to its checksum.
  private var pageSum: UInt32 = 0
  /// Where the records end that this handle wrote for the present transaction: those must be good.
  private var ownEnd: Int64 = 0

  init(_ real: RealFile, path: String, main: MainFile) {
    self.main = main
    self.path = path
    pageByteCount = main.layout.byteCount
    record = PageBuffer(count: 4 + pageByteCount + 4)
    super.init(real)
  }

  /// Makes room for records of the size that pages have now: another process may have made the
  /// database anew.
  private func fitRecord() {
    guard pageByteCount != main.layout.byteCount else { return }
    pageByteCount = main.layout.byteCount
    record = PageBuffer(count: 4 + pageByteCount + 4)
    readOffset = nil
  }

  // MARK: Writing

  override func write(_ bytes: RawSpan, at offset: Int64) -> CInt {
    if let pending, offset == pending.offset + Int64(pending.count) {
      if pending.count == 4, bytes.byteCount == pageByteCount { return hold(page: bytes) }
      if pending.count == 4 + pageByteCount, bytes.byteCount == 4 {
        return finish(checksum: bytes)
      }
    }
    let flushed = flush()
    guard flushed == SQLITE_OK else { return flushed }
    fitRecord()
    readOffset = nil
    if bytes.byteCount == 4 {
      record.withMutableBytes { $0.copy(bytes) }
      pending = (offset, 4)
      return SQLITE_OK
    }
    guard bytes.byteCount != pageByteCount else { return SQLiteCode.writeError }
    segment = nil
    // A transaction begins with a header, or ends with zeros in its place. What is left of the one
    // before, where the journal stays, is nothing to either.
    if offset == 0, bytes.byteCount >= Self.headerByteCount { ownEnd = 0 }
    return main.failures.wrote(real.write(bytes, at: offset), to: real, path: path)
  }

  private func hold(page: RawSpan) -> CInt {
    let record = record
    var status = SQLITE_OK
    guard let cipher = main.currentCipher(&status) else { return status }
    record.withMutableBytes { record in
      let number = record.bytes.number32(at: 0)
      var sealed = record._mutatingExtracting(4..<4 + pageByteCount)
      cipher.seal(page, number: number, domain: .journal, into: &sealed)
    }
    pending?.count = 4 + pageByteCount
    return SQLITE_OK
  }

  private func finish(checksum: RawSpan) -> CInt {
    let record = record
    var status = SQLITE_OK
    guard let pending, let cipher = main.currentCipher(&status) else { return status }
    self.pending = nil
    let masked = checksum.number32(at: 0) ^ mask(cipher)
    record.withMutableBytes { $0.store(masked, at: 4 + pageByteCount) }
    ownEnd = max(ownEnd, pending.offset + Int64(record.count))
    return main.failures.wrote(real.write(record.bytes, at: pending.offset), to: real, path: path)
  }

  private func mask(_ cipher: PageCipher) -> UInt32 {
    let record = record
    let tag = record.bytes.extracting(
      4 + pageByteCount - PageLayout.tagByteCount..<4 + pageByteCount)
    return UInt32(truncatingIfNeeded: cipher.checksumMask(pageTag: tag) >> 32)
  }

  /// Writes what waits for more.
  private func flush() -> CInt {
    let record = record
    guard let pending else { return SQLITE_OK }
    self.pending = nil
    return main.failures.wrote(
      real.write(record.bytes.extracting(0..<pending.count), at: pending.offset), to: real,
      path: path)
  }

  // MARK: Reading

  override func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    let flushed = flush()
    guard flushed == SQLITE_OK else { return flushed }
    fitRecord()
    if buffer.byteCount == pageByteCount { return readPage(into: &buffer, recordAt: offset - 4) }
    if buffer.byteCount == 4, let readOffset, offset == readOffset + 4 + Int64(pageByteCount) {
      return readChecksum(into: &buffer, at: offset)
    }
    var status = real.read(into: &buffer, at: offset)
    // Of other sizes are looks at where a header may be; this is the number of a record's page.
    if status == SQLiteCode.shortRead, buffer.byteCount == 4 { status = endOfFile(at: offset) }
    if buffer.byteCount == 8 { segment = (offset, 0, 0) }
    if buffer.byteCount == 4, let segment, offset == segment.offset + 8 {
      self.segment?.count = buffer.bytes.number32(at: 0)
    }
    if buffer.byteCount == 4, let segment, offset == segment.offset + 12 {
      self.segment?.checksum = buffer.bytes.number32(at: 0)
    }
    return status
  }

  private func readPage(into buffer: inout MutableRawSpan, recordAt offset: Int64) -> CInt {
    let record = record
    var status = SQLITE_OK
    guard let cipher = main.currentCipher(&status) else { return status }
    readOffset = nil
    status = record.withMutableBytes {
      var record = $0._mutatingExtracting(0..<4 + pageByteCount)
      return real.read(into: &record, at: offset)
    }
    if status == SQLiteCode.shortRead { return endOfFile(at: offset) }
    guard status == SQLITE_OK else { return status }
    let number = record.bytes.number32(at: 0)
    let sealed = record.bytes.extracting(4..<4 + pageByteCount)
    guard cipher.open(sealed, number: number, domain: .journal, into: &buffer) else {
      return stop(at: offset, number, into: &buffer)
    }
    readOffset = offset
    // As SQLite has it: every 200th byte, from the end.
    pageSum = stride(from: pageByteCount - 200, to: 0, by: -200).reduce(0) {
      $0 &+ UInt32(buffer.bytes.byte(at: $1))
    }
    return SQLITE_OK
  }

  private func readChecksum(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    let record = record
    var status = SQLITE_OK
    guard let cipher = main.currentCipher(&status) else { return status }
    status = real.read(into: &buffer, at: offset)
    if status == SQLiteCode.shortRead { return endOfFile(at: offset) }
    guard status == SQLITE_OK else { return status }
    let checksum = buffer.bytes.number32(at: 0) ^ mask(cipher)
    buffer.store(checksum, at: 0)
    // The page is what was written, so SQLite is about to end the rollback for nothing else.
    let start = offset - 4 - Int64(pageByteCount)
    guard start >= ownEnd, let segment, checksum != segment.checksum &+ pageSum else {
      return SQLITE_OK
    }
    let number = record.bytes.number32(at: 0)
    status = end(at: start, "is damaged at byte \(offset), in a checksum", number)
    return status == SQLiteCode.shortRead ? SQLITE_OK : status
  }

  /// A record that does not open ends the rollback after a crash, as a torn one does: as an error
  /// it would keep the database from being opened ever again.
  ///
  /// One that this handle wrote itself is an error.
  private func stop(at offset: Int64, _ number: PageNumber, into buffer: inout MutableRawSpan)
    -> CInt
  {
    if offset < ownEnd {
      return main.failures.note(
        EncryptedSQLiteError(
          .damaged,
          reason:
            "the record of page \(number) at byte \(offset) of \(path) is not what was written; "
            + "close the database and restore it from a copy",
          file: path, page: number, offset: offset),
        returning: SQLiteCode.dataError)
    }
    buffer.clear()
    return end(
      at: offset, "is damaged at byte \(offset), in the record of page \(number)", number)
  }

  /// The file ends where SQLite looks for a record: the end of the rollback, and loss if the header
  /// counts that record.
  private func endOfFile(at offset: Int64) -> CInt {
    end(at: offset, "has been cut off, before the end of the record at byte \(offset)", nil)
  }

  /// Ends the rollback before the record at `offset`; if the header counts it, copies the journal
  /// aside and reports.
  private func end(at offset: Int64, _ what: String, _ number: PageNumber?) -> CInt {
    var status = SQLITE_OK
    guard isCounted(offset, &status) else {
      return status == SQLITE_OK ? SQLiteCode.shortRead : status
    }
    do throws(EncryptedSQLiteError) {
      let copy = try DamagedCopy.make(of: real, path: path)
      main.reportDamage(
        EncryptedSQLiteError(
          .damaged,
          reason: "the journal \(path) \(what); the rollback ends there, check the database, and "
            + "the journal is kept as \(copy)",
          file: path, page: number, offset: offset))
      return SQLiteCode.shortRead
    } catch {
      return main.failures.note(error, returning: SQLITE_IOERR)
    }
  }

  /// Whether the header counts the record at `offset`: then it was complete before the count was
  /// written.
  ///
  /// Without syncing SQLite does not count, and finds the end by what does not fit. Where the disk
  /// does not deliver the header, `status` says so: the journal stays, and is rolled back when it
  /// does.
  private func isCounted(_ offset: Int64, _ status: inout CInt) -> Bool {
    guard let segment, segment.count > 0, segment.count != .max else { return false }
    let header = PageBuffer(count: Self.headerByteCount)
    let read = header.withMutableBytes { real.read(into: &$0, at: 0) }
    // A journal that has been cut within its header counted all that SQLite was about to read.
    guard read != SQLiteCode.shortRead else { return true }
    status = read
    guard read == SQLITE_OK else { return false }
    let place = offset - segment.offset - Int64(header.bytes.number32(at: 20))
    return place >= 0 && place / Int64(record.count) < Int64(segment.count)
  }

  // MARK: The rest

  override func truncate(to size: Int64) -> CInt {
    let flushed = flush()
    ownEnd = min(ownEnd, size)
    segment = nil
    return flushed == SQLITE_OK ? real.truncate(to: size) : flushed
  }

  override func sync(_ flags: CInt) -> CInt {
    let flushed = flush()
    return flushed == SQLITE_OK ? real.sync(flags) : flushed
  }

  override func size(_ size: inout Int64) -> CInt {
    let flushed = flush()
    return flushed == SQLITE_OK ? real.size(&size) : flushed
  }

  override func close() -> CInt {
    let flushed = flush()
    let closed = real.close()
    return flushed == SQLITE_OK ? closed : flushed
  }
}
