// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Finds out which properties a key path goes through, by looking at an object that notes it.
///
/// Links lead to further objects of the kind, so that a path may go through them. Needs no realm.
final class KeyPathRecorder {
  private var accessors: [_PropertyAccessor] = []
  // Objects do not keep their tables.
  private var tables: [ObjectTable] = []

  private init() {}

  private func makeObject(_ type: ObjectBase.Type) -> ObjectBase {
    let table = ObjectTable(ClassDescription.of(type), recorder: self)
    tables.append(table)
    let object = type.init()
    object.attach(recording: table)
    return object
  }

  func record(_ accessor: _PropertyAccessor, of object: ObjectBase) {
    accessors.append(accessor)
    if let target = accessor.kind.target, accessor.kind.collection == nil,
      !accessor.kind.isBacklinks
    {
      accessor.setMemory(makeObject(target), of: object)
    }
  }

  // Key paths never change.
  private struct Key: Hashable, @unchecked Sendable { let path: AnyKeyPath }

  private static let known = Mutex<[Key: [_PropertyAccessor]]>([:])

  /// The properties that `path` goes through.
  static func accessors<Root: ObjectBase, Value>(
    of path: KeyPath<Root, Value>
  ) -> [_PropertyAccessor] {
    let key = Key(path: path)
    if let accessors = known.withLock({ $0[key] }) { return accessors }
    let recorder = KeyPathRecorder()
    guard let object = recorder.makeObject(Root.self) as? Root else {
      fatalError("init() of \(Root.self) makes an object of another class")
    }
    withExtendedLifetime((recorder, object)) { _ = object[keyPath: path] }
    let accessors = recorder.accessors
    guard let last = accessors.last, isPath(accessors, from: Root.self),
      last.valueType == Value.self || last.valueType == wrappedType(of: Value.self)
    else {
      misuse(
        "a key path of \(Root.self) to a \(Value.self) leads to no @Persisted property; name one, "
          + "or links to it, and nothing that is computed")
    }
    known.withLock { $0[key] = accessors }
    return accessors
  }

  /// The names of the properties that somebody goes through from an object, with full stops
  /// between; nil for none.
  ///
  /// What goes on behind them, as a text in capitals does, has none.
  static func names<Root: ObjectBase, Value>(
    from root: Root.Type, in body: (Root) -> Value
  ) -> String? {
    let recorder = KeyPathRecorder()
    guard let object = recorder.makeObject(root) as? Root else {
      fatalError("init() of \(root) makes an object of another class")
    }
    let value = withExtendedLifetime((recorder, object)) { body(object) }
    guard recorder.accessors.first.map({ ClassDescription.of(root)[$0.name] === $0 }) == true else {
      return nil
    }
    var names = recorder.accessors.map(\.name)
    if let elements = value as? any ElementShowing { names.append(elements.elementOrigin) }
    return names.joined(separator: ".")
  }

  /// Whether each property is one of the class that the one before leads to.
  private static func isPath(_ accessors: [_PropertyAccessor], from root: ObjectBase.Type) -> Bool {
    var type: ObjectBase.Type? = root
    for accessor in accessors {
      guard let owner = type, ClassDescription.of(owner)[accessor.name] === accessor else {
        return false
      }
      type = accessor.kind.collection == nil ? accessor.kind.target : nil
    }
    return true
  }
}

/// An optional of any kind.
public protocol OptionalProtocol {
  /// What may be missing.
  associatedtype Wrapped
}

extension Optional: OptionalProtocol {}

private func wrappedType(of type: Any.Type) -> Any.Type? {
  func wrapped<T: OptionalProtocol>(_: T.Type) -> Any.Type { T.Wrapped.self }
  return (type as? any OptionalProtocol.Type).map { wrapped($0) }
}

/// The names of the properties that a key path goes through, where its type is not known.
func propertyNames<Root: ObjectBase>(partial path: PartialKeyPath<Root>) -> String {
  func names<Value>(_: Value.Type) -> String {
    guard let path = path as? KeyPath<Root, Value> else {
      fatalError("a key path has a type that is not its own")
    }
    return propertyNames(path)
  }
  return _openExistential(type(of: path).valueType, do: names)
}
