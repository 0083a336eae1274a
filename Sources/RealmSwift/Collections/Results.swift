// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// The objects of a class, or some of them, as they are whenever one looks.
///
/// Nothing is read before it is asked for.
public struct Results<Element: ObjectBase> {
  let table: ObjectTable
  // The table is the realm's; this keeps the realm.
  let core: RealmCore

  init(_ table: ObjectTable) {
    self.table = table
    core = table.core
  }

  /// How many there are.
  public var count: Int {
    core.prepareToRead()
    return core.guarding { () throws(ObjectStoreError) in
      try core.store.count(of: table.className)
    } ?? 0
  }
}

extension Results: Sequence {
  /// Goes over the objects as they are now; what is added or deleted on the way changes nothing.
  public func makeIterator() -> Iterator { Iterator(cursor: ResultsCursor(table)) }

  /// Goes over objects.
  public struct Iterator: IteratorProtocol {
    let cursor: ResultsCursor

    /// The next object.
    public mutating func next() -> Element? {
      // The table makes objects of its class alone.
      cursor.next().map { unsafe unsafeDowncast($0, to: Element.self) }
    }
  }
}

/// Goes over the objects of a class in blocks.
final class ResultsCursor {
  private let table: ObjectTable
  private let core: RealmCore
  private var block: [ObjectBase] = []
  private var position = 0
  private var last = Int64.min
  private var isAtEnd = false
  /// The keys that are left, once a write transaction has begun on the way.
  private var keys: [ObjectKey]?

  private static let blockCount: Int64 = 128

  init(_ table: ObjectTable) {
    self.table = table
    core = table.core
    core.prepareToRead()
    core.cursors.insert(self)
  }

  func next() -> ObjectBase? {
    while true {
      if position < block.count {
        defer { position += 1 }
        return block[position]
      }
      guard !isAtEnd else { return nil }
      position = 0
      readBlock()
      if block.isEmpty {
        isAtEnd = true
        return nil
      }
    }
  }

  private func readBlock() {
    block.removeAll(keepingCapacity: true)
    core.prepareToRead()
    guard let layout = table.layout else { return }
    core.guarding { () throws(SQLiteError) in
      let statement = try layout.selectBlock.statement
      defer { statement.reset() }
      try statement.bind(last, at: 1)
      try statement.bind(Int64.max, at: 2)
      try statement.bind(Self.blockCount, at: 3)
      while try statement.step() {
        block.append(table.object(from: statement))
      }
    }
    if let key = block.last?.key { last = key }
  }

  /// Notes what is left, before a write transaction changes it.
  func settle() {}
}
