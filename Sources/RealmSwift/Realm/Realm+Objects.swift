// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension Realm {
  /// Adds an object with all that it leads to.
  ///
  /// The object becomes managed: from then on its properties are those of the file.
  ///
  /// - Parameters:
  ///   - object: the object, of no realm yet.
  ///   - update: what to do when there is an object with its primary key.
  public func add(_ object: Object, update: UpdatePolicy = .error) {
    core.expectWriting()
    let outer = core.updatePolicy
    core.updatePolicy = update
    defer { core.updatePolicy = outer }
    if update != .error, core.table(of: object).description.primaryKey == nil {
      misuse(
        "a \(object.classDescription.programName) has no primary key, so that there is nothing to update"
      )
    }
    core.add(object)
  }

  /// Adds objects with all that they lead to.
  public func add<S: Sequence>(_ objects: S, update: UpdatePolicy = .error)
  where S.Element: Object {
    for object in objects { add(object, update: update) }
  }

  /// Makes an object of `value`: a dictionary by the names of properties, an array in the order of
  /// declaration, or another object.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - value: the properties.
  ///   - update: what to do when there is an object with its primary key. What `value` does not
  ///     have stays as it is then.
  @discardableResult
  public func create<Element: Object>(
    _ type: Element.Type, value: Any = [String: Any](), update: UpdatePolicy = .error
  ) -> Element {
    guard let object = core.create(type, value: value, update: update) as? Element else {
      fatalError("a table has objects of another class")
    }
    return object
  }

  /// Deletes an object, with what is embedded in it.
  public func delete(_ object: ObjectBase) {
    core.expectWriting()
    guard let table = object.table, object.core === core else {
      misuse("only an object of this realm can be deleted from it")
    }
    guard table.isAlive(object) else {
      misuse(
        "an object of class \(object.classDescription.programName) has been deleted or invalidated")
    }
    core.delete([object.key], of: table.className)
  }

  /// Deletes objects; those that are gone already are passed over.
  public func delete<S: Sequence>(_ objects: S) where S.Element: ObjectBase {
    core.expectWriting()
    var keys: [ObjectIdentifier: (table: ObjectTable, keys: [Int64])] = [:]
    for object in objects {
      guard let table = object.table, object.core === core else {
        misuse("only an object of this realm can be deleted from it")
      }
      if table.isAlive(object) {
        keys[ObjectIdentifier(table), default: (table, [])].keys.append(object.key)
      }
    }
    for (table, keys) in keys.values { core.delete(keys, of: table.className) }
  }

  /// Deletes all objects of all classes.
  public func deleteAll() { core.deleteEverything() }

  /// All objects of a class.
  public func objects<Element: ObjectBase>(_ type: Element.Type) -> Results<Element> {
    Results(core.table(for: type))
  }

  /// The object with a primary key; nil if there is none.
  public func object<Element: Object, Key>(
    ofType type: Element.Type, forPrimaryKey key: Key
  ) -> Element? {
    let table = core.table(for: type)
    guard let primaryKey = table.description.primaryKey else {
      misuse("class \(table.description.programName) has no primary key to look for")
    }
    core.prepareToRead()
    guard let value = primaryKey.stored(key) else {
      misuse(
        "the primary key of \(table.description.programName) is "
          + "\(primaryKey.kind.type.rawValue), and no \(Swift.type(of: key))")
    }
    guard let found = core.key(where: primaryKey, is: value, in: table) else { return nil }
    return table.object(found) as? Element
  }

  /// Whether the realm has no objects.
  public var isEmpty: Bool {
    core.prepareToRead()
    return core.isEmpty
  }
}
