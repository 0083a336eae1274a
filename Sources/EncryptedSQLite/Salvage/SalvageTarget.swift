// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// The new database that a salvage fills.
final class SalvageTarget {
  /// A table to be filled.
  struct Table {
    let name: String
    let root: PageNumber
    let hasRowID: Bool
    /// The columns as they follow each other in a stored row; nil for one that cannot be written.
    let columns: [String?]
    /// The place of the column that stands for the row id and is stored as NULL.
    let aliasIndex: Int?
    /// A name of the row id that no column has taken.
    let rowIDName: String?
  }

  let connection: Connection
  private let path: String
  let encoding: TextEncoding

  init(_ connection: Connection, path: String, encoding: TextEncoding) {
    self.connection = connection
    self.path = path
    self.encoding = encoding
  }

  /// Runs `body`, and makes its error one of ours.
  func perform<R>(_ body: () throws(SQLiteError) -> R) throws(EncryptedSQLiteError) -> R {
    do throws(SQLiteError) { return try body() } catch {
      throw EncryptedSQLiteError(error, path: path)
    }
  }

  /// Runs `body` whole or not at all.
  ///
  /// - Returns: what it returns, or why SQLite does not take what it was given.
  /// - Throws: ``EncryptedSQLiteError`` when the target itself is the trouble.
  func attempting<R>(
    _ body: () throws(SQLiteError) -> R
  ) throws(EncryptedSQLiteError) -> Result<R, SQLiteError> {
    try perform { () throws(SQLiteError) in
      try connection.execute("SAVEPOINT attempt")
      let result: Result<R, SQLiteError>
      do throws(SQLiteError) { result = .success(try body()) } catch {
        guard Self.isAboutContent(error) else { throw error }
        try connection.execute("ROLLBACK TO attempt")
        result = .failure(error)
      }
      try connection.execute("RELEASE attempt")
      return result
    }
  }

  /// Whether SQLite refuses what it was given; else it cannot write the file.
  private static func isAboutContent(_ error: SQLiteError) -> Bool {
    let codes: [ResultCode] = [
      .error, .constraint, .mismatch, .tooBig, .denied, .misuse, .range, .corrupt,
    ]
    return error.underlying == nil && codes.contains { $0 ~= error.code }
  }

