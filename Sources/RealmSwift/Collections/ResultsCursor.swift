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
  private var block: [ObjectBase] = []
  private var position = 0
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

  /// The next object that is still there.
  func next() -> ObjectBase? {
    while true {
      while position < block.count {
        let object = block[position]
        position += 1
        if object.stamp == table.now || core.isFrozen || table.isAlive(object) { return object }
      }
      guard readBlock() else { return nil }
    }
  }

  /// - Returns: false at the end.
  private func readBlock() -> Bool {
    position = 0
    block.removeAll(keepingCapacity: true)
    if table.isInvalidated { misuse("results of a realm that was invalidated are used") }
    core.prepareToRead()
    switch rest {
    case .range(let keys):
      readRange(keys)
      return !block.isEmpty
    case .keys(let keys):
      guard !keys.isEmpty else { return false }
      rest = .keys(keys.dropFirst(Self.blockCount))
      read(keys.prefix(Self.blockCount))
      return true
    }
  }

  private func readRange(_ keys: ClosedRange<ObjectKey>) {
    guard let layout = table.layout else { return }
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
  }

  /// Those that are gone are left out.
  private func read(_ keys: ArraySlice<ObjectKey>) {
    guard let layout = table.layout else { return }
    core.guarding { () throws(SQLiteError) in
      for key in keys {
        let statement = try layout.selectObject.statement
        try statement.bind(key, at: 1)
        if try statement.step() { block.append(table.object(from: statement)) }
        statement.reset()
      }
    }
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
