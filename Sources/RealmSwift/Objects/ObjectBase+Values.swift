// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension ObjectBase {
  /// Makes an unmanaged object with the properties of `value`: a dictionary by their names, an
  /// array in the order of declaration, or another object.
  ///
  /// What is missing keeps its default, and what no property has the name of is passed over.
  /// Objects that `value` leads to are taken as they are; the embedded ones of another object are
  /// copied.
  public convenience init(value: Any) {
    self.init()
    assign(value, by: .unmanaged)
  }

  /// A property by its name; nil for a link or a value that is missing.
  ///
  /// A name that no property has, and a value that it does not take, end the program. Lists, sets
  /// and maps take any sequence or dictionary of what their elements take, and nil for nothing.
  public final subscript(name: String) -> Any? {
    get {
      let accessor = accessor(named: name)
      if let table = table, !isCurrent { table.refresh(self) }
      let value = accessor.value(of: self)
      if isNothing(value) { return nil }
      // Not the optional around it.
      return (value as? ObjectBase) ?? value
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
    var policy = policy
    if value is ObjectBase, policy.core == nil { policy.copiesEmbedded = true }
    assign(description.values(of: value), by: policy, leavesPrimaryKey: leavesPrimaryKey)
  }

  fileprivate final func assign(
    _ values: [(accessor: _PropertyAccessor, value: Any)], by policy: AssignmentPolicy,
    leavesPrimaryKey: Bool
  ) {
    let description = ClassDescription.of(type(of: self))
    for (accessor, value) in values {
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
      if object.isInvalidated {
        misuse("a \(Swift.type(of: object)) that was deleted or invalidated has no values to copy")
      }
      let source = ClassDescription.of(Swift.type(of: object))
      if let table = object.table, !object.isCurrent { table.refresh(object) }
      return settable.compactMap { accessor in
        source[accessor.name].map { (accessor, $0.value(of: object)) }
      }
    }
    if let values = value as? [String: Any] {
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
    return create(
      type, value: value,
      by: AssignmentPolicy(core: self, update: update, copies: ObjectCopies()))
  }

  func create(_ type: ObjectBase.Type, value: Any, by policy: AssignmentPolicy) -> ObjectBase {
    let original = value as? ObjectBase
    if let original, let copy = policy.copies?[original] { return copy }
    let outer = updatePolicy
    updatePolicy = policy.update
    defer { updatePolicy = outer }
    let table = table(for: type)
    var values = table.description.values(of: value)
    if let primaryKey = table.description.primaryKey,
      let place = values.firstIndex(where: { $0.accessor === primaryKey })
    {
      let given = values.remove(at: place)
      if policy.update != .error, let stored = primaryKey.stored(given.value),
        let key = key(where: primaryKey, is: stored, in: table)
      {
        let object = table.object(key)
        if let original { policy.copies?[original] = object }
        object.assign(values, by: policy, leavesPrimaryKey: true)
        return object
      }
      // First, for what leads back to the object while it is made.
      values.insert(given, at: 0)
    }
    let object = type.init()
    if let original { policy.copies?[original] = object }
    object.assign(values, by: policy, leavesPrimaryKey: false)
    add(object)
    return object
  }
}
