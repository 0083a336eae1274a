// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// One class in one realm: where its objects are, and which of them have changed.
@usableFromInline
final class ObjectTable {
  /// The time of this realm: it goes on, by two, with every change that objects of the class may
  /// not have seen.
  ///
  /// The stamp of an object is the time at which its memory was right, so that a getter has one
  /// comparison to do; odd, and so never now, while the memory has not been filled.
  @safe @exclusivity(unchecked) @usableFromInline final var now: UInt64 = 2

  /// What `now` was when the snapshot was given up; nil while there is one.
  private var rested: UInt64?
  /// The time of this realm, also while there is no snapshot.
  private var time: UInt64 { rested ?? now }

  /// Another one when a class of the file changes whose objects are dynamic.
  @safe @exclusivity(unchecked) private(set) var description: ClassDescription
  /// What the class was before; collections point to its properties.
  private var oldDescriptions: [ClassDescription] = []
  /// The table of the same class for dynamic objects, or for those of the program's class.
  // The realm owns both.
  @safe private unowned(unsafe) var twin: ObjectTable?
  // The realm owns its tables. Without counting: this is read for every field of every object.
  @safe unowned(unsafe) private let realm: RealmCore?
  /// What notes which properties somebody looks at, where that is what the table is for.
  // It owns the tables, for as long as somebody looks.
  private unowned let recorder: KeyPathRecorder?

  @inline(__always)
  var core: RealmCore {
    guard let realm else { fatalError("a table that records names has no realm") }
    return realm
  }

  /// Which objects have changed; those that were read before its floor know nothing.
  private(set) var changes = ObjectChanges()
  /// Which objects are gone that had the number of a primary key.
  private var deletions = Deletions()
  /// Whether the realm has given up all objects that it had.
  private(set) var isInvalidated = false

  private var cachedLayout: TableLayout?
  private var layoutGeneration = 0
  private var columns: [(accessor: _PropertyAccessor, index: Int, isMixed: Bool)] = []
  private var collections: [Int: CollectionTable] = [:]
  /// Properties without a column: collections and backlinks.
  private(set) var detached: [_PropertyAccessor] = []

  private let isFrozen: Bool

  init(_ description: ClassDescription, core: RealmCore) {
    self.description = description
    realm = core
    recorder = nil
    isFrozen = core.isFrozen
    // Every getter comes by, to be kept apart from other threads.
    if core.isFrozen { now = Self.never }
  }

  init(_ description: ClassDescription, recorder: KeyPathRecorder) {
    self.description = description
    realm = nil
    isFrozen = false
    self.recorder = recorder
  }

  /// A time that no stamp has.
  private static let never = UInt64.max
  /// The stamp of an object whose addition is under way: its memory is still to be written.
  private static let unfinished = UInt64.max - 1
  /// The stamp of an object that was found to be gone.
  private static let gone = UInt64.max - 3
  /// What it is while there is no snapshot: no stamp is that.
  private static let resting = UInt64.max - 5

  var className: String { description.name }

  /// The table in the file; nil while the file does not have the class.
  var layout: TableLayout? {
    if isFrozen { return core.locked { currentLayout } }
    return currentLayout
  }

  private var currentLayout: TableLayout? {
    let generation = core.store.layoutGeneration
    if generation == layoutGeneration { return cachedLayout }
    layoutGeneration = generation
    let layout = core.store.layout(of: className)
    if layout !== cachedLayout || layout == nil {
      cachedLayout = layout
      if let schema = layout?.schema { follow(schema) }
      columns = []
      collections = [:]
      detached = description.accessors.filter {
        $0.kind.isBacklinks || $0.kind.collection != nil
      }
      for column in layout?.columns ?? [] {
        if let accessor = description.accessors.first(where: {
          $0.columnName == column.property.name && !$0.kind.isBacklinks
        }) {
          columns.append((accessor, column.index, column.property.type == .mixed))
        }
      }
    }
    return layout
  }

  /// Takes the class as the file has it now, before somebody looks for a property by name.
  func followClass() {
    guard description.isDynamic else { return }
    core.prepareToRead()
    _ = layout
  }

