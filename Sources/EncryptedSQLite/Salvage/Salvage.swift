// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// One salvage: reads the schema, walks every table, and then the pages that no table leads to.
final class Salvage {
  private struct Definition {
    let type: String
    let name: String
    let root: PageNumber
    let sql: String
  }

  private let source: PageSource
  private let target: SalvageTarget
  private let walk: TreeWalk
  private var tables: [SalvageTarget.Table] = []
  private var report = SalvageReport()
  /// Whether every index could be walked whole.
  private var indexesAreWhole = true

  init(_ source: PageSource, _ target: SalvageTarget) {
    self.source = source
    self.target = target
    walk = TreeWalk(source)
  }

  /// Fills the target.
  ///
  /// - Throws: ``EncryptedSQLiteError`` when the target cannot be written.
  func run(badPages: [PageNumber]) throws(EncryptedSQLiteError) -> SalvageReport {
    let header = source.page(1)
    report.hadJournal = source.hasHotJournal
    let definitions = try readSchema()
    for definition in definitions { try make(definition) }
    for index in tables.indices { try fill(index) }
    for own in definitions where own.type == "table" && own.name.hasPrefix("sqlite_") {
      try takeOwnTable(own)
    }
    for definition in definitions where definition.type == "index" {
      let gaps = try walk.walk(root: definition.root, isTable: false, owner: definition.name) {
        _, _ in
      }
      if !gaps.isEmpty { indexesAreWhole = false }
    }
    var free: (pages: Set<PageNumber>, isWhole: Bool) = ([], false)
    if let header { free = walk.freePages(first: TreePage.number32(header, 32)) }
    try takeOrphans(free, hasPointerMap: header.map { TreePage.number32($0, 52) != 0 } ?? false)
    try finish(definitions, header)
    report.lostPages = badPages.map {
      SalvageReport.LostPage(
        number: $0, offset: source.database.offset(of: $0), owner: walk.owners[$0],
        isFree: free.pages.contains($0))
    }
    return report
  }

  // MARK: Schema

  private func readSchema() throws(EncryptedSQLiteError) -> [Definition] {
    var definitions: [Definition] = []
    var strange = 0
    let gaps = try walk.walk(root: 1, isTable: true, owner: "sqlite_schema") { _, payload in
      guard let values = SalvagedRecord.values(payload), values.count >= 5 else {
        strange += 1
        return
      }
      let texts = values.map { target.text($0) }
      definitions.append(
        Definition(
          type: texts[0] ?? "", name: texts[1] ?? "",
          root: PageNumber(clamping: values[3].integer ?? 0), sql: texts[4] ?? ""))
    }
    report.isSchemaWhole = gaps.isEmpty && strange == 0
    return definitions
  }

  private func make(_ definition: Definition) throws(EncryptedSQLiteError) {
    guard definition.type == "table", definition.root > 0, !definition.name.hasPrefix("sqlite_")
    else { return }
    let table = try define(definition) { () throws(SQLiteError) in
      try target.make(definition.name, root: definition.root, sql: definition.sql)
    }
    if let table {
      tables.append(table)
      report.tables.append(SalvageReport.Table(name: definition.name))
    } else {
      report.isSchemaWhole = false
    }
  }

  /// Carries out a definition whole or not at all; nil when SQLite does not take it.
  private func define<R>(
    _ definition: Definition, _ body: () throws(SQLiteError) -> R
  ) throws(EncryptedSQLiteError) -> R? {
    switch try target.attempting(body) {
    case .success(let made): return made
    case .failure(let error):
      report.notMade.append(SalvageReport.NotMade(name: definition.name, reason: error.message))
      return nil
    }
  }

  /// Indexes, views, triggers and what else follows the data.
  private func finish(
    _ definitions: [Definition], _ header: [UInt8]?
  ) throws(EncryptedSQLiteError) {
    let connection = target.connection
    for type in ["index", "view", "trigger"] {
      for definition in definitions where definition.type == type && !definition.sql.isEmpty {
        _ = try define(definition) { () throws(SQLiteError) in
          try connection.define(definition.sql)
        }
      }
    }
    for definition in definitions
    where definition.type == "table" && definition.root == 0 && !definition.sql.isEmpty {
      // Its tables exist; making it anew would make them a second time.
      _ = try define(definition) { () throws(SQLiteError) in
        try target.enter(definition.name, sql: definition.sql)
      }
    }
    guard let header else { return }
    let userVersion = Int32(bitPattern: TreePage.number32(header, 60))
    let application = Int32(bitPattern: TreePage.number32(header, 68))
    try target.perform { () throws(SQLiteError) in
      try connection.execute(
        "PRAGMA user_version=\(userVersion); PRAGMA application_id=\(application)")
    }
  }

