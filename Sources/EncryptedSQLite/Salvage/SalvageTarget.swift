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

  /// Makes a table, and finds out how its rows are stored.
  ///
  /// - Throws: ``SQLiteError`` when SQLite does not take the definition.
  func make(_ name: String, root: PageNumber, sql: String) throws(SQLiteError) -> Table {
    try connection.execute(sql)
    let quoted = Self.quoted(name)
    let withoutRowID = try connection.number(
      "SELECT wr FROM pragma_table_list WHERE schema='main' AND name=\(Self.literal(name))")
    let hasOwnIndex = try connection.number(
      "SELECT 1 FROM pragma_index_list(\(Self.literal(name))) WHERE origin='pk'")
    var columns: [(name: String, isWritable: Bool, key: Int64, isInteger: Bool)] = []
    let list = try connection.prepare("PRAGMA table_xinfo(\(quoted))")
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

  /// Writes a row; false when a constraint is against it.
  ///
  /// - Throws: ``SQLiteError``.
  func insert(_ id: Int64?, _ values: [SalvagedValue], into table: Table) throws(SQLiteError)
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

  static func quoted(_ name: String) -> String { quote(name, "\"") }

  static func literal(_ text: String) -> String { quote(text, "'") }

  private static func quote(_ text: String, _ mark: Character) -> String {
    var quoted = String(mark)
    for character in text.unicodeScalars {
      quoted.unicodeScalars.append(character)
      if Character(character) == mark { quoted.append(mark) }
    }
    return quoted + String(mark)
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
