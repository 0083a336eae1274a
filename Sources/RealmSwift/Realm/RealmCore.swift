// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore
internal import SQLite

/// What stands behind a `Realm`: one connection, used in one place, with the classes and objects
/// that are read through it.
@usableFromInline
final class RealmCore {
  /// The connection; another one once the realm has been frozen.
  private(set) var store: ObjectStore
  let configuration: Realm.Configuration
  let confinement: Confinement
  let isFrozen: Bool
  /// Keeps threads apart that use a frozen realm; nil for others, which one place uses.
  private let lock: NSRecursiveLock?
  /// The realm that shows this one's snapshot for good.
  private weak var frozen: RealmCore?
  /// The classes that the realm keeps; nil for all.
  private let objectTypes: Set<ObjectIdentifier>?
  private var tables: [ObjectIdentifier: ObjectTable] = [:]
  /// Tables whose objects have been given up.
  ///
  /// Objects point to them.
  private var retired: [ObjectTable] = []
  /// The file; kept for as long as somebody uses it.
  var location: RealmLocation?
  var path: String { location?.path ?? configuration.path }
  /// The version that a frozen realm shows; nil for others.
  ///
  /// Counted in commits of this process: versions between which only others have committed count as
  /// one.
  private(set) var frozenVersion: Int?
  /// The version of the snapshot, or an earlier one.
  private var version = 0
  /// Called when the last reference goes.
  var onClose: (() -> Void)?

  /// The first failure inside ``collectingFailures(_:)``.
  private var failure: (any Error)?
  /// Why SQLite has taken back the transaction that the program believes to be in.
  private var endOfTransaction: (any Error)?
  private var collectors = 0

  init(
    store: ObjectStore, configuration: Realm.Configuration, confinement: Confinement,
    isFrozen: Bool = false
  ) {
    self.store = store
    self.configuration = configuration
    self.confinement = confinement
    self.isFrozen = isFrozen
    lock = isFrozen ? NSRecursiveLock() : nil
    objectTypes = configuration.objectTypes.map { types in
      Set(ClassDescription.closure(of: types).map { ObjectIdentifier($0.type) })
    }
  }

  deinit {
    if store.isWriting { store.rollBack() }
    store.endSnapshot()
    onClose?()
  }

  // MARK: Rules

  func expectPlace() {
    if !confinement.holds { misuse(confinement.objection) }
  }

  func expectWriting() {
    expectPlace()
    if isFrozen { misuse("a frozen realm cannot be changed; thaw what it gave you") }
    if !store.isWriting {
      misuse(
        "cannot modify managed objects outside of a write transaction; wrap it in realm.write { }")
    }
  }

  // MARK: Failures

  /// Whether a read has failed since the outermost ``collectingFailures(_:)``.
  var hasFailed: Bool { failure != nil }

  /// Runs something that Realm's calls cannot throw about: a failure is kept for the call around it
  /// that can, and ends the program where there is none.
  func guarding<R, E: Error>(_ body: () throws(E) -> R) -> R? {
    lock?.lock()
    defer { lock?.unlock() }
    if let endOfTransaction {
      // What came now would be kept at once, without the transaction.
      fail(endOfTransaction)
      return nil
    }
    do throws(E) {
      return try body()
    } catch {
      if store.isWriting, !store.connection.isInTransaction { endOfTransaction = error }
      fail(error)
      return nil
    }
  }

  /// Runs something that only one thread may do at a time, where several may come.
  func locked<R>(_ body: () -> R) -> R {
    lock?.lock()
    defer { lock?.unlock() }
    return body()
  }

  func fail(_ error: any Error) {
    guard collectors > 0 else { misuse(Realm.Error(error, file: path).reason) }
    if failure == nil { failure = error }
  }

  /// Runs `body` and throws the first failure that happened inside, also when `body` has then
  /// thrown something of its own: it may have seen values that are none.
  ///
  /// Of the threads that use a frozen realm, one at a time; so each is told of its own failures.
  func collectingFailures<R>(_ body: () throws -> R) throws -> R {
    lock?.lock()
    defer { lock?.unlock() }
    let outer = failure
    failure = nil
    collectors += 1
    defer {
      collectors -= 1
      failure = outer
    }
    let result = Result { try body() }
    if let failure { throw Realm.Error(failure, file: path) }
    return try result.get()
  }

  // MARK: Snapshots

  /// Makes sure that there is a snapshot to read from.
  @inline(__always)
  func prepareToRead() {
    expectPlace()
    if guarding({ () throws(ObjectStoreError) in try takeSnapshot() }) == true {
      forgetEverything()
    }
  }

