// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// The row of a database that counts attestations.
///
/// SQLite's own change counter stands still in WAL mode.
enum AttestationCounter {
  static let table = "strongroom_attestation"

  /// The count; 0 for a database that was never attested.
  ///
  /// - Throws: ``SQLiteError``.
  static func value(_ connection: Connection) throws(SQLiteError) -> Int64 {
    let exists = try connection.number(
      "SELECT 1 FROM sqlite_schema WHERE type='table' AND name='\(table)'")
    guard exists != nil else { return 0 }
    return try connection.number("SELECT counter FROM \(table) WHERE id=1") ?? 0
  }

  /// Counts one on, durably.
  ///
  /// - Throws: ``SQLiteError``.
  static func advance(_ connection: Connection) throws(SQLiteError) {
    try connection.transaction(.immediate, failingWith: { $0 }) { () throws(SQLiteError) in
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS \(table)(id INTEGER PRIMARY KEY CHECK(id=1), counter INTEGER NOT NULL);
        INSERT INTO \(table) VALUES(1, 1) ON CONFLICT(id) DO UPDATE SET counter=counter+1
        """)
    }
  }
}
