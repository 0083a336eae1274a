// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// Goes over the objects that a query finds.
///
/// What it goes over is settled when it begins. All objects of a class are read block by block, in
/// the order of their keys, up to the greatest one of the beginning; only when a write transaction
/// is open, or begins, are the keys that are left noted. Other queries have their keys anyhow.
final class ResultsCursor {
  private let table: ObjectTable
  private let core: RealmCore
  /// What is left: a range of keys, or the keys.
  private var rest: Rest

  private enum Rest {
    case range(ClosedRange<ObjectKey>)
    case keys(ArraySlice<ObjectKey>)
  }

  private static let blockCount = 128

  init(_ live: LiveQuery) {
    table = live.table
    core = live.core
    if live.query.isEverything {
      rest = live.end(isLast: true).map { .range(.min...$0) } ?? .keys([])
      if !core.isFrozen { core.cursors.insert(self) }
      if core.store.isWriting { settle() }
    } else {
      rest = .keys(live.keys[...])
    }
  }

  /// The next objects, of which some may be gone by the time they are looked at; nil at the end.
  func nextBlock() -> [ObjectBase]? {
    if table.isInvalidated { misuse("results of a realm that was invalidated are used") }
    core.prepareToRead()
    switch rest {
    case .range(let keys):
      let block = readRange(keys)
      return block.isEmpty ? nil : block
    case .keys(let keys):
      guard !keys.isEmpty else { return nil }
      rest = .keys(keys.dropFirst(Self.blockCount))
      return read(keys.prefix(Self.blockCount))
    }
  }

  private func readRange(_ keys: ClosedRange<ObjectKey>) -> [ObjectBase] {
    var block: [ObjectBase] = []
    guard let layout = table.layout else { return block }
    block.reserveCapacity(Self.blockCount)
    core.guarding { () throws(SQLiteError) in
      let statement = try layout.selectBlock.statement
      defer { statement.reset() }
      try statement.bind(keys.lowerBound, at: 1)
      try statement.bind(keys.upperBound, at: 2)
      try statement.bind(Self.blockCount, at: 3)
      while try statement.step() { block.append(table.object(from: statement)) }
    }
    if let last = block.last?.key, last < keys.upperBound {
      rest = .range(last + 1...keys.upperBound)
    } else {
      rest = .keys([])
    }
    return block
  }

  /// Those that are gone are left out.
  private func read(_ keys: ArraySlice<ObjectKey>) -> [ObjectBase] {
    var block: [ObjectBase] = []
    guard let layout = table.layout else { return block }
    block.reserveCapacity(keys.count)
    core.guarding { () throws(SQLiteError) in
      for key in keys {
        let statement = try layout.selectObject.statement
        try statement.bind(key, at: 1)
        if try statement.step() { block.append(table.object(from: statement)) }
        statement.reset()
      }
    }
    return block
  }

  /// Notes what is left, before something changes it.
  func settle() {
    guard case .range(let range) = rest else { return }
    let keys = core.guarding { () throws(ObjectStoreError) in
      try core.store.keys(of: table.className, in: range)
    }
    rest = .keys((keys ?? [])[...])
  }
}
