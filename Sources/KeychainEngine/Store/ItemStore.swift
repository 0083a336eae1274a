// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import SQLite
internal import Secrets

/// Reads and writes items: the rows of the database, sealed and found by their tokens.
///
/// Knows nothing of callers; what it is asked for, it does.
final class ItemStore {
  let connection: Connection
  let index: BlindIndex
  private(set) var sealer: RowSealer
  /// How many rows the transaction has changed.
  private var changedRows = 0
  /// The texts of searches, each put together once, and the last one prepared.
  var searches: [SearchShape: String] = [:]
  var lastSearch: (shape: SearchShape, statement: Statement)?

  /// A row that fits a query.
  struct Match {
    let row: Int64
    let place: RowPlace
    let item: Item
  }

  init(connection: Connection, keys: KeybagKeys, classKeys: ClassKeys) {
    self.connection = connection
    index = BlindIndex(keys: keys)
    sealer = RowSealer(keychainID: keys.keychainID, classKeys: classKeys)
  }

  /// The class keys at hand.
  var classKeys: ClassKeys {
    get { sealer.classKeys }
    set { sealer.classKeys = newValue }
  }

  /// Runs `body` in one write transaction; nothing of it remains when it throws.
  ///
  /// Inside such a `body`, the same for a part of it, with the other parts remaining. A part of one
  /// statement needs no savepoint, which copies every page that changes: a statement that fails
  /// takes itself back.
  func write<R>(
    isOneStatement: Bool = false, _ body: () throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R {
    guard connection.isInTransaction else {
      changedRows = 0
      defer { if changedRows >= Self.rowsWorthAShorterLog { emptyLog() } }
      return try connection.transaction(.immediate, failingWith: StoreFailure.translate, body)
    }
    if isOneStatement { return try body() }
    return try connection.savepoint(failingWith: StoreFailure.translate, body)
  }

  /// Brings the log of a long transaction into the database.
  ///
  /// Otherwise whoever opens the keychain next would read all of it first, seconds for a million
  /// items. It is no loss where it does not succeed, as while somebody reads.
  private func emptyLog() { try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }

  private static let rowsWorthAShorterLog = 10_000

  /// Runs `body` with a page cache of `byteCount` bytes, which are given back afterwards.
  func caching<R>(
    _ byteCount: Int, _ body: () throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R {
    let usual: Int64
    do throws(SQLiteError) {
      usual = try connection.number("PRAGMA cache_size") ?? 0
      try connection.execute("PRAGMA cache_size=-\(byteCount / 1024)")
    } catch {
      throw StoreFailure.translate(error)
    }
    // A cache that stays large is a waste and no fault.
    defer { try? connection.execute("PRAGMA cache_size=\(usual); PRAGMA shrink_memory") }
    return try body()
  }

  /// Everything in a row, as far as the keys at hand open it.
  func open(_ row: RowReader) -> RowReader.Content { row.open(with: sealer, wantsSecret: true) }

  // MARK: Writing

  /// Puts a new item into the store.
  ///
  /// - Throws: `errSecDuplicateItem` when a sound item with the same unique attributes is there. A
  ///   damaged one is moved aside: it stays in the table, and no longer stands in the way.
  func insert(_ item: Item) throws(KeychainEngineError) {
    let (place, sealed) = try seal(item)
    changedRows += 1
    try replacingDamaged(place) { () throws(SQLiteError) in
      let table = item.itemClass.rawValue
      let tokens = item.itemClass.indexedAttributes.map { "\($0.key), " }.joined()
      let marks = String(repeating: "?, ", count: place.tokens.count)
      let statement = try connection.prepare(
        """
        INSERT INTO \(table)(pref, pdmn, ckgn, agrp, uniq, \(tokens)keys, meta, data)
          VALUES(?, ?, ?, ?, ?, \(marks)?, ?, ?)
        """)
      try statement.bind(place.identifier, at: 1)
      try bind(place, sealed, to: statement, from: 2)
      try statement.run()
    }
  }

  /// Writes `item` over the row of `match`, sealed anew.
  ///
  /// Columns that stay as they are are not written, and so neither are their indexes: a page each.
  ///
  /// - Throws: `errSecDuplicateItem` when another sound item has the same unique attributes.
  func update(_ match: Match, to item: Item) throws(KeychainEngineError) {
    let (place, sealed) = try seal(item)
    changedRows += 1
    let changes = zip(place.indexedColumns, match.place.indexedColumns)
      .filter { $0.value != $1.value }.map(\.0)
    try replacingDamaged(place) { () throws(SQLiteError) in
      let statement = try connection.prepare(
        """
        UPDATE \(item.itemClass.rawValue) SET pdmn = ?, ckgn = ?, \
        \(changes.map { "\($0.name) = ?, " }.joined())keys = ?, meta = ?, data = ? WHERE rowid = ?
        """)
      let next = try bind(place, changes, sealed, to: statement, from: 1)
      try statement.bind(match.row, at: next)
      try statement.run()
    }
  }

  func delete(_ row: Int64, of itemClass: ItemClass) throws(KeychainEngineError) {
    var rows = RowRanges()
    rows.append(row)
    try delete(rows, of: itemClass)
  }

  func delete(_ rows: RowRanges, of itemClass: ItemClass) throws(KeychainEngineError) {
    let table = itemClass.rawValue
    changedRows += rows.count
    do throws(SQLiteError) {
      if rows.count >= Self.rowsWorthCounting, try count(of: table) == rows.count {
        // Without a condition SQLite empties the table and its indexes page by page.
        return try connection.prepare("DELETE FROM \(table)").run()
      }
      let statement = try connection.prepare("DELETE FROM \(table) WHERE rowid BETWEEN ? AND ?")
      for range in rows.ranges {
        try statement.bind(range.lowerBound, at: 1)
        try statement.bind(range.upperBound, at: 2)
        try statement.run()
      }
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  private static let rowsWorthCounting = 1000

  private func count(of table: String) throws(SQLiteError) -> Int {
    try connection.number("SELECT count(*) FROM \(table)").map(Int.init) ?? 0
  }

  /// Binds the columns from the protection class to the secret part; returns the position after
  /// them.
  @discardableResult
  func bind(
    _ place: RowPlace, _ sealed: SealedRow, to statement: Statement, from first: Int
  ) throws(SQLiteError) -> Int {
    try bind(place, place.indexedColumns, sealed, to: statement, from: first)
  }

  /// The same with only some of the columns that have an index.
  private func bind(
    _ place: RowPlace, _ columns: [IndexedColumn], _ sealed: SealedRow, to statement: Statement,
    from first: Int
  ) throws(SQLiteError) -> Int {
    try statement.bind(Int64(place.protection), at: first)
    try statement.bind(Int64(place.keyGeneration), at: first + 1)
    var position = first + 2
    for column in columns {
      try column.bind(to: statement, at: position)
      position += 1
    }
    try statement.bind(sealed.keys, at: position)
    try statement.bind(sealed.metadata, at: position + 1)
    if let secret = sealed.secret {
      try statement.bind(secret, at: position + 2)
    } else {
      try statement.bindNull(at: position + 2)
    }
    return position + 3
  }

  func seal(_ item: Item) throws(KeychainEngineError) -> (RowPlace, SealedRow) {
    guard let protection = item.protection else {
      throw KeychainEngineError(.param, "an item without a protection class cannot be stored")
    }
    let classKey: ClassKey
    switch sealer.classKeys.current(protection) {
    case .here(let key): classKey = key
    case .locked: throw .locked
    case .missing:
      throw KeychainEngineError(
        .authFailed,
        "items that are readable only with a passcode need a passcode, and this keychain has none")
    }
    let secret = item.secretPayload
    let place = RowPlace(
      itemClass: item.itemClass, identifier: item.identifier, protection: protection.number,
      keyGeneration: classKey.generation, group: item.group,
      uniqueness: index.uniquenessToken(
        of: item.attributes, in: item.itemClass, group: item.group),
      tokens: item.itemClass.indexedAttributes.map { schema in
        item.attributes[schema.key].map {
          index.token(of: $0, for: schema.key, in: item.itemClass, group: item.group)
        }
      }, hasSecret: secret != nil)
    var attributes = item.attributes
    attributes[PasswordLock.attribute] = item.conditions?.lock.map { .bytes($0.encoded) }
    let metadata = AttributeCodec.encode(attributes)
    return (
      place, sealer.seal(metadata: metadata, secret: secret, at: place, under: classKey)
    )
  }

  /// Runs `write`; when it collides with a damaged row, moves that aside and runs it again.
  private func replacingDamaged(
    _ place: RowPlace, _ write: () throws(SQLiteError) -> Void
  ) throws(KeychainEngineError) {
    do throws(SQLiteError) {
      do throws(SQLiteError) {
        return try write()
      } catch {
        guard .constraint ~= error.code, try setAsideDamaged(place) else { throw error }
      }
      try write()
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  /// Takes the uniqueness from the row that has it, if that row does not open.
  ///
  /// Its token moves to the column `quar`.
  private func setAsideDamaged(_ place: RowPlace) throws(SQLiteError) -> Bool {
    let table = place.itemClass.rawValue
    let statement = try connection.prepare(
      "SELECT \(Schema.columns(of: place.itemClass)) FROM \(table) WHERE uniq = ?")
    try statement.bind(place.uniqueness, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return false }
    let row = RowReader(statement, itemClass: place.itemClass)
    // What is locked away is no less sound.
    guard case .damaged = row.open(with: sealer, wantsSecret: true) else { return false }
    let number = row.number
    statement.reset()
    let aside = try connection.prepare(
      "UPDATE \(table) SET quar = uniq, uniq = NULL WHERE rowid = ?")
    try aside.bind(number, at: 1)
    try aside.run()
    return true
  }
}
