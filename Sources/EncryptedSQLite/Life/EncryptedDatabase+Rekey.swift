// SPDX-License-Identifier: Apache-2.0

internal import SQLite
internal import Secrets

extension EncryptedDatabase {
  /// Gives the database at `path` another key and a new salt.
  ///
  /// Every page is sealed anew in a file beside it, which takes its place in one step once it is
  /// whole and on the disk. Nobody may have the database open: a connection in WAL mode is seen and
  /// makes this fail; in the journal modes an idle one cannot be seen, and finds the database
  /// `replaced` when it is used next. The log is emptied and removed first.
  ///
  /// Whoever has an old copy of the file and the old key can still read that copy.
  ///
  /// - Throws: ``EncryptedSQLiteError`` as opening does, `busy` when the database is in use,
  ///   `damaged` when a page cannot be read (salvage it first), `diskFull`. The database is as it
  ///   was then.
  public static func rekey(
    _ path: String, from oldKey: borrowing DatabaseKey, to newKey: borrowing DatabaseKey,
    progress: OperationProgress.Handler = { _ in }
  ) throws(EncryptedSQLiteError) {
    for _ in 0..<3 {
      let usesLog = try settle(path, key: oldKey)
      let lock = try ReplacementGuard(path)
      // Somebody may have come and gone between the two.
      if lock.hasSideFiles { continue }
      let old = try SealedDatabase(path, key: oldKey.bytes)
      let staged = try StagedFile(
        for: path, replacing: true, like: path, expecting: try lock.file.byteCount)
      let salt = RandomBytes.bytes(PageOne.saltByteCount)
      let cipher = newKey.bytes.withBytes { PageCipher(key: $0, salt: salt) }
      try reseal(old, with: cipher, usesLog: usesLog, to: staged, progress)
      try staged.finish()
      lock.markReplaced()
      return
    }
    throw ReplacementGuard.busy(path)
  }

  /// Brings everything into the database file itself and leaves no log or journal.
  ///
  /// - Returns: whether it was in WAL mode.
  private static func settle(
    _ path: String, key: borrowing DatabaseKey
  ) throws(EncryptedSQLiteError) -> Bool {
    let connection = try openUnchanged(path, key: key)
    do throws(SQLiteError) {
      let mode = try connection.text("PRAGMA journal_mode")
      // An emptied journal that lies there goes only when a mode that keeps it is left.
      if mode != "wal" { _ = try connection.text("PRAGMA journal_mode=PERSIST") }
      // Fails, too, while another connection is open.
      let left = try connection.text("PRAGMA journal_mode=DELETE")
      try connection.close()
      guard left == "delete" else { throw SQLiteError(code: .busy, message: "") }
      return mode == "wal"
    } catch {
      if .busy ~= error.code || .locked ~= error.code { throw ReplacementGuard.busy(path) }
      throw EncryptedSQLiteError(error, path: path)
    }
  }

  private static func reseal(
    _ old: SealedDatabase, with cipher: PageCipher, usesLog: Bool, to staged: StagedFile,
    _ progress: OperationProgress.Handler
  ) throws(EncryptedSQLiteError) {
    let size = old.pageByteCount
    let opener = old.makeCipher()
    let batch = max(1, (1 << 20) / size)
    let (disk, plain) = (PageBuffer(count: batch * size), PageBuffer(count: size))
    let byteCount = try old.file.byteCount
    let pageCount = Int(byteCount / Int64(size))
    for first in stride(from: 0, to: pageCount, by: batch) {
      let count = min(batch, pageCount - first)
      let offset = Int64(first) * Int64(size)
      _ = try old.file.read(into: disk, count: count * size, at: offset)
      for index in 0..<count {
        let number = PageNumber(first + index + 1)
        if number == old.lockBytePage { continue }
        let range = index * size..<(index + 1) * size
        let isOpen = plain.withMutableBytes {
          opener.open(disk.bytes.extracting(range), number: number, domain: .database, into: &$0)
        }
        guard isOpen else { throw .damaged(page: number, of: old) }
        if number == 1, usesLog { plain.withMutableBytes { setVersions(of: &$0, to: 2) } }
        disk.withMutableBytes {
          var page = $0._mutatingExtracting(range)
          cipher.seal(plain.bytes, number: number, domain: .database, into: &page)
        }
      }
      try staged.write(disk.bytes.extracting(0..<count * size), at: offset)
      progress(OperationProgress(offset + Int64(count * size), of: byteCount))
    }
  }

  /// SQLite's write and read version: 2 means that there is a write-ahead log.
  private static func setVersions(of pageOne: inout MutableRawSpan, to version: UInt8) {
    for offset in 18...19 { pageOne.storeBytes(of: version, toByteOffset: offset, as: UInt8.self) }
  }
}

extension EncryptedSQLiteError {
  static func damaged(page: PageNumber, of database: SealedDatabase) -> EncryptedSQLiteError {
    let offset = database.offset(of: page)
    return EncryptedSQLiteError(
      .damaged,
      reason: "page \(page) of \(database.file.path), at byte \(offset), is not what was written; "
        + "restore the database from a copy, or salvage what is readable",
      file: database.file.path, page: page, offset: offset)
  }
}
