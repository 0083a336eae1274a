// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore
@_spi(Reflection) internal import Swift
internal import Synchronization

/// What a class of objects consists of.
///
/// Read once a class and process, from the runtime's own description of it and from one object with
/// the default values.
final class ClassDescription: @unchecked Sendable {
  let type: ObjectBase.Type
  /// The name in the program, without module.
  let programName: String
  let schema: ClassSchema
  /// In the order of declaration, inherited ones first.
  let accessors: [_PropertyAccessor]
  /// Why the class cannot be kept in a realm; nil if it can.
  let objection: String?

  /// Whether properties begin with something new in every object.
  private let hasGeneratedDefaults: Bool

  /// Whether Swift encodes objects of the class.
  let isEncodable: Bool
  /// Whether it is a class of the file, whose objects are dynamic.
  var isDynamic: Bool { storedTarget != nil }
  /// What links to dynamic objects of the class lead to; nil for classes of the program.
  let storedTarget: StoredTarget?
  /// How many numbers of values dynamic objects have had.
  let valueCount: Int

  private let indexByName: [String: Int]
  private let indexByOffset: [Int: Int]
  /// An object as it is when nobody has set anything.
  ///
  /// Read, never changed.
  let example: ObjectBase

  var name: String { schema.name }
  var primaryKey: _PropertyAccessor? {
    accessors.first { $0.options.contains(.primaryKey) }
  }

  subscript(name: String) -> _PropertyAccessor? { indexByName[name].map { accessors[$0] } }

  func accessor(at offset: Int) -> _PropertyAccessor? {
    indexByOffset[offset].map { accessors[$0] }
  }

  private static let known = Mutex<[ObjectIdentifier: ClassDescription]>([:])

  /// The description of a class, which also makes the class known to realms that take all classes.
  static func of(_ type: ObjectBase.Type) -> ClassDescription {
    let id = ObjectIdentifier(type)
    if let description = known.withLock({ $0[id] }) { return description }
    let description = ClassDescription(type)
    return known.withLock {
      if let other = $0[id] { return other }
      $0[id] = description
      return description
    }
  }

  /// All classes that the program has used so far and that say they want to be in every realm.
  static var inDefaultSchema: [ClassDescription] {
    known.withLock { Array($0.values) }.filter {
      $0.type.shouldIncludeInDefaultSchema() && !isBase($0.type)
    }
  }

  private static func isBase(_ type: ObjectBase.Type) -> Bool {
    type == Object.self || type == EmbeddedObject.self || type == ObjectBase.self
  }

