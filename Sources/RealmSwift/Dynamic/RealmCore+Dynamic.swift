// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Classes by their names in the file.
extension RealmCore {
  /// The table of the dynamic objects of a class; nil where neither the file has the class nor the
  /// program.
  func dynamicTable(ifKnown name: String) -> ObjectTable? {
    locked {
      if let table = tables[.file(name)] { return table }
      guard let schema = store.schema[name]?.schema ?? programClass(named: name)?.schema else {
        return nil
      }
      let table = ObjectTable(ClassDescription(schema, in: self), core: self)
      if let other = usedTable(named: name) { table.pair(with: other) }
      tables[.file(name)] = table
      return table
    }
  }

  /// The table of the dynamic objects of a class.
  func dynamicTable(named name: String) -> ObjectTable {
    if let table = dynamicTable(ifKnown: name) { return table }
    let names = store.schema.classes.keys.sorted()
    misuse(
      "\(path) has no class \(name); it has "
        + (names.isEmpty ? "none" : names.joined(separator: ", ")))
  }

  /// The table of the same class as one of another realm; nil where this one does not have it.
  func table(like other: ObjectTable) -> ObjectTable? {
    guard other.description.isDynamic else { return table(for: other.description.type) }
    prepareToRead()
    return dynamicTable(ifKnown: other.className)
  }

  /// The table of the objects that links lead to.
  func table(behind kind: _PropertyKind) -> ObjectTable? {
    if let target = kind.storedTarget { return dynamicTable(ifKnown: target.className) }
    return kind.target.map { table(for: $0) }
  }

  /// The table that an object belongs into.
  func table(of object: ObjectBase) -> ObjectTable {
    let description = object.classDescription
    return description.isDynamic
      ? dynamicTable(named: description.name) : table(for: type(of: object))
  }

  /// The dynamic objects of a class.
  func dynamicObjects(_ className: String) -> Results<DynamicObject> {
    Results(dynamicTable(named: className))
  }

  /// The dynamic object of a row, whether that is there or not.
  func dynamicObject(_ className: String, key: ObjectKey) -> DynamicObject {
    DynamicObject._of(dynamicTable(named: className).object(key))
  }

  /// Makes a dynamic object of `value`, or changes the one with its primary key.
  func createDynamic(
    _ className: String, value: Any, update: Realm.UpdatePolicy
  ) -> DynamicObject {
    expectWriting()
    let table = dynamicTable(named: className)
    let description = table.currentDescription
    if description.schema.isEmbedded {
      misuse(
        "class \(className) is embedded: its objects are made as values of the property that has them"
      )
    }
    if update != .error, description.primaryKey == nil {
      misuse("a \(className) has no primary key, so that there is nothing to update")
    }
    return DynamicObject._of(
      create(
        in: table, value: value,
        by: AssignmentPolicy(core: self, update: update, copies: ObjectCopies())))
  }

  /// The values of a new object, with those that are not given where its class is one of the file:
  /// the defaults of the program's class, if it has the class.
  func completing(
    _ given: [(accessor: _PropertyAccessor, value: Any)], of description: ClassDescription
  ) -> [(accessor: _PropertyAccessor, value: Any)] {
    guard description.isDynamic else { return given }
    let missing = description.accessors.filter { accessor in
      !given.contains { $0.accessor === accessor }
    }
    if missing.isEmpty { return given }
    let program = programClass(named: description.name)
    let example = program?.type.init()
    return given
      + missing.compactMap { accessor in
        let own = program?.accessors.first {
          !$0.kind.isBacklinks && $0.columnName == accessor.columnName && $0.fits(accessor)
        }
        if let own, let example { return (accessor, own.value(of: example)) }
        if !accessor.hasNeutralDefault {
          misuse(
            "property \(description.name).\(accessor.name) is \(accessor.typeName), and a value must be "
              + "given, for the program has no class that says a default")
        }
        return nil
      }
  }
}

extension _PropertyAccessor {
  /// Whether both properties are the same in the file, but for an index.
  fileprivate func fits(_ other: _PropertyAccessor) -> Bool {
    (kind.type, kind.collection, kind.targetName)
      == (other.kind.type, other.kind.collection, other.kind.targetName)
  }

  /// Whether there is a value that says nothing.
  fileprivate var hasNeutralDefault: Bool {
    kind.isOptional || kind.collection != nil || kind.type == .mixed
  }
}
