// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// What lists, sets and maps have in common: the object that they belong to.
///
/// A collection of an unmanaged object keeps its elements itself; it hands them to the file when
/// the object is added, and from then on every look and change goes there.
public class _ManagedCollection {
  private(set) var core: RealmCore?
  // Kept alive by `core`.
  @safe private unowned(unsafe) var table: ObjectTable?
  @safe private unowned(unsafe) var accessor: _PropertyAccessor?
  /// The key of the object that the collection belongs to.
  private(set) var owner: ObjectKey = 0
  /// Whether it is a list or a map, where it is inside a value of any type; its owner is its own
  /// number then.
  private var nesting: PropertySchema.Collection?
  /// Whether it is inside a value of a dynamic object.
  private var isInsideDynamic = false
  /// When the owner was last seen.
  private var seen: UInt64 = 0
  /// When the collection became that of its owner.
  private var born: UInt64 = 0

  init() {}

  /// Makes the collection that of a property of a managed object.
  func attach(to owner: ObjectKey, in table: ObjectTable, as accessor: _PropertyAccessor) {
    core = table.core
    self.table = table
    self.accessor = accessor
    self.owner = owner
    born = table.unfilled
    seen = 0
  }

  /// Makes the collection one that is inside a value of any type.
  func attach(
    toNested number: ObjectKey, in realm: _RealmReference, as collection: PropertySchema.Collection
  ) {
    core = realm.core
    isInsideDynamic = realm.isDynamic
    owner = number
    nesting = collection
  }

  private final func isNestedAlive(in core: RealmCore) -> Bool {
    core.prepareToRead()
    return core.guarding { () throws(ObjectStoreError) in
      try core.store.hasNestedCollection(owner)
    } ?? false
  }

  /// Reads rows of a collection that is inside a value of any type.
  private final func readNested<R>(
    _ nesting: PropertySchema.Collection, in core: RealmCore,
    _ body: (CollectionTable) throws(SQLiteError) -> R
  ) -> R? {
    guard isNestedAlive(in: core) else {
      if core.hasFailed { return nil }
      misuse("a collection in an AnyRealmValue has been deleted, or replaced by another value")
    }
    return core.guarding { () throws(SQLiteError) in
      try body(CollectionTable(nested: nesting, connection: core.store.connection))
    }
  }

  /// Whether the collection is that of just this property of this object.
  func belongs(
    to owner: ObjectKey, in table: ObjectTable, as accessor: _PropertyAccessor
  ) -> Bool {
    self.table === table && self.owner == owner && self.accessor === accessor
  }

  /// Whether both show the same rows.
  final func isSame(as other: _ManagedCollection) -> Bool {
    if self === other { return true }
    return isManaged && core === other.core && table === other.table && owner == other.owner
      && accessor === other.accessor && nesting == other.nesting
  }

  /// Whether a realm keeps the elements.
  final var isManaged: Bool { core != nil }

  /// The realm that keeps the elements; nil for none.
  public final var realm: Realm? { core.map { Realm($0) } }

  /// Whether the collection is of a frozen realm.
  public final var isFrozen: Bool { core?.isFrozen ?? false }

  /// Whether the object that the collection belongs to is gone; the collection must not be used
  /// then.
  public final var isInvalidated: Bool {
    if nesting != nil, let core { return !isNestedAlive(in: core) }
    guard let table else { return false }
    return !isOwnerAlive(in: table)
  }

  private final func isOwnerAlive(in table: ObjectTable) -> Bool {
    if table.isInvalidated { return false }
    table.core.prepareToRead()
    // What is frozen stays; and several threads may look.
    if table.core.isFrozen { return true }
    if seen == table.now { return true }
    guard !table.wasDeleted(owner, after: max(seen, born)), let layout = table.layout,
      table.core.guarding({ () throws(ObjectStoreError) in
        try table.core.store.exists(owner, in: layout)
      }) == true
    else { return false }
    seen = table.now
    return true
  }

  /// What tells whether anything of the owner's class may have changed.
  ///
  /// What is inside a value has no class, and may always have.
  final var now: UInt64 {
    if let table { return table.now }
    looks += 1
    return looks
  }
  private var looks: UInt64 = 0

  /// Makes `copy` the same collection of another realm.
  ///
  /// - Returns: false where that does not have the owner.
  final func move(_ copy: _ManagedCollection, to core: RealmCore) -> Bool {
    if let nesting {
      copy.attach(
        toNested: owner, in: _RealmReference(core, isDynamic: isInsideDynamic), as: nesting)
      return !copy.isInvalidated
    }
    guard let table, let accessor else { return false }
    guard let other = core.table(like: table),
      let accessor = accessor.isDynamic ? other.description[accessor.name] : accessor,
      accessor.kind.collection == self.accessor?.kind.collection
    else { return false }
    copy.attach(to: owner, in: other, as: accessor)
    return !copy.isInvalidated
  }

