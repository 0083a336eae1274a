// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc
internal import SQLite

/// Remembers what precisely failed, until the connection asks: SQLite passes on only the number.
final class FailureRecord {
  private var last: (code: CInt, error: EncryptedSQLiteError)?

  /// Keeps `error` and returns `code`, to be returned to SQLite.
  func note(_ error: EncryptedSQLiteError, returning code: CInt) -> CInt {
    last = (code, error)
    return code
  }

  /// Passes on the `status` of writing to `file`, and keeps why it failed where the reason is no
  /// room.
  ///
  /// SQLite has a name for a full disk, none for a quota or a size limit.
  func wrote(_ status: CInt, to file: RealFile, path: String) -> CInt {
    guard status != SQLITE_OK else { return SQLITE_OK }
    let isLimited = [ENOSPC, EDQUOT, EFBIG].contains(file.lastErrorNumber)
    guard status == SQLITE_FULL || isLimited else { return status }
    return note(.fullDisk(path), returning: status)
  }

  /// The failure behind `code`, once.
  func take(for code: ResultCode) -> EncryptedSQLiteError? {
    guard let last, last.code == code.rawValue else { return nil }
    self.last = nil
    return last.error
  }

  /// The last failure, whatever SQLite made of it.
  func take() -> EncryptedSQLiteError? {
    defer { last = nil }
    return last?.error
  }
}
