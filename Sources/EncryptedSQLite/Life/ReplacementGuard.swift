// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc
internal import Secrets

/// Keeps everybody out of a database while another file takes its place.
///
/// Holds SQLite's exclusive lock. A connection in WAL mode holds the shared one for as long as it
/// is open, so there can be none. In the journal modes an idle connection holds no lock; it would
/// go on in a file without a name. Therefore the old file is marked afterwards, and whoever uses it
/// then is told.
final class ReplacementGuard {
  let file: DatabaseFile

  /// Locks the database at `path`.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `busy` when it is in use.
  init(_ path: String) throws(EncryptedSQLiteError) {
    file = try DatabaseFile(path, forWriting: true)
    for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_RESERVED, SQLITE_LOCK_EXCLUSIVE] {
      guard file.real.lock(level) == SQLITE_OK else { throw Self.busy(path) }
    }
    guard !file.hasMoved else { throw .replaced(path) }
  }

  /// Whether a log or journal lies beside it, which would be taken for the new file's.
  ///
  /// A journal that begins with zero is one that has been settled.
  var hasSideFiles: Bool {
    ["-wal", "-journal"].contains { suffix in
      guard let side = try? DatabaseFile(file.path + suffix) else { return false }
      let first = PageBuffer(count: 1)
      let isThere = (try? side.read(into: first, at: 0)) ?? true
      return isThere && (suffix == "-wal" || first.bytes.byte(at: 0) != 0)
    }
  }

  /// Tells whoever still has the old file open that it is the old one.
  func markReplaced() {
    let head = PageOne.magic + [PageOne.replacedVersion] + Array(repeating: 0, count: 20)
    _ = file.real.write(head.rawBytes, at: 0)
  }

  static func busy(_ path: String) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      .busy, reason: "\(path) is in use; close all connections to it and try again", file: path)
  }

  deinit { _ = file.real.unlock(SQLITE_LOCK_NONE) }
}

extension EncryptedDatabase {
  /// Whether somebody has the database at `path` open in WAL mode, or is reading or writing it in
  /// another; an idle connection in another mode cannot be seen.
  ///
  /// - Throws: ``EncryptedSQLiteError`` when the file cannot be opened for writing.
  package static func isInUse(_ path: String) throws(EncryptedSQLiteError) -> Bool {
    do throws(EncryptedSQLiteError) {
      _ = try ReplacementGuard(path)
      return false
    } catch {
      guard error.code == .busy else { throw error }
      return true
    }
  }
}
