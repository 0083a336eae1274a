// SPDX-License-Identifier: Apache-2.0

/// What `Object` and `EmbeddedObject` have in common.
///
/// An object is unmanaged, and a plain Swift object, until it is added to a realm. Then its
/// properties are those of a row, as of the snapshot that its realm reads.
open class ObjectBase {
  // What decides whether a property's memory is up to date. Read by every getter, hence inlined
  // and without a check for exclusive access; only the owning thread comes here.
  //
  // `table` is kept alive by `core`, which each managed object holds.
  @safe @exclusivity(unchecked) @usableFromInline final unowned(unsafe) var table: ObjectTable?
  @safe @exclusivity(unchecked) @usableFromInline final var stamp: UInt64 = 0
  @safe @exclusivity(unchecked) final var core: RealmCore?
  @safe @exclusivity(unchecked) final var key: Int64 = 0

  /// Makes an unmanaged object with its default values.
  public required init() {}

  /// The class's name in the file where it is not that in the program; nil where it is.
  open class func _realmObjectName() -> String? { nil }

  /// Names in the file of properties that are called otherwise in the program.
  open class func propertiesMapping() -> [String: String] { [:] }

  /// Whether realms that do not name their classes keep this one.
  open class func shouldIncludeInDefaultSchema() -> Bool { true }
}

extension ObjectBase {
  /// Whether the memory of the properties holds what they are worth now: always so while nobody
  /// manages the object.
  @inlinable @inline(__always)
  final var isCurrent: Bool {
    guard let table else { return true }
    let now = table.now
    // The time of a frozen realm is odd. Its objects' stamps are for those who hold its lock.
    return now.isMultiple(of: 2) && now == stamp
  }

  /// Whether a realm manages the object.
  @inlinable @inline(__always)
  final var isManaged: Bool { table != nil }

  /// Makes the object that of a row.
  final func attach(to table: ObjectTable, key: Int64, stamp: UInt64) {
    self.table = table
    self.core = table.core
    self.key = key
    self.stamp = stamp
    if table.description.isEncodable {
      for accessor in table.description.accessors { accessor.tie(self) }
    }
  }

  /// Makes the object one whose properties are noted when somebody looks at them.
  final func attach(recording table: ObjectTable) {
    self.table = table
    // Odd, as for memory that has not been filled: every getter comes by.
    stamp = 1
  }

  /// Brings the properties up to date; called by a getter that finds they are not.
  ///
  /// - Returns: whether the getter is asked for the name of its property instead.
  @usableFromInline @inline(never)
  final func refresh() -> Bool {
    guard let table = table else { return false }
    if table.isRecording { return true }
    table.refresh(self)
    return false
  }

  /// Notes the name of a property.
  ///
  /// Not of frozen objects, which several threads read.
  @usableFromInline @inline(never)
  final func record<Value: _Persistable>(_ field: inout Persisted<Value>) {
    table?.record(offset(of: &field), of: self)
  }

  /// Writes a property of a managed object.
  @usableFromInline @inline(never)
  final func write<Value: _Persistable>(_ value: Value, to field: inout Persisted<Value>) {
    guard let table = table else { return }
    table.write(value, at: offset(of: &field), of: self)
  }

  /// Where in the object a property lies.
  private final func offset<Value: _Persistable>(of field: inout Persisted<Value>) -> Int {
    let base = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    return unsafe withUnsafeMutablePointer(to: &field) { unsafe UnsafeRawPointer($0) - base }
  }
}

// The values of properties as memory. `offset` comes from the runtime's own description of the
// class, and `Value` from the same place, so the memory holds just that: the wrapper, whose first
// field is the value.
extension ObjectBase {
  @inline(__always)
  final func field<Value: _Persistable>(at offset: Int, as: Value.Type) -> Value {
    unsafe pointer(at: offset, to: Value.self).pointee
  }

  @inline(__always)
  final func setField<Value: _Persistable>(at offset: Int, to value: Value) {
    unsafe pointer(at: offset, to: Value.self).pointee = value
  }

  @unsafe @inline(__always)
  private final func pointer<Value>(
    at offset: Int, to: Value.Type
  ) -> UnsafeMutablePointer<Value> {
    let base = unsafe UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
    return unsafe (base + offset).assumingMemoryBound(to: Value.self)
  }
}

extension ObjectBase: Hashable {
  /// Whether both are the same: the same row of the same realm, or the same unmanaged object.
  public static func == (a: ObjectBase, b: ObjectBase) -> Bool {
    guard let table = a.table, let other = b.table else { return a === b }
    return table === other && a.key == b.key
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    guard let table = table else { return hasher.combine(ObjectIdentifier(self)) }
    hasher.combine(ObjectIdentifier(table))
    hasher.combine(key)
  }
}