  /// Reads rows of the elements; nil after a failure that the caller is told of.
  final func read<R>(_ body: (CollectionTable) throws(SQLiteError) -> R) -> R? {
    if let nesting, let core { return readNested(nesting, in: core, body) }
    guard let table, let accessor else { return nil }
    guard isOwnerAlive(in: table) else {
      if table.core.hasFailed { return nil }
      misuse(
        "the object behind a collection (\(table.description.programName).\(accessor.name)) has been "
          + "deleted or invalidated")
    }
    guard let rows = table.rows(of: accessor) else { return nil }
    return table.core.guarding { () throws(SQLiteError) in try body(rows) }
  }

  /// Changes rows of the elements.
  final func change<R>(_ body: (CollectionTable) throws(SQLiteError) -> R) -> R? {
    if nesting != nil, let core {
      core.expectWriting()
      // Nobody knows in whose value it is; queries may look there.
      defer { for table in core.tables.values { table.suspectEverything() } }
      core.unnotedChanges += 1
      return read(body)
    }
    guard let table else { return nil }
    table.core.expectWriting()
    let result = read(body)
    table.noteChange(of: owner)
    seen = table.now
    return result
  }

  /// What the rows shall hold for a value; adds objects that have no row yet.
  final func encode<Element: RealmCollectionValue>(_ value: Element) -> MixedValue {
    core?.expectWriting()
    if accessor?.kind.collection == .set, let value = value as? AnyRealmValue, value.isCollection {
      misuse("a set cannot hold lists and dictionaries")
    }
    return value._encode(in: reference).mixed
  }

  final func decode<Element: RealmCollectionValue>(_ value: MixedValue) -> Element {
    Element._decode(_StoredValue(value), in: reference)
  }

  /// The realm, as the elements are read and written in it.
  final var reference: _RealmReference? {
    guard let core else { return nil }
    return accessor?.reference(in: core) ?? _RealmReference(core, isDynamic: isInsideDynamic)
  }

  /// Deletes objects that lived in the collection alone.
  final func deleteEmbedded(_ values: [MixedValue]) {
    guard let core, let accessor, accessor.kind.ownsTarget else { return }
    let keys = values.compactMap { value in
      if case .integer(let key) = value.value { key } else { nil }
    }
    core.deleteEmbedded(keys, behind: accessor)
  }

  /// The property that the collection is, and its class.
  final var place: (table: ObjectTable, accessor: _PropertyAccessor)? {
    guard let table, let accessor else { return nil }
    return (table, accessor)
  }

  /// What the file is told of the elements.
  final var accessorKind: _PropertyKind? {
    nesting.map { _PropertyKind(.mixed).collected(in: $0) } ?? accessor?.kind
  }

  /// Whether elements are objects that live in the collection alone.
  final var ownsElements: Bool { accessor?.kind.ownsTarget == true }
}

/// A collection as the property of an object.
protocol CollectionProperty: _Persistable, _ManagedCollection {
  /// Writes the elements that the collection keeps itself, or those of `source`, to the rows of the
  /// object that it has just been attached to.
  func moveElements(from source: Self)
  /// A collection without elements.
  init()
  /// Puts in what a program passes where any value may stand.
  ///
  /// - Returns: false when it does not fit.
  func assign(_ value: Any, by policy: AssignmentPolicy) -> Bool
  /// Why there can be no collection of such elements; nil if there can.
  static var objection: String? { get }
}

/// A property that is a collection.
final class CollectionAccessor<Value: CollectionProperty>: TypedAccessor<Value>, @unchecked Sendable
{
  override var objection: String? { Value.objection }

  override func load(_ row: _RowReader, into object: ObjectBase) {}

  override func bind(_ object: ObjectBase, to binding: _Binding) -> Bool { true }

  override func attach(_ object: ObjectBase, in table: ObjectTable) {
    let collection = memory(of: object)
    if collection.isManaged {
      if collection.belongs(to: object.key, in: table, as: self) { return }
      let own = Value()
      own.attach(to: object.key, in: table, as: self)
      setMemory(of: object, to: own)
    } else {
      collection.attach(to: object.key, in: table, as: self)
      // It may just have been made.
      if isDynamic { setMemory(of: object, to: collection) }
    }
  }

  override func finishInsertion(of object: ObjectBase, in table: ObjectTable) {
    let collection = memory(of: object)
    attach(object, in: table)
    memory(of: object).moveElements(from: collection)
  }

  override func overwrite(_ object: ObjectBase, in table: ObjectTable, onlyIfChanged: Bool) {
    finishInsertion(of: object, in: table)
  }

  override func write(_ value: Value, to object: ObjectBase, in table: ObjectTable) {
    attach(object, in: table)
    let own = memory(of: object)
    if own !== value { own.moveElements(from: value) }
  }

  override func assign(
    _ value: Any, to object: ObjectBase, by policy: AssignmentPolicy
  ) -> Bool {
    var policy = policy
    policy.elementKind = isDynamic ? kind : nil
    return memory(of: object).assign(value, by: policy)
  }
}
