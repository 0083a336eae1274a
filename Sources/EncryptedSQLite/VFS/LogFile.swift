// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Secrets

/// The write-ahead log: frames of a header and a page, bound to their log and place.
///
/// SQLite computes its checksums over plaintext, so they are masked on disk. What it asks for
/// follows a few patterns, told apart here by size and order:
///
/// * writing a frame: its header, then its page, held and written as one;
/// * overwriting a page inside its own transaction: the page alone, later a pass over the frames
///   that reads the checksum before the first of them (8 bytes), then whole frames, and writes
///   headers alone;
/// * recovery: the log header, then whole frames until one does not fit;
/// * reading: pages alone.
final class LogFile: VFSFile {
  private enum Phase {
    case ordinary
    /// Reading whole frames after a crash: one that does not fit is the torn end.
    case recovering(LogRecovery)
    /// Going over frames of its own transaction: one that does not fit is damage.
    case rewriting
  }

  private let main: MainFile
  private let path: String
  private var phase = Phase.ordinary
  /// A frame on its way.
  private let frame = PageBuffer(count: LogFrame.byteCount)
  /// A frame header that waits for its page.
  private let held = PageBuffer(count: LogFrame.headerByteCount)
  private var heldOffset: Int64?
  /// The frame in `frame` that the rewriting pass has just read.
  private var readOffset: Int64?
  /// The frames of the open transaction whose checksum SQLite has yet to compute, and the frame it
  /// wrote last.
  private var pending: Set<Int64> = []
  private var lastWritten: Int64?
  /// The salt of the log: from the last header that SQLite wrote or that was read.
  private var salt: UInt64?
  /// Why the last look at the log header failed, where it did: then a frame that seems to be of
  /// another log may be whole.
  private var lookFailure: CInt?

  init(_ real: RealFile, path: String, main: MainFile) {
    self.main = main
    self.path = path
    super.init(real)
    main.log = self
  }

  /// Called when the connection takes the lock for writing: what an earlier transaction left
  /// pending was rolled back, and its place may be another's by now.
  func beginWriting() {
    pending.removeAll(keepingCapacity: true)
    lastWritten = nil
  }

  // MARK: Reading

