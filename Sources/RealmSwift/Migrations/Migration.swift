// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Brings the objects of an older version up to date: the old and the new, and the version that the
/// file has.
///
/// It cannot throw, as in Realm; ``Migration/fail(_:)`` says that the migration has failed.
public typealias MigrationBlock =
  @Sendable (
    _ migration: Migration, _ oldSchemaVersion: UInt64
  ) -> Void

/// Called with an object as it was and as it is.
///
/// The old one is nil for those of a class that the file did not have, the new one for those of a
/// class that the program no longer has.
public typealias MigrationObjectEnumerateBlock = (
  _ oldObject: MigrationObject?, _ newObject: MigrationObject?
) -> Void

/// A change of a file from the classes of an older version to those of this one.
///
/// ```swift
/// configuration.migrationBlock = { migration, oldSchemaVersion in
///   if oldSchemaVersion < 2 {
///     migration.enumerateObjects(ofType: "Person") { old, new in
///       new?["fullName"] = "\(old?["firstName"] ?? "") \(old?["lastName"] ?? "")"
///     }
///   }
/// }
/// ```
///
/// What only comes or goes needs no block. When it runs, new properties have their defaults, those
/// that have gone are in the old objects alone, and primary keys can be changed like other
/// properties: once it has ended, no two objects of a class may have the same. A class that becomes
/// embedded is not yet: in the end, each of its objects must have one owner.
///
/// All of it is one write transaction. When it fails, or the program ends in it, the file is as it
/// was. Names are those in the file. The objects are good for the time of the block.
public final class Migration {
  let old: RealmCore
  let new: RealmCore
  let changes: SchemaMigration
  let program: [ClassSchema]
  private let progress: (@Sendable (MigrationProgress) -> Void)?
  /// Why the migration has failed.
  private(set) var failure: (any Error)?
  /// Whether the block has returned.
  private var isOver = false

  init(
    from old: RealmCore, to new: RealmCore, _ changes: SchemaMigration, _ program: [ClassSchema],
    progress: (@Sendable (MigrationProgress) -> Void)?
  ) {
    self.old = old
    self.new = new
    self.changes = changes
    self.program = program
    self.progress = progress
  }

  /// The classes as the file had them.
  public var oldSchema: Schema { Schema(changes.old) }

  /// The classes as the file will have them.
  public var newSchema: Schema { Schema(StoredSchema(program)) }

  /// Makes the migration fail: the file stays as it was, and opening it throws `error`.
  ///
  /// The block goes on to its end, without further enumeration. **On Linux** only: a block of
  /// Realm's can only end the program.
  ///
  /// - Parameter error: the reason; of several, the first is thrown.
  public func fail(_ error: any Error) {
    expectRunning()
    if failure == nil { failure = error }
  }

  /// Calls `block` with each object of a class, as it was and as it is.
  ///
  /// Of a class that both versions have, those come that were there and still are: none that the
  /// migration has made, and none that it has deleted. They are read as they come, so that any
  /// number of them takes little memory.
  ///
  /// - Parameters:
  ///   - typeName: a class of the file, of the program, or both; another has no objects.
  ///   - block: may change the new object, delete it, and make others.
  public func enumerateObjects(
    ofType typeName: String, _ block: MigrationObjectEnumerateBlock
  ) {
    expectRunning()
    let isKept = program.contains { $0.name == typeName }
    let total = count(typeName, in: old)
    var done = 0
    report(typeName, done, total)
    forEachKey(typeName, in: old, from: .min) { key in
      let object = old.dynamicObject(typeName, key: key)
      let successor = isKept ? newObject(typeName, key) : nil
      if !isKept || successor != nil { block(object, successor) }
      done += 1
      if done < total, done.isMultiple(of: max(1, total / 100)) { report(typeName, done, total) }
    }
    if done == total, total > 0 { report(typeName, done, total) }
    guard isKept, changes.old[typeName] == nil,
      let end = new.guarding({ () throws(ObjectStoreError) in
        try new.store.makeKey(for: typeName)
      })
    else { return }
    forEachKey(typeName, in: new, from: .min, to: end) { key in
      if let object = newObject(typeName, key) { block(nil, object) }
    }
  }