  private init(_ type: ObjectBase.Type) {
    self.type = type
    storedTarget = nil
    valueCount = 0
    isEncodable = type is any Encodable.Type
    let example = type.init()
    self.example = example
    programName = "\(type)"
    let mapping = type.propertiesMapping()
    var accessors: [_PropertyAccessor] = []
    _ = unsafe _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) {
      name, offset, fieldType, _ in
      guard let field = fieldType as? any PersistedField.Type else { return true }
      // The wrapper of `name` is stored as `_name`.
      accessors.append(
        field.describe(example, at: offset, named: String(unsafe String(cString: name).dropFirst()))
      )
      return true
    }
    self.accessors = accessors
    hasGeneratedDefaults = accessors.contains {
      [.uuid, .objectID, .date].contains($0.kind.type) && !$0.hasNoColumn
    }
    indexByName = Self.places(accessors) { $0.name }
    indexByOffset = Self.places(accessors) { $0.offset }
    schema = ClassSchema(
      name: type._realmObjectName() ?? programName, isEmbedded: type is EmbeddedObject.Type,
      properties: accessors.filter { !$0.kind.isBacklinks }.map {
        $0.schema(named: mapping[$0.name] ?? $0.name)
      })
    objection =
      type == DynamicObject.self
      ? "class DynamicObject stands for classes of the file, and is none itself; ask for them by name, "
        + "with dynamicObjects(_:)"
      : Self.objection(to: schema, accessors, mapping: mapping, programName)
    for accessor in accessors { accessor.columnName = mapping[accessor.name] ?? accessor.name }
  }

  /// Describes a class of the file.
  ///
  /// - Parameter old: what it was before, whose properties stay as they are where they can.
  init(_ schema: ClassSchema, in core: RealmCore, after old: ClassDescription? = nil) {
    type = DynamicObject.self
    storedTarget = StoredTarget(schema.name, isEmbedded: schema.isEmbedded, in: core)
    isEncodable = false
    hasGeneratedDefaults = false
    objection = nil
    example = DynamicObject()
    programName = schema.name
    self.schema = schema
    var valueCount = old?.valueCount ?? 0
    accessors = schema.properties.map { property in
      if let known = old?[property.name], known.schema(named: property.name) == property {
        return known
      }
      defer { valueCount += 1 }
      return .dynamic(property, at: valueCount, in: core)
    }
    self.valueCount = valueCount
    indexByName = Self.places(accessors) { $0.name }
    indexByOffset = Self.places(accessors) { $0.offset }
  }

  private static func places<Key: Hashable>(
    _ accessors: [_PropertyAccessor], by key: (_PropertyAccessor) -> Key
  ) -> [Key: Int] {
    Dictionary(accessors.enumerated().map { (key($1), $0) }, uniquingKeysWith: { a, _ in a })
  }

  private static func objection(
    to schema: ClassSchema, _ accessors: [_PropertyAccessor], mapping: [String: String],
    _ programName: String
  ) -> String? {
    if let reason = TableNames.objection(to: schema.name) {
      return "class \(programName) cannot be kept: \(reason)"
    }
    let primaryKeys = schema.properties.filter { $0.isPrimaryKey }
    if primaryKeys.count > 1 {
      return "class \(programName) has \(primaryKeys.count) primary keys, "
        + "\(primaryKeys.map(\.name).joined(separator: " and ")); keep one"
    }
    if schema.isEmbedded, let key = primaryKeys.first {
      return "class \(programName) is embedded and cannot have a primary key, \(key.name)"
    }
    var lowercased: Set<String> = []
    for property in schema.properties {
      if let reason = TableNames.objection(to: property.name) {
        return "property \(programName).\(property.name) cannot be kept: \(reason)"
      }
      if !lowercased.insert(property.name.lowercased()).inserted {
        return "class \(programName) has two properties called \(property.name), or names that "
          + "differ in case only; give one another name by propertiesMapping()"
      }
    }
    if let unknown = mapping.keys.first(where: { key in !accessors.contains { $0.name == key } }) {
      return "propertiesMapping() of \(programName) names \(unknown), which is no property of it"
    }
    for accessor in accessors {
      if let reason = accessor.objection {
        return "property \(programName).\(accessor.name) cannot be kept: \(reason)"
      }
    }
    if let link = accessors.first(where: {
      $0.kind.type == .object && $0.kind.collection == nil && !$0.kind.isOptional
        && !$0.kind.isBacklinks
    }) {
      return "property \(programName).\(link.name) is a link, and must be optional"
    }
    return nil
  }
}

extension ClassDescription {
  /// An object for a row, whose values come from there.
  @inline(__always)
  func makeObject() -> ObjectBase {
    if isDynamic { return DynamicObject(self, isNew: false) }
    return hasGeneratedDefaults ? GeneratedDefaults.without { type.init() } : type.init()
  }

  /// An unmanaged object with default values.
  func makeNew() -> ObjectBase {
    isDynamic ? DynamicObject(self, isNew: true) : type.init()
  }

  /// What a link to objects of the class is.
  var linkKind: _PropertyKind {
    var kind = _PropertyKind.link(to: type)
    kind.storedTarget = storedTarget
    return kind
  }
}

extension _PropertyAccessor {
  /// What the file is told.
  func schema(named column: String) -> PropertySchema {
    PropertySchema(
      name: column, type: kind.type, isOptional: kind.isOptional, collection: kind.collection,
      target: kind.targetName,
      isPrimaryKey: options.contains(.primaryKey), isIndexed: options.contains(.indexed))
  }
}

extension ClassDescription {
  /// The name of a class without looking into it: a class may lead to itself.
  static func nameOnly(of type: ObjectBase.Type) -> String {
    type._realmObjectName() ?? "\(type)"
  }

  /// The class and all those that it leads to.
  static func closure(of types: [ObjectBase.Type]) -> [ClassDescription] {
    var found: [ObjectIdentifier: ClassDescription] = [:]
    var order: [ClassDescription] = []
    var pending = types
    while let type = pending.popLast() {
      guard found[ObjectIdentifier(type)] == nil else { continue }
      let description = of(type)
      found[ObjectIdentifier(type)] = description
      order.append(description)
      pending += description.accessors.compactMap { $0.kind.target }
    }
    return order
  }
}
