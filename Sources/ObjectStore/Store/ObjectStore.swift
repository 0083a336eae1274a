// SPDX-License-Identifier: Apache-2.0

package import SQLite
internal import Synchronization

/// Objects of several classes in one SQLite file: a table a class, a table a collection.
///
/// One connection with one owner. It reads from a snapshot, which begins with the first read and
/// lasts until a write transaction begins or ``endSnapshot()``; so what it says does not change in
/// between, whatever other connections commit.
package final class ObjectStore {
  package let connection: Connection
  /// What the file knows of its classes, as of the snapshot.
  package internal(set) var schema: StoredSchema
  /// Whether a write transaction is open.
  package private(set) var isWriting = false

  /// Whether there is something stable to read from, other than a write transaction.
  package private(set) var hasSnapshot = false
  /// SQLite's count of what other connections have committed.
  private var foreignCommits: Int64
  private var layouts: [String: TableLayout] = [:]
  /// Another number in every store, and after every change of the classes: who has kept a layout
  /// compares it.
  package private(set) var layoutGeneration = ObjectStore.makeGeneration()
  /// The next free key of classes whose keys are counted, as far as this transaction knows.
  private var nextKeys: [String: ObjectKey] = [:]
  /// Keys that a transaction gave out which was taken back.
  ///
  /// Objects may still have them.
  private var usedKeys: [String: ObjectKey] = [:]
  /// When to try to empty the log next.
  var logAttempt = LogAttempt()
  private let begin: Statement
  private let end: Statement
  private let beginImmediate: Statement
  private let dataVersion: Statement
  private let touch: Statement

  /// Takes over a connection.
  ///
  /// - Throws: ``ObjectStoreError`` with `unsupportedFile` for a database that is no object store.
  package init(_ connection: Connection) throws(ObjectStoreError) {
    self.connection = connection
    schema = StoredSchema()
    try mapping { () throws(SQLiteError) in try QueryFunctions.register(on: connection) }
    (begin, end, beginImmediate, dataVersion, touch) = try mapping { () throws(SQLiteError) in
      (
        try connection.prepare("BEGIN"), try connection.prepare("COMMIT"),
        try connection.prepare("BEGIN IMMEDIATE"), try connection.prepare("PRAGMA data_version"),
        try connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1")
      )
    }
    foreignCommits = 0
    // First, so that what is committed before the schema is read is noticed later, and not missed.
    foreignCommits = try mapping { () throws(SQLiteError) in try readForeignCommits() }
    schema = try StoredSchema.read(from: connection)
  }

  private func readForeignCommits() throws(SQLiteError) -> Int64 {
    defer { dataVersion.reset() }
    return try dataVersion.step() ? dataVersion.integer(at: 0) : 0
  }

  // MARK: Snapshots

  /// Makes sure that there is something stable to read from.
  ///
  /// - Returns: whether other connections have committed since the last snapshot.
  package func ensureSnapshot() throws(ObjectStoreError) -> Bool {
    if hasSnapshot || isWriting { return false }
    return try mapping { () throws(SQLiteError) in
      try begin.run()
      do throws(SQLiteError) {
        // BEGIN alone takes no snapshot.
        defer { touch.reset() }
        _ = try touch.step()
      } catch {
        try? end.run()
        throw error
      }
      hasSnapshot = true
      return try noticeForeignCommits()
    }
  }

  /// Gives the snapshot up, so that the next read sees what has been committed since.
  package func endSnapshot() {
    guard hasSnapshot, !isWriting else { return }
    hasSnapshot = false
    try? end.run()
  }

  private func noticeForeignCommits() throws(SQLiteError) -> Bool {
    let count = try readForeignCommits()
    guard count != foreignCommits else { return false }
    foreignCommits = count
    try rereadSchema()
    return true
  }

  private func rereadSchema() throws(SQLiteError) {
    let version = try connection.number("PRAGMA schema_version")
    guard version != schemaCookie else { return }
    schemaCookie = version
    do throws(ObjectStoreError) {
      let fresh = try StoredSchema.read(from: connection)
      if fresh.classes != schema.classes { forgetLayouts() }
      schema = fresh
    } catch {
      throw error.underlying ?? SQLiteError(code: .error, message: error.reason)
    }
  }
  private var schemaCookie: Int64?

  // MARK: Write transactions

  /// Begins a write transaction on what is newest, waiting for other writers.
  ///
  /// - Returns: whether other connections have committed since the last snapshot.
  package func beginWrite() throws(ObjectStoreError) -> Bool {
    endSnapshot()
    return try mapping { () throws(SQLiteError) in
      try beginImmediate.run()
      isWriting = true
      nextKeys = [:]
      do throws(SQLiteError) {
        return try noticeForeignCommits()
      } catch {
        rollBack()
        throw error
      }
    }
  }

  /// Runs `body` with an error in place of waiting for other connections.
  package func withoutWaiting(
    _ body: () throws(ObjectStoreError) -> Void
  ) throws(ObjectStoreError) {
    let patience = try mapping { () throws(SQLiteError) in
      let patience = try connection.number("PRAGMA busy_timeout") ?? 0
      try connection.execute("PRAGMA busy_timeout = 0")
      return patience
    }
    defer { try? connection.execute("PRAGMA busy_timeout = \(patience)") }
    try body()
  }

  /// Makes what was written lasting.
  ///
  /// After an error the transaction is still open, unless ``isWriting`` says otherwise.
  package func commit() throws(ObjectStoreError) {
    try mapping { () throws(SQLiteError) in
      try saveNextKeys()
      try deleteLooseCollections()
      do throws(SQLiteError) {
        try end.run()
      } catch {
        if !connection.isInTransaction { isWriting = false }
        throw error
      }
    }
    isWriting = false
  }

  /// Takes back what was written.
  package func rollBack() {
    isWriting = false
    usedKeys.merge(nextKeys) { max($0, $1) }
    nextKeys = [:]
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
    forgetLayouts()
    if let fresh = try? StoredSchema.read(from: connection) { schema = fresh }
  }

  // MARK: Classes

  /// Carries additions to the schema out, in the write transaction that is open.
  ///
  /// - Parameter defaults: what objects that exist have in a new property.
  /// - Throws: ``ObjectStoreError`` with `schemaMismatch` when there are conflicts.
  package func apply(
    _ additions: SchemaAdditions, version: UInt64?,
    defaults: (_ className: String, _ property: String) -> MixedValue
  ) throws(ObjectStoreError) {
    guard additions.conflicts.isEmpty else {
      throw ObjectStoreError(
        .schemaMismatch, reason: additions.conflicts.joined(separator: "\n- "))
    }
    try mapping { () throws(SQLiteError) in
      let writing = SchemaWriting(connection: connection)
      if schema.version == nil {
        try writing.prepareFile()
        try writing.setVersion(version ?? 0)
        schema.version = version ?? 0
      } else if let version, version != schema.version {
        try writing.setVersion(version)
        try writing.announceChange()
        schema.version = version
      }
      for added in additions.classes { schema.insert(try writing.make(added)) }
      for (name, property) in additions.properties {
        guard var stored = schema[name] else { continue }
        try writing.add(property, with: defaults(name, property.name), to: stored)
        stored.schema.properties.append(property)
        schema.insert(stored)
      }
      for (isIndexed, changes) in [(true, additions.indexes), (false, additions.droppedIndexes)] {
        for (name, property) in changes {
          guard var stored = schema[name] else { continue }
          try writing.setIndexed(isIndexed, property, of: stored)
          stored.schema.properties = stored.schema.properties.map {
            $0.name == property.name ? property : $0
          }
          schema.insert(stored)
        }
      }
      forgetLayouts()
    }
  }

  private static let generations = Atomic<Int>(0)
  private static func makeGeneration() -> Int {
    generations.add(1, ordering: .relaxed).newValue
  }

  func forgetLayouts() {
    layouts = [:]
    layoutGeneration = Self.makeGeneration()
  }

  /// The statements of a class that the file has.
  package func layout(of className: String) -> TableLayout? {
    if let layout = layouts[className] { return layout }
    guard let stored = schema[className] else { return nil }
    let layout = TableLayout(stored, connection: connection)
    layouts[className] = layout
    return layout
  }

  // MARK: Keys

  /// A key that no object of the class has or had.
  package func makeKey(for className: String) throws(ObjectStoreError) -> ObjectKey {
    if let key = nextKeys[className] {
      nextKeys[className] = key + 1
      return key
    }
    return try mapping { () throws(SQLiteError) in
      let statement = try connection.prepare(
        "SELECT next FROM \(TableNames.classes) WHERE name = ?1")
      defer { statement.reset() }
      try statement.bind(className, at: 1)
      let next = try statement.step() ? statement.integer(at: 0) : 1
      let key = usedKeys[className].map { max(next, $0) } ?? next
      nextKeys[className] = key + 1
      return key
    }
  }

  private func saveNextKeys() throws(SQLiteError) {
    for (name, next) in nextKeys {
      let statement = try connection.prepare(
        "UPDATE \(TableNames.classes) SET next = ?1 WHERE name = ?2")
      try statement.bind(next, at: 1)
      try statement.bind(name, at: 2)
      try statement.run()
    }
    nextKeys = [:]
  }
}