  /// What the class consists of, as the file has it now.
  var currentDescription: ClassDescription {
    if description.isDynamic { _ = layout }
    return description
  }

  /// Takes the class as the file has it now, where its objects are dynamic.
  private func follow(_ schema: ClassSchema) {
    guard description.isDynamic, description.schema != schema else { return }
    oldDescriptions.append(description)
    description = ClassDescription(schema, in: core, after: description)
    // Those in memory lack the properties that are new.
    noteChangeOfEverything()
  }

  // MARK: Changes

  /// Makes two tables of one class tell each other of changes.
  func pair(with other: ObjectTable) {
    twin = other
    other.twin = self
  }

  /// Says that an object has changed.
  ///
  /// - Parameter object: one whose memory shows the change already.
  func noteChange(of key: ObjectKey, known object: ObjectBase? = nil) {
    twin?.noteOwnChange(of: key)
    noteOwnChange(of: key, known: object)
  }

  private func noteOwnChange(of key: ObjectKey, known object: ObjectBase? = nil) {
    let wasCurrent = object.map { $0.stamp == now } ?? false
    goOn()
    changes.insert(key, at: now)
    if wasCurrent, let object { object.stamp = now }
    // A long transaction would otherwise remember every object.
    if changes.count > 100_000 { noteChangeOfEverything(known: object) }
  }

  /// Says that an object is gone.
  func noteDeletion(of key: ObjectKey) {
    twin?.noteOwnDeletion(of: key)
    noteOwnDeletion(of: key)
  }

  private func noteOwnDeletion(of key: ObjectKey) {
    noteOwnChange(of: key)
    changes.noteComingOrGoing(at: now)
    // Keys that are counted are not used again, and it is enough that there is no row.
    if description.primaryKey?.isRowID == true { deletions.insert(key, at: now) }
  }

  /// Says that all objects are gone.
  func noteDeletionOfEverything() {
    noteChangeOfEverything()
    deletions.insertEverything(at: now)
  }

  /// Says that a write transaction begins.
  func noteBeginning() { deletions.begin() }

  /// Says that what the write transaction did is taken back.
  func noteRollback() {
    noteChangeOfEverything()
    deletions.rollBack()
  }

  /// Says that any object may have changed.
  func noteChangeOfEverything(known object: ObjectBase? = nil) {
    let wasCurrent = object.map { $0.stamp == now } ?? false
    goOn()
    changes.insertEverything(at: now)
    if wasCurrent, let object { object.stamp = now }
  }

  /// Says that there is a new object.
  private func noteComing() {
    goOn()
    changes.noteComingOrGoing(at: now)
  }

  /// Makes every object ask before it shows its memory again, and every query look again.
  func suspectEverything() { goOn() }

  private func goOn() {
    // Those of a frozen realm come by anyway.
    if isFrozen { return }
    now = time + 2
    rested = nil
  }

  /// Makes every object ask before it shows its memory again: the snapshot is given up.
  func rest() {
    if rested != nil { return }
    rested = now
    now = Self.resting
  }

  /// Says that the next snapshot shows what the last one did.
  func resume() {
    guard let rested else { return }
    now = rested
    self.rested = nil
  }

  /// Gives up all objects.
  func invalidate() {
    isInvalidated = true
    goOn()
  }

  /// Brings the memory of an object up to date.
  func refresh(_ object: ObjectBase) {
    if isFrozen, !isInvalidated { return fillFrozen(object) }
    guard isAlive(object) || core.hasFailed else {
      misuse("an object of class \(description.programName) has been deleted or invalidated")
    }
  }

  /// Whether an object of the table can be handed out: its row is still there, or the realm stays
  /// as it is.
  @inline(__always)
  func shows(_ object: ObjectBase) -> Bool { object.stamp == now || isFrozen || isAlive(object) }

