// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Secrets

/// The sizes that page 1 names, and writes that do not go with them.
extension MainFile {
  /// Whether page 1, read with this status, says that pages have another size.
  func hasOtherSize(_ pageOne: RawSpan, _ status: CInt) -> Bool {
    guard status == SQLITE_OK || status == SQLiteCode.shortRead,
      PageOne.hasOtherSize(pageOne, than: layout)
    else { return false }
    // What lies beyond the end says nothing.
    var size: Int64 = 0
    return real.size(&size) == SQLITE_OK && size >= PageOne.byteCount
  }

  /// Refuses a page 1 of a database that leaves no room for vector and tag, or has other pages:
  /// SQLite's backup interface copies it as it is.
  func expectSizes(in pageOne: RawSpan) -> CInt {
    guard Int(pageOne.byte(at: 20)) == PageLayout.reserve else { return refuseWithoutReserve() }
    return PageOne.sizeField(pageOne) == layout.headerField ? SQLITE_OK : refuseOtherSize()
  }

  func refuseWithoutReserve() -> CInt {
    fail(
      .unsupported,
      "\(path) would be written without the \(PageLayout.reserve) bytes a page that encryption needs; "
        + "use EncryptedDatabase.encrypt or backUp",
      code: SQLiteCode.writeError)
  }

  func refuseOtherSize() -> CInt {
    fail(
      .unsupported,
      "\(path) has pages of \(layout.byteCount) bytes, and no others can be written; copy into a new file",
      code: SQLiteCode.writeError)
  }
}
