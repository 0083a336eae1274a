// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// No page on disk is ever empty.
extension MainFile {
  /// Writes pages of zeros where SQLite leaves a hole, so that a hole in the file is always damage.
  ///
  /// Page 1 is left to SQLite, which writes it before the transaction ends, and so is the page it
  /// locks bytes in.
  func fillGap(before number: PageNumber, _ cipher: PageCipher) -> CInt {
    let scratch = scratch
    guard leavesGap(before: number) else { return SQLITE_OK }
    // How far a rollback after a crash extends the file is in the journal, for anybody to forge. It
    // is filled when page 1 has been restored, which says how far it goes.
    if isRollingBackAfterCrash { return SQLITE_OK }
    var size: Int64 = 0
    let status = real.size(&size)
    guard status == SQLITE_OK else { return status }
    pageCount = layout.pageCount(in: size)
    guard leavesGap(before: number) else { return SQLITE_OK }
    let zeros = PageBuffer(count: layout.byteCount)
    for gap in max(2, pageCount + 1)..<max(2, number) where gap != layout.lockBytePage {
      scratch.withMutableBytes {
        cipher.seal(zeros.bytes, number: gap, domain: .database, into: &$0)
      }
      let written = real.write(scratch.bytes, at: layout.offset(of: gap))
      let status = failures.wrote(written, to: real, path: path)
      guard status == SQLITE_OK else { return status }
    }
    return SQLITE_OK
  }

  /// A forged journal can have made the file so large that no number comes behind its last page.
  private func leavesGap(before number: PageNumber) -> Bool {
    number > 1 && number - 1 > pageCount
  }
}
