// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import SQLite
internal import Secrets

/// A row on its way from one store to another.
struct TransferredRow {
  enum Content {
    case item(Item)
    /// What does not open goes along as it is, for whoever can make something of it one day.
    case damaged(SealedRow)
  }

  let number: Int64
  let place: RowPlace
  /// Whether it stands in nobody's way, and so must not where it goes.
  let isSetAside: Bool
  let content: Content

  /// About how much memory its secret takes.
  var byteCount: Int {
    switch content {
    case .item(let item):
      item.sideData.values.reduce(item.data?.bytes.count ?? item.lockedSecret?.count ?? 0) {
        $0 + $1.bytes.count
      }
    case .damaged(let row): row.metadata.count + (row.secret?.count ?? 0)
    }
  }
}

/// Moving rows to the store of the next keys: they keep their numbers, and so their order.
extension ItemStore {
  /// How many rows there are, damaged ones among them.
  func rowCount() throws(SQLiteError) -> Int {
    var count: Int64 = 0
    for itemClass in ItemClass.allCases {
      count += try connection.number("SELECT count(*) FROM \(itemClass.rawValue)") ?? 0
    }
    return Int(count)
  }

  /// How many bytes of secrets are on their way at a time, beyond one row.
  static let transferByteCount = 4 << 20

  /// The rows behind the number `last`, at most `limit` of them and fewer where they are large.
  ///
  /// - Throws: `errSecInteractionNotAllowed` for a row that is locked away.
  func rows(
    of itemClass: ItemClass, after last: Int64, limit: Int
  ) throws(KeychainEngineError) -> [TransferredRow] {
    try transferredRows(of: itemClass, where: "rowid > ? ORDER BY rowid LIMIT \(limit)", last)
  }

  /// The row of that number; nil when there is none.
  func row(_ number: Int64, of itemClass: ItemClass) throws(KeychainEngineError) -> TransferredRow?
  {
    try transferredRows(of: itemClass, where: "rowid = ?", number).first
  }

  private func transferredRows(
    of itemClass: ItemClass, where condition: String, _ number: Int64
  ) throws(KeychainEngineError) -> [TransferredRow] {
    do {
      let statement = try connection.prepare(
        """
        SELECT \(Schema.columns(of: itemClass)), uniq IS NULL FROM \(itemClass.rawValue)
          WHERE \(condition)
        """)
      try statement.bind(number, at: 1)
      defer { statement.reset() }
      var rows: [TransferredRow] = []
      var byteCount = 0
      while byteCount < Self.transferByteCount, try statement.step() {
        let row = RowReader(statement, itemClass: itemClass)
        let content: TransferredRow.Content
        switch open(row) {
        case .item(let item): content = .item(item)
        case .damaged: content = .damaged(row.sealed)
        case .locked: throw KeychainEngineError.locked
        }
        rows.append(
          TransferredRow(
            number: row.number, place: row.place, isSetAside: row.hasMark, content: content))
        byteCount += rows[rows.count - 1].byteCount
      }
      return rows
    } catch let error as KeychainEngineError {
      throw error
    } catch let error as SQLiteError {
      throw StoreFailure.translate(error)
    } catch {
      throw KeychainEngineError(.internalError, "reading rows failed in an unknown way")
    }
  }

  /// Writes `row` under its number, in the place of what was there, sealed under this store's keys.
  ///
  /// Another row that has the same unique attributes makes room: it was changed, too, and comes
  /// after it.
  func put(_ row: TransferredRow) throws(KeychainEngineError) {
    var (place, sealed) = (row.place, SealedRow(keys: [], metadata: []))
    var isSound = !row.isSetAside
    switch row.content {
    case .item(let item): (place, sealed) = try seal(item)
    case .damaged(let raw): (sealed, isSound) = (raw, false)
    }
    do throws(SQLiteError) {
      do throws(SQLiteError) {
        // Replacing costs a copy of every page that changes, also where there is nothing to
        // replace.
        try put(row.number, place, sealed, isSound: isSound, by: "INSERT")
      } catch {
        guard .constraint ~= error.code else { throw error }
        try put(row.number, place, sealed, isSound: isSound, by: "INSERT OR REPLACE")
      }
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  private func put(
    _ number: Int64, _ place: RowPlace, _ sealed: SealedRow, isSound: Bool, by verb: String
  ) throws(SQLiteError) {
    let itemClass = place.itemClass
    let tokens = itemClass.indexedAttributes.map { "\($0.key), " }.joined()
    let marks = String(repeating: "?, ", count: place.tokens.count)
    let unique = isSound ? "uniq" : "quar"
    let statement = try connection.prepare(
      """
      \(verb) INTO \(itemClass.rawValue)(rowid, pref, pdmn, ckgn, agrp, \(unique), \(tokens)keys, meta, data)
        VALUES(?, ?, ?, ?, ?, ?, \(marks)?, ?, ?)
      """)
    try statement.bind(number, at: 1)
    try statement.bind(place.identifier, at: 2)
    try bind(place, sealed, to: statement, from: 3)
    try statement.run()
  }
}