  /// - Returns: whether other connections have committed since the last snapshot.
  private func takeSnapshot() throws(ObjectStoreError) -> Bool {
    if store.hasSnapshot || store.isWriting { return false }
    version = OpenRealms.commits(to: path)
    return try store.ensureSnapshot()
  }

  /// Takes a snapshot of what is newest.
  ///
  /// - Returns: whether other connections have committed since the last one.
  func readNewest() -> Bool {
    guard guarding({ () throws(ObjectStoreError) in try takeSnapshot() }) == true else {
      return false
    }
    forgetEverything()
    return true
  }

  private func forgetEverything() {
    for table in tables.values { table.noteChangeOfEverything() }
  }

  /// Gives the snapshot up: the next read sees what has been committed since.
  func endSnapshot() {
    expectPlace()
    guard !isFrozen else { return }
    frozen = nil
    for cursor in cursors.allObjects { cursor.settle() }
    store.endSnapshot()
    for table in tables.values { table.suspectEverything() }
  }

  /// Gives up the snapshot, a write transaction, and all objects.
  func invalidate() {
    expectPlace()
    if isFrozen {
      misuse("a frozen realm cannot be invalidated; let go of it, and of what it gave you")
    }
    if store.isWriting { cancelWrite() }
    endSnapshot()
    for table in tables.values { table.invalidate() }
    retired += tables.values
    tables = [:]
  }

  /// A realm that stays as this one is now.
  ///
  /// It takes the connection, with the snapshot; this realm goes on with a new one.
  func freeze() -> RealmCore {
    expectPlace()
    if isFrozen { return self }
    if store.isWriting {
      misuse("a realm cannot be frozen in a write transaction; commit it first")
    }
    prepareToRead()
    if let frozen { return frozen }
    let made = guarding { () throws in
      guard let location else { throw Realm.Error(.fail, reason: "a realm without a file") }
      let fresh = try ObjectStore(try RealmFile.connect(to: location, configuration))
      let copy = RealmCore(
        store: store, configuration: configuration, confinement: .nowhere, isFrozen: true)
      copy.location = location
      copy.origin = confinement
      copy.frozenVersion = version
      return (fresh, copy)
    }
    guard let (fresh, copy) = made else { return self }
    OpenRealms.insert(copy)
    for cursor in cursors.allObjects { cursor.settle() }
    store = fresh
    forgetEverything()
    frozen = copy
    return copy
  }

  /// Where the realm was used that this one is frozen from.
  private(set) var origin: Confinement?

  /// The live realm of the calling thread, or of where this one was frozen.
  func thaw() -> RealmCore {
    guard isFrozen else { return self }
    let place: Confinement =
      switch origin {
      case .queue(let queue)?: .queue(queue)
      case .actor(let actor)?: .actor(actor)
      default: .currentThread
      }
    guard
      let core = guarding({ () throws in try RealmFile.open(configuration, confinement: place) })
    else { misuse("a realm cannot be thawed: \(path) does not open") }
    return core
  }

  // MARK: Transactions

  func beginWrite() throws {
    try expectWritable()
    if OpenRealms.isWriting(besides: self) {
      throw Realm.Error(
        .fail,
        reason:
          "\(path) cannot be written: another realm in this place is in a write transaction; end "
          + "that first",
        file: path)
    }
    do throws(ObjectStoreError) {
      try begin()
    } catch {
      throw Realm.Error(error, file: path)
    }
  }

  /// Begins a write transaction unless one is open or somebody else writes.
  func beginWriteAtOnce() throws -> Bool {
    if store.isWriting { return false }
    try expectWritable()
    do throws(ObjectStoreError) {
      try store.withoutWaiting { () throws(ObjectStoreError) in try begin() }
      return true
    } catch {
      if error.underlying?.code.primary == .busy { return false }
      throw Realm.Error(error, file: path)
    }
  }

  private func begin() throws(ObjectStoreError) {
    frozen = nil
    for cursor in cursors.allObjects { cursor.settle() }
    if try store.beginWrite() { forgetEverything() }
    for table in tables.values { table.noteBeginning() }
    do throws(ObjectStoreError) {
      try addClasses(tables.values.map(\.description))
    } catch {
      store.rollBack()
      throw error
    }
  }

  /// Runs `block` in the write transaction that is open, and ends it.
  func finishWrite<R>(_ block: () throws -> R) throws -> R {
    do {
      let result = try collectingFailures(block)
      // A block may have ended the transaction itself.
      if store.isWriting { try commitWrite() }
      return result
    } catch {
      if store.isWriting { cancelWrite() }
      throw error
    }
  }