  /// Whether the row of an object is still there; brings its memory up to date.
  func isAlive(_ object: ObjectBase) -> Bool {
    if isInvalidated { return false }
    if core.isFrozen {
      fillFrozen(object)
      return true
    }
    core.prepareToRead()
    let stamp = object.stamp
    if stamp == now || stamp == Self.unfinished { return true }
    if stamp == Self.gone { return false }
    if deletions.contains(object.key, after: stamp) { return false }
    if stamp.isMultiple(of: 2), stamp >= changes.floor, !changes.contains(object.key, after: stamp)
    {
      object.stamp = now
      return true
    }
    if read(object) { return true }
    // It does not come back when somebody uses its number again; only a cancelled transaction
    // brings objects back.
    if !core.store.isWriting, !core.hasFailed { object.stamp = Self.gone }
    return false
  }

  /// A stamp for an object whose memory is not filled yet.
  var unfilled: UInt64 { core.isFrozen ? 1 : time | 1 }

  /// Fills the memory of a frozen object once; then nobody changes it.
  private func fillFrozen(_ object: ObjectBase) {
    core.locked {
      if object.stamp == Self.filled { return }
      if read(object) { object.stamp = Self.filled }
    }
  }

  /// The stamp of a frozen object with its memory filled.
  private static let filled: UInt64 = 2

  private func read(_ object: ObjectBase) -> Bool {
    guard let layout else { return false }
    return core.guarding { () throws(SQLiteError) in
      let statement = try layout.selectObject.statement
      defer { statement.reset() }
      try statement.bind(object.key, at: 1)
      guard try statement.step() else { return false }
      fill(object, from: statement)
      return true
    } ?? false
  }

  /// Reads a row into an object's memory.
  @inline(__always)
  func fill(_ object: ObjectBase, from statement: Statement) {
    // One reader for all columns: to make it counts references to the realm.
    var row = _RowReader(statement: statement, column: 0, core: core, isMixed: false)
    for column in columns {
      row.column = column.index
      row.isMixed = column.isMixed
      column.accessor.load(row, into: object)
    }
    for accessor in detached { accessor.attach(object, in: self) }
    object.stamp = isFrozen ? Self.filled : now
  }

  /// Whether this realm deleted the object with a key since `stamp`.
  func wasDeleted(_ key: ObjectKey, after stamp: UInt64) -> Bool {
    deletions.contains(key, after: stamp)
  }

  /// The table of a collection; nil while the file does not have the property.
  func rows(of accessor: _PropertyAccessor) -> CollectionTable? {
    core.locked { currentRows(of: accessor) }
  }

  private func currentRows(of accessor: _PropertyAccessor) -> CollectionTable? {
    guard let layout else { return nil }
    if let rows = collections[accessor.offset] { return rows }
    guard let property = layout.schema[accessor.columnName], property.collection != nil else {
      return nil
    }
    let rows = CollectionTable(property, of: className, connection: core.store.connection)
    collections[accessor.offset] = rows
    return rows
  }

  // MARK: Making objects

  /// An object of a row that is read at its first use.
  func object(_ key: ObjectKey) -> ObjectBase {
    let object = description.makeObject()
    object.attach(to: self, key: key, stamp: unfilled)
    for accessor in description.accessors where accessor.hasNoColumn {
      accessor.attach(object, in: self)
    }
    return object
  }

  /// An object of the row that a statement of ``TableLayout/selectList`` is at.
  func object(from statement: Statement) -> ObjectBase {
    let object = description.makeObject()
    object.attach(to: self, key: statement.integer(at: 0), stamp: now)
    fill(object, from: statement)
    return object
  }

  // MARK: Writing

  /// Writes a property of an object, found by where it lies.
  func write<Value: _Persistable>(
    _ value: Value, at offset: Int, of object: ObjectBase
  ) {
    guard let accessor = description.accessor(at: offset) as? TypedAccessor<Value> else {
      fatalError("class \(description.programName) has no property at \(offset)")
    }
    write(value, by: accessor, to: object)
  }

  func write<Value: _Persistable>(
    _ value: Value, by accessor: TypedAccessor<Value>, to object: ObjectBase
  ) {
    core.expectWriting()
    guard isAlive(object) else {
      misuse("an object of class \(description.programName) has been deleted or invalidated")
    }
    if accessor.options.contains(.primaryKey) {
      misuse(
        "the primary key \(accessor.name) of a \(description.programName) cannot change once the "
          + "object is in a realm")
    }
    accessor.write(value, to: object, in: self)
  }

