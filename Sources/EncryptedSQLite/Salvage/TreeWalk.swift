// SPDX-License-Identifier: Apache-2.0

/// Walks the b-trees of a damaged database, around what cannot be read.
final class TreeWalk {
  private static let deepest = 40

  let source: PageSource
  /// The pages that belong to something.
  private(set) var used: Set<PageNumber> = []
  /// What the walk of the tree at hand could not read.
  private(set) var gaps: [SalvageReport.Gap] = []
  private(set) var owners: [PageNumber: String] = [:]
  private var owner = ""
  /// How many bytes of rows may still come.
  ///
  /// A page of a whole database is in one row at most. One that many rows claim, which only a fault
  /// or malice can write, must not make more of a file than any disk holds.
  private var room: Int64

  typealias Row = (_ id: Int64?, _ payload: [UInt8]) throws(EncryptedSQLiteError) -> Void

  init(_ source: PageSource) {
    self.source = source
    room = SalvageBounds.growth * source.byteCount
  }

  /// Hands every row that can be read of the tree with this root to `row`.
  ///
  /// - Returns: where rows may be missing.
  /// - Throws: what `row` throws.
  func walk(
    root: PageNumber, isTable: Bool, owner: String, _ row: Row
  ) throws(EncryptedSQLiteError) -> [SalvageReport.Gap] {
    gaps = []
    self.owner = owner
    try visit(root, isTable, after: nil, through: nil, depth: 0, row)
    return gaps
  }

  private func visit(
    _ number: PageNumber, _ isTable: Bool, after: Int64?, through: Int64?, depth: Int, _ row: Row
  ) throws(EncryptedSQLiteError) {
    let isNew = !used.contains(number) && depth < Self.deepest
    guard isNew, let bytes = source.page(number),
      let page = TreePage(bytes, number: number, usable: source.usableByteCount),
      page.kind.isTable == isTable
    else {
      if isNew { claim(number) }
      gaps.append(SalvageReport.Gap(page: number, after: after, through: through))
      return
    }
    claim(number)
    var last = after
    for cell in page.cells {
      if let child = cell.child {
        try visit(
          child, isTable, after: last, through: cell.rowID, depth: depth + 1, row)
      }
      if page.kind != .tableInterior { try deliver(cell, on: number, row) }
      last = cell.rowID ?? last
    }
    if let child = page.rightChild {
      try visit(child, isTable, after: last, through: through, depth: depth + 1, row)
    }
    if !page.isWhole {
      gaps.append(SalvageReport.Gap(page: number, after: after, through: through))
    }
  }

  private func claim(_ number: PageNumber) {
    used.insert(number)
    owners[number] = owner
  }

  private func deliver(
    _ cell: TreePage.Cell, on page: PageNumber, _ row: Row
  ) throws(EncryptedSQLiteError) {
    let (payload, bad) = payload(of: cell, on: page)
    guard let payload else {
      gaps.append(
        SalvageReport.Gap(
          page: bad, after: cell.rowID.flatMap { $0 == .min ? nil : $0 - 1 }, through: cell.rowID))
      return
    }
    try row(cell.rowID, payload)
  }

  /// The whole row, or the page of its overflow that cannot be read.
  private func payload(
    of cell: TreePage.Cell, on page: PageNumber
  ) -> (bytes: [UInt8]?, bad: PageNumber) {
    guard cell.payloadByteCount <= room else { return (nil, page) }
    room -= Int64(cell.payloadByteCount)
    var payload = cell.local
    var next = cell.overflow
    var chain: Set<PageNumber> = []
    while payload.count < cell.payloadByteCount {
      guard chain.insert(next).inserted, let bytes = source.page(next) else {
        if next > 0, !used.contains(next) { claim(next) }
        return (nil, next)
      }
      claim(next)
      let count = min(source.usableByteCount - 4, cell.payloadByteCount - payload.count)
      payload += bytes[4..<4 + count]
      next = TreePage.number32(bytes, 0)
    }
    return (payload, 0)
  }

  /// The rows of a leaf that no tree leads to.
  ///
  /// - Throws: what `row` throws.
  func orphan(
    _ number: PageNumber, _ page: TreePage, owner: String, _ row: Row
  ) throws(EncryptedSQLiteError) -> [SalvageReport.Gap] {
    gaps = []
    self.owner = owner
    claim(number)
    for cell in page.cells { try deliver(cell, on: number, row) }
    if !page.isWhole { gaps.append(SalvageReport.Gap(page: number, after: nil, through: nil)) }
    return gaps
  }

  /// Takes the pages of the free list out of what may hold rows.
  ///
  /// - Returns: the free pages, and whether all of the list could be read.
  func freePages(first: PageNumber) -> (pages: Set<PageNumber>, isWhole: Bool) {
    var pages: Set<PageNumber> = []
    var trunk = first
    while trunk != 0 {
      guard pages.insert(trunk).inserted, let bytes = source.page(trunk) else {
        return (pages, false)
      }
      let count = Int(TreePage.number32(bytes, 4))
      guard count <= source.usableByteCount / 4 - 2 else { return (pages, false) }
      for index in 0..<count { pages.insert(TreePage.number32(bytes, 8 + 4 * index)) }
      trunk = TreePage.number32(bytes, 0)
    }
    return (pages, true)
  }
}