  private func expectWritable() throws {
    expectPlace()
    if isFrozen { misuse("a frozen realm cannot be changed; thaw what it gave you") }
    if configuration.readOnly { misuse("a realm that was opened read-only cannot be changed") }
    if store.isWriting { misuse("the realm is already in a write transaction") }
    guard let maximum = configuration.maximumNumberOfActiveVersions else { return }
    let versions = OpenRealms.frozenVersions(of: path) + 1
    guard versions > maximum else { return }
    throw Realm.Error(
      .fail,
      reason:
        "a write to \(path) would make \(versions) active versions, and the configuration allows "
        + "\(maximum); let go of frozen realms and objects",
      file: path)
  }

  func commitWrite() throws {
    expectWriting()
    if let endOfTransaction { throw Realm.Error(endOfTransaction, file: path) }
    do throws(ObjectStoreError) {
      try store.commit()
    } catch {
      throw Realm.Error(error, file: path)
    }
    OpenRealms.noteCommit(to: path)
    for table in tables.values { table.suspectEverything() }
    asyncWrites.schedule(self)
  }

  func cancelWrite() {
    expectWriting()
    store.rollBack()
    endOfTransaction = nil
    for table in tables.values { table.noteRollback() }
    asyncWrites.schedule(self)
  }

  /// Transactions that have been put off.
  let asyncWrites = AsyncWrites()

  /// Iterations that are under way.
  let cursors = WeakSet<ResultsCursor>()

  // MARK: Classes

  /// The table of a class.
  func table(for type: ObjectBase.Type) -> ObjectTable {
    lock?.lock()
    defer { lock?.unlock() }
    if let table = tables[ObjectIdentifier(type)] { return table }
    return makeTable(type)
  }

  private func makeTable(_ type: ObjectBase.Type) -> ObjectTable {
    let description = ClassDescription.of(type)
    if let objectTypes, !objectTypes.contains(ObjectIdentifier(type)) {
      misuse(
        "class \(description.programName) is not among the objectTypes of the realm's configuration; "
          + "add \(description.programName).self")
    }
    if let objection = description.objection { misuse(objection) }
    if let other = tables.values.first(where: { $0.className == description.name }) {
      misuse(Self.sameName(other.description, description))
    }
    let table = ObjectTable(description, core: self)
    tables[ObjectIdentifier(type)] = table
    if store.isWriting {
      guarding { () throws(ObjectStoreError) in
        try addClasses(ClassDescription.closure(of: [type]))
      }
    } else if !isFrozen || store.schema[description.name] != nil {
      let additions = SchemaAdditions(of: [description.schema], to: store.schema)
      if !additions.conflicts.isEmpty {
        misuse(Self.migrationRequired(additions.conflicts))
      }
    }
    return table
  }

  /// The table of a class that is known by its name in the file, if the configuration names it or
  /// the program has used it.
  func table(named name: String) -> ObjectTable? {
    if let table = tables.values.first(where: { $0.className == name }) { return table }
    let classes =
      configuration.objectTypes.map { ClassDescription.closure(of: $0) }
      ?? ClassDescription.inDefaultSchema
    return classes.first { $0.name == name }.map { table(for: $0.type) }
  }

  /// Adds what the file lacks of some classes, in the write transaction that is open.
  ///
  /// - Parameter settingVersion: also counts the file's version up to the configuration's.
  func addClasses(
    _ descriptions: [ClassDescription], settingVersion: Bool = false
  ) throws(ObjectStoreError) {
    let all = ClassDescription.closure(of: descriptions.map(\.type))
    let additions = SchemaAdditions(of: all.map(\.schema), to: store.schema)
    guard !additions.isEmpty || store.schema.version == nil || settingVersion else { return }
    guard additions.conflicts.isEmpty else {
      throw ObjectStoreError(
        .schemaMismatch, reason: Self.migrationRequired(additions.conflicts))
    }
    let examples = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    let setsVersion = settingVersion || store.schema.version == nil
    try store.apply(additions, version: setsVersion ? configuration.schemaVersion : nil) {
      className, property in
      guard let description = examples[className],
        let accessor = description.accessors.first(where: { $0.columnName == property })
      else { return .null }
      return accessor.defaultValue(of: description.example)
    }
  }

  /// Refuses two classes that would share a table.
  func expectDistinctNames(_ classes: [ClassDescription]) throws {
    var known: [String: ClassDescription] = [:]
    for description in classes {
      if let other = known.updateValue(description, forKey: description.name.lowercased()) {
        throw Realm.Error(.schemaMismatch, reason: Self.sameName(other, description), file: path)
      }
    }
  }

  private static func sameName(_ a: ClassDescription, _ b: ClassDescription) -> String {
    "two classes are called \(b.name): \(String(reflecting: a.type)) and "
      + "\(String(reflecting: b.type)); give one another name by _realmObjectName(), or leave it out of "
      + "objectTypes"
  }

