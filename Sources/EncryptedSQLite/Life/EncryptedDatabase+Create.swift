// SPDX-License-Identifier: Apache-2.0

internal import SQLite

extension EncryptedDatabase {
  /// Makes an encrypted database with nothing in it, and closes it.
  ///
  /// ``open(at:key:options:)`` makes a missing file too; this one refuses one that exists.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `targetExists`, and as opening does.
  public static func create(
    at path: String, key: borrowing DatabaseKey, options: DatabaseOptions = .init()
  ) throws(EncryptedSQLiteError) {
    let staged = try StagedFile(for: path, replacing: false, like: nil, expecting: 1 << 16)
    let connection = try open(at: staged.path, key: key, options: options)
    // A mode of the file comes with its first page.
    try explaining(path, FailureRecord()) { () throws(SQLiteError) in try connection.close() }
    try staged.finish()
  }
}
