// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// What the table of a class is found by.
enum TableKey: Hashable {
  /// A class of the program.
  case program(ObjectIdentifier)
  /// A class of the file by its name there, whose objects are dynamic.
  case file(String)
}

/// The classes that the realm knows.
extension RealmCore {
  /// The table of a class.
  func table(for type: ObjectBase.Type) -> ObjectTable {
    locked { programTables[ObjectIdentifier(type)] ?? makeTable(type) }
  }

  func makeTable(_ type: ObjectBase.Type) -> ObjectTable {
    let description = ClassDescription.of(type)
    if let objection = description.objection { misuse(objection) }
    if let objectTypes, !objectTypes.contains(ObjectIdentifier(type)) {
      misuse(
        "class \(description.programName) is not among the objectTypes of the realm's configuration; "
          + "add \(description.programName).self")
    }
    if let other = usedTable(named: description.name) {
      misuse(Self.sameName(other.description, description))
    }
    let table = ObjectTable(description, core: self)
    if let dynamic = tables[.file(description.name)] { table.pair(with: dynamic) }
    tables[.program(ObjectIdentifier(type))] = table
    programTables[ObjectIdentifier(type)] = table
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

  /// The table of a class that is known by its name in the file: of the program's class if the
  /// configuration names it or the program has used it, else one of dynamic objects.
  func table(named name: String) -> ObjectTable? {
    if let table = usedTable(named: name) { return table }
    if let description = programClass(named: name) { return table(for: description.type) }
    return dynamicTable(ifKnown: name)
  }

  /// The table of a class of the program that has been used.
  func usedTable(named name: String) -> ObjectTable? {
    tables.values.first { !$0.description.isDynamic && $0.className == name }
  }

  /// The program's class of a name in the file.
  func programClass(named name: String) -> ClassDescription? {
    programClasses.first { $0.name == name }
  }

  /// The classes of the program that the configuration names, or that have been used.
  var programClasses: [ClassDescription] {
    configuration.objectTypes.map { ClassDescription.closure(of: $0) }
      ?? ClassDescription.inDefaultSchema
  }

  /// Adds what the file lacks of some classes, in the write transaction that is open.
  ///
  /// - Parameter settingVersion: also counts the file's version up to the configuration's.
  func addClasses(
    _ descriptions: [ClassDescription], settingVersion: Bool = false
  ) throws(ObjectStoreError) {
    let all = ClassDescription.closure(of: descriptions.filter { !$0.isDynamic }.map(\.type))
    let additions = SchemaAdditions(of: all.map(\.schema), to: store.schema)
    guard !additions.isEmpty || store.schema.version == nil || settingVersion else { return }
    guard additions.conflicts.isEmpty else {
      throw ObjectStoreError(
        .schemaMismatch, reason: Self.migrationRequired(additions.conflicts))
    }
    let setsVersion = settingVersion || store.schema.version == nil
    try store.apply(
      additions, version: setsVersion ? configuration.schemaVersion : nil,
      defaults: ClassDescription.defaults(of: all))
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
