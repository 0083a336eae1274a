// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Reads and writes one property of the objects of one class.
///
/// One a property and process; it never changes.
public class _PropertyAccessor: @unchecked Sendable {
  /// The name in the program.
  let name: String
  let offset: Int
  let kind: _PropertyKind
  let options: PropertyOptions
  /// Whether the property is one of dynamic objects, and `offset` its number among their values.
  let isDynamic: Bool
  /// The name in the file.
  ///
  /// Set once, before anybody else sees the accessor.
  var columnName = ""

  init(_ place: _PropertyPlace, kind: _PropertyKind) {
    name = place.name
    offset = place.offset
    options = place.options
    isDynamic = place.isDynamic
    self.kind = kind
  }

  /// Reads the property of a row into an object's memory.
  func load(_ row: _RowReader, into object: ObjectBase) { subclassResponsibility() }

  /// Binds the property of an unmanaged object to the statement that inserts it.
  ///
  /// - Returns: whether ``finishInsertion(of:in:)`` has more to do.
  func bind(
    _ object: ObjectBase, to binding: _Binding
  ) -> Bool { subclassResponsibility() }

  /// Writes what needs the object's row: links, and the elements of collections.
  func finishInsertion(of object: ObjectBase, in table: ObjectTable) {}

  /// Whether the property is no column of its class: a collection, or computed.
  var hasNoColumn: Bool { kind.collection != nil || kind.isBacklinks }

  /// Makes a property without a column that of a managed object.
  func attach(_ object: ObjectBase, in table: ObjectTable) {}

  /// Replaces what the row of an object has by what its memory holds.
  ///
  /// - Parameter onlyIfChanged: leaves alone what is the same.
  func overwrite(_ object: ObjectBase, in table: ObjectTable, onlyIfChanged: Bool) {
    subclassResponsibility()
  }

  /// Lets the property be encoded as it is in the realm.
  func tie(_ object: ObjectBase) {}

  /// Why a realm cannot keep such a property; nil if it can.
  var objection: String? { nil }

  /// What the property of an object holds, as of its memory.
  func value(of object: ObjectBase) -> Any { subclassResponsibility() }

  /// `value` as the column has it; nil when it does not fit.
  func stored(_ value: Any) -> StoredValue? { nil }

  /// What a new row holds whose object says nothing else.
  func defaultValue(of object: ObjectBase) -> MixedValue { .null }

  /// Sets the property of an unmanaged or managed object to something of any type.
  ///
  /// - Returns: false when it does not fit.
  func assign(_ value: Any, to object: ObjectBase, by policy: AssignmentPolicy) -> Bool {
    subclassResponsibility()
  }

  /// The class and the property whose links a computed property follows back.
  var origin: (className: String, property: String)? { nil }

  /// The type of the property.
  var valueType: Any.Type { subclassResponsibility() }

  /// The value of a property that says nothing else.
  func makeDefault() -> Any { subclassResponsibility() }

  /// Puts a value into an object's memory, and nowhere else.
  func setMemory(_ value: Any, of object: ObjectBase) { subclassResponsibility() }

  private func subclassResponsibility() -> Never {
    fatalError("an accessor of \(name) lacks a method")
  }
}

/// An accessor that knows the type of the value.
class TypedAccessor<Value: _Persistable>: _PropertyAccessor, @unchecked Sendable {
  /// Writes to a managed object, and to its memory.
  func write(_ value: Value, to object: ObjectBase, in table: ObjectTable) {
    fatalError("\(name) cannot be assigned to")
  }

  override func tie(_ object: ObjectBase) { object.tieField(at: offset, as: Value.self) }

  override func value(of object: ObjectBase) -> Any { memory(of: object) }

  override var valueType: Any.Type { Value.self }

  override func makeDefault() -> Any { Value._makeDefault() }

  override func setMemory(_ value: Any, of object: ObjectBase) {
    if let value = value as? Value { setMemory(of: object, to: value) }
  }

  override func assign(
    _ value: Any, to object: ObjectBase, by policy: AssignmentPolicy
  ) -> Bool {
    guard let value = policy.coerce(value, to: Value.self, of: self) else { return false }
    if let table = object.table {
      table.write(value, by: self, to: object)
    } else {
      setMemory(of: object, to: value)
    }
    return true
  }
}

/// A property with a column of its own.
class ColumnAccessor<Value: RealmCollectionValue>: TypedAccessor<Value>, @unchecked Sendable {
  /// Whether the value may be an object, with a row of its own.
  private var mayBeObject: Bool { kind.type == .object || kind.type == .mixed }

  override func load(_ row: _RowReader, into object: ObjectBase) {
    if isDynamic, mayBeObject {
      setMemory(of: object, to: Value._decode(row.value, in: reference(in: row.core)))
    } else {
      setMemory(of: object, to: Value._read(row))
    }
  }

  override func bind(
    _ object: ObjectBase, to binding: _Binding
  ) -> Bool {
    let value = memory(of: object)
    if mayBeObject {
      // The object behind it may need a row of its own first, perhaps in this very table.
      binding.bind(MixedValue.null, isMixed: kind.type == .mixed)
      return true
    }
    value._bind(to: binding)
    return false
  }

  override func finishInsertion(of object: ObjectBase, in table: ObjectTable) {
    guard mayBeObject else { return }
    let stored = table.encode(memory(of: object), for: self)
    guard !stored.mixed.value.isNull else { return }
    table.update(self, of: object, to: stored)
    setMemory(of: object, to: Value._makeDefault())
  }

  override func stored(_ value: Any) -> StoredValue? {
    Value._coerce(value)?._encode(in: nil).mixed.value
  }

  override func overwrite(_ object: ObjectBase, in table: ObjectTable, onlyIfChanged: Bool) {
    let old = table.storedValue(of: self, for: object)
    let stored = table.encode(memory(of: object), for: self)
    if !onlyIfChanged || old != stored.mixed { table.update(self, of: object, to: stored) }
    if kind.ownsTarget, case .integer(let key)? = old?.value {
      table.core.deleteEmbedded([key], behind: self)
    }
    if mayBeObject { setMemory(of: object, to: Value._makeDefault()) }
  }

  override func write(_ value: Value, to object: ObjectBase, in table: ObjectTable) {
    let old = table.embeddedKey(behind: self, of: object)
    // What it has already stays.
    if let old, let same = (value as Any) as? ObjectBase, same.isEmbedded,
      same.core === table.core, same.key == old
    {
      return
    }
    let stored = table.encode(value, for: self)
    table.update(self, of: object, to: stored)
    if let old { table.core.deleteEmbedded([old], behind: self) }
    setMemory(
      of: object, to: mayBeObject ? Value._decode(stored, in: reference(in: table.core)) : value)
  }

  override func defaultValue(of object: ObjectBase) -> MixedValue {
    if kind.type == .object { return .null }
    return memory(of: object)._encode(in: nil).mixed
  }
}
