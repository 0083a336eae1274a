// SPDX-License-Identifier: Apache-2.0

package import SQLite

extension ObjectStore {
  /// Writes everything into an empty database, row by row: compact, and as it is in the transaction
  /// that is open.
  ///
  /// The other may be encrypted otherwise, or not at all.
  package func copy(to other: Connection) throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      try other.execute("BEGIN IMMEDIATE")
      do throws(SQLiteError) {
        for pragma in ["application_id", "user_version"] {
          let value = try connection.number("PRAGMA \(pragma)") ?? 0
          try other.execute("PRAGMA \(pragma) = \(value)")
        }
        for (name, sql) in try definitions(of: "table") {
          try other.execute(sql)
          try copyRows(of: name, to: other)
        }
        // Indexes last: filled in one go, they are smaller and quicker made.
        for (_, sql) in try definitions(of: "index") { try other.execute(sql) }
        for (_, sql) in try definitions(of: "trigger") { try other.execute(sql) }
        try other.execute("COMMIT")
      } catch {
        if other.isInTransaction { try? other.execute("ROLLBACK") }
        throw error
      }
    }
  }

  private func definitions(
    of type: String
  ) throws(SQLiteError) -> [(name: String, sql: String)] {
    let statement = try connection.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = ?1 AND sql IS NOT NULL ORDER BY rowid")
    defer { statement.reset() }
    try statement.bind(type, at: 1)
    var result: [(String, String)] = []
    while try statement.step() { result.append((statement.text(at: 0), statement.text(at: 1))) }
    return result
  }

  private func copyRows(of name: String, to other: Connection) throws(SQLiteError) {
    let table = TableNames.quoted(name)
    let source = try connection.prepare("SELECT * FROM \(table)")
    defer { source.reset() }
    let parameters = (1...max(1, source.columnCount)).map { "?\($0)" }.joined(separator: ", ")
    let target = try other.prepare("INSERT INTO \(table) VALUES (\(parameters))")
    while try source.step() {
      target.reset()
      for column in 0..<source.columnCount {
        try target.bind(source.value(at: column), at: column + 1)
      }
      _ = try target.step()
    }
    target.reset()
  }
}
