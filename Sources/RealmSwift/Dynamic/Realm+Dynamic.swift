// SPDX-License-Identifier: Apache-2.0

// Classes by their names in the file, whether the program has them or not.
extension Realm {
  /// All objects of a class of the file.
  ///
  /// - Parameter typeName: the name of the class in the file; one that it does not have ends the
  ///   program, and ``schema`` says which it has.
  public func dynamicObjects(_ typeName: String) -> Results<DynamicObject> {
    core.prepareToRead()
    return core.dynamicObjects(typeName)
  }

  /// The object with a primary key; nil if there is none.
  public func dynamicObject(
    ofType typeName: String, forPrimaryKey key: Any
  ) -> DynamicObject? {
    core.prepareToRead()
    let table = core.dynamicTable(named: typeName)
    guard let primaryKey = table.currentDescription.primaryKey else {
      misuse("class \(typeName) has no primary key to look for")
    }
    guard let value = primaryKey.stored(unmapped(key)) else {
      misuse(
        "property \(typeName).\(primaryKey.name) is \(primaryKey.typeName), and no "
          + nameOfType(of: key))
    }
    return core.key(where: primaryKey, is: value, in: table).map {
      DynamicObject._of(table.object($0))
    }
  }

  /// Makes an object of `value`: a dictionary by the names of properties, an array in the order of
  /// the file's properties, or another object.
  ///
  /// A property that `value` does not have begins with the default that the program's class gives
  /// it. Where the program has no such class, what cannot be missing must be given.
  ///
  /// - Parameters:
  ///   - typeName: the name of the class in the file.
  ///   - value: the properties; names that no property has end the program.
  ///   - update: what to do when there is an object with its primary key. What `value` does not
  ///     have stays as it is then.
  @discardableResult
  public func dynamicCreate(
    _ typeName: String, value: Any = [String: Any](), update: UpdatePolicy = .error
  ) -> DynamicObject {
    core.createDynamic(typeName, value: value, update: update)
  }
}

extension AnyRealmValue {
  /// The object, if it is one, as a dynamic one; nil for an object that no realm manages.
  ///
  /// An object of a class that the program does not have is dynamic already, and any object whose
  /// value comes from a dynamic object.
  public var dynamicObject: DynamicObject? {
    guard case .object(let object) = self else { return nil }
    return object.dynamic
  }
}
