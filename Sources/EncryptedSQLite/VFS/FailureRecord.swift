// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import SQLite

/// Remembers what precisely failed, until the connection asks: SQLite passes on only the number.
final class FailureRecord {
  private var last: (code: CInt, error: EncryptedSQLiteError)?

  /// Keeps `error` and returns `code`, to be returned to SQLite.
  func note(_ error: EncryptedSQLiteError, returning code: CInt) -> CInt {
    last = (code, error)
    return code
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