  /// Makes an object of a class of the program.
  ///
  /// - Parameters:
  ///   - typeName: the class.
  ///   - value: a dictionary by the names of properties, an array in the order of the class, or
  ///     another object, also an old one. What it lacks begins with the default that the class
  ///     declares.
  @discardableResult
  public func create(
    _ typeName: String, value: Any = [String: Any]()
  ) -> MigrationObject {
    expectRunning()
    guard program.contains(where: { $0.name == typeName }) else {
      misuse("the program has no class \(typeName) that a migration could make an object of")
    }
    return new.createDynamic(typeName, value: value, update: .error)
  }

  /// Deletes an object, with what is embedded in it.
  public func delete(_ object: MigrationObject) {
    expectRunning()
    guard let table = object.table, object.core === new else {
      misuse("a migration deletes its new objects, and no others")
    }
    guard table.isAlive(object) else {
      misuse("an object of class \(table.className) has been deleted")
    }
    new.delete([object.key], of: table.className)
  }

  /// Deletes all objects of a class, and the class as well if the program no longer has it.
  ///
  /// A class that the program does not have stays in the file otherwise.
  ///
  /// - Returns: whether there was such a class.
  @discardableResult
  public func deleteData(forType typeName: String) -> Bool {
    expectRunning()
    let isThere = new.guarding { () throws(ObjectStoreError) in
      try changes.deleteData(of: typeName, reporting: new.note)
    }
    new.forgetEverything()
    return isThere == true
  }

  /// Gives the values of a property that has gone to one that has come.
  ///
  /// What the new property held is lost. The migration fails when the old property is still there,
  /// or has another type; it may become optional, but not required. Through several versions a
  /// property can be renamed to a name that the class no longer has, and on from there.
  ///
  /// - Parameters:
  ///   - typeName: the class.
  ///   - oldName: the property of the file.
  ///   - newName: the property of the program.
  public func renameProperty(
    onType typeName: String, from oldName: String, to newName: String
  ) {
    expectRunning()
    do throws(ObjectStoreError) {
      try changes.rename(typeName, from: oldName, to: newName)
    } catch {
      fail(Realm.Error(error, file: new.path))
    }
    new.forgetEverything()
  }

  // MARK: Objects

  private func expectRunning() {
    if isOver { misuse("a migration is used after its block has returned") }
  }

  /// Gives up the objects that the block has had.
  func end() {
    isOver = true
    for core in [old, new] {
      for table in core.tables.values { table.invalidate() }
      core.retired += core.tables.values
      core.tables = [:]
    }
  }

  private func count(_ typeName: String, in core: RealmCore) -> Int {
    core.guarding { () throws(ObjectStoreError) in try core.store.count(of: typeName) } ?? 0
  }

  private func newObject(_ typeName: String, _ key: ObjectKey) -> DynamicObject? {
    guard let layout = new.store.layout(of: typeName) else { return nil }
    let isThere = new.guarding { () throws(ObjectStoreError) in
      try new.store.exists(key, in: layout)
    }
    return isThere == true ? new.dynamicObject(typeName, key: key) : nil
  }

  private func forEachKey(
    _ typeName: String, in core: RealmCore, from first: ObjectKey, to end: ObjectKey? = nil,
    _ body: (ObjectKey) -> Void
  ) {
    var next: ObjectKey? = first
    while let first = next, failure == nil, !old.hasFailed, !new.hasFailed {
      let keys =
        core.guarding { () throws(ObjectStoreError) in
          try core.store.keys(of: typeName, from: first, count: 256)
        } ?? []
      for key in keys {
        if let end, key >= end { return }
        body(key)
        if failure != nil { return }
      }
      next = keys.last.flatMap { $0 < .max ? $0 + 1 : nil }
    }
  }

  private func report(_ typeName: String, _ done: Int, _ total: Int) {
    progress?(
      MigrationProgress(step: .enumerating, className: typeName, done: done, total: total))
  }
}
