// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets
import Synchronization
import TestFolders

/// An encrypted database in a folder of its own.
final class TestDatabase: Sendable {
  let folder = TemporaryFolder()
  let keyBytes: [UInt8]
  private let damage = Mutex<[EncryptedSQLiteError]>([])

  init(keyBytes: [UInt8] = RandomBytes.bytes(64)) { self.keyBytes = keyBytes }

  /// What recovery has reported.
  var reports: [EncryptedSQLiteError] { damage.withLock { $0 } }

  var path: String { folder.file("test.db") }
  var logPath: String { "\(path)-wal" }
  var journalPath: String { "\(path)-journal" }

  /// Small enough that transactions spill, large enough to work.
  static let smallCache = 40 * 4096

  func open(
    _ mode: DatabaseOptions.JournalMode = .wal, access: Connection.Access = .readWriteCreate,
    cache: Int = 1 << 20, synchronous: DatabaseOptions.Synchronous = .off, key: [UInt8]? = nil,
    busyTimeout: Int = 5000, at path: String? = nil, layer: String? = nil, pageSize: Int = 4096
  ) throws(EncryptedSQLiteError) -> Connection {
    let bytes = key ?? keyBytes
    let key = try DatabaseKey(copying: bytes.rawBytes)
    var options = DatabaseOptions(
      access: access, journalMode: mode, synchronous: synchronous, cacheByteCount: cache,
      busyTimeout: busyTimeout,
      reportDamage: { error in self.damage.withLock { $0.append(error) } })
    if let layer { options.fileLayer = layer }
    options.pageSize = pageSize
    return try EncryptedDatabase.open(at: path ?? self.path, key: key, options: options)
  }

  /// The database file's bytes.
  var bytes: [UInt8] { FileBytes.read(path) ?? [] }

  func makeKey() throws(EncryptedSQLiteError) -> DatabaseKey {
    let bytes = keyBytes
    return try DatabaseKey(copying: bytes.rawBytes)
  }

  /// Flips one bit of the file at `path`.
  static func flipBit(at offset: Int, of path: String) {
    var bytes = FileBytes.read(path) ?? []
    bytes[offset] ^= 0x04
    FileBytes.write(bytes, to: path)
  }

  /// Copies database, log and journal, as a crash would leave them, into another folder.
  func snapshot() -> TestSnapshot {
    let copy = TestSnapshot(of: self)
    for suffix in ["", "-wal", "-journal"] { FileBytes.copy(path + suffix, to: copy.path + suffix) }
    return copy
  }
}

/// What a crash at some moment would have left of a database.
struct TestSnapshot {
  let folder = TemporaryFolder()
  let original: TestDatabase

  init(of original: TestDatabase) { self.original = original }

  var path: String { folder.file("test.db") }

  func open(_ mode: DatabaseOptions.JournalMode = .wal) throws(EncryptedSQLiteError) -> Connection {
    try original.open(mode, at: path)
  }
}

extension Connection {
  /// The single integer that `sql` delivers.
  func integer(_ sql: String) throws(SQLiteError) -> Int64 {
    let statement = try prepare(sql)
    defer { statement.reset() }
    _ = try statement.step()
    return statement.integer(at: 0)
  }

  /// The first column of every row that `sql` delivers.
  func texts(_ sql: String) throws(SQLiteError) -> [String] {
    let statement = try prepare(sql)
    defer { statement.reset() }
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(at: 0)) }
    return texts
  }

  /// Whether SQLite finds nothing wrong.
  func isIntact() throws(SQLiteError) -> Bool { try texts("PRAGMA integrity_check") == ["ok"] }

  /// Makes a table `t` with `count` rows of about 500 bytes.
  func fill(_ count: Int, text: String = "plaintext-marker") throws(SQLiteError) {
    try execute("CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, name TEXT, body BLOB)")
    try insert(count, text: text)
  }

  /// Adds rows in one transaction.
  func insert(_ count: Int, text: String = "plaintext-marker") throws(SQLiteError) {
    try execute("BEGIN IMMEDIATE")
    let insert = try prepare("INSERT INTO t(name, body) VALUES(?1, randomblob(480))")
    for i in 0..<count {
      try insert.bind("\(text)-\(i)", at: 1)
      try insert.run()
    }
    try execute("COMMIT")
  }
}