  /// Restores the row ids last used, which SQLite keeps in `sqlite_sequence`.
  ///
  /// Its other tables, `sqlite_stat1` and the like, are what ANALYZE makes, and are left to it.
  private func takeOwnTable(_ definition: Definition) throws(EncryptedSQLiteError) {
    let connection = target.connection
    let exists = try target.perform { () throws(SQLiteError) in
      let found = try connection.number(
        "SELECT 1 FROM sqlite_schema WHERE name='sqlite_sequence'")
      return found != nil && definition.name == "sqlite_sequence"
    }
    let table = SalvageTarget.Table(
      name: "sqlite_sequence", root: definition.root, hasRowID: true, columns: ["name", "seq"],
      aliasIndex: nil, rowIDName: nil)
    if exists {
      try target.perform { () throws(SQLiteError) in
        try connection.execute("DELETE FROM sqlite_sequence")
      }
    }
    _ = try walk.walk(root: definition.root, isTable: true, owner: definition.name) {
      (_, payload) throws(EncryptedSQLiteError) in
      guard exists, let values = SalvagedRecord.values(payload) else { return }
      _ = try target.save(nil, values, into: table)
    }
  }

  // MARK: Rows

  private func fill(_ index: Int) throws(EncryptedSQLiteError) {
    let table = tables[index]
    let gaps = try walk.walk(root: table.root, isTable: table.hasRowID, owner: table.name) {
      (id, payload) throws(EncryptedSQLiteError) in try save(id, payload, index)
    }
    report.tables[index].gaps = gaps
  }

  private func save(_ id: Int64?, _ payload: [UInt8], _ index: Int) throws(EncryptedSQLiteError) {
    guard let values = SalvagedRecord.values(payload) else {
      report.tables[index].refusedRowCount += 1
      return
    }
    if try target.save(id, values, into: tables[index]) {
      report.tables[index].savedRowCount += 1
    } else {
      report.tables[index].refusedRowCount += 1
    }
  }

  /// Finds the leaves below bad pages, and gives them to the table that lost them, if there is only
  /// one it can be.
  private func takeOrphans(
    _ free: (pages: Set<PageNumber>, isWhole: Bool), hasPointerMap: Bool
  ) throws(EncryptedSQLiteError) {
    var homeless: [PageNumber] = []
    var width = 0
    let isCertain = report.isSchemaWhole && free.isWhole
    try source.forEachNumber { number throws(EncryptedSQLiteError) in
      guard !walk.used.contains(number), !free.pages.contains(number),
        !(hasPointerMap && isPointerMap(number)), let page = treePage(number),
        page.kind == .tableLeaf || (indexesAreWhole && !page.kind.isTable)
      else { return }
      if isCertain, let index = owner(of: page) {
        let gaps = try walk.orphan(number, page, owner: tables[index].name) {
          (id, payload) throws(EncryptedSQLiteError) in try save(id, payload, index)
        }
        report.tables[index].gaps += gaps
      } else {
        homeless.append(number)
        width = max(width, page.cells.map { SalvagedRecord.valueCount($0.local) }.max() ?? 0)
      }
    }
    try keep(homeless, width: width)
  }

  private func treePage(_ number: PageNumber) -> TreePage? {
    source.page(number).flatMap {
      TreePage($0, number: number, usable: source.usableByteCount)
    }
  }

  private func owner(of page: TreePage) -> Int? {
    let ids = page.cells.compactMap(\.rowID)
    let fields =
      page.cells.compactMap { cell in
        SalvagedRecord.values(cell.local)?.count
      }.max() ?? 0
    let candidates = tables.indices.filter { index in
      let table = tables[index]
      guard table.hasRowID == page.kind.isTable, fields <= table.columns.count else { return false }
      return report.tables[index].gaps.contains { gap in
        guard let least = ids.min(), let greatest = ids.max() else { return !page.kind.isTable }
        return gap.after.map { $0 < least } != false && gap.through.map { greatest <= $0 } != false
      }
    }
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// In a database with auto-vacuum, every so many pages one says which page belongs to which.
  private func isPointerMap(_ number: PageNumber) -> Bool {
    guard number >= 2 else { return false }
    let group = PageNumber(source.usableByteCount / 5 + 1)
    let first = (number - 2) / group * group + 2
    return number == (first == source.database.lockBytePage ? first + 1 : first)
  }

  /// Keeps rows that belong nowhere in a table of their own.
  private func keep(_ homeless: [PageNumber], width: Int) throws(EncryptedSQLiteError) {
    let lost = LostAndFound(target, expectedWidth: width)
    for number in homeless {
      guard let page = treePage(number) else { continue }
      _ = try walk.orphan(number, page, owner: "") { id, payload throws(EncryptedSQLiteError) in
        guard let values = SalvagedRecord.values(payload) else { return }
        if try !lost.keep(values, id: id, page: number) {
          report.notMade.append(
            SalvageReport.NotMade(
              name: "a row of page \(number)",
              reason: "its \(values.count) values are more than a table takes"))
        }
      }
    }
    report.lostAndFoundTable = lost.name
    report.lostAndFoundRowCount = lost.rowCount
  }
}
