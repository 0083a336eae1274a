// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SQLite
internal import Secrets

extension EncryptedDatabase {
  /// What to do with a file that is already where one is to be written.
  public enum ExistingTarget: Sendable {
    /// Refuse, with `targetExists`.
    case refuse
    /// Put the new file in its place, in one step, once it is whole; refuse a database that is in
    /// use.
    case replace
  }

  /// Writes a copy of the database at `source` to a new file, under the same key.
  ///
  /// The copy is the database as it is at one moment. Others may go on using the original; in the
  /// journal modes, writers wait until the copy is done. It appears under its name when it is whole
  /// and on the disk, and has a salt of its own.
  ///
  /// - Throws: ``EncryptedSQLiteError`` as opening does, and `targetExists`, `diskFull`, `busy`.
  public static func backUp(
    _ source: String, key: borrowing DatabaseKey, to target: String,
    existingTarget: ExistingTarget = .refuse, progress: OperationProgress.Handler = { _ in }
  ) throws(EncryptedSQLiteError) {
    try backUp(
      source, key: key, to: target, under: key, existingTarget: existingTarget, progress: progress)
  }

  /// The same, with another key for the copy.
  ///
  /// - Throws: as without one.
  public static func backUp(
    _ source: String, key: borrowing DatabaseKey, to target: String,
    under newKey: borrowing DatabaseKey, existingTarget: ExistingTarget = .refuse,
    progress: OperationProgress.Handler = { _ in }
  ) throws(EncryptedSQLiteError) {
    let request = OpenRequest(
      key: newKey, mayCreate: true, mustWrite: true, isVacuumTarget: true,
      pageByteCount: try info(at: source).pageByteCount ?? PageLayout.defaultByteCount,
      reportDamage: DatabaseOptions.warn)
    try copySnapshot(
      of: source, key: key, to: target, existingTarget, failures: request.failures, progress
    ) { (path) throws(SQLiteError) in
      try request.perform { () throws(SQLiteError) in
        try Connection(path: path, vfs: EncryptedVFS.name)
      }
    }
  }

  /// Writes the content of the encrypted database at `source` to a **plain** SQLite file, which
  /// everybody can read who can read the file.
  ///
  /// For handing data to programs that know nothing of encryption. The plain file keeps the 48
  /// reserved bytes in each page, which every SQLite understands. What a plain file once held can
  /// be found on the disk after it has been deleted.
  ///
  /// - Throws: as ``backUp(_:key:to:existingTarget:progress:)``.
  public static func decryptToUnprotectedFile(
    _ source: String, key: borrowing DatabaseKey, to target: String,
    existingTarget: ExistingTarget = .refuse, progress: OperationProgress.Handler = { _ in }
  ) throws(EncryptedSQLiteError) {
    try EncryptedVFS.register()
    try copySnapshot(
      of: source, key: key, to: target, existingTarget, failures: FailureRecord(), progress
    ) { (path) throws(SQLiteError) in try Connection(path: path) }
  }

  private static func copySnapshot(
    of source: String, key: borrowing DatabaseKey, to target: String,
    _ existingTarget: ExistingTarget, failures: FailureRecord,
    _ progress: OperationProgress.Handler,
    open: (String) throws(SQLiteError) -> Connection
  ) throws(EncryptedSQLiteError) {
    let info = try info(at: source)
    let original = try openUnchanged(source, key: key)
    let replacement = try TargetReplacement(target, existingTarget, source: source)
    let staged = try StagedFile(
      for: target, replacing: replacement.isReplacing, like: source,
      expecting: info.byteCount + (info.log?.byteCount ?? 0))
    let pageByteCount = Int64(info.pageByteCount ?? PageLayout.defaultByteCount)
    try explaining(target, failures) { () throws(SQLiteError) in
      do throws(SQLiteError) {
        let copy = try open(literal(staged.path))
        try copy.setReservedBytes(PageLayout.reserve)
        // The file has no name yet, so a crash leaves nothing that a journal would have to repair.
        try copy.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-8192")
        try original.copyPages(to: copy) { done, total in
          progress(OperationProgress(Int64(done) * pageByteCount, of: Int64(total) * pageByteCount))
        }
        try copy.close()
      } catch {
        // A page that cannot be read is the original's failure, though SQLite reports the copy's.
        throw original.explaining(error)
      }
    }
    try? original.close()
    try staged.finish()
    replacement.markReplaced()
  }

  /// Opens a database for reading it all, with its journal mode left as it is.
  static func openUnchanged(
    _ path: String, key: borrowing DatabaseKey, cacheByteCount: Int = 8 << 20
  ) throws(EncryptedSQLiteError) -> Connection {
    // To read what a crash has left, SQLite must repair it first.
    let access: Connection.Access = unsafe Glibc.access(path, W_OK) == 0 ? .readWrite : .readOnly
    return try open(
      at: path, key: key,
      options: DatabaseOptions(access: access, cacheByteCount: cacheByteCount),
      keepingJournalMode: true)
  }
}

/// The file that a new one takes the place of, if there is one and it may go.
final class TargetReplacement {
  let isReplacing: Bool
  private let existing: ReplacementGuard?

  /// - Throws: ``EncryptedSQLiteError`` with `targetExists`, `busy` when the target is in use, or
  ///   `unsupported` when it is the source.
  init(
    _ target: String, _ choice: EncryptedDatabase.ExistingTarget, source: String
  ) throws(EncryptedSQLiteError) {
    var (a, b) = (stat(), stat())
    isReplacing = if case .replace = choice { true } else { false }
    guard unsafe stat(target, &a) == 0, isReplacing else {
      existing = nil
      return
    }
    if unsafe stat(source, &b) == 0, a.st_dev == b.st_dev, a.st_ino == b.st_ino {
      throw EncryptedSQLiteError(
        .unsupported, reason: "\(target) cannot be written over itself; name another file",
        file: target)
    }
    let existing = try ReplacementGuard(target)
    guard !existing.hasSideFiles else {
      throw EncryptedSQLiteError(
        .busy,
        reason:
          "\(target) has a log or journal beside it, which would be taken for the new file's; "
          + "open and close the database, or name another file", file: target)
    }
    self.existing = existing
  }

  /// Called once the new file has its name.
  func markReplaced() { existing?.markReplaced() }
}
