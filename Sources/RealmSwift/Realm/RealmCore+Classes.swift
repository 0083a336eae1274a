// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// The classes that the realm knows.
extension RealmCore {
  /// The table of a class.
  func table(for type: ObjectBase.Type) -> ObjectTable {
    locked { tables[ObjectIdentifier(type)] ?? makeTable(type) }
  }

  func makeTable(_ type: ObjectBase.Type) -> ObjectTable {
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

  static func sameName(_ a: ClassDescription, _ b: ClassDescription) -> String {
    "two classes are called \(b.name): \(String(reflecting: a.type)) and "
      + "\(String(reflecting: b.type)); give one another name by _realmObjectName(), or leave it out of "
      + "objectTypes"
  }

  static func migrationRequired(_ conflicts: [String]) -> String {
    "Migration is required due to the following errors:\n- " + conflicts.joined(separator: "\n- ")
  }
}
