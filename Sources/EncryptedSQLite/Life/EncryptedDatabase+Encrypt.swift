// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SQLite
internal import Secrets

extension EncryptedDatabase {
  /// Writes the content of the plain SQLite database at `source` to a new encrypted file.
  ///
  /// The plain file stays as it is: check the new one, then remove it. What it held can be found on
  /// the disk even then. The new file is compact.
  ///
  /// - Parameter pageSize: the size of a page in the new file; nil is that of the plain one, and
  ///   1024 where that has smaller ones.
  /// - Throws: ``EncryptedSQLiteError``: `unsupported` when the source is encrypted already,
  ///   `notADatabase`, `damaged`, `notFound`, `targetExists`, `diskFull`, `busy`.
  public static func encrypt(
    plainFile source: String, to target: String, key: borrowing DatabaseKey, pageSize: Int? = nil,
    existingTarget: ExistingTarget = .refuse, progress: OperationProgress.Handler = { _ in }
  ) throws(EncryptedSQLiteError) {
    let info = try info(at: source)
    try expectPlain(info)
    let pageSize =
      pageSize ?? max(info.pageByteCount ?? 0, PageLayout.possibleByteCounts.lowerBound)
    try expectPossible(pageSize: pageSize, path: target)
    let total = info.byteCount + (info.log?.byteCount ?? 0)
    let replacement = try TargetReplacement(target, existingTarget, source: source)
    // Tag and vector take 48 bytes a page, which is little of all but the smallest.
    let staged = try StagedFile(
      for: target, replacing: replacement.isReplacing, like: source,
      expecting: total + total * 64 / Int64(pageSize))
    let request = OpenRequest(
      key: key, mayCreate: true, mustWrite: true, isVacuumTarget: true,
      pageByteCount: pageSize, reportDamage: DatabaseOptions.warn)
    try EncryptedVFS.register()
    try explaining(source, request.failures) { () throws(SQLiteError) in
      let plain = try Connection(
        path: literal(source), access: unsafe access(source, W_OK) == 0 ? .readWrite : .readOnly,
        takesURIs: true)
      // A small cache has the new file written as it is made, which shows how far it is.
      try plain.execute("PRAGMA page_size=\(pageSize); PRAGMA cache_size=-4096")
      // After the page size, which would take it back.
      try plain.setReservedBytes(PageLayout.reserve)
      let vacuum = try plain.prepare("VACUUM INTO ?1")
      try vacuum.bind(uri(staged.path), at: 1)
      try plain.observing(
        every: 200_000, { progress(OperationProgress(staged.byteCount, of: total)) }
      ) { () throws(SQLiteError) in
        try request.perform { () throws(SQLiteError) in try vacuum.run() }
      }
      try plain.close()
    }
    try staged.finish()
    replacement.markReplaced()
    progress(OperationProgress(total, of: total))
  }

  private static func expectPlain(_ info: DatabaseInfo) throws(EncryptedSQLiteError) {
    let (code, reason): (EncryptedSQLiteError.Code, String)
    switch info.kind {
    case .plain: return
    case .encrypted, .unsupportedVersion, .replaced:
      (code, reason) = (.unsupported, "is encrypted already; rekey it to change its key")
    case .empty, .unwritten: (code, reason) = (.truncated, "is empty; create a database instead")
    case .truncated, .foreign: (code, reason) = (.notADatabase, "is no SQLite database")
    }
    throw EncryptedSQLiteError(code, reason: "\(info.path) \(reason)", file: info.path)
  }

  /// The name by which SQLite opens the file at `path` with our layer, whatever the layer of the
  /// connection.
  private static func uri(_ path: String) -> String {
    var name = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(UnicodeScalar(byte))
      default: name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    // Two slashes at the start would make a host of the first folder.
    return name.replacingPrefix("file://", with: "file:////") + "?vfs=\(EncryptedVFS.name)"
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
