// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// What a hot rollback journal holds: the pages that a transaction which did not end has changed,
/// as they were before.
struct JournalContents {
  private static let headerByteCount = 28
  private static let magic: UInt64 = 0xD9D5_05F9_20A1_63D7

  /// Where the page is in the journal, by its number.
  private(set) var pages: [PageNumber: Int64] = [:]
  /// How many pages the database had before; nil when the journal is not hot.
  private(set) var databasePageCount: PageNumber?

  /// Reads all of the journal; records that are not authentic are left out.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `inputOutput`.
  init(
    _ file: DatabaseFile, pageByteCount: Int, cipher: PageCipher
  ) throws(EncryptedSQLiteError) {
    let byteCount = try file.byteCount
    let header = PageBuffer(count: Self.headerByteCount)
    let record = PageBuffer(count: pageByteCount + 8)
    var offset: Int64 = 0
    while offset + Int64(Self.headerByteCount) <= byteCount {
      _ = try file.read(into: header, at: offset)
      let sector = Int64(header.bytes.number32(at: 20))
      guard header.bytes.number64(at: 0) == Self.magic, (32...65536).contains(sector),
        header.bytes.number32(at: 24) == UInt32(pageByteCount)
      else { return }
      databasePageCount = databasePageCount ?? header.bytes.number32(at: 16)
      var left = Int64(header.bytes.number32(at: 8))
      offset += sector
      // All ones: written without waiting for the disk, so as many as there are.
      while left > 0, offset + Int64(record.count) <= byteCount {
        _ = try file.read(into: record, at: offset)
        take(record.bytes, at: offset, pageByteCount, cipher)
        offset += Int64(record.count)
        left -= 1
      }
      offset = (offset + sector - 1) / sector * sector
    }
  }

  /// The first record of a page is the one that counts.
  private mutating func take(
    _ record: RawSpan, at offset: Int64, _ pageByteCount: Int, _ cipher: PageCipher
  ) {
    let number = record.number32(at: 0)
    let page = record.extracting(4..<4 + pageByteCount)
    guard number > 0, pages[number] == nil,
      cipher.isAuthentic(page, number: number, domain: .journal)
    else { return }
    pages[number] = offset + 4
  }
}
