// SPDX-License-Identifier: Apache-2.0

/// The number of a page; the first is 1.
typealias PageNumber = UInt32

/// Where things are in a page on disk: body, initialisation vector, tag.
struct PageLayout {
  /// One size for all databases: SQLite's own default.
  static let size = 4096
  /// The bytes at the end of a page that SQLite leaves alone.
  static let reserve = ivByteCount + tagByteCount
  static let ivByteCount = 16
  static let tagByteCount = 32

  static let body = 0..<(size - reserve)
  static let iv = (size - reserve)..<(size - tagByteCount)
  static let tag = (size - tagByteCount)..<size

  /// SQLite locks bytes at this offset and keeps no page there.
  static let lockBytePage = PageNumber((1 << 30) / size + 1)

  static func offset(of page: PageNumber) -> Int64 { (Int64(page) - 1) * Int64(size) }

  /// The size on disk.
  let byteCount: Int

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
