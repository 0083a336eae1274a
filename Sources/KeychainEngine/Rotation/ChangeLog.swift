// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import SQLite

/// Which rows of a keychain's database were written since its rotation began: kept by triggers in
/// the database itself, so that no writer of any process goes unnoticed.
struct ChangeLog {
  struct Entry {
    let itemClass: ItemClass
    let row: Int64
    let order: Int64
  }

  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The next keychain that the log is kept for; nil when there is no log.
  ///
  /// A next keychain without its log does not know what was written since it was filled.
  func target() throws(SQLiteError) -> [UInt8]? {
    guard try exists() else { return nil }
    let statement = try connection.prepare("SELECT id FROM rotation_target")
    defer { statement.reset() }
    return try statement.step() ? statement.bytes(at: 0) : nil
  }

  private func exists() throws(SQLiteError) -> Bool {
    try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'rotation_target'") != 0
  }

  /// Begins to write down for the next keychain `target`, unless it did before.
  func begin(for target: [UInt8]) throws(SQLiteError) {
    guard try self.target() != target else { return }
    var sql = """
      CREATE TABLE IF NOT EXISTS rotation_log(class TEXT NOT NULL, row INTEGER NOT NULL,
        position INTEGER NOT NULL, PRIMARY KEY(class, row)) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS rotation_log_position ON rotation_log(position);
      CREATE TABLE IF NOT EXISTS rotation_target(id BLOB NOT NULL) STRICT;
      DELETE FROM rotation_target;
      DELETE FROM rotation_log;
      """
    for itemClass in ItemClass.allCases {
      for event in Event.allCases { sql += trigger(event, itemClass) }
    }
    try connection.transaction(.immediate, failingWith: { $0 }) { () throws(SQLiteError) in
      try connection.execute(sql)
      let statement = try connection.prepare("INSERT INTO rotation_target VALUES(?)")
      try statement.bind(target, at: 1)
      try statement.run()
    }
  }

  /// Ends it, and forgets everything.
  func end() throws(SQLiteError) {
    guard try exists() else { return }
    var sql = ""
    for itemClass in ItemClass.allCases {
      for event in Event.allCases {
        sql += "DROP TRIGGER IF EXISTS \(event.name(itemClass));"
      }
    }
    sql += "DROP TABLE IF EXISTS rotation_log; DROP TABLE IF EXISTS rotation_target;"
    try connection.transaction(.immediate, failingWith: { $0 }) { () throws(SQLiteError) in
      try connection.execute(sql)
    }
  }

  /// How many rows were written and not carried over yet.
  func count() throws(SQLiteError) -> Int {
    Int(try connection.number("SELECT count(*) FROM rotation_log") ?? 0)
  }

  /// The rows that were written first, at most `limit` of them.
  func entries(limit: Int) throws(SQLiteError) -> [Entry] {
    let statement = try connection.prepare(
      "SELECT class, row, position FROM rotation_log ORDER BY position LIMIT ?")
    try statement.bind(limit, at: 1)
    defer { statement.reset() }
    var entries: [Entry] = []
    while try statement.step() {
      guard let itemClass = ItemClass(rawValue: statement.text(at: 0)) else { continue }
      entries.append(
        Entry(
          itemClass: itemClass, row: statement.integer(at: 1), order: statement.integer(at: 2)))
    }
    return entries
  }

  /// Forgets rows that were carried over; one that was written again meanwhile stays.
  func forget(_ entries: [Entry]) throws(SQLiteError) {
    try connection.transaction(.immediate, failingWith: { $0 }) { () throws(SQLiteError) in
      let statement = try connection.prepare(
        "DELETE FROM rotation_log WHERE class = ? AND row = ? AND position = ?")
      for entry in entries {
        try statement.bind(entry.itemClass.rawValue, at: 1)
        try statement.bind(entry.row, at: 2)
        try statement.bind(entry.order, at: 3)
        try statement.run()
      }
    }
  }

  private enum Event: String, CaseIterable {
    case insert, update, delete

    func name(_ itemClass: ItemClass) -> String { "rotation_\(itemClass.rawValue)_\(rawValue)" }
  }

  /// A row that is written again goes to the end of the log: its last position is higher than any
  /// that was handed out, so whoever carries over an earlier state of the row does not forget it.
  private func trigger(_ event: Event, _ itemClass: ItemClass) -> String {
    let row = event == .delete ? "OLD" : "NEW"
    return """
      CREATE TRIGGER IF NOT EXISTS \(event.name(itemClass)) AFTER \(event.rawValue.uppercased())
        ON \(itemClass.rawValue) BEGIN
        INSERT OR REPLACE INTO rotation_log VALUES('\(itemClass.rawValue)', \(row).rowid,
          (SELECT coalesce(max(position), 0) + 1 FROM rotation_log));
      END;
      """
  }
}
