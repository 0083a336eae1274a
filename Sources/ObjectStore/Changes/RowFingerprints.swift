// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// Tells whether objects are as they were, where all that is observed of them are values in their
/// rows: many at once, in the order of their keys.
package struct RowFingerprints {
  private let layout: TableLayout
  /// Where the values are in a row.
  private let columns: [Int]

  /// Nil where more is observed of the objects of a class than values in their rows.
  package init?(of className: String, _ observed: ObservedProperties, in store: ObjectStore) {
    guard let layout = store.layout(of: className),
      let names = observed.plainNames(in: layout.schema)
    else { return nil }
    self.layout = layout
    columns = layout.columns.filter { names.contains($0.property.name) }.map(\.index)
  }

  /// The number of an object; nil where there is none.
  package func number(of key: ObjectKey) throws(ObjectStoreError) -> Int? {
    try mapping { () throws(SQLiteError) in
      let statement = try layout.selectObject.statement
      defer { statement.reset() }
      try statement.bind(key, at: 1)
      return try statement.step() ? number(statement) : nil
    }
  }

  /// Goes over the objects with keys in a range, in order.
  package func visit(
    _ keys: ClosedRange<ObjectKey>, _ body: (ObjectKey, Int) -> Void
  ) throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      let statement = try layout.selectRange.statement
      defer { statement.reset() }
      try statement.bind(keys.lowerBound, at: 1)
      try statement.bind(keys.upperBound, at: 2)
      while try statement.step() { body(statement.integer(at: 0), number(statement)) }
    }
  }

  private func number(_ row: Statement) -> Int {
    var hasher = Hasher()
    for column in columns { row.combine(column, into: &hasher) }
    return hasher.finalize()
  }
}

extension Statement {
  /// Takes in the value of a column, and what kind it is, so that none is taken for another one.
  fileprivate func combine(_ column: Int, into hasher: inout Hasher) {
    switch storageClass(at: column) {
    case .null: hasher.combine(UInt8(0))
    case .integer:
      hasher.combine(UInt8(1))
      hasher.combine(integer(at: column))
    case .real:
      hasher.combine(UInt8(2))
      hasher.combine(double(at: column))
    case .text: combineBytes(of: column, 3, into: &hasher)
    case .bytes: combineBytes(of: column, 4, into: &hasher)
    }
  }

  private func combineBytes(of column: Int, _ kind: UInt8, into hasher: inout Hasher) {
    hasher.combine(kind)
    withBytes(at: column) { span in
      hasher.combine(span.byteCount)
      unsafe span.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }
}

extension ObservedProperties {
  /// The names of what is observed, where all of it are single values that lead nowhere.
  fileprivate func plainNames(in schema: ClassSchema) -> Set<String>? {
    let names =
      named.map { named in
        named.compactMap { named in
          if case .property(let name) = named.step { name } else { nil }
        }
      } ?? schema.properties.map(\.name)
    if let named, names.count != named.count { return nil }
    let isPlain = names.allSatisfy { name in
      guard let property = schema[name] else { return false }
      return property.collection == nil && property.type != .object && property.type != .mixed
    }
    return isPlain ? Set(names) : nil
  }
}

extension ObjectStore {
  /// The classes whose objects decide how objects of a class look that are observed; nil for all.
  package func classNames(
    behind className: String, _ observed: ObservedProperties
  ) -> Set<String>? {
    if observed.named == nil, observed.depth == 0 { return [className] }
    // What leads here is named by its class, which may lead on.
    if observed.named?.contains(where: { $0.step.isBacklinks || !$0.behind.isOnlyProperties })
      == true
    {
      return nil
    }
    var result: Set<String> = []
    var pending = [className]
    while let name = pending.popLast() {
      guard result.insert(name).inserted else { continue }
      for property in schema[name]?.schema.properties ?? [] {
        if property.type == .mixed { return nil }
        if let target = property.target { pending.append(target) }
      }
    }
    return result
  }
}

extension ObservedProperties {
  /// Whether no path goes against a link.
  fileprivate var isOnlyProperties: Bool {
    (named ?? []).allSatisfy { !$0.step.isBacklinks && $0.behind.isOnlyProperties }
  }
}

extension PropertyPath.Step {
  fileprivate var isBacklinks: Bool { if case .backlinks = self { true } else { false } }
}
