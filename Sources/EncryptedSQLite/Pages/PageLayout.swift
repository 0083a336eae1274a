// SPDX-License-Identifier: Apache-2.0

/// The number of a page; the first is 1.
typealias PageNumber = UInt32

/// Where things are in a page on disk: body, initialisation vector, tag.
struct PageLayout {
  /// The size of a page where nobody asks for another: SQLite's own default.
  static let defaultByteCount = 4096
  /// The sizes that pages can have are the powers of two in here.
  ///
  /// A smaller one could not be told from the header of a journal, which fills 512 bytes.
  static let possibleByteCounts = 1024...65536
  /// The bytes at the end of a page that SQLite leaves alone.
  static let reserve = ivByteCount + tagByteCount
  static let ivByteCount = 16
  static let tagByteCount = 32

  /// Whether the pages of a database can have this size.
  static func isPossible(_ byteCount: Int) -> Bool {
    possibleByteCounts.contains(byteCount) && byteCount & (byteCount - 1) == 0
  }

  /// The size on disk.
  let byteCount: Int

  /// SQLite locks bytes in this page, at offset 2^30, and keeps nothing there.
  var lockBytePage: PageNumber { PageNumber((1 << 30) / byteCount + 1) }

  func offset(of page: PageNumber) -> Int64 { (Int64(page) - 1) * Int64(byteCount) }

  /// Whether a page starts at `offset`.
  func isStart(_ offset: Int64) -> Bool { offset & Int64(byteCount - 1) == 0 }

  /// The page that starts at `offset`, or that the byte there is in.
  func number(at offset: Int64) -> PageNumber {
    PageNumber(truncatingIfNeeded: offset >> Int64(byteCount.trailingZeroBitCount) + 1)
  }

  /// How many whole pages are in a file of this size.
  func pageCount(in fileSize: Int64) -> PageNumber {
    PageNumber(clamping: fileSize / Int64(byteCount))
  }

  /// The size as bytes 16 and 17 of page 1 name it.
  var headerField: UInt16 { UInt16(truncatingIfNeeded: byteCount == 65536 ? 1 : byteCount) }

  var bodyEnd: Int { byteCount - Self.reserve }
  var iv: Range<Int> { bodyEnd..<bodyEnd + Self.ivByteCount }
  var tag: Range<Int> { byteCount - Self.tagByteCount..<byteCount }
}

/// What a sealed page is part of.
///
/// A page of one domain does not open in another.
enum PageDomain: UInt8 {
  /// The database file, and the log whose pages are copied into it as they are.
  case database = 1
  /// A rollback journal.
  case journal = 2

  /// How many bytes at the start of a page stay clear: the first page of a database is how one
  /// knows the file.
  func clearByteCount(_ page: PageNumber) -> Int {
    page == 1 ? PageOne.byteCount : 0
  }
}
