// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import TestFolders

extension TestDatabase {
  /// A closed database of some hundred pages.
  static func made(
    _ mode: DatabaseOptions.JournalMode = .delete, rows: Int = 800
  ) throws -> TestDatabase {
    let database = TestDatabase()
    let connection = try database.open(mode)
    try connection.fill(rows)
    try connection.execute("CREATE INDEX byName ON t(name)")
    try connection.close()
    return database
  }

  /// Writes a plain database with the same table.
  static func writePlain(to path: String, rows: Int = 800, pageSize: Int = 4096) throws {
    let plain = try Connection(path: path)
    try plain.execute("PRAGMA page_size=\(pageSize); PRAGMA user_version=77")
    try plain.fill(rows)
    try plain.execute("CREATE INDEX byName ON t(name)")
    try plain.close()
  }

  /// All rows, in their order.
  static func rows(_ connection: Connection) throws -> [String] {
    try connection.texts("SELECT id || name || hex(body) FROM t ORDER BY id")
  }

  func rows(at path: String? = nil, key: [UInt8]? = nil) throws -> [String] {
    try Self.rows(open(.delete, access: .readWrite, key: key, at: path))
  }

  /// Replaces what a page holds with other bytes.
  func spoil(page: Int, at path: String? = nil) {
    Self.flipBit(at: (page - 1) * 4096 + 2000, of: path ?? self.path)
  }
}

extension DatabaseKey {
  init(_ bytes: [UInt8]) throws(EncryptedSQLiteError) { try self.init(copying: bytes.rawBytes) }
}

extension [UInt8] {
  /// Whether `text` is somewhere in the bytes.
  func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}
