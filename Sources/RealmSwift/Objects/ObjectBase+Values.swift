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
      if let table = table {
        table.followClass()
        if !isCurrent, !table.isRecording { table.refresh(self) }
      }
      let accessor = accessor(named: name)
      return unwrapped(accessor.value(of: self))
    }
    set {
      let value: Any = newValue as Any
      if !accessor(named: name).assign(value, to: self, by: AssignmentPolicy(core: core)) {
        misuse(
          "property \(classDescription.programName).\(name) is \(accessor(named: name).typeName), and "
            + "takes no \(nameOfType(of: value))")
      }
    }
  }

  private final func accessor(named name: String) -> _PropertyAccessor {
    let description = classDescription
    if let accessor = description[name] { return accessor }
    if self is DynamicObject, !description.isDynamic { misuse(DynamicObject.classMissing) }
    if description.isDynamic {
      let names = description.accessors.map(\.name).joined(separator: ", ")
      misuse(
        "class \(description.programName) of the file has no property \(name); it has \(names)")
    }
    misuse("class \(description.programName) has no property \(name)")
  }

  /// Sets the properties that `value` has.
  ///
  /// - Parameter leavesPrimaryKey: does not touch the primary key, for an object that has its own.
  final func assign(_ value: Any, by policy: AssignmentPolicy, leavesPrimaryKey: Bool = false) {
    let description = classDescription
    if self is DynamicObject, !description.isDynamic { misuse(DynamicObject.classMissing) }
    var policy = policy
    if value is ObjectBase, policy.core == nil { policy.copiesEmbedded = true }
    assign(description.values(of: value), by: policy, leavesPrimaryKey: leavesPrimaryKey)
  }

  final func assign(
    _ values: [(accessor: _PropertyAccessor, value: Any)], by policy: AssignmentPolicy,
    leavesPrimaryKey: Bool = false
  ) {
    let description = classDescription
    for (accessor, value) in values {
      if leavesPrimaryKey, accessor.options.contains(.primaryKey) { continue }
      if !accessor.assign(value, to: self, by: policy) {
        misuse(
          "property \(description.programName).\(accessor.name) is \(accessor.typeName), and takes "
            + "no \(nameOfType(of: value))")
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
        misuse(
          "a \(object.classDescription.programName) that was deleted or invalidated has no values to copy"
        )
      }
      let source = object.classDescription
      if let table = object.table, !object.isCurrent { table.refresh(object) }
      return settable.compactMap { accessor in
        source.counterpart(of: accessor, in: self).map { (accessor, $0.value(of: object)) }
      }
    }
    if let values = value as? [String: Any] {
      if isDynamic { expectKnown(values.keys) }
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

extension ClassDescription {
  /// The property that is the same in the file as one of another class.
  private func counterpart(
    of accessor: _PropertyAccessor, in other: ClassDescription
  ) -> _PropertyAccessor? {
    // Two classes of the program agree by their names there.
    guard isDynamic || other.isDynamic else { return self[accessor.name] }
    return accessors.first { $0.columnName == accessor.columnName && !$0.kind.isBacklinks }
  }

  /// Refuses names that no property has.
  private func expectKnown(_ names: some Sequence<String>) {
    guard let unknown = names.first(where: { self[$0] == nil }) else { return }
    misuse(
      "class \(programName) of the file has no property \(unknown); it has "
        + accessors.map(\.name).joined(separator: ", "))
  }
}

/// The type of what a program passed, as people say it.
func nameOfType(of value: Any) -> String {
  if isNothing(value) { return "nil" }
  if let object = value as? ObjectBase { return object.classDescription.programName }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional, let child = mirror.children.first else {
    return "\(type(of: value))"
  }
  return nameOfType(of: child.value)
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
      in: table(for: type), value: value,
      by: AssignmentPolicy(core: self, update: update, copies: ObjectCopies()))
  }

  func create(in table: ObjectTable, value: Any, by policy: AssignmentPolicy) -> ObjectBase {
    let original = value as? ObjectBase
    if let original, let copy = policy.copies?[original] { return copy }
    let outer = updatePolicy
    updatePolicy = policy.update
    defer { updatePolicy = outer }
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
    let object = table.description.makeNew()
    if let original { policy.copies?[original] = object }
    object.assign(completing(values, of: table.description), by: policy, leavesPrimaryKey: false)
    add(object)
    return object
  }
}
