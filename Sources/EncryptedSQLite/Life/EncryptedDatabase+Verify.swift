// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension EncryptedDatabase {
  /// Checks every page of the database at `path`, and every frame of its log, against its tag.
  ///
  /// SQLite is not asked: this says whether the bytes are those that were written, which a database
  /// that SQLite's own `integrity_check` finds nothing wrong with may fail, and the other way
  /// round. Nothing is changed.
  ///
  /// A database in use may be verified: no lock is taken and nobody is held up. A page that a
  /// checkpoint is just writing is read again before it counts as bad.
  ///
  /// - Throws: ``EncryptedSQLiteError``, as opening does, when the file cannot be read or the key
  ///   is wrong; `replaced` when another file takes its place meanwhile. Damage is no error here
  ///   but in the report.
  public static func verify(
    at path: String, key: borrowing DatabaseKey, progress: OperationProgress.Handler = { _ in }
  ) throws(EncryptedSQLiteError) -> VerificationReport {
    let database = try SealedDatabase(path, key: key.bytes)
    let pageCount = try database.pageCount
    var bad = try PageSweep.badPages(of: database, pageCount: pageCount, progress: progress)
    for pause in [20_000, 200_000] as [UInt32] where !bad.isEmpty {
      usleep(pause)
      bad = try stillBad(bad, of: database)
    }
    let log = try log(of: database)
    let hasJournal = (try? info(at: path + "-journal").byteCount).map { $0 > 0 } ?? false
    let missing = try missingPageCount(of: database, log)
    guard !database.file.hasMoved else { throw .replaced(path) }
    return VerificationReport(
      pageCount: pageCount, pageByteCount: database.pageByteCount,
      badPages: bad.map {
        VerificationReport.BadPage(
          number: $0, offset: database.offset(of: $0), isInLog: log?.pages[$0] != nil)
      },
      missingPageCount: missing,
      log: log.map {
        VerificationReport.Log(
          frameCount: $0.frameCount, badFrames: $0.badFrames, isHeaderDamaged: $0.isHeaderDamaged)
      }, hasJournal: hasJournal)
  }

  /// How many pages are neither in the file, which must be as long as its first page says, nor in
  /// the log.
  private static func missingPageCount(
    of database: SealedDatabase, _ log: LogContents?
  ) throws(EncryptedSQLiteError) -> PageNumber {
    var expected = log?.databasePageCount
    if expected == nil { expected = try pageCountInHeader(of: database) }
    let present = try database.pageCount
    guard let expected, expected > present else { return 0 }
    let missing = (present + 1...expected).filter {
      log?.pages[$0] == nil && $0 != database.lockBytePage
    }
    return PageNumber(missing.count)
  }

  /// Reads pages again that may have been in the middle of a write, or are gone.
  private static func stillBad(
    _ pages: [PageNumber], of database: SealedDatabase
  ) throws(EncryptedSQLiteError) -> [PageNumber] {
    let cipher = database.makeCipher()
    let buffer = PageBuffer(count: database.pageByteCount)
    let pageCount = try database.pageCount
    var bad: [PageNumber] = []
    for number in pages where number <= pageCount {
      _ = try database.file.read(into: buffer, at: database.offset(of: number))
      if !cipher.isAuthentic(buffer.bytes, number: number, domain: .database) {
        bad.append(number)
      }
    }
    return bad
  }

  /// The log, if there is something in it; read again where a writer began it anew meanwhile.
  private static func log(
    of database: SealedDatabase
  ) throws(EncryptedSQLiteError) -> LogContents? {
    var contents: LogContents?
    for _ in 0..<3 {
      do throws(EncryptedSQLiteError) {
        contents = try LogContents(
          DatabaseFile(database.file.path + "-wal"), pageByteCount: database.pageByteCount,
          cipher: database.makeCipher(), skippingDamage: false)
      } catch {
        guard error.code == .notFound else { throw error }
        return nil
      }
      guard let found = contents, found.badFrames.isEmpty, !found.isHeaderDamaged else {
        usleep(20_000)
        continue
      }
      break
    }
    return contents.flatMap { $0.byteCount == 0 ? nil : $0 }
  }

  /// How many pages page 1 says there are, nil where it cannot be read or SQLite would not believe
  /// it.
  private static func pageCountInHeader(
    of database: SealedDatabase
  ) throws(EncryptedSQLiteError) -> PageNumber? {
    let disk = PageBuffer(count: database.pageByteCount)
    guard try database.file.read(into: disk, at: 0) else { return nil }
    let page = PageBuffer(count: database.pageByteCount)
    let cipher = database.makeCipher()
    let isOpen = page.withMutableBytes {
      cipher.open(disk.bytes, number: 1, domain: .database, into: &$0)
    }
    guard isOpen, page.bytes.number32(at: 24) == page.bytes.number32(at: 92) else { return nil }
    return page.bytes.number32(at: 28)
  }
}
