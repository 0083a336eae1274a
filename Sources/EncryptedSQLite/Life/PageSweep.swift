// SPDX-License-Identifier: Apache-2.0

internal import Secrets
internal import Synchronization

/// One pass over all pages of a file, shared among threads: each takes the next piece until there
/// is none.
///
/// Every thread opens the file itself, as SQLite's layer may seek before it reads, and has a cipher
/// of its own.
final class PageSweep: Sendable {
  /// Large enough that the system reads ahead, small enough for the processor's cache.
  private static let pieceByteCount = 1 << 20

  private let path: String
  private let key: SharedKey
  private let pageCount: PageNumber
  private let nextPiece = Atomic<Int>(0)
  private let donePages = Atomic<Int>(0)
  private let findings = Mutex<(bad: [PageNumber], error: EncryptedSQLiteError?)>(([], nil))

  /// A key that several threads read.
  private final class SharedKey: Sendable {
    let bytes: SecretBytes
    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
  }

  private init(_ database: SealedDatabase, _ pageCount: PageNumber) {
    path = database.file.path
    key = SharedKey(database.copyKey())
    self.pageCount = pageCount
  }

  /// The pages of `database`, up to `pageCount`, that are not authentic.
  ///
  /// - Throws: ``EncryptedSQLiteError`` when the file cannot be read.
  static func badPages(
    of database: SealedDatabase, pageCount: PageNumber, progress: OperationProgress.Handler
  ) throws(EncryptedSQLiteError) -> [PageNumber] {
    let sweep = PageSweep(database, pageCount)
    let pageByteCount = Int64(database.pageByteCount)
    let total = Int64(pageCount) * pageByteCount
    // For a few pages a thread costs more than it brings.
    let second = total > 8 << 20 ? SecondThread { sweep.run(database: nil) { _ in } } : nil
    sweep.run(database: database) { done in
      progress(OperationProgress(Int64(done) * pageByteCount, of: total))
    }
    second?.join()
    let (bad, error) = sweep.findings.withLock { $0 }
    if let error { throw error }
    progress(OperationProgress(total, of: total))
    return bad.sorted()
  }

  private func run(database: SealedDatabase?, report: (Int) -> Void) {
    do throws(EncryptedSQLiteError) {
      let database =
        if let database { database } else { try SealedDatabase(path, key: key.bytes) }
      try check(database, report)
    } catch {
      findings.withLock { $0.error = error }
      nextPiece.store(Int(pageCount), ordering: .relaxed)
    }
  }

  private func check(
    _ database: SealedDatabase, _ report: (Int) -> Void
  ) throws(EncryptedSQLiteError) {
    let size = database.pageByteCount
    let pagesInPiece = Self.pieceByteCount / size
    let cipher = database.makeCipher()
    let buffer = PageBuffer(count: Self.pieceByteCount)
    while true {
      let piece = nextPiece.wrappingAdd(1, ordering: .relaxed).oldValue
      let first = piece * pagesInPiece
      guard first < Int(pageCount) else { return }
      let count = min(pagesInPiece, Int(pageCount) - first)
      _ = try database.file.read(
        into: buffer, count: count * size, at: Int64(first) * Int64(size))
      let bytes = buffer.bytes
      for index in 0..<count {
        let number = PageNumber(first + index + 1)
        guard number != database.lockBytePage else { continue }
        let page = bytes.extracting(index * size..<(index + 1) * size)
        if !cipher.isAuthentic(page, number: number, domain: .database) {
          findings.withLock { $0.bad.append(number) }
        }
      }
      report(donePages.wrappingAdd(count, ordering: .relaxed).newValue)
    }
  }
}
