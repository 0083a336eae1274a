// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// An encrypted file whose key is known to be right, read page by page and past SQLite.
final class SealedDatabase {
  let file: DatabaseFile
  let pageOne: PageOne
  let pageByteCount: Int
  private let key: SecretBytes

  /// Opens the file at `path`.
  ///
  /// - Parameter pageByteCount: the size of a page, where the one that page 1 names is not
  ///   believed.
  /// - Throws: ``EncryptedSQLiteError``, the same as opening the database would.
  init(
    _ path: String, key: borrowing SecretBytes, pageByteCount: Int? = nil
  ) throws(EncryptedSQLiteError) {
    file = try DatabaseFile(path)
    let buffer = PageBuffer(count: PageOne.byteCount)
    _ = try file.read(into: buffer, at: 0)
    let count = Int(min(try file.byteCount, Int64(PageOne.byteCount)))
    let head = buffer.bytes.extracting(0..<count).array
    guard case .encrypted(let found) = PageOne.recognize(head) else {
      throw .unusable(PageOne.recognize(head), path)
    }
    let derived = key.withBytes { PageCipher(key: $0, salt: found.salt) }
    guard derived.pageOne == found else { throw .wrongKey(path) }
    let named = PageOne.layout(buffer.bytes)?.byteCount
    guard let size = pageByteCount ?? named else {
      throw EncryptedSQLiteError(
        .damaged, reason: "page 1 of \(path) names sizes that it cannot have; try salvage",
        file: path, page: 1, offset: 0)
    }
    pageOne = found
    self.pageByteCount = size
    self.key = key.copy()
  }

  /// Keys for one thread.
  func makeCipher() -> PageCipher { key.withBytes { PageCipher(key: $0, salt: pageOne.salt) } }

  /// The key and the path, for another thread to open the file itself.
  func copyKey() -> SecretBytes { key.copy() }

  /// The page that SQLite locks bytes in and never uses.
  var lockBytePage: PageNumber { PageLayout(byteCount: pageByteCount).lockBytePage }

  func offset(of page: PageNumber) -> Int64 {
    PageLayout(byteCount: pageByteCount).offset(of: page)
  }

  /// How many pages the file has, the last of them perhaps in part.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `inputOutput`.
  var pageCount: PageNumber {
    get throws(EncryptedSQLiteError) {
      let size = Int64(pageByteCount)
      return PageNumber(clamping: (try file.byteCount + size - 1) / size)
    }
  }
}

extension PageOne {
  /// The format version written over a file whose place another has taken, so that whoever still
  /// has it open notices.
  static let replacedVersion: UInt8 = 0

  /// The size of a page that the clear bytes name, nil when no database can have it.
  static func pageByteCount(_ head: [UInt8]) -> Int? {
    guard head.count >= 18 else { return nil }
    let number = Int(head[16]) << 8 | Int(head[17])
    let size = number == 1 ? 65536 : number
    return size >= 512 && size & (size - 1) == 0 ? size : nil
  }
}

extension EncryptedSQLiteError {
  static func wrongKey(_ path: String) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      .wrongKey, reason: "the key does not open \(path); it was made with another one", file: path)
  }

  /// Why a file of this kind is not opened.
  static func unusable(
    _ recognition: PageOne.Recognition, _ path: String
  ) -> EncryptedSQLiteError {
    switch recognition {
    case .encrypted: wrongKey(path)
    case .unwritten:
      EncryptedSQLiteError(
        .truncated, reason: "\(path) is empty; there is no database in it", file: path)
    case .plainSQLite:
      EncryptedSQLiteError(
        .notEncrypted, reason: "\(path) is a plain SQLite database; encrypt it first", file: path)
    case .otherVersion(PageOne.replacedVersion): replaced(path)
    case .otherVersion(let version):
      EncryptedSQLiteError(
        .unsupportedVersion,
        reason:
          "\(path) has format version \(version), this program reads \(PageOne.version); update it",
        file: path)
    case .cutShort:
      EncryptedSQLiteError(
        .truncated, reason: "\(path) ends inside its first \(PageOne.byteCount) bytes", file: path)
    case .foreign:
      EncryptedSQLiteError(
        .notADatabase, reason: "\(path) is no encrypted database; check the path", file: path)
    }
  }
}
