// SPDX-License-Identifier: Apache-2.0

internal import SQLite

extension EncryptedDatabase {
  /// Saves what can be read of the damaged database at `source` into a new file, under the same
  /// key.
  ///
  /// The damaged file is never changed. Every page whose tag is right is used, from a hot journal
  /// or the log first, also behind a damaged frame. The tables are walked from their roots; leaves
  /// below a page that is bad are found by looking at all pages, and go to the table that lost
  /// them, or, where that is not certain, to a table `lost_and_found`. Indexes, views and triggers
  /// are made anew.
  ///
  /// What must be readable is the salt in the first 16 bytes of the file: without it there are no
  /// keys, and the file looks as if the key were wrong.
  ///
  /// - Throws: ``EncryptedSQLiteError``: `wrongKey`, `notEncrypted`, `notADatabase`, `damaged` when
  ///   not one page can be read, `targetExists`, `diskFull`. Losses are in the report.
  public static func salvage(
    _ source: String, key: borrowing DatabaseKey, to target: String,
    existingTarget: ExistingTarget = .refuse, progress: OperationProgress.Handler = { _ in }
  ) throws(EncryptedSQLiteError) -> SalvageReport {
    let pages = try PageSource.open(source, key: key)
    let database = pages.database
    let byteCount = pages.byteCount
    // First all tags, then all rows.
    let bad = try PageSweep.badPages(of: database, pageCount: try database.pageCount) {
      progress(OperationProgress($0.completed, of: 2 * byteCount))
    }.filter { !pages.isBesideFile($0) }
    guard bad.count < Int(pages.pageCount) else {
      throw EncryptedSQLiteError(
        .damaged, reason: "not one page of \(source) can be read; restore it from a copy",
        file: source)
    }
    let replacement = try TargetReplacement(target, existingTarget, source: source)
    let staged = try StagedFile(
      for: target, replacing: replacement.isReplacing, like: source, expecting: byteCount)
    let salvaged = try makeTarget(at: staged.path, for: pages, key: key, name: target)
    let report: SalvageReport
    do throws(EncryptedSQLiteError) {
      report = try pages.observing(progress, from: byteCount, of: 2 * byteCount) {
        () throws(EncryptedSQLiteError) in try Salvage(pages, salvaged).run(badPages: bad)
      }
    } catch {
      // SQLite has one word for both.
      guard error.code == .diskFull else { throw error }
      throw EncryptedSQLiteError(
        .diskFull,
        reason: "\(target) cannot grow: its disk is full, or what is in \(source) would take more "
          + "than \(SalvageBounds.growth) times its size", file: target)
    }
    let connection = salvaged.connection
    try salvaged.perform { () throws(SQLiteError) in
      try connection.execute("COMMIT")
      try connection.close()
    }
    try staged.finish()
    replacement.markReplaced()
    progress(OperationProgress(2 * byteCount, of: 2 * byteCount))
    return report
  }

  /// A new database as the damaged one was set up, in a transaction that has begun.
  private static func makeTarget(
    at path: String, for pages: PageSource, key: borrowing DatabaseKey, name: String
  ) throws(EncryptedSQLiteError) -> SalvageTarget {
    let header = pages.page(1)
    let encoding =
      header.flatMap { TextEncoding(rawValue: TreePage.number32($0, 56)) } ?? .utf8
    var options = DatabaseOptions(
      journalMode: .delete, synchronous: .off, cacheByteCount: 8 << 20)
    options.pageSize = pages.database.pageByteCount
    // 1 is automatic, 2 at request.
    let isAutomatic = header.map { TreePage.number32($0, 52) != 0 } ?? false
    let isAtRequest = header.map { TreePage.number32($0, 64) != 0 } ?? false
    options.autoVacuum = isAutomatic ? (isAtRequest ? .incremental : .full) : .none
    let connection = try open(at: path, key: key, options: options, keepingJournalMode: true)
    connection.limitValues(to: Int(max(SalvageBounds.leastValueByteCount, pages.byteCount)))
    let most = SalvageBounds.growth * pages.pageCount + SalvageBounds.extraPageCount
    let salvaged = SalvageTarget(connection, path: name, encoding: encoding)
    try salvaged.perform { () throws(SQLiteError) in
      try connection.execute(
        """
        PRAGMA encoding='\(encoding.name)';
        PRAGMA journal_mode=MEMORY;
        PRAGMA ignore_check_constraints=ON;
        PRAGMA max_page_count=\(most);
        BEGIN
        """)
    }
    return salvaged
  }
}