  override func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    var status = SQLITE_OK
    guard let cipher = main.currentCipher(&status) else { return status }
    let pageOffset = offset - Int64(LogFrame.headerByteCount)
    let checksumOffset = offset - Int64(LogFrame.checksumOffset)
    switch buffer.byteCount {
    case PageLayout.size where LogFrame.isStart(pageOffset):
      return readPage(into: &buffer, frameAt: pageOffset, cipher)
    case LogFrame.byteCount where LogFrame.isStart(offset):
      return readFrame(into: &buffer, at: offset, cipher)
    case 8 where LogFrame.isStart(checksumOffset):
      return readChecksum(into: &buffer, frameAt: checksumOffset, cipher)
    case 8 where offset == 24:
      phase = .rewriting
      return real.read(into: &buffer, at: offset)
    case LogFrame.logHeaderByteCount where offset == 0:
      return readLogHeader(into: &buffer, cipher)
    default:
      return SQLiteCode.readError
    }
  }

  private func readLogHeader(into buffer: inout MutableRawSpan, _ cipher: PageCipher) -> CInt {
    let status = real.read(into: &buffer, at: 0)
    guard status == SQLITE_OK else { return status }
    salt = buffer.bytes.number64(at: 16)
    let recovery = LogRecovery(real, path: path, main: main, cipher: cipher, header: buffer.bytes)
    phase = .recovering(recovery)
    return recovery.beginsWithValidHeader
      ? SQLITE_OK : recovery.keepBeforeLosing(from: Int64(LogFrame.logHeaderByteCount))
  }

  /// A page for a reader or for a checkpoint.
  private func readPage(
    into buffer: inout MutableRawSpan, frameAt offset: Int64, _ cipher: PageCipher
  ) -> CInt {
    let frame = frame
    phase = .ordinary
    readOffset = nil
    let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
    guard status == SQLITE_OK else {
      return status == SQLiteCode.shortRead ? truncated(offset) : status
    }
    let number = frame.bytes.number32(at: 0)
    guard isBound(offset, cipher) else { return damaged(offset, number) }
    if main.isCheckpointing {
      buffer.copy(frame.bytes.extracting(LogFrame.page))
      main.checkpointedPage = number
      return SQLITE_OK
    }
    guard
      cipher.open(
        frame.bytes.extracting(LogFrame.page), number: number, domain: .database, into: &buffer)
    else { return damaged(offset, number) }
    return SQLITE_OK
  }

  /// A whole frame, for recovery or for the rewriting pass.
  private func readFrame(into buffer: inout MutableRawSpan, at offset: Int64, _ cipher: PageCipher)
    -> CInt
  {
    let frame = frame
    readOffset = nil
    let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
    guard status == SQLITE_OK else { return status }
    let number = frame.bytes.number32(at: 0)
    var page = buffer._mutatingExtracting(LogFrame.page)
    var isPending = false
    let isAuthentic =
      isBound(offset, cipher, isPending: &isPending)
      && cipher.open(
        frame.bytes.extracting(LogFrame.page), number: number, domain: .database, into: &page)
    if isAuthentic { handOut(into: &buffer, cipher) }
    switch phase {
    case .recovering(let recovery):
      if isAuthentic, !isPending { return SQLITE_OK }
      // A frame that was still pending belongs to a transaction that never ended, and so does all
      // behind it.
      let kept = isAuthentic ? SQLITE_OK : recovery.keepBeforeLosing(from: offset)
      makeUnfit(&buffer)
      return kept
    case .ordinary, .rewriting:
      guard isAuthentic else { return damaged(offset, number) }
      readOffset = offset
      return SQLITE_OK
    }
  }

  /// Writes a frame header as SQLite knows it: the salt of the log, and the checksum unmasked.
  private func handOut(into buffer: inout MutableRawSpan, _ cipher: PageCipher) {
    let frame = frame
    buffer.copy(frame.bytes.extracting(0..<8))
    buffer.store(salt ?? 0, at: LogFrame.frameTagOffset)
    let mask = cipher.checksumMask(pageTag: frame.bytes.extracting(LogFrame.pageTag))
    buffer.store(
      frame.bytes.number64(at: LogFrame.checksumOffset) ^ mask, at: LogFrame.checksumOffset)
  }

  /// Makes SQLite see a frame of another log, where its own ends.
  private func makeUnfit(_ buffer: inout MutableRawSpan) {
    buffer.clear()
    buffer.store(~(salt ?? 0), at: LogFrame.frameTagOffset)
  }

  /// The checksum of the frame before those that the rewriting pass goes over.
  ///
  /// Left masked, it would start a wrong chain, and commits would vanish at recovery.
  private func readChecksum(
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

  /// Reads the checksum of one frame, leaving that frame in `frame`.
  private func readChecksum(
    _ checksum: inout LogChecksum, frameAt offset: Int64, _ cipher: PageCipher
  ) -> CInt {
    let frame = frame
    let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
    guard status == SQLITE_OK else {
      return status == SQLiteCode.shortRead ? truncated(offset) : status
    }
    guard isBound(offset, cipher) else { return damaged(offset, frame.bytes.number32(at: 0)) }
    let mask = cipher.checksumMask(pageTag: frame.bytes.extracting(LogFrame.pageTag))
    checksum = LogChecksum(value: frame.bytes.number64(at: LogFrame.checksumOffset) ^ mask)
    return SQLITE_OK
  }

  /// Computes the checksums of the pending frames that end with the one at `end`, as SQLite should
  /// have.
  private func settle(upTo end: Int64, _ cipher: PageCipher) -> CInt {
    let frame = frame
    let size = Int64(LogFrame.byteCount)
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
    let opened = PageBuffer(count: LogFrame.byteCount)
    for offset in stride(from: start, through: end, by: LogFrame.byteCount) {
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

  /// Whether the frame in `frame` belongs to the log at `offset`.
  ///
  /// Another process may have started the log anew since its salt was last seen, so a mismatch
  /// looks at the log header before it counts.
  private func isBound(_ offset: Int64, _ cipher: PageCipher) -> Bool {
    var isPending = false
    return isBound(offset, cipher, isPending: &isPending)
  }

  private func isBound(_ offset: Int64, _ cipher: PageCipher, isPending: inout Bool) -> Bool {
    lookFailure = nil
    if let salt, hasTag(offset, salt, cipher, isPending: &isPending) { return true }
    if case .recovering = phase { return false }
    let header = PageBuffer(count: LogFrame.logHeaderByteCount)
    let status = header.withMutableBytes { real.read(into: &$0, at: 0) }
    guard status == SQLITE_OK else {
      lookFailure = status == SQLiteCode.shortRead ? nil : status
      return false
    }
    let current = header.bytes.number64(at: 16)
    guard current != salt, hasTag(offset, current, cipher, isPending: &isPending) else {
      return false
    }
    salt = current
    return true
  }

  private func hasTag(_ offset: Int64, _ salt: UInt64, _ cipher: PageCipher, isPending: inout Bool)
    -> Bool
  {
    isPending = false
    if hasTag(offset, salt, cipher) { return true }
    isPending = hasTag(offset, LogFrame.pendingSalt(salt), cipher)
    return isPending
  }

  private func hasTag(_ offset: Int64, _ salt: UInt64, _ cipher: PageCipher) -> Bool {
    let frame = frame
    let expected = LogFrame.tag(
      cipher: cipher, logSalt: salt, offset: offset,
      header: frame.bytes, pageTag: frame.bytes.extracting(LogFrame.pageTag))
    return expected == frame.bytes.number64(at: LogFrame.frameTagOffset)
  }

  // MARK: Writing

  override func write(_ bytes: RawSpan, at offset: Int64) -> CInt {
    var status = SQLITE_OK
    guard let cipher = main.currentCipher(&status) else { return status }
    let pageOffset = offset - Int64(LogFrame.headerByteCount)
    switch bytes.byteCount {
    case LogFrame.headerByteCount where LogFrame.isStart(offset):
      return writeFrameHeader(bytes, at: offset, cipher)
    case PageLayout.size where LogFrame.isStart(pageOffset):
      return writePage(bytes, frameAt: pageOffset, cipher)
    case LogFrame.logHeaderByteCount where offset == 0:
      phase = .ordinary
      heldOffset = nil
      beginWriting()
      salt = bytes.number64(at: 16)
      return main.failures.wrote(real.write(bytes, at: 0), to: real, path: path)
    default:
      return SQLiteCode.writeError
    }
  }

  private func writeFrameHeader(_ header: RawSpan, at offset: Int64, _ cipher: PageCipher) -> CInt {
    let frame = frame
    guard case .rewriting = phase, readOffset == offset else {
      phase = .ordinary
      readOffset = nil
      held.withMutableBytes { $0.copy(header) }
      heldOffset = offset
      return SQLITE_OK
    }
    // A header alone, with the checksum put right. It goes out at once: held back, it could later
    // overwrite a frame of another process.
    readOffset = nil
    seal(header: header, at: offset, cipher)
    return main.failures.wrote(
      real.write(frame.bytes.extracting(0..<LogFrame.headerByteCount), at: offset), to: real,
      path: path)
  }

  private func writePage(_ page: RawSpan, frameAt offset: Int64, _ cipher: PageCipher) -> CInt {
    let frame = frame
    let held = held
    guard isReserveClear(page) else {
      return main.fail(
        .unsupported,
        "a page for \(path) uses the last \(PageLayout.reserve) bytes, which are not kept",
        code: SQLiteCode.writeError)
    }
    phase = .ordinary
    readOffset = nil
    if heldOffset == offset {
      heldOffset = nil
      lastWritten = offset
    } else {
      // A page that this transaction has already written: its header is on disk.
      let status = takeHeaderBack(offset, cipher)
      guard status == SQLITE_OK else { return status }
    }
    frame.withMutableBytes { frame in
      var sealed = frame._mutatingExtracting(LogFrame.page)
      cipher.seal(page, number: held.bytes.number32(at: 0), domain: .database, into: &sealed)
    }
    seal(header: held.bytes, at: offset, cipher)
    return main.failures.wrote(real.write(frame.bytes, at: offset), to: real, path: path)
  }

  /// Puts the header that belongs to the sealed page in `frame` before it.
  ///
  /// SQLite passes salt and checksum as zero while it has yet to compute the checksum. That salt is
  /// not to be remembered, and that checksum is replaced by random bytes: masking a known value
  /// would give the mask away.
  private func seal(header: RawSpan, at offset: Int64, _ cipher: PageCipher) {
    let frame = frame
    let isPending =
      header.number64(at: LogFrame.frameTagOffset) == 0
      && header.number64(at: LogFrame.checksumOffset) == 0
    // The salt in the header is that of the log SQLite is writing. The one last read may be older:
    // another process can have started the log anew.
    if isPending {
      pending.insert(offset)
    } else {
      pending.remove(offset)
      salt = header.number64(at: LogFrame.frameTagOffset)
    }
    let mask =
      isPending ? 0 : cipher.checksumMask(pageTag: frame.bytes.extracting(LogFrame.pageTag))
    let checksum =
      isPending ? UInt64.random(in: .min ... .max) : header.number64(at: LogFrame.checksumOffset)
    frame.withMutableBytes { frame in
      frame.copy(header.extracting(0..<8))
      frame.store(checksum ^ mask, at: LogFrame.checksumOffset)
      let tag = LogFrame.tag(
        cipher: cipher, logSalt: isPending ? LogFrame.pendingSalt(salt ?? 0) : salt ?? 0,
        offset: offset,
        header: frame.bytes, pageTag: frame.bytes.extracting(LogFrame.pageTag))
      frame.store(tag, at: LogFrame.frameTagOffset)
    }
  }

  /// Reads the header of a frame into `held`, as pending: its checksum no longer holds.
  private func takeHeaderBack(_ offset: Int64, _ cipher: PageCipher) -> CInt {
    let frame = frame
    let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
    guard status == SQLITE_OK else {
      return status == SQLiteCode.shortRead ? truncated(offset) : status
    }
    guard isBound(offset, cipher) else { return damaged(offset, frame.bytes.number32(at: 0)) }
    held.withMutableBytes {
      $0.clear()
      $0.copy(frame.bytes.extracting(0..<8))
    }
    return SQLITE_OK
  }

  /// SQLite's checksum covers the reserved bytes, and they come back as zeros: others would break
  /// the chain, and the commit would vanish at recovery.
  private func isReserveClear(_ page: RawSpan) -> Bool {
    var bits: UInt64 = 0
    for i in stride(from: PageLayout.iv.lowerBound, to: PageLayout.size, by: 8) {
      bits |= page.number64(at: i)
    }
    return bits == 0
  }

  override func truncate(to size: Int64) -> CInt {
    var status = SQLITE_OK
    guard main.currentCipher(&status) != nil else { return status }
    phase = .ordinary
    heldOffset = nil
    beginWriting()
    return real.truncate(to: size)
  }

  override func sync(_ flags: CInt) -> CInt {
    // SQLite always writes a page after its header; syncing between the two would promise what is
    // not there.
    heldOffset == nil ? real.sync(flags) : SQLiteCode.writeError
  }

  // MARK: Failures

  private func damaged(_ offset: Int64, _ number: PageNumber) -> CInt {
    if let lookFailure { return lookFailure }
    return main.failures.note(
      EncryptedSQLiteError(
        .damaged,
        reason: "the frame of page \(number) at byte \(offset) of \(path) is not what was written; "
          + "restore the database and its log from a copy",
        file: path, page: number, offset: offset),
      returning: SQLiteCode.dataError)
  }

  private func truncated(_ offset: Int64) -> CInt {
    main.failures.note(
      EncryptedSQLiteError(
        .truncated,
        reason:
          "\(path) ends before the end of its frame at byte \(offset); restore it from a copy",
        file: path, offset: offset),
      returning: SQLiteCode.dataError)
  }
}