  /// What the column of a property shall hold; adds objects that have no row yet.
  func encode<Value: RealmCollectionValue>(
    _ value: Value, for accessor: _PropertyAccessor
  ) -> _StoredValue {
    value._encode(in: accessor.reference(in: core))
  }

  /// Puts a value into the column of a property.
  func update(_ accessor: _PropertyAccessor, of object: ObjectBase, to value: _StoredValue) {
    guard let layout, let property = layout.schema[accessor.columnName] else { return }
    core.guarding { () throws(ObjectStoreError) in
      try core.store.set(property, of: object.key, in: layout, to: value.mixed)
    }
    noteChange(of: object.key, known: object)
  }

  /// The embedded object that a link of `object` leads to.
  func embeddedKey(behind accessor: _PropertyAccessor, of object: ObjectBase) -> ObjectKey? {
    guard accessor.kind.ownsTarget,
      case .integer(let key)? = storedValue(of: accessor, for: object)?.value
    else { return nil }
    return key
  }

  /// What the row of an object has in a column, whatever its memory says.
  func storedValue(of accessor: _PropertyAccessor, for object: ObjectBase) -> MixedValue? {
    guard let layout, let column = columns.first(where: { $0.accessor === accessor }) else {
      return nil
    }
    return core.guarding { () throws(SQLiteError) in
      let statement = try layout.selectObject.statement
      defer { statement.reset() }
      try statement.bind(object.key, at: 1)
      guard try statement.step() else { return nil }
      let isMixed = accessor.kind.type == .mixed
      return MixedValue(
        isMixed ? .init(rawValue: statement.integer(at: column.index + 1)) : .null,
        statement.value(at: column.index))
    } ?? nil
  }

  /// Replaces the row of an object that exists by an unmanaged object, and makes that the object of
  /// the row.
  func overwrite(_ object: ObjectBase, key: ObjectKey, onlyIfChanged: Bool) {
    object.attach(to: self, key: key, stamp: Self.unfinished)
    core.postpone { [self] in
      for accessor in description.accessors where !accessor.options.contains(.primaryKey) {
        if !accessor.kind.isBacklinks {
          accessor.overwrite(object, in: self, onlyIfChanged: onlyIfChanged)
        }
        if accessor.hasNoColumn { accessor.attach(object, in: self) }
      }
      object.stamp = unfilled
    }
  }

  /// Writes an unmanaged object as a new row, and makes it the object of that row.
  ///
  /// - Returns: false when there is an object with this key.
  @discardableResult
  func insert(_ object: ObjectBase, key: ObjectKey) -> Bool {
    guard let layout else { return true }
    var isNew = true
    let deferred = core.guarding { () throws(SQLiteError) in
      let statement = try layout.insertion.statement
      try statement.bind(key, at: 1)
      var deferred = false
      // One for all columns: to make it counts references to the realm.
      var binding = _Binding(statement: statement, index: 0, core: core)
      for column in columns where column.index > 0 {
        binding.index = column.index + 1
        if column.accessor.bind(object, to: binding) { deferred = true }
      }
      do throws(SQLiteError) {
        try statement.run()
      } catch {
        guard error.code == .keyIsTaken else { throw error }
        isNew = false
      }
      return deferred
    }
    guard isNew else { return false }
    // Nobody can have seen an object of this key; what is computed from all objects can be other.
    noteComing()
    twin?.noteComing()
    guard deferred == true || !detached.isEmpty else {
      object.attach(to: self, key: key, stamp: now)
      return true
    }
    object.attach(to: self, key: key, stamp: Self.unfinished)
    core.postpone { [self] in
      for accessor in description.accessors { accessor.finishInsertion(of: object, in: self) }
      // Links are read again at the next look, so that objects which lead to each other do not keep
      // each other alive.
      object.stamp = deferred == true ? unfilled : now
    }
    return true
  }

  // MARK: Names of properties

  var isRecording: Bool { recorder != nil }

  /// Notes that somebody looks at the property that lies at `offset`.
  func record(_ offset: Int, of object: ObjectBase) {
    if let accessor = description.accessor(at: offset) { recorder?.record(accessor, of: object) }
  }
}
