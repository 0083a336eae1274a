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
  enum Phase {
    case ordinary
    /// Reading whole frames after a crash: one that does not fit is the torn end.
    case recovering(LogRecovery)
    /// Going over frames of its own transaction: one that does not fit is damage.
    case rewriting
  }

  let main: MainFile
  let path: String
  /// The file that was opened at the path.
  let identity: FileIdentity?
  var phase = Phase.ordinary
  /// Where things are in a frame; follows the pages of the database.
  private(set) var layout: LogFrame
  /// A frame on its way.
  private(set) var frame: PageBuffer
  /// A frame header that waits for its page.
  let held = PageBuffer(count: LogFrame.headerByteCount)
  var heldOffset: Int64?
  /// The frames that wait to be written together.
  private(set) var queue: FrameQueue
  /// Frames that a checkpoint will ask for next.
  let ahead: ReadAhead
  /// The frame in `frame` that the rewriting pass has just read.
  var readOffset: Int64?
  /// The frames of the open transaction whose checksum SQLite has yet to compute, and the frame it
  /// wrote last.
  var pending: Set<Int64> = []
  var lastWritten: Int64?
  /// The salt of the log: from the last header that SQLite wrote or that was read.
  var salt: UInt64?
  /// Why the last look at the log header failed, where it did: then a frame that seems to be of
  /// another log may be whole.
  var lookFailure: CInt?

  init(_ real: RealFile, path: String, main: MainFile) {
    self.main = main
    self.path = path
    identity = FileIdentity(at: path)
    layout = LogFrame(pageByteCount: main.layout.byteCount)
    frame = PageBuffer(count: layout.byteCount)
    queue = FrameQueue(real, frameByteCount: layout.byteCount)
    ahead = ReadAhead(real)
    super.init(real)
    main.log = self
  }

  /// The cipher, after a look at the size of the pages: another process may have made the database
  /// anew.
  private func currentCipher(_ status: inout CInt) -> PageCipher? {
    let cipher = main.currentCipher(&status)
    if layout.pageByteCount != main.layout.byteCount {
      layout = LogFrame(pageByteCount: main.layout.byteCount)
      frame = PageBuffer(count: layout.byteCount)
      queue = FrameQueue(real, frameByteCount: layout.byteCount)
      heldOffset = nil
      readOffset = nil
      beginWriting()
    }
    return cipher
  }

  /// Called when the connection takes the lock for writing: what an earlier transaction left
  /// pending was rolled back, and its place may be another's by now.
  func beginWriting() {
    pending.removeAll(keepingCapacity: true)
    lastWritten = nil
    queue.discard()
  }

  /// Called before the connection gives the lock for writing back: what still waits was rolled
  /// back.
  func endWriting() { queue.discard() }

  /// Writes what waits, and keeps why that failed.
  func writeWaiting() -> CInt { main.failures.wrote(queue.flush(), to: real, path: path) }

  // MARK: Reading

  override func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    var status = SQLITE_OK
    guard let cipher = currentCipher(&status) else { return status }
    // Only single pages are read while a transaction goes on writing.
    let isPage = buffer.byteCount == layout.pageByteCount
    status = queue.prepareToRead(
      isPage ? offset..<offset + Int64(buffer.byteCount) : 0..<Int64.max)
    guard status == SQLITE_OK else { return main.failures.wrote(status, to: real, path: path) }
    let pageOffset = offset - Int64(LogFrame.headerByteCount)
    let checksumOffset = offset - Int64(LogFrame.checksumOffset)
    switch buffer.byteCount {
    case layout.pageByteCount where layout.isStart(pageOffset):
      return readPage(into: &buffer, frameAt: pageOffset, cipher)
    case layout.byteCount where layout.isStart(offset):
      return readFrame(into: &buffer, at: offset, cipher)
    case 8 where layout.isStart(checksumOffset):
      return readChecksum(into: &buffer, frameAt: checksumOffset, cipher)
    case 8 where offset == 24:
      phase = .rewriting
      return real.read(into: &buffer, at: offset)
    case LogFrame.logHeaderByteCount where offset == 0:
      return readLogHeader(into: &buffer, cipher)
    case 512..<layout.pageByteCount where layout.isStart(pageOffset):
      return readBeginning(into: &buffer, frameAt: pageOffset, cipher)
    default:
      return SQLiteCode.readError
    }
  }

  func readLogHeader(into buffer: inout MutableRawSpan, _ cipher: PageCipher) -> CInt {
    let status = real.read(into: &buffer, at: 0)
    guard status == SQLITE_OK else { return status }
    salt = buffer.bytes.number64(at: 16)
    let recovery = LogRecovery(real, path: path, main: main, cipher: cipher, header: buffer.bytes)
    phase = .recovering(recovery)
    return recovery.beginsWithValidHeader
      ? SQLITE_OK : recovery.keepBeforeLosing(from: Int64(LogFrame.logHeaderByteCount))
  }

  /// A page for a reader or for a checkpoint.
  func readPage(
    into buffer: inout MutableRawSpan, frameAt offset: Int64, _ cipher: PageCipher
  ) -> CInt {
    let frame = frame
    phase = .ordinary
    readOffset = nil
    if main.isCheckpointing { return readSealed(into: &buffer, frameAt: offset, cipher) }
    let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
    guard status == SQLITE_OK else {
      return status == SQLiteCode.shortRead ? truncated(offset) : status
    }
    let number = frame.bytes.number32(at: 0)
    guard isBound(frame.bytes, at: offset, cipher) else { return damaged(offset, number) }
    guard
      cipher.open(
        frame.bytes.extracting(layout.page), number: number, domain: .database, into: &buffer)
    else { return damaged(offset, number) }
    return SQLITE_OK
  }

  /// A page for a checkpoint, which copies it as it is.
  ///
  /// What a checkpoint copies changes for nobody until it has ended.
  private func readSealed(
    into buffer: inout MutableRawSpan, frameAt offset: Int64, _ cipher: PageCipher
  ) -> CInt {
    let frame = frame
    let piece = ahead.piece(at: offset, count: layout.byteCount)
    let source = piece?.0 ?? frame
    let place = piece?.1 ?? 0..<layout.byteCount
    if piece == nil {
      let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
      guard status == SQLITE_OK else {
        return status == SQLiteCode.shortRead ? truncated(offset) : status
      }
    }
    let sealed = source.bytes.extracting(place)
    let number = sealed.number32(at: 0)
    guard isBound(sealed, at: offset, cipher) else { return damaged(offset, number) }
    buffer.copy(sealed.extracting(layout.page))
    main.checkpointedPage = number
    return SQLITE_OK
  }

  /// The beginning of a page, for a connection that has yet to learn how large pages are.
  private func readBeginning(
    into buffer: inout MutableRawSpan, frameAt offset: Int64, _ cipher: PageCipher
  ) -> CInt {
    let page = PageBuffer(count: layout.pageByteCount)
    let status = page.withMutableBytes { readPage(into: &$0, frameAt: offset, cipher) }
    if status == SQLITE_OK { buffer.copy(page.bytes.extracting(0..<buffer.byteCount)) }
    return status
  }

  /// A whole frame, for recovery or for the rewriting pass.
  func readFrame(into buffer: inout MutableRawSpan, at offset: Int64, _ cipher: PageCipher)
    -> CInt
  {
    let frame = frame
    readOffset = nil
    let status = frame.withMutableBytes { real.read(into: &$0, at: offset) }
    guard status == SQLITE_OK else { return status }
    let number = frame.bytes.number32(at: 0)
    var page = buffer._mutatingExtracting(layout.page)
    var isPending = false
    let isAuthentic =
      isBound(frame.bytes, at: offset, cipher, isPending: &isPending)
      && cipher.open(
        frame.bytes.extracting(layout.page), number: number, domain: .database, into: &page)
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
  func handOut(into buffer: inout MutableRawSpan, _ cipher: PageCipher) {
    let frame = frame
    buffer.copy(frame.bytes.extracting(0..<8))
    buffer.store(salt ?? 0, at: LogFrame.frameTagOffset)
    let mask = cipher.checksumMask(pageTag: frame.bytes.extracting(layout.pageTag))
    buffer.store(
      frame.bytes.number64(at: LogFrame.checksumOffset) ^ mask, at: LogFrame.checksumOffset)
  }

  /// Makes SQLite see a frame of another log, where its own ends.
  func makeUnfit(_ buffer: inout MutableRawSpan) {
    buffer.clear()
    buffer.store(~(salt ?? 0), at: LogFrame.frameTagOffset)
  }

  // MARK: Writing

  override func write(_ bytes: RawSpan, at offset: Int64) -> CInt {
    var status = SQLITE_OK
    guard let cipher = currentCipher(&status) else { return status }
    let pageOffset = offset - Int64(LogFrame.headerByteCount)
    switch bytes.byteCount {
    case LogFrame.headerByteCount where layout.isStart(offset):
      return writeFrameHeader(bytes, at: offset, cipher)
    case layout.pageByteCount where layout.isStart(pageOffset):
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

  override func truncate(to size: Int64) -> CInt {
    var status = SQLITE_OK
    guard currentCipher(&status) != nil else { return status }
    phase = .ordinary
    heldOffset = nil
    beginWriting()
    return real.truncate(to: size)
  }

  override func sync(_ flags: CInt) -> CInt {
    // SQLite always writes a page after its header; syncing between the two would promise what is
    // not there.
    guard heldOffset == nil else { return SQLiteCode.writeError }
    let status = writeWaiting()
    return status == SQLITE_OK ? real.sync(flags) : status
  }

  override func size(_ size: inout Int64) -> CInt {
    let status = writeWaiting()
    return status == SQLITE_OK ? real.size(&size) : status
  }

  // MARK: Failures

  func damaged(_ offset: Int64, _ number: PageNumber) -> CInt {
    if let lookFailure { return lookFailure }
    return main.failures.note(
      EncryptedSQLiteError(
        .damaged,
        reason: "the frame of page \(number) at byte \(offset) of \(path) is not what was written; "
          + "restore the database and its log from a copy",
        file: path, page: number, offset: offset),
      returning: SQLiteCode.dataError)
  }

  func truncated(_ offset: Int64) -> CInt {
    main.failures.note(
      EncryptedSQLiteError(
        .truncated,
        reason:
          "\(path) ends before the end of its frame at byte \(offset); restore it from a copy",
        file: path, offset: offset),
      returning: SQLiteCode.dataError)
  }
}