  /// Makes a table, and finds out how its rows are stored.
  ///
  /// - Throws: ``SQLiteError`` when SQLite does not take the definition.
  func make(_ name: String, root: PageNumber, sql: String) throws(SQLiteError) -> Table {
    try connection.define(sql)
    // Bound, as a name may hold anything.
    let withoutRowID = try number(
      "SELECT wr FROM pragma_table_list WHERE schema='main' AND name=?1", name)
    guard let withoutRowID else {
      throw SQLiteError(code: .error, message: "the definition is one of another table")
    }
    let hasOwnIndex = try number(
      "SELECT 1 FROM pragma_index_list(?1) WHERE origin='pk'", name)
    var columns: [(name: String, isWritable: Bool, key: Int64, isInteger: Bool)] = []
    let list = try connection.prepare(
      "SELECT cid, name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?1)")
    try list.bind(name, at: 1)
    while try list.step() {
      // 2 is a generated column that is not stored, 3 one that is.
      let hidden = list.integer(at: 6)
      guard hidden != 2 else { continue }
      columns.append(
        (
          list.text(at: 1), hidden == 0, list.integer(at: 5),
          list.text(at: 2).uppercased() == "INTEGER"
        ))
    }
    list.reset()
    let hasRowID = withoutRowID != 1
    let keys = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }
    let order = hasRowID ? columns : keys + columns.filter { $0.key == 0 }
    let isAlias = hasRowID && keys.count == 1 && keys[0].isInteger && hasOwnIndex == nil
    let taken = Set(columns.map { $0.name.lowercased() })
    return Table(
      name: name, root: root, hasRowID: hasRowID,
      columns: order.map { $0.isWritable ? $0.name : nil },
      aliasIndex: isAlias ? order.firstIndex { $0.key > 0 } : nil,
      rowIDName: hasRowID ? ["_rowid_", "rowid", "oid"].first { !taken.contains($0) } : nil)
  }

  /// The integer that `sql` delivers for a name; nil when there is none.
  private func number(_ sql: String, _ name: String) throws(SQLiteError) -> Int64? {
    let statement = try connection.prepare(sql)
    defer { statement.reset() }
    try statement.bind(name, at: 1)
    return try statement.step() ? statement.integer(at: 0) : nil
  }

  /// Enters the definition of a virtual table, whose own tables exist.
  ///
  /// - Throws: ``SQLiteError`` when SQLite does not take the definition.
  func enter(_ name: String, sql: String) throws(SQLiteError) {
    try connection.execute("PRAGMA writable_schema=ON")
    let insert = try connection.prepare(
      "INSERT INTO sqlite_schema VALUES('table', ?1, ?1, 0, ?2)")
    try insert.bind(name, at: 1)
    try insert.bind(sql, at: 2)
    try insert.run()
    // Reads the schema anew, and does not take what it cannot parse.
    try connection.execute("PRAGMA writable_schema=RESET; SELECT 1 FROM sqlite_schema LIMIT 1")
  }

  /// Writes a row; false when a constraint, or whatever the definition computes from it, is against
  /// it.
  ///
  /// - Throws: ``EncryptedSQLiteError`` when the target cannot be written.
  func save(
    _ id: Int64?, _ values: [SalvagedValue], into table: Table
  ) throws(EncryptedSQLiteError) -> Bool {
    try perform { () throws(SQLiteError) in
      do throws(SQLiteError) { return try insert(id, values, into: table) } catch {
        guard Self.isAboutContent(error) else { throw error }
        return false
      }
    }
  }

  /// Writes a row; false when a constraint is against it.
  private func insert(_ id: Int64?, _ values: [SalvagedValue], into table: Table)
    throws(SQLiteError)
    -> Bool
  {
    var names: [String] = []
    var written: [SalvagedValue] = []
    if let name = table.rowIDName, let id {
      names.append(name)
      written.append(.integer(id))
    }
    for (index, value) in values.prefix(table.columns.count).enumerated()
    where index != table.aliasIndex || table.rowIDName == nil {
      guard let name = table.columns[index] else { continue }
      names.append(Self.quoted(name))
      written.append(index == table.aliasIndex ? id.map(SalvagedValue.integer) ?? .null : value)
    }
    guard !names.isEmpty else { return false }
    return try insert(written, into: table.name, names)
  }

  /// Writes a row of which only the values are known.
  ///
  /// - Throws: ``SQLiteError``.
  func insert(
    _ values: [SalvagedValue], into table: String, _ names: [String]
  ) throws(SQLiteError) -> Bool {
    let places = (1...names.count).map { "?\($0)" }.joined(separator: ",")
    let statement = try connection.prepare(
      "INSERT OR IGNORE INTO \(Self.quoted(table))(\(names.joined(separator: ","))) VALUES(\(places))"
    )
    for (index, value) in values.enumerated() { try bind(value, to: statement, at: index + 1) }
    try statement.run()
    return connection.changes > 0
  }

  private func bind(
    _ value: SalvagedValue, to statement: Statement, at index: Int
  ) throws(SQLiteError) {
    switch value {
    case .null: try statement.bindNull(at: index)
    case .integer(let number): try statement.bind(number, at: index)
    case .real(let number): try statement.bind(number, at: index)
    case .blob(let bytes): try statement.bind(bytes, at: index)
    case .text(let bytes): try statement.bindText(bytes, encoding, at: index)
    }
  }

  /// A name as SQL takes it.
  private static func quoted(_ name: String) -> String {
    var quoted = "\""
    for character in name.unicodeScalars {
      quoted.unicodeScalars.append(character)
      if character == "\"" { quoted.append("\"") }
    }
    return quoted + "\""
  }
}

extension SalvageTarget {
  /// A value as text, nil when it is none.
  func text(_ value: SalvagedValue) -> String? {
    guard case .text(let bytes) = value else { return nil }
    switch encoding {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .utf16LittleEndian, .utf16BigEndian:
      let (first, second) = encoding == .utf16BigEndian ? (0, 1) : (1, 0)
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + first]) << 8 | UInt16(bytes[$0 + second])
      }
      return String(decoding: units, as: UTF16.self)
    }
  }
}
