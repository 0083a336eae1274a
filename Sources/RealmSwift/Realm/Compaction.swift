// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// Makes a file as small as what is in it.
///
/// All in one transaction, so that whoever is killed in the midst of it leaves the file as it was.
enum Compaction {
  /// Asks `decide`, and compacts if it says so and nobody else reads the file or writes it.
  static func run(on core: RealmCore, if decide: (Int, Int) -> Bool) throws {
    let connection = core.store.connection
    core.store.endSnapshot()
    do throws(SQLiteError) {
      let pageSize = try connection.number("PRAGMA page_size") ?? 0
      let pages = try connection.number("PRAGMA page_count") ?? 0
      let free = try connection.number("PRAGMA freelist_count") ?? 0
      guard decide(Int(pages * pageSize), Int((pages - free) * pageSize)) else { return }
      let patience = try connection.number("PRAGMA busy_timeout") ?? 0
      try connection.execute("PRAGMA busy_timeout = 0")
      defer { try? connection.execute("PRAGMA busy_timeout = \(patience)") }
      // Whoever reads an old version would have the log hold all of the new file.
      guard try isLogEmptied(connection) else { return }
      try connection.execute("VACUUM")
      // The file shrinks when the log has been carried over.
      _ = try isLogEmptied(connection)
    } catch {
      // Another process uses the file: next time.
      if error.code.primary == .busy { return }
      throw Realm.Error(error, file: core.path)
    }
  }

  private static func isLogEmptied(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }
}
