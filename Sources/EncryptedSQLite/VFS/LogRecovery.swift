// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Watches SQLite recover a log, and keeps a copy of one that is about to lose transactions.
///
/// SQLite stops at the first frame that does not fit and forgets the rest. After a crash the rest
/// is nothing: a torn write, frames of an earlier log, of a transaction that was rolled back or had
/// not ended. If a transaction ends behind a frame that is not authentic, a flipped bit has cut off
/// what was acknowledged.
final class LogRecovery {
  private let file: RealFile
  private let path: String
  private let main: MainFile
  private let cipher: PageCipher
  private let salt: UInt64
  private let layout: LogFrame
  private var isDone = false

  /// Whether SQLite will accept the log header.
  let beginsWithValidHeader: Bool

  init(_ file: RealFile, path: String, main: MainFile, cipher: PageCipher, header: RawSpan) {
    self.file = file
    self.path = path
    self.main = main
    self.cipher = cipher
    layout = LogFrame(pageByteCount: main.layout.byteCount)
    salt = header.number64(at: 16)
    let checksum = LogChecksum().adding(
      header.extracting(0..<24), isBigEndian: header.number32(at: 0) & 1 == 1)
    beginsWithValidHeader =
      header.number32(at: 0) & ~1 == 0x377F_0682
      && header.number32(at: 8) == UInt32(main.layout.byteCount)
      && checksum.value == header.number64(at: 24)
  }

  /// Called where SQLite will stop, at a frame that is not authentic: copies the log aside and
  /// reports it, if more than a torn end is lost.
  ///
  /// - Returns: a failure when the copy cannot be made; better no recovery than a silent loss.
  func keepBeforeLosing(from offset: Int64) -> CInt {
    guard !isDone else { return SQLITE_OK }
    var status = SQLITE_OK
    guard let witness = witnessOfLoss(from: offset, &status) else {
      isDone = status == SQLITE_OK
      return status
    }
    do throws(EncryptedSQLiteError) {
      let copy = try DamagedCopy.make(of: file, path: path)
      main.reportDamage(
        EncryptedSQLiteError(
          .damaged,
          reason:
            "the log \(path) is damaged at byte \(offset), and a transaction ends behind, at byte \(witness); "
            + "what is there is lost to the database, and the log is kept as \(copy)",
          file: path, offset: offset))
      isDone = true
      return SQLITE_OK
    } catch {
      return main.failures.note(error, returning: SQLITE_IOERR)
    }
  }

  /// The offset of a frame behind `offset` that ends a transaction of this log.
  ///
  /// Where the log header itself is damaged, frames cannot be told from those of earlier logs, and
  /// any page of this database counts.
  private func witnessOfLoss(from offset: Int64, _ status: inout CInt) -> Int64? {
    var size: Int64 = 0
    status = file.size(&size)
    guard status == SQLITE_OK else { return nil }
    let frame = PageBuffer(count: layout.byteCount)
    for start in stride(
      from: offset, through: size - Int64(layout.byteCount), by: layout.byteCount)
    {
      status = frame.withMutableBytes { file.read(into: &$0, at: start) }
      guard status == SQLITE_OK else { return nil }
      let number = frame.bytes.number32(at: 0)
      let isOfThisLog =
        !beginsWithValidHeader || (endsTransaction(frame.bytes) && hasTag(frame.bytes, at: start))
      let page = frame.bytes.extracting(layout.page)
      if isOfThisLog, cipher.isAuthentic(page, number: number, domain: .database) { return start }
    }
    return nil
  }

  private func endsTransaction(_ frame: RawSpan) -> Bool { frame.number32(at: 4) != 0 }

  private func hasTag(_ frame: RawSpan, at offset: Int64) -> Bool {
    LogFrame.tag(
      cipher: cipher, logSalt: salt, offset: offset, header: frame,
      pageTag: frame.extracting(layout.pageTag)) == frame.number64(at: LogFrame.frameTagOffset)
  }
}
