// SPDX-License-Identifier: Apache-2.0

public import EncryptedSQLite
public import SQLite

extension EncryptedDatabase {
  /// Opens the encrypted database at `path` with a key from a ``Keyring``, or makes it.
  ///
  /// ```swift
  /// let key = try Keyring().findOrMake("notes")
  /// let database = try EncryptedDatabase.open(at: "notes.db", key: key)
  /// ```
  ///
  /// - Throws: `EncryptedSQLiteError`, which tells a wrong key, a plain file, a foreign file and
  ///   damage apart.
  public static func open(
    at path: String, key: EncryptionKey, options: DatabaseOptions = DatabaseOptions()
  ) throws(EncryptedSQLiteError) -> Connection {
    try open(at: path, key: DatabaseKey(key), options: options)
  }
}

extension DatabaseKey {
  /// Makes a database key out of a key from a ``Keyring``, for calls that take one.
  public init(_ key: EncryptionKey) {
    do {
      try self = key.withBytes { (bytes) throws(EncryptedSQLiteError) in
        try DatabaseKey(copying: bytes)
      }
    } catch {
      fatalError("an encryption key must be a valid database key: \(error)")
    }
  }
}
