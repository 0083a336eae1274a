// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// The table of a salvaged database for rows of which nobody knows where they belong: page, row id,
/// and as many columns as the widest of them has values.
final class LostAndFound {
  private let target: SalvageTarget
  /// How many columns for values it begins with; one more at a time is slow.
  private let expectedWidth: Int
  /// What the table is called; nil until there is a row for it.
  private(set) var name: String?
  private(set) var rowCount = 0
  private var width = 0

  init(_ target: SalvageTarget, expectedWidth: Int) {
    self.target = target
    self.expectedWidth = min(expectedWidth, SalvageBounds.widestRow)
  }

  /// Writes a row; false when it has more values than a table has room for.
  ///
  /// - Throws: ``EncryptedSQLiteError`` when the target cannot be written.
  func keep(
    _ values: [SalvagedValue], id: Int64?, page: PageNumber
  ) throws(EncryptedSQLiteError) -> Bool {
    guard values.count <= SalvageBounds.widestRow else { return false }
    try target.perform { () throws(SQLiteError) in
      let name = try table(for: values.count)
      _ = try target.insert(
        [.integer(Int64(page)), id.map(SalvagedValue.integer) ?? .null] + values,
        into: name, ["page", "id"] + (0..<values.count).map { "c\($0)" })
    }
    rowCount += 1
    return true
  }

  /// The table, with at least `count` columns for values.
  private func table(for count: Int) throws(SQLiteError) -> String {
    let connection = target.connection
    let name: String
    if let existing = self.name { name = existing } else { name = try makeTable() }
    self.name = name
    while width < count {
      try connection.execute("ALTER TABLE \(name) ADD COLUMN c\(width)")
      width += 1
    }
    return name
  }

  private func makeTable() throws(SQLiteError) -> String {
    var name = "lost_and_found"
    while try target.connection.number(
      "SELECT 1 FROM sqlite_schema WHERE name='\(name)' COLLATE NOCASE") != nil
    { name += "_" }
    let columns = ["page INTEGER", "id INTEGER"] + (0..<expectedWidth).map { "c\($0)" }
    try target.connection.execute("CREATE TABLE \(name)(\(columns.joined(separator: ", ")))")
    width = expectedWidth
    return name
  }
}
