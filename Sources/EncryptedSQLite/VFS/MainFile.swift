// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Secrets

/// The database file: pages, read and written whole.
final class MainFile: VFSFile {
  let path: String
  let failures: FailureRecord
  let reportDamage: @Sendable (EncryptedSQLiteError) -> Void

  let key: SecretBytes
  let isVacuumTarget: Bool
  let autoVacuum: DatabaseOptions.AutoVacuum
  let process = ProcessIdentity.current
  /// Nil until page 1 has been seen, or is about to be made.
  var cipher: PageCipher?
  /// How large pages are: as page 1 says, or as was asked for until there is one.
  var layout: PageLayout
  /// A page on its way.
  var scratch: PageBuffer
  let version = PageOneVersion()
  /// Pages that come next where they are read in order.
  private let ahead: ReadAhead

  /// While a checkpoint runs, pages come out of the log sealed and go into the file as they are.
  var isCheckpointing = false
  private var isFirstOfCheckpoint = false
  /// The page that the log has just handed out sealed.
  var checkpointedPage: PageNumber?

  /// The write-ahead log, while it is open.
  weak var log: LogFile?

  /// Whether the lock was taken as for rolling back what a crash has left.
  private(set) var isRollingBackAfterCrash = false
  private var lockLevel = SQLITE_LOCK_NONE
  /// How many pages the file is known to have; more than that many need a look at the file.
  var pageCount: PageNumber = 0
  /// How many pages the file had when this connection began to write.
  private(set) var pageCountBeforeWriting: PageNumber = 0

  init(_ real: RealFile, path: String, request: OpenRequest) {
    self.path = path
    self.failures = request.failures
    self.reportDamage = request.reportDamage
    self.key = request.key.copy()
    self.isVacuumTarget = request.isVacuumTarget
    self.autoVacuum = request.autoVacuum
    layout = PageLayout(byteCount: request.pageByteCount)
    scratch = PageBuffer(count: request.pageByteCount)
    ahead = ReadAhead(real)
    super.init(real)
  }

  // MARK: Reading

