// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import SQLite
internal import Secrets

/// Reads and writes items: the rows of the database, sealed and found by their tokens.
///
/// Knows nothing of callers; what it is asked for, it does.
final class ItemStore {
  let connection: Connection
  private let index: BlindIndex
  private var sealer: RowSealer
  private var searches: [SearchShape: String] = [:]

  /// A row that fits a query.
  struct Match {
    let row: Int64
    var item: Item
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
      return try connection.transaction(.immediate, failingWith: StoreFailure.translate, body)
    }
    if isOneStatement { return try body() }
    return try connection.savepoint(failingWith: StoreFailure.translate, body)
  }

  // MARK: Finding

  /// Hands the items that fit `query` to `body`, oldest first, until it returns false.
  ///
  /// Searches the access groups `groups`, or all that have items. Passes over damaged rows and
  /// returns how many these were. A row that is locked away is given to `locked`, or ends the
  /// search with an error.
  func forEachMatch(
    of query: Query, groups: [String]?, wantsSecrets: Bool,
    passwordKeys: [PasswordLock: SharedSecret] = [:], locked: ((Int64) -> Void)? = nil,
    _ body: (Match) -> Bool
  ) throws(KeychainEngineError) -> Int {
    do {
      let groups = if let groups { groups } else { try self.groups(of: query.itemClass) }
      guard !groups.isEmpty else { return 0 }
      let plan = SearchPlan(query, groups: groups, index: index)
      let predicate = Predicate(query)
      let statement = try connection.prepare(sql(of: plan.shape))
      defer { statement.reset() }
      for (i, binding) in plan.bindings.enumerated() {
        switch binding {
        case .bytes(let bytes): try statement.bind(bytes, at: i + 1)
        case .text(let text): try statement.bind(text, at: i + 1)
        case .integer(let number): try statement.bind(number, at: i + 1)
        }
      }
      var damaged = 0
      while try statement.step() {
        let row = RowReader(statement, itemClass: query.itemClass)
        guard groups.contains(row.place.group) else { continue }
        switch row.open(with: sealer, wantsSecret: wantsSecrets, passwordKeys: passwordKeys) {
        case .damaged: damaged += 1
        case .locked:
          guard let locked else { throw KeychainEngineError.locked }
          if try LockedRows(query, index: index).fits(row.place) { locked(row.number) }
        case .item(let item):
          guard predicate.matches(item.attributes) else { continue }
          guard body(Match(row: row.number, item: item)) else { return damaged }
        }
      }
      return damaged
    } catch let error as KeychainEngineError {
      throw error
    } catch let error as SQLiteError {
      throw StoreFailure.translate(error)
    } catch {
      throw KeychainEngineError(.internalError, "a search failed in an unknown way")
    }
  }

  /// The text of a search, kept for the next one of the same shape.
  private func sql(of shape: SearchShape) -> String {
    if let text = searches[shape] { return text }
    // A program asks in a handful of shapes; more are those of somebody who counts up groups.
    if searches.count >= 64 { searches = [:] }
    let text = shape.sql
    searches[shape] = text
    return text
  }

  /// The access groups that have items, found by jumping through their index.
  private func groups(of itemClass: ItemClass) throws(SQLiteError) -> [String] {
    let table = itemClass.rawValue
    let statement = try connection.prepare(
      """
      WITH RECURSIVE groups(name) AS (SELECT min(agrp) FROM \(table) UNION ALL
        SELECT (SELECT min(agrp) FROM \(table) WHERE agrp > name) FROM groups WHERE name IS NOT NULL)
      SELECT name FROM groups WHERE name IS NOT NULL
      """)
    defer { statement.reset() }
    var groups: [String] = []
    while try statement.step() { groups.append(statement.text(at: 0)) }
    return groups
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

  /// Writes `item` over the row `row`, sealed anew.
  ///
  /// - Throws: `errSecDuplicateItem` when another sound item has the same unique attributes.
  func update(_ row: Int64, to item: Item) throws(KeychainEngineError) {
    let (place, sealed) = try seal(item)
    try replacingDamaged(place) { () throws(SQLiteError) in
      let table = item.itemClass.rawValue
      let tokens = item.itemClass.indexedAttributes.map { "\($0.key) = ?, " }.joined()
      let statement = try connection.prepare(
        """
        UPDATE \(table) SET pdmn = ?, ckgn = ?, agrp = ?, uniq = ?, \(tokens)keys = ?, meta = ?, data = ?
          WHERE rowid = ?
        """)
      let next = try bind(place, sealed, to: statement, from: 1)
      try statement.bind(row, at: next)
      try statement.run()
    }
  }

  func delete(_ row: Int64, of itemClass: ItemClass) throws(KeychainEngineError) {
    do throws(SQLiteError) {
      let statement = try connection.prepare("DELETE FROM \(itemClass.rawValue) WHERE rowid = ?")
      try statement.bind(row, at: 1)
      try statement.run()
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  /// Binds the columns from the protection class to the secret part; returns the position after
  /// them.
  @discardableResult
  func bind(
    _ place: RowPlace, _ sealed: SealedRow, to statement: Statement, from first: Int
  ) throws(SQLiteError) -> Int {
    try statement.bind(Int64(place.protection), at: first)
    try statement.bind(Int64(place.keyGeneration), at: first + 1)
    try statement.bind(place.group, at: first + 2)
    try statement.bind(place.uniqueness, at: first + 3)
    var position = first + 4
    for token in place.tokens {
      if let token {
        try statement.bind(token, at: position)
      } else {
        try statement.bindNull(at: position)
      }
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
    attributes[PasswordLock.attribute] = item.passwordLock.map { .bytes($0.encoded) }
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
