// SPDX-License-Identifier: Apache-2.0

public import SQLite

extension EncryptedDatabase {
  /// Attaches the **plain** SQLite database at `path` to the connection of an encrypted one, under
  /// `schema`.
  ///
  /// For moving data between the two. What goes into it can be read by everybody who can read the
  /// file. A transaction over both is atomic in the journal modes other than WAL, as SQLite's are.
  /// The file must exist.
  ///
  /// - Throws: ``EncryptedSQLiteError``: `unsupported` for an encrypted file, `notADatabase`,
  ///   `notFound`, `permissionDenied`, `sqlite` for the eleventh file.
  public static func attachUnprotectedFile(
    _ path: String, as schema: String, to connection: Connection
  ) throws(EncryptedSQLiteError) {
    let info = try info(at: path)
    switch info.kind {
    case .plain, .empty: break
    case .encrypted, .unsupportedVersion, .replaced, .truncated:
      throw EncryptedSQLiteError(
        .unsupported, reason: "\(path) is encrypted; attach it with its key", file: path)
    case .unwritten, .foreign:
      throw EncryptedSQLiteError(
        .notADatabase, reason: "\(path) is no SQLite database; check the path", file: path)
    }
    let request = OpenRequest(unprotectedFile: path)
    try explaining(path, request.failures) { () throws(SQLiteError) in
      try request.attach(literal(path), as: schema, to: connection)
    }
  }
}