  static func migrationRequired(_ conflicts: [String]) -> String {
    "Migration is required due to the following errors:\n- " + conflicts.joined(separator: "\n- ")
  }

  // MARK: Adding and deleting

  /// How deep the list or dictionary that is being written is inside others.
  var nestingDepth = 0

  /// What to do about an object whose primary key exists, in the addition that is under way.
  var updatePolicy = Realm.UpdatePolicy.error

  /// What is left to do of the addition that is under way.
  private var postponed: [() -> Void] = []
  private var isFinishing = false

  /// Does something later in the addition that is under way, so that a chain of links, however
  /// long, takes no depth.
  func postpone(_ body: @escaping () -> Void) { postponed.append(body) }

  /// Adds an object, and all that it leads to.
  ///
  /// - Returns: its key.
  @discardableResult
  func add(_ object: ObjectBase) -> ObjectKey {
    let key = enter(object)
    if !isFinishing {
      isFinishing = true
      defer { isFinishing = false }
      while let body = postponed.popLast() { body() }
    }
    return key
  }

  /// Gives an object its row; what it leads to may have to wait.
  private func enter(_ object: ObjectBase) -> ObjectKey {
    if let owner = object.core {
      guard owner === self else {
        misuse(
          "an object of class \(type(of: object)) is managed by another realm; make a copy of it with "
            + "create(_:value:)")
      }
      guard let table = object.table, table.isAlive(object) else {
        misuse("an object of class \(type(of: object)) has been deleted or invalidated")
      }
      return object.key
    }
    expectWriting()
    let table = table(for: type(of: object))
    if let primaryKey = table.description.primaryKey {
      let value = primaryKey.defaultValue(of: object)
      if let existing = self.key(where: primaryKey, is: value.value, in: table) {
        if updatePolicy == .error {
          misuse(
            "a \(table.description.programName) with the primary key \(primaryKey.value(of: object)) "
              + "exists; add it with update: .modified, or give it another key")
        }
        table.overwrite(object, key: existing, onlyIfChanged: updatePolicy == .modified)
        return existing
      }
      if primaryKey.isRowID, case .integer(let number) = value.value {
        table.insert(object, key: number)
        return number
      }
    }
    let key =
      guarding { () throws(ObjectStoreError) in try store.makeKey(for: table.className) } ?? 0
    table.insert(object, key: key)
    return key
  }

  /// The object whose primary key has a value.
  func key(
    where primaryKey: _PropertyAccessor, is value: StoredValue, in table: ObjectTable
  ) -> ObjectKey? {
    guard let layout = table.layout, let property = layout.schema.primaryKey else { return nil }
    return guarding { () throws(ObjectStoreError) in
      try store.key(where: property, is: value, in: layout)
    } ?? nil
  }

  /// Whether the file has the row of an object.
  func has(_ object: ObjectBase) -> Bool {
    guard let layout = object.table?.layout else { return false }
    prepareToRead()
    return guarding { () throws(ObjectStoreError) in
      try store.exists(object.key, in: layout)
    } ?? false
  }

  /// Deletes objects by their keys.
  func delete(_ keys: [ObjectKey], of className: String) {
    if keys.isEmpty { return }
    guarding { () throws(ObjectStoreError) in
      try store.delete(keys, of: className, reporting: note)
    }
  }

  private func note(_ change: ObjectChange) {
    guard let table = tables.values.first(where: { $0.className == change.className }) else {
      return
    }
    if change.isDeletion {
      table.noteDeletion(of: change.key)
    } else {
      table.noteChange(of: change.key)
    }
  }

  func deleteEmbedded(_ keys: [ObjectKey], behind accessor: _PropertyAccessor) {
    guard let target = accessor.kind.target else { return }
    delete(keys, of: ClassDescription.nameOnly(of: target))
  }

  /// Whether no class has an object.
  var isEmpty: Bool {
    guarding { () throws(ObjectStoreError) in
      for name in store.schema.classes.keys where try store.count(of: name) > 0 { return false }
      return true
    } ?? true
  }

  func deleteEverything() {
    expectWriting()
    guarding { () throws(ObjectStoreError) in try store.deleteEverything() }
    for table in tables.values { table.noteDeletionOfEverything() }
  }
}

extension _PropertyAccessor {
  /// Whether the property is the row's number.
  var isRowID: Bool {
    options.contains(.primaryKey) && kind.type == .int && !kind.isOptional
  }
}

/// Objects that are kept alive by others.
final class WeakSet<Element: AnyObject> {
  private struct Reference { weak var object: Element? }
  private var references: [Reference] = []

  func insert(_ object: Element) {
    references.removeAll { $0.object == nil }
    references.append(Reference(object: object))
  }

  var allObjects: [Element] { references.compactMap(\.object) }
}