  override func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    guard process == ProcessIdentity.current else { return refuseAfterFork() }
    if buffer.byteCount == layout.byteCount, layout.isStart(offset) {
      return readPage(layout.number(at: offset), into: &buffer)
    }
    if offset == 0, buffer.byteCount == PageOneVersion.headerByteCount {
      return readHeader(into: &buffer)
    }
    if offset == PageOneVersion.offset, buffer.byteCount == PageOneVersion.byteCount {
      return readVersion(into: &buffer)
    }
    return readPart(into: &buffer, at: offset)
  }

  func readPage(_ number: PageNumber, into buffer: inout MutableRawSpan) -> CInt {
    let offset = layout.offset(of: number)
    // Page 1 is looked at more closely.
    if number > 1, let cipher, let (pages, place) = ahead.piece(at: offset, count: buffer.byteCount)
    {
      return cipher.open(
        pages.bytes.extracting(place), number: number, domain: .database, into: &buffer)
        ? SQLITE_OK : damaged(number)
    }
    let status = real.read(into: &buffer, at: offset)
    if number == 1, hasOtherSize(buffer.bytes, status) {
      let adopted = adopt(buffer.bytes)
      return adopted == SQLITE_OK ? readPart(into: &buffer, at: 0) : adopted
    }
    if status == SQLiteCode.shortRead { return readBeyondEnd(number, into: &buffer) }
    guard status == SQLITE_OK else { return status }
    let adopted = number == 1 ? adopt(buffer.bytes) : ensureCipher()
    guard adopted == SQLITE_OK else { return adopted }
    guard let cipher, cipher.open(&buffer, number: number, domain: .database) else {
      return damaged(number)
    }
    return number == 1 ? checkPageCount(buffer.bytes) : SQLITE_OK
  }

  /// Whether the file has the pages that page 1 says it has.
  ///
  /// Where page 1 is read from the file and not from the log, it is right, unless this connection
  /// is about to change it.
  private func checkPageCount(_ pageOne: RawSpan) -> CInt {
    // SQLite goes by this number only if the version that wrote it wrote the file last.
    guard lockLevel < SQLITE_LOCK_RESERVED, pageOne.number32(at: 24) == pageOne.number32(at: 92)
    else {
      return SQLITE_OK
    }
    var size: Int64 = 0
    let status = real.size(&size)
    let expected = Int64(pageOne.number32(at: 28)) * Int64(layout.byteCount)
    guard status == SQLITE_OK, size < expected else { return status }
    return fail(.truncated, "\(path) has \(size) bytes of \(expected); restore it from a copy")
  }

  /// SQLite takes pages beyond the end for zeros.
  ///
  /// That is right for a file without pages, and for pages that this very transaction has added,
  /// freed and not written. Anything else has been cut off.
  func readBeyondEnd(_ number: PageNumber, into buffer: inout MutableRawSpan) -> CInt {
    var size: Int64 = 0
    let status = real.size(&size)
    guard status == SQLITE_OK else { return status }
    let isOwnAddition = lockLevel >= SQLITE_LOCK_RESERVED && number > pageCountBeforeWriting
    guard size == 0 || isOwnAddition else {
      return failures.note(
        EncryptedSQLiteError(
          .truncated,
          reason:
            "\(path) ends at byte \(size), before the end of page \(number); restore it from a copy",
          file: path, page: number, offset: layout.offset(of: number)),
        returning: SQLiteCode.dataError)
    }
    buffer.clear()
    return SQLiteCode.shortRead
  }

  /// Some builds of SQLite read overflow pages in part; and a connection that has yet to learn how
  /// large the pages are reads page 1 in part, or more than that.
  private func readPart(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    let scratch = scratch
    let start = Int(offset % Int64(layout.byteCount))
    let count = min(buffer.byteCount, layout.byteCount - start)
    guard offset >= 0, count == buffer.byteCount || offset == 0 else {
      return SQLiteCode.readError
    }
    let number = layout.number(at: offset)
    let status = scratch.withMutableBytes { readPage(number, into: &$0) }
    guard status == SQLITE_OK || status == SQLiteCode.shortRead else { return status }
    if count < buffer.byteCount { buffer.clear() }
    buffer.copy(scratch.bytes.extracting(start..<start + count))
    return status
  }

  // MARK: Writing

  override func write(_ bytes: RawSpan, at offset: Int64) -> CInt {
    let scratch = scratch
    guard process == ProcessIdentity.current else { return refuseAfterFork() }
    ahead.forget()
    guard bytes.byteCount == layout.byteCount, layout.isStart(offset) else {
      return refuseOtherSize()
    }
    let number = layout.number(at: offset)
    // Both sizes are clear on disk, so this holds for sealed pages of a checkpoint, too.
    let fits = number == 1 ? expectSizes(in: bytes) : SQLITE_OK
    guard fits == SQLITE_OK else { return fits }
    let ready = ensureCipher()
    guard ready == SQLITE_OK, let cipher else { return ready }
    // Copying the log into a file that was replaced would let go of frames that belong to the
    // other.
    let allowed = isCheckpointing && isFirstOfCheckpoint ? refuseIfReplaced() : SQLITE_OK
    guard allowed == SQLITE_OK else { return allowed }
    isFirstOfCheckpoint = false
    let filled = fillGap(before: number, cipher)
    guard filled == SQLITE_OK else { return filled }
    let status: CInt
    if isCheckpointing {
      guard checkpointedPage == number else {
        return fail(
          .damaged, "the log of \(path) gives page \(number) another number", page: number)
      }
      status = failures.wrote(real.write(bytes, at: offset), to: real, path: path)
    } else {
      scratch.withMutableBytes { cipher.seal(bytes, number: number, domain: .database, into: &$0) }
      status = failures.wrote(real.write(scratch.bytes, at: offset), to: real, path: path)
    }
    if status == SQLITE_OK { pageCount = max(pageCount, number) }
    return status
  }

  override func truncate(to size: Int64) -> CInt {
    guard process == ProcessIdentity.current else { return refuseAfterFork() }
    ahead.forget()
    let status = real.truncate(to: size)
    if status == SQLITE_OK {
      pageCount = layout.pageCount(in: size)
      pageCountBeforeWriting = min(pageCountBeforeWriting, pageCount)
    }
    return status
  }

  @unsafe
  override func control(_ operation: CInt, _ argument: UnsafeMutableRawPointer?) -> CInt {
    unsafe controlMain(operation, argument)
  }

  // MARK: Locks

  override func lock(_ level: CInt) -> CInt {
    guard process == ProcessIdentity.current else { return refuseAfterFork() }
    ahead.forget()
    // The lock that a rollback journal's transaction takes last; and who rolls back after a crash,
    // or puts away the log, takes it first: journal and log beside another file are that file's.
    if level == SQLITE_LOCK_EXCLUSIVE {
      let allowed = refuseIfReplaced()
      guard allowed == SQLITE_OK else { return allowed }
    }
    let status = real.lock(level)
    guard status == SQLITE_OK else { return status }
    let beganWriting = lockLevel < SQLITE_LOCK_RESERVED && level >= SQLITE_LOCK_RESERVED
    // Transactions of one's own take the lock in between.
    if beganWriting { isRollingBackAfterCrash = level == SQLITE_LOCK_EXCLUSIVE }
    if beganWriting, isRollingBackAfterCrash { lookAgain() }
    lockLevel = max(lockLevel, level)
    return beganWriting ? countPages() : SQLITE_OK
  }

  override func unlock(_ level: CInt) -> CInt {
    ahead.forget()
    if isRollingBackAfterCrash, lockLevel == SQLITE_LOCK_EXCLUSIVE {
      isRollingBackAfterCrash = false
      fillRestoredPages()
    }
    lockLevel = min(lockLevel, level)
    return real.unlock(level)
  }

  override func willChangeSharedLocks() { ahead.forget() }

  override func willLockLogForWriting() { log?.beginWriting() }

  override func willUnlockLogForWriting() { log?.endWriting() }

  override func mayShareMemory() -> CInt {
    process == ProcessIdentity.current ? SQLITE_OK : refuseAfterFork()
  }

  /// Looks how many pages there are, at the start of anything that may change it.
  private func countPages() -> CInt {
    var size: Int64 = 0
    let status = real.size(&size)
    pageCount = layout.pageCount(in: size)
    pageCountBeforeWriting = pageCount
    return status
  }

  /// Called before the first and after the last page of a checkpoint.
  func checkpoint(isStarting: Bool) {
    isCheckpointing = isStarting
    isFirstOfCheckpoint = isStarting
    // Closing the log takes the lock in the same way, and leaves nothing to restore.
    isRollingBackAfterCrash = false
    checkpointedPage = nil
    if isStarting { pageCount = 0 }
    ahead.forget()
    log?.ahead.forget()
  }

  // MARK: Failures

  func damaged(_ number: PageNumber) -> CInt {
    let offset = layout.offset(of: number)
    return failures.note(
      EncryptedSQLiteError(
        .damaged,
        reason:
          "page \(number) of \(path), at byte \(offset), is not what was written; restore it from a copy",
        file: path, page: number, offset: offset),
      returning: SQLiteCode.dataError)
  }

  func fail(
    _ code: EncryptedSQLiteError.Code, _ reason: String, page: PageNumber? = nil,
    code result: CInt = SQLiteCode.dataError
  ) -> CInt {
    failures.note(
      EncryptedSQLiteError(
        code, reason: reason, file: path, page: page, offset: page.map(layout.offset(of:))),
      returning: result)
  }

  func refuseAfterFork() -> CInt {
    fail(
      .wrongProcess,
      "\(path) was opened before a fork, and belongs to the parent; open it again in the child",
      code: SQLITE_IOERR)
  }
}
