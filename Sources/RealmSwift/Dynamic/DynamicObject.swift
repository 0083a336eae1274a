// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// An object of a class that the file has, whether the program has it or not.
///
/// ```swift
/// for note in realm.dynamicObjects("Note") { print(note.text as? String ?? "") }
/// try realm.write { realm.dynamicObjects("Note").first?["text"] = "Buy milk" }
/// ```
///
/// Its properties are those of the file, by their names there: values, links to other dynamic
/// objects, and `List`, `MutableSet` and `Map` of such. What is read is of the type that the file
/// has: `Int` for all whole numbers, the raw value of an enum.
///
/// Names that are also those of an object's own properties, such as `realm`, are reached by the
/// subscript alone.
@dynamicMemberLookup
public final class DynamicObject: Object {
  /// The values by the numbers of their properties.
  // Filled by who owns the object, or holds the lock of a frozen realm.
  @safe @exclusivity(unchecked) var values: [Any?] = []
  /// The class while no realm manages the object.
  private(set) var ownDescription: ClassDescription?

  /// An object of no class.
  ///
  /// One of a class comes from a realm: ``Realm/dynamicCreate(_:value:update:)``.
  public required init() { super.init() }

  /// - Parameter isNew: gives the properties their defaults; else they are read from a row.
  init(_ description: ClassDescription, isNew: Bool) {
    ownDescription = description
    values = Array(repeating: nil, count: description.valueCount)
    super.init()
    if !isNew { return }
    for accessor in description.accessors { values[accessor.offset] = accessor.makeDefault() }
  }

  /// Never: it is no class of the file.
  public override class func shouldIncludeInDefaultSchema() -> Bool { false }

  /// A property by its name in the file; nil for a link or a value that is missing.
  ///
  /// A name that no property has, and a value that it does not take, end the program.
  public subscript(dynamicMember name: String) -> Any? {
    get { self[name] }
    set { self[name] = newValue }
  }

  /// The mistake of using an object without a class.
  static let classMissing =
    "a DynamicObject of no class has no properties; make one with dynamicCreate(_:value:)"
}

/// An object in a migration.
public typealias MigrationObject = DynamicObject

/// The class of the file that links of dynamic objects lead to.
final class StoredTarget {
  let className: String
  let isEmbedded: Bool
  // Who follows a link has an object of the realm.
  private unowned let core: RealmCore

  init(_ className: String, isEmbedded: Bool, in core: RealmCore) {
    self.className = className
    self.isEmbedded = isEmbedded
    self.core = core
  }

  /// The table of the objects; nil where a damaged file names a class that it does not have.
  var table: ObjectTable? { core.dynamicTable(ifKnown: className) }
}

extension _RealmReference {
  /// The table of the objects that links lead to; nil after a failure, where a damaged file names
  /// no class that it has.
  func table(for type: ObjectBase.Type) -> ObjectTable? {
    guard isDynamic else { return core.table(for: type) }
    if let table = target?.table { return table }
    core.fail(
      Realm.Error(
        .invalidDatabase,
        reason:
          "\(core.path) is damaged: a link leads to the class \(target?.className ?? "without name"), "
          + "which it does not have", file: core.path))
    return nil
  }
}

extension _PropertyKind {
  /// Whether links lead to dynamic objects.
  var isDynamic: Bool { storedTarget != nil }

  /// The name in the file of the class that links lead to.
  var targetName: String? {
    storedTarget?.className ?? target.map { ClassDescription.nameOnly(of: $0) }
  }

  /// The class that links lead to.
  var targetDescription: ClassDescription? {
    storedTarget?.table?.currentDescription ?? target.map { ClassDescription.of($0) }
  }

  /// Whether what links lead to lives in the property alone.
  var ownsTarget: Bool { storedTarget?.isEmbedded ?? (target is EmbeddedObject.Type) }
}

extension ObjectBase {
  /// What the class of the object consists of.
  final var classDescription: ClassDescription {
    guard let object = self as? DynamicObject else { return ClassDescription.of(type(of: self)) }
    return object.table?.currentDescription ?? object.ownDescription
      ?? ClassDescription.of(DynamicObject.self)
  }

  /// Whether the object lives in a property of another one.
  final var isEmbedded: Bool {
    self is EmbeddedObject || (self is DynamicObject && classDescription.schema.isEmbedded)
  }
}
