// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// Makes a file as small as what is in it.
enum Compaction {
  /// Asks `decide`, and compacts if it says so and nobody else has the file open.
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
      // Another process uses the file: next time.
      defer { try? connection.execute("PRAGMA busy_timeout = \(patience)") }
      try connection.execute("VACUUM")
      // The file shrinks when the log has been carried over.
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      if error.code.primary == .busy { return }
      throw Realm.Error(error, file: core.path)
    }
  }
}
