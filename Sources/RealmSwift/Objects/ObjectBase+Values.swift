// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension ObjectBase {
  /// Makes an unmanaged object with the properties of `value`: a dictionary by their names, an
  /// array in the order of declaration, or another object.
  ///
  /// What is missing keeps its default.
  public convenience init(value: Any) {
    self.init()
    assign(value, by: .unmanaged)
  }

  /// A property by its name.
  public final subscript(name: String) -> Any? {
    get {
      let accessor = accessor(named: name)
      if let table = table, !isCurrent { table.refresh(self) }
      let value = accessor.value(of: self)
      return isNothing(value) ? nil : value
    }
    set {
      let value: Any = newValue as Any
      if !accessor(named: name).assign(value, to: self, by: AssignmentPolicy(core: core)) {
        misuse(
          "property \(type(of: self)).\(name) is \(accessor(named: name).typeName), and takes no "
            + "\(newValue.map { "\(Swift.type(of: $0))" } ?? "nil")")
      }
    }
  }

  private final func accessor(named name: String) -> _PropertyAccessor {
    guard let accessor = ClassDescription.of(type(of: self))[name] else {
      misuse("class \(type(of: self)) has no property \(name)")
    }
    return accessor
  }

  /// Sets the properties that `value` has.
  ///
  /// - Parameter leavesPrimaryKey: does not touch the primary key, for an object that has its own.
  final func assign(_ value: Any, by policy: AssignmentPolicy, leavesPrimaryKey: Bool = false) {
    let description = ClassDescription.of(type(of: self))
    for (accessor, value) in description.values(of: value) {
      if leavesPrimaryKey, accessor.options.contains(.primaryKey) { continue }
      if !accessor.assign(value, to: self, by: policy) {
        misuse(
          "property \(description.programName).\(accessor.name) is \(accessor.typeName), and takes "
            + "no \(isNothing(value) ? "nil" : "\(Swift.type(of: value))")")
      }
    }
  }
}

extension ClassDescription {
  /// The properties that a dictionary, array or object has.
  func values(of value: Any) -> [(accessor: _PropertyAccessor, value: Any)] {
    let settable = accessors.filter { !$0.kind.isBacklinks }
    if let object = value as? ObjectBase {
      let source = ClassDescription.of(Swift.type(of: object))
      if let table = object.table, !object.isCurrent { table.refresh(object) }
      return settable.compactMap { accessor in
        source[accessor.name].map { (accessor, $0.value(of: object)) }
      }
    }
    if let values = value as? [String: Any] {
      if let unknown = values.keys.first(where: { self[$0] == nil }) {
        misuse("class \(programName) has no property \(unknown)")
      }
      return settable.compactMap { accessor in values[accessor.name].map { (accessor, $0) } }
    }
    if let values = value as? [Any] {
      if values.count > settable.count {
        misuse(
          "class \(programName) has \(settable.count) properties, and \(values.count) values are given"
        )
      }
      return zip(settable, values).map { ($0, $1) }
    }
    misuse(
      "an object of class \(programName) is made of a dictionary, an array or another object, and not of "
        + "\(Swift.type(of: value))")
  }
}

extension _PropertyAccessor {
  /// The type as people write it.
  var typeName: String { schema(named: name).typeName }
}

extension RealmCore {
  /// Makes an object of `value`, or changes the one with its primary key.
  func create(
    _ type: ObjectBase.Type, value: Any, update: Realm.UpdatePolicy
  ) -> ObjectBase {
    expectWriting()
    let table = table(for: type)
    let policy = AssignmentPolicy(core: self, update: update)
    if update != .error, let primaryKey = table.description.primaryKey,
      let given = table.description.values(of: value).first(where: { $0.accessor === primaryKey }),
      let stored = primaryKey.stored(given.value),
      let key = key(where: primaryKey, is: stored, in: table)
    {
      let object = table.object(key)
      object.assign(value, by: policy, leavesPrimaryKey: true)
      return object
    }
    let object = type.init()
    let outer = updatePolicy
    updatePolicy = update
    defer { updatePolicy = outer }
    object.assign(value, by: policy)
    add(object)
    return object
  }
}
