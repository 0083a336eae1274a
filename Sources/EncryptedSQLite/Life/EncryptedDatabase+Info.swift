// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Secrets

extension EncryptedDatabase {
  /// Says what the file at `path` is, without a key and without changing anything.
  ///
  /// Any file will do, also one that is in use.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `notFound`, `permissionDenied`, `notADatabase` for a
  ///   folder, or `inputOutput`.
  public static func info(at path: String) throws(EncryptedSQLiteError) -> DatabaseInfo {
    try info(at: path, isRightKey: { _ in nil })
  }

  /// The same, and whether `key` is the key of the file.
  ///
  /// That is told by 24 bits of the file: a wrong key passes once in 16.7 million.
  ///
  /// - Throws: as ``info(at:)``.
  public static func info(
    at path: String, key: borrowing DatabaseKey
  ) throws(EncryptedSQLiteError) -> DatabaseInfo {
    let bytes = key.bytes.copy()
    return try info(at: path) { found in
      bytes.withBytes { PageCipher(key: $0, salt: found.salt) }.pageOne == found
    }
  }

  private static func info(
    at path: String, isRightKey: (PageOne) -> Bool?
  ) throws(EncryptedSQLiteError) -> DatabaseInfo {
    let file = try DatabaseFile(path)
    let byteCount = try file.byteCount
    let buffer = PageBuffer(count: PageOne.byteCount)
    _ = try file.read(into: buffer, at: 0)
    let head = buffer.bytes.extracting(0..<Int(min(byteCount, Int64(PageOne.byteCount)))).array
    let recognition = PageOne.recognize(head)
    let kind = kind(recognition, byteCount)
    let pageByteCount = kind == .encrypted || kind == .plain ? PageOne.pageByteCount(head) : nil
    var version: Int?
    var found: PageOne?
    switch recognition {
    case .encrypted(let pageOne): (version, found) = (Int(PageOne.version), pageOne)
    case .otherVersion(let other): version = Int(other)
    default: break
    }
    return DatabaseInfo(
      path: path, kind: kind, byteCount: byteCount, formatVersion: version,
      pageByteCount: pageByteCount, pageCount: pageByteCount.map { byteCount / Int64($0) },
      excessByteCount: pageByteCount.map { Int(byteCount % Int64($0)) },
      salt: found.map { $0.salt.map(hexadecimal).joined() },
      log: sideFile(path + "-wal"), journal: sideFile(path + "-journal"),
      isRightKey: found.flatMap(isRightKey))
  }

  private static func kind(
    _ recognition: PageOne.Recognition, _ byteCount: Int64
  ) -> DatabaseInfo.Kind {
    switch recognition {
    case .encrypted: .encrypted
    case .otherVersion(PageOne.replacedVersion): .replaced
    case .otherVersion: .unsupportedVersion
    case .plainSQLite: .plain
    case .unwritten: byteCount == 0 ? .empty : .unwritten
    case .cutShort: .truncated
    case .foreign: .foreign
    }
  }

  private static func sideFile(_ path: String) -> DatabaseInfo.SideFile? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return DatabaseInfo.SideFile(path: path, byteCount: Int64(status.st_size))
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
