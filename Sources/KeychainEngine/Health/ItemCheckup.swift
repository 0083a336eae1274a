// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import KeychainRequests
internal import SQLite

/// Opens every row of a keychain, attributes and secret, and lists those that do not open.
struct ItemCheckup {
  private let look: SharedLook
  private let keys: KeybagKeys
  private let sealer: RowSealer
  private let path: String
  private let access: Connection.Access

  /// Rows in one look: some milliseconds, for which a change of keys would wait.
  private static let batch = 256

  /// Without a log the last connection to close takes the log and the index away that it made; with
  /// one it would write pages back, but for a connection that may only read.
  init(
    _ look: SharedLook, _ database: KeychainHealth.DatabaseState, _ keys: KeybagKeys,
    _ classKeys: ClassKeys
  ) {
    self.look = look
    self.keys = keys
    sealer = RowSealer(keychainID: keys.keychainID, classKeys: classKeys)
    path = look.folder.path(of: database.name)
    access =
      database.logByteCount > 0 ? .readOnly : .readWrite
  }

  /// - Throws: what keeps rows from being read; what was found up to there is in the report.
  func examine(_ health: inout KeychainHealth) throws(KeychainEngineError) {
    let connection = try look.once { () throws(KeychainEngineError) in try open() }
    var items = KeychainHealth.ItemsState()
    defer { health.items = items }
    for itemClass in ItemClass.allCases {
      do throws(KeychainEngineError) {
        try examine(itemClass, connection, &items)
      } catch {
        // What the database reports may be about this class alone.
        guard error.underlying != nil else { throw error }
        items.counts[itemClass] = nil
        health.report(
          .items, "not all items of the class \(itemClass.rawValue) can be read: \(error.reason)")
      }
    }
    do throws(SQLiteError) { try connection.close() } catch { throw StoreFailure.translate(error) }
    let standing = items.damaged.count { !$0.isSetAside }
    if standing > 0 {
      health.report(
        .items,
        "\(standing) damaged \(standing == 1 ? "item is" : "items are") found by no search and deleted by nothing; restore the folder from a backup, or store each anew, which sets the damaged one aside"
      )
    }
  }

  private func open() throws(KeychainEngineError) -> Connection {
    do throws(EncryptedSQLiteError) {
      return try EncryptedDatabase.open(
        at: path, key: try keys.databaseKey(),
        options: DatabaseOptions(
          access: access, cacheByteCount: OpenKeychain.cacheByteCount, reportDamage: { _ in }))
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  private func examine(
    _ itemClass: ItemClass, _ connection: Connection, _ items: inout KeychainHealth.ItemsState
  ) throws(KeychainEngineError) {
    items.counts[itemClass] = 0
    var next: Int64? = .min
    while let start = next {
      next = try look.once { () throws(KeychainEngineError) in
        try examine(itemClass, from: start, connection, &items)
      }
    }
  }

  /// Examines a batch of rows; returns where the next one starts, or nil at the end.
  private func examine(
    _ itemClass: ItemClass, from start: Int64, _ connection: Connection,
    _ items: inout KeychainHealth.ItemsState
  ) throws(KeychainEngineError) -> Int64? {
    do throws(SQLiteError) {
      let statement = try connection.prepare(
        """
        SELECT \(Schema.columns(of: itemClass)), uniq IS NULL AND quar IS NOT NULL
          FROM \(itemClass.rawValue) WHERE rowid >= ? ORDER BY rowid LIMIT \(Self.batch)
        """)
      defer { statement.reset() }
      try statement.bind(start, at: 1)
      var last: Int64?
      while try statement.step() {
        let row = RowReader(statement, itemClass: itemClass)
        last = row.number
        let isSetAside = statement.integer(at: statement.columnCount - 1) != 0
        let parts: [RowPart]
        switch row.open(with: sealer, wantsSecret: true) {
        case .item: parts = []
        case .locked:
          items.lockedCounts[itemClass, default: 0] += 1
          continue
        case .damaged: parts = row.damage(with: sealer)
        }
        if parts.isEmpty, !isSetAside {
          items.counts[itemClass, default: 0] += 1
        } else {
          items.damaged.append(
            DamagedRow(
              itemClass: itemClass, row: row.number,
              persistentReference: Array(itemClass.rawValue.utf8) + row.place.identifier,
              accessGroup: row.place.group, parts: parts, isSetAside: isSetAside))
        }
      }
      return last.flatMap { $0 == .max ? nil : $0 + 1 }
    } catch {
      throw StoreFailure.translate(error)
    }
  }
}
