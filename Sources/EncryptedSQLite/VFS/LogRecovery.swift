// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Watches SQLite recover a log, and keeps a copy of one that is about to lose transactions.
///
/// SQLite stops at the first frame that does not fit and forgets the rest. After a crash the rest
/// is nothing: a torn write, frames of an earlier log, or of a transaction that was rolled back. If
/// it is more, one flipped bit has cut off transactions that were acknowledged.
final class LogRecovery {
  private let file: RealFile
  private let path: String
  private let main: MainFile
  private let cipher: PageCipher
  private let salt: UInt64
  private let isBigEndian: Bool
  private var checksum: (UInt32, UInt32)
  private var isDone = false

  /// Whether SQLite will accept the log header.
  let beginsWithValidHeader: Bool

  init(_ file: RealFile, path: String, main: MainFile, cipher: PageCipher, header: RawSpan) {
    self.file = file
    self.path = path
    self.main = main
    self.cipher = cipher
    salt = header.number64(at: 16)
    isBigEndian = header.number32(at: 0) & 1 == 1
    checksum = Self.sum(header.extracting(0..<24), (0, 0), isBigEndian)
    beginsWithValidHeader =
      header.number32(at: 0) & ~1 == 0x377F_0682
      && header.number32(at: 8) == UInt32(PageLayout.size)
      && checksum == (header.number32(at: 24), header.number32(at: 28))
  }

  /// Whether SQLite will accept this frame, opened, after the ones before it.
  func chainContinues(with frame: RawSpan) -> Bool {
    let sum = Self.sum(
      frame.extracting(LogFrame.page), Self.sum(frame.extracting(0..<8), checksum, isBigEndian),
      isBigEndian)
    let stored = LogFrame.checksumOffset
    guard sum == (frame.number32(at: stored), frame.number32(at: stored + 4)) else { return false }
    checksum = sum
    return true
  }

  /// Called where SQLite will stop: copies the log aside and reports it, if more than a torn end is
  /// lost.
  ///
  /// - Returns: a failure when the copy cannot be made; better no recovery than a silent loss.
  func keepBeforeLosing(from offset: Int64) -> CInt {
    guard !isDone else { return SQLITE_OK }
    isDone = true
    guard let witness = witnessOfLoss(from: offset) else { return SQLITE_OK }
    do throws(EncryptedSQLiteError) {
      let copy = try DamagedCopy.make(of: file, path: path)
      main.reportDamage(
        EncryptedSQLiteError(
          .damaged,
          reason:
            "the log \(path) is damaged at byte \(offset), before its end at byte \(witness); transactions from "
            + "there on are lost to the database, and the log is kept as \(copy)",
          file: path, offset: offset))
      return SQLITE_OK
    } catch {
      return main.failures.note(error, returning: SQLITE_IOERR)
    }
  }

  /// The offset of a frame that shows that the log went on: after a frame that is not authentic any
  /// later one that is, after a break in the chain of checksums (frames of a transaction rolled
  /// back break it, too) only a commit.
  ///
  /// Where the log header itself is damaged, any page of this database.
  private func witnessOfLoss(from offset: Int64) -> Int64? {
    var size: Int64 = 0
    guard file.size(&size) == SQLITE_OK else { return nil }
    let frame = PageBuffer(count: LogFrame.byteCount)
    var stopIsAuthentic = false
    for start in stride(
      from: offset, through: size - Int64(LogFrame.byteCount), by: LogFrame.byteCount)
    {
      guard frame.withMutableBytes({ file.read(into: &$0, at: start) }) == SQLITE_OK else {
        return nil
      }
      let isOfThisLog =
        beginsWithValidHeader
        ? isAuthentic(frame.bytes, at: start)
        : cipher.isAuthentic(
          frame.bytes.extracting(LogFrame.page), number: frame.bytes.number32(at: 0),
          domain: .database)
      if start == offset, beginsWithValidHeader { stopIsAuthentic = isOfThisLog }
      let counts = stopIsAuthentic ? frame.bytes.number32(at: 4) != 0 : true
      if isOfThisLog, counts { return start }
    }
    return nil
  }

  private func isAuthentic(_ frame: RawSpan, at offset: Int64) -> Bool {
    LogFrame.tag(
      cipher: cipher, logSalt: salt, offset: offset, header: frame,
      pageTag: frame.extracting(LogFrame.pageTag)) == frame.number64(at: LogFrame.frameTagOffset)
      && cipher.isAuthentic(
        frame.extracting(LogFrame.page), number: frame.number32(at: 0), domain: .database)
  }

  /// SQLite's log checksum.
  private static func sum(_ bytes: RawSpan, _ start: (UInt32, UInt32), _ isBigEndian: Bool) -> (
    UInt32, UInt32
  ) {
    var (a, b) = start
    for i in stride(from: 0, to: bytes.byteCount, by: 8) {
      let first = bytes.number32(at: i), second = bytes.number32(at: i + 4)
      a = a &+ (isBigEndian ? first : first.byteSwapped) &+ b
      b = b &+ (isBigEndian ? second : second.byteSwapped) &+ a
    }
    return (a, b)
  }
}
