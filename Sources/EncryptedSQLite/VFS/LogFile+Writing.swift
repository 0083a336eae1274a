// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// How frames are put together and go out.
extension LogFile {
  func writeFrameHeader(_ header: RawSpan, at offset: Int64, _ cipher: PageCipher) -> CInt {
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
    let status = writeWaiting()
    guard status == SQLITE_OK else { return status }
    seal(header: header, at: offset, cipher)
    return main.failures.wrote(
      real.write(frame.bytes.extracting(0..<LogFrame.headerByteCount), at: offset), to: real,
      path: path)
  }

  func writePage(_ page: RawSpan, frameAt offset: Int64, _ cipher: PageCipher) -> CInt {
    let frame = frame
    let held = held
    guard isReserveClear(page) else { return main.refuseWithoutReserve() }
    phase = .ordinary
    readOffset = nil
    let isNew = heldOffset == offset
    let endsTransaction = held.bytes.number32(at: 4) != 0
    if isNew {
      let allowed = endsTransaction ? refuseIfReplaced() : SQLITE_OK
      heldOffset = nil
      guard allowed == SQLITE_OK else { return allowed }
      lastWritten = offset
    } else {
      // A page that this transaction has already written: its header is on disk.
      var status = writeWaiting()
      if status == SQLITE_OK { status = takeHeaderBack(offset, cipher) }
      guard status == SQLITE_OK else { return status }
    }
    let fits = held.bytes.number32(at: 0) == 1 ? main.expectSizes(in: page) : SQLITE_OK
    guard fits == SQLITE_OK else { return fits }
    frame.withMutableBytes { frame in
      var sealed = frame._mutatingExtracting(layout.page)
      cipher.seal(page, number: held.bytes.number32(at: 0), domain: .database, into: &sealed)
    }
    seal(header: held.bytes, at: offset, cipher)
    let written =
      isNew
      ? queue.append(frame.bytes, at: offset, isLast: endsTransaction)
      : real.write(frame.bytes, at: offset)
    return main.failures.wrote(written, to: real, path: path)
  }

  /// Refuses to end a transaction where nobody will find it again: in a log, or beside a database,
  /// that is not at its path any more.
  ///
  /// SQLite itself removes a log only when no connection is left.
  private func refuseIfReplaced() -> CInt {
    let allowed = main.refuseIfReplaced()
    guard allowed == SQLITE_OK else { return allowed }
    if let identity, identity == FileIdentity(at: path) { return SQLITE_OK }
    return main.failures.note(
      EncryptedSQLiteError(
        .replaced,
        reason:
          "\(path) is no longer the log that was opened: it was moved, deleted, or another one "
          + "has taken its place; close all connections to the database, so that what is committed "
          + "goes into the file, and open it again",
        file: path),
      returning: SQLiteCode.moved)
  }

  /// Puts the header that belongs to the sealed page in `frame` before it.
  ///
  /// SQLite passes salt and checksum as zero while it has yet to compute the checksum. That salt is
  /// not to be remembered, and that checksum is replaced by random bytes: masking a known value
  /// would give the mask away.
  func seal(header: RawSpan, at offset: Int64, _ cipher: PageCipher) {
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
      isPending ? 0 : cipher.checksumMask(pageTag: frame.bytes.extracting(layout.pageTag))
    let checksum =
      isPending ? cipher.randomNumber() : header.number64(at: LogFrame.checksumOffset)
    frame.withMutableBytes { frame in
      frame.copy(header.extracting(0..<8))
      frame.store(checksum ^ mask, at: LogFrame.checksumOffset)
      let tag = LogFrame.tag(
        cipher: cipher, logSalt: isPending ? LogFrame.pendingSalt(salt ?? 0) : salt ?? 0,
        offset: offset,
        header: frame.bytes, pageTag: frame.bytes.extracting(layout.pageTag))
      frame.store(tag, at: LogFrame.frameTagOffset)
    }
  }

  /// Reads the header of a frame into `held`, as pending: its checksum no longer holds.
  private func takeHeaderBack(_ offset: Int64, _ cipher: PageCipher) -> CInt {
    let status = readFrame(at: offset, cipher)
    guard status == SQLITE_OK else { return status }
    let frame = frame
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
    let size = page.byteCount
    for i in stride(from: size - PageLayout.reserve, to: size, by: 8) {
      bits |= page.number64(at: i)
    }
    return bits == 0
  }
}
