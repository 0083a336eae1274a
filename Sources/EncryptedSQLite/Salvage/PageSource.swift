// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// The readable version of every page of a damaged database that counts, decrypted: from the
/// rollback journal or from the log where one has it, else from the file.
final class PageSource {
  let database: SealedDatabase
  /// The last page of the file.
  private let lastInFile: PageNumber
  /// The pages behind the end of the file that the log or the journal has, in order: not all up to
  /// the last of them, whose number may be any.
  private let beyondFile: [PageNumber]
  private let cipher: PageCipher
  private let log: (file: DatabaseFile, contents: LogContents)?
  private let journal: (file: DatabaseFile, contents: JournalContents)?
  private let disk: PageBuffer
  private let plain: PageBuffer
  /// Called for every page that is asked for.
  private var didRead: () -> Void = {}

  /// - Throws: ``EncryptedSQLiteError`` when the file cannot be read at all.
  init(_ database: SealedDatabase) throws(EncryptedSQLiteError) {
    self.database = database
    cipher = database.makeCipher()
    disk = PageBuffer(count: database.pageByteCount)
    plain = PageBuffer(count: database.pageByteCount)
    if let file = try? DatabaseFile(database.file.path + "-wal") {
      log = (
        file,
        try LogContents(
          file, pageByteCount: database.pageByteCount, cipher: cipher, skippingDamage: true)
      )
    } else {
      log = nil
    }
    if let file = try? DatabaseFile(database.file.path + "-journal") {
      let contents = try JournalContents(
        file, pageByteCount: database.pageByteCount, cipher: cipher)
      journal = contents.databasePageCount == nil ? nil : (file, contents)
    } else {
      journal = nil
    }
    let last = try database.pageCount
    lastInFile = last
    let beside = Set(log.map { Array($0.contents.pages.keys) } ?? [])
      .union(journal.map { Array($0.contents.pages.keys) } ?? [])
    beyondFile = beside.filter { $0 > last }.sorted()
  }

  /// The number of every page that may be there, in order.
  func forEachNumber<E: Error>(_ body: (PageNumber) throws(E) -> Void) throws(E) {
    for number in 1...max(1, lastInFile) { try body(number) }
    for number in beyondFile { try body(number) }
  }

  /// How many pages there may be.
  var pageCount: Int64 { Int64(lastInFile) + Int64(beyondFile.count) }

  /// How large the database is, as far as it is there.
  var byteCount: Int64 { pageCount * Int64(database.pageByteCount) }

  /// The bytes of a page that SQLite uses.
  var usableByteCount: Int { database.pageByteCount - PageLayout.reserve }

  /// Whether the log or the journal has the page.
  func isBesideFile(_ number: PageNumber) -> Bool {
    log?.contents.pages[number] != nil || journal?.contents.pages[number] != nil
  }

  /// Whether a transaction that did not end has left its journal.
  var hasHotJournal: Bool { journal != nil }

  /// The page as SQLite sees it; nil when it cannot be had.
  func page(_ number: PageNumber) -> [UInt8]? {
    guard number > 0, number != database.lockBytePage else { return nil }
    didRead()
    if let journal, let offset = journal.contents.pages[number],
      let bytes = open(journal.file, at: offset, number, .journal)
    {
      return bytes
    }
    if let log, let offset = log.contents.pages[number],
      let bytes = open(log.file, at: offset, number)
    {
      return bytes
    }
    return open(database.file, at: database.offset(of: number), number)
  }

  private func open(
    _ file: DatabaseFile, at offset: Int64, _ number: PageNumber, _ domain: PageDomain = .database
  ) -> [UInt8]? {
    guard (try? file.read(into: disk, at: offset)) == true else { return nil }
    let (cipher, disk) = (cipher, disk)
    let isOpen = plain.withMutableBytes {
      cipher.open(disk.bytes, number: number, domain: domain, into: &$0)
    }
    guard isOpen else { return nil }
    let plain = plain
    return plain.bytes.array
  }

  /// Runs `body`, and tells `progress` how many bytes it has read, added to `done`.
  ///
  /// - Throws: what `body` throws.
  func observing<R, E: Error>(
    _ progress: OperationProgress.Handler, from done: Int64, of total: Int64,
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    let result: Result<R, E> = withoutActuallyEscaping(progress) { progress in
      var count: Int64 = 0
      let size = Int64(database.pageByteCount)
      didRead = {
        count += 1
        if count % 256 == 0 { progress(OperationProgress(done + count * size, of: total)) }
      }
      defer { didRead = {} }
      do throws(E) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Opens a damaged database, also one whose page 1 names a wrong page size.
  ///
  /// - Throws: ``EncryptedSQLiteError``; what must be readable is the salt.
  static func open(
    _ path: String, key: borrowing DatabaseKey
  ) throws(EncryptedSQLiteError) -> PageSource {
    let sizes = [nil, 4096, 1024, 2048, 8192, 16384, 32768, 65536] as [Int?]
    for size in sizes {
      guard let database = try? SealedDatabase(path, key: key.bytes, pageByteCount: size) else {
        continue
      }
      let source = try PageSource(database)
      if (1...64).contains(where: { source.page($0) != nil }) {
        return source
      }
    }
    // Says what is wrong with the file, if it is that.
    return try PageSource(SealedDatabase(path, key: key.bytes))
  }
}
