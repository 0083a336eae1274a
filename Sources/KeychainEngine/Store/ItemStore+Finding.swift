// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import SQLite

extension ItemStore {
  /// Hands the items that fit `query` to `body`, oldest first, until it returns false.
  ///
  /// Searches the access groups `groups`, or all that have items. Passes over damaged rows and
  /// returns how many these were. A row that is locked away is given to `locked`, or ends the
  /// search with an error. One item is in memory at a time. The row that `body` gets and those
  /// before it may be deleted there; whoever updates it says so in `isForChanging`, or may meet it
  /// again.
  func forEachMatch(
    of query: Query, groups: [String]?, wantsSecrets: Bool,
    passwordKeys: [PasswordLock: SharedSecret] = [:], isForChanging: Bool = false,
    locked: ((Int64) throws(KeychainEngineError) -> Void)? = nil,
    _ body: (Match) throws(KeychainEngineError) -> Bool
  ) throws(KeychainEngineError) -> Int {
    let groups = try narrowed(groups, for: query)
    if let groups, groups.isEmpty { return 0 }
    let statement = try bound(
      SearchPlan(query, groups: groups, index: index, isForChanging: isForChanging))
    defer { statement.reset() }
    // One group more often than not; a set is dearer to make than a few names are to compare.
    let many = groups.flatMap { $0.count > SearchShape.Groups.most ? Set($0) : nil }
    let predicate = Predicate(query)
    var damaged = 0
    while try hasNext(statement) {
      let row = RowReader(statement, itemClass: query.itemClass)
      guard many?.contains(row.place.group) ?? groups?.contains(row.place.group) ?? true else {
        continue
      }
      switch row.open(with: sealer, wantsSecret: wantsSecrets, passwordKeys: passwordKeys) {
      case .damaged: damaged += 1
      case .locked:
        guard let locked else { throw KeychainEngineError.locked }
        if try LockedRows(query, index: index).fits(row.place) { try locked(row.number) }
      case .item(let item):
        guard predicate.matches(item.attributes) else { continue }
        let match = Match(row: row.number, place: row.place, item: item)
        guard try body(match) else { return damaged }
      }
    }
    return damaged
  }

  /// The groups to search: where they are many, or all and their tokens are needed, only those that
  /// have items.
  private func narrowed(
    _ groups: [String]?, for query: Query
  ) throws(KeychainEngineError) -> [String]? {
    do throws(SQLiteError) {
      guard let groups else {
        return SearchPlan.searchesTokens(query) ? try self.groups(of: query.itemClass) : nil
      }
      guard groups.count > SearchShape.Groups.most else { return groups }
      let present = Set(try self.groups(of: query.itemClass))
      return Array(Set(groups).intersection(present))
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  private func bound(_ plan: SearchPlan) throws(KeychainEngineError) -> Statement {
    do throws(SQLiteError) {
      let statement = try statement(of: plan.shape)
      for (i, binding) in plan.bindings.enumerated() {
        switch binding {
        case .bytes(let bytes): try statement.bind(bytes, at: i + 1)
        case .text(let text): try statement.bind(text, at: i + 1)
        case .integer(let number): try statement.bind(number, at: i + 1)
        }
      }
      return statement
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  private func hasNext(_ statement: Statement) throws(KeychainEngineError) -> Bool {
    do throws(SQLiteError) {
      return try statement.step()
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  /// The statement of a search, which most often is of the same shape as the last one.
  private func statement(of shape: SearchShape) throws(SQLiteError) -> Statement {
    if let last = lastSearch, last.shape == shape {
      last.statement.reset()
      return last.statement
    }
    let statement = try connection.prepare(sql(of: shape))
    lastSearch = (shape, statement)
    return statement
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
}
