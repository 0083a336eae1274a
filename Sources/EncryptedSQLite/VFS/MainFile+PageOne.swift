// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Secrets

/// What SQLite reads of page 1 without asking for the page.
extension MainFile {
  /// The 100 bytes that SQLite reads before it takes any lock, for page size and reserved bytes.
  ///
  /// A page 1 that was torn by a crash must not stop it here: log or journal are about to repair
  /// it.
  func readHeader(into buffer: inout MutableRawSpan) -> CInt {
    var size: Int64 = 0
    var status = real.size(&size)
    guard status == SQLITE_OK else { return status }
    status = readSealedPageOne()
    guard status == SQLITE_OK || status == SQLiteCode.shortRead else { return status }
    let scratch = scratch
    buffer.clear()
    let head = scratch.bytes.extracting(0..<min(Int(clamping: size), PageOne.byteCount)).array
    if PageOne.recognize(head) == .unwritten {
      // VACUUM INTO sets both itself, and fails where they are set.
      if !isVacuumTarget {
        PageOne.writeSizes(layout, into: &buffer)
        autoVacuum.write(into: &buffer)
      }
      return status
    }
    let adopted = adopt(scratch.bytes, byteCount: head.count)
    guard adopted == SQLITE_OK, let cipher else { return adopted }
    if status == SQLITE_OK,
      scratch.withMutableBytes({ cipher.open(&$0, number: 1, domain: .database) })
    {
      buffer.copy(scratch.bytes.extracting(0..<PageOneVersion.headerByteCount))
    } else {
      PageOne.writePlainHeader(over: scratch.bytes, into: &buffer)
    }
    PageOne.writeSizes(layout, into: &buffer)
    return SQLITE_OK
  }

  /// The 16 bytes by which SQLite notices, at every read transaction in the journal modes, that
  /// another connection has written.
  ///
  /// Decrypted only when page 1 has changed.
  func readVersion(into buffer: inout MutableRawSpan) -> CInt {
    let status = readSealedPageOne()
    let scratch = scratch
    if status == SQLiteCode.shortRead { return readBeyondEnd(1, into: &buffer) }
    guard status == SQLITE_OK else { return status }
    if version.matches(scratch.bytes) {
      version.copy(into: &buffer)
      return SQLITE_OK
    }
    let adopted = adopt(scratch.bytes)
    guard adopted == SQLITE_OK, let cipher else { return adopted }
    version.remember(sealed: scratch.bytes)
    guard scratch.withMutableBytes({ cipher.open(&$0, number: 1, domain: .database) }) else {
      version.forget()
      return damaged(1)
    }
    version.remember(opened: scratch.bytes)
    version.copy(into: &buffer)
    return SQLITE_OK
  }

  /// Reads page 1 as it is on disk into `scratch`, which has the size of a page afterwards, also
  /// where another process has made the file anew with others.
  private func readSealedPageOne() -> CInt {
    let before = scratch
    let status = before.withMutableBytes { real.read(into: &$0, at: 0) }
    guard hasOtherSize(before.bytes, status) else { return status }
    let adopted = adopt(before.bytes)
    guard adopted == SQLITE_OK else { return adopted }
    let scratch = scratch
    return scratch.withMutableBytes { real.read(into: &$0, at: 0) }
  }
}
