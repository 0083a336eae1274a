// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// The codes the layer returns itself.
///
/// Their macros do not reach Swift.
enum SQLiteCode {
  /// Fewer bytes than asked for, the rest are zero.
  static let shortRead = SQLITE_IOERR | 2 << 8
  static let readError = SQLITE_IOERR | 1 << 8
  static let writeError = SQLITE_IOERR | 3 << 8
  /// The content of a page is not what was written.
  ///
  /// An I/O error and not `SQLITE_CORRUPT`: only these make SQLite distrust its cache when a
  /// rollback fails half-way.
  static let dataError = SQLITE_IOERR | 32 << 8
  /// The file is not at its path any more.
  static let moved = SQLITE_READONLY | 4 << 8
}
