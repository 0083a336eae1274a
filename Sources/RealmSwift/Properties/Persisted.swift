// SPDX-License-Identifier: Apache-2.0

/// A property that a realm keeps.
///
/// ```swift
/// class Dog: Object {
///   @Persisted(primaryKey: true) var id: Int
///   @Persisted var name = ""
///   @Persisted(indexed: true) var age: Int
///   @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
/// }
/// ```
@propertyWrapper
public struct Persisted<Value: _Persistable> {
  // First: see ObjectBase.field(at:as:).
  @usableFromInline var value: Value
  @usableFromInline var options: PropertyOptions

  /// The property's value; reached through the object that has the property.
  @available(*, unavailable, message: "@Persisted is for properties of Object and EmbeddedObject")
  public var wrappedValue: Value {
    get { fatalError("unreachable") }
    // swift-format-ignore
    set { fatalError("unreachable") }
  }

  @inlinable
  init(_ value: Value, _ options: PropertyOptions) {
    self.value = value
    self.options = options
  }

  /// A property with the default value of its type: 0, false, "", nil, nothing.
  @inlinable public init() { self.init(Value._makeDefault(), []) }

  /// A property with a default value of its own.
  @inlinable public init(wrappedValue value: Value) { self.init(value, []) }

  /// Reads and writes the property of `object`.
  public static subscript<Owner: ObjectBase>(
    _enclosingInstance object: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
    storage path: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value {
    @inlinable @inline(__always)
    get {
      if !object.isCurrent, object.refresh() { object.record(&object[keyPath: path]) }
      return object[keyPath: path].value
    }
    @inlinable @inline(__always)
    set {
      if object.isManaged {
        object.write(newValue, to: &object[keyPath: path])
      } else {
        object[keyPath: path].value = newValue
      }
    }
  }
}

extension Persisted where Value: _Indexable {
  /// A property that objects are found by quickly.
  @inlinable public init(indexed: Bool) { self.init(Value._makeDefault(), indexed ? .indexed : []) }

  /// A property with a default value of its own that objects are found by quickly.
  @inlinable public init(wrappedValue value: Value, indexed: Bool) {
    self.init(value, indexed ? .indexed : [])
  }
}

extension Persisted where Value: _PrimaryKey {
  /// The property that tells the objects of the class apart.
  @inlinable public init(primaryKey: Bool) {
    self.init(Value._makeDefault(), primaryKey ? .primaryKey : [])
  }

  /// The property that tells the objects of the class apart, with a default value of its own.
  @inlinable public init(wrappedValue value: Value, primaryKey: Bool) {
    self.init(value, primaryKey ? .primaryKey : [])
  }
}

/// What a declaration says of a property beside its type.
@usableFromInline
struct PropertyOptions: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt
  @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

  @inlinable static var primaryKey: PropertyOptions { PropertyOptions(rawValue: 1) }
  @inlinable static var indexed: PropertyOptions { PropertyOptions(rawValue: 2) }
}

/// What reads a class's description.
protocol PersistedField {
  static func describe(
    _ object: ObjectBase, at offset: Int, named name: String
  ) -> _PropertyAccessor
}

extension Persisted: PersistedField {
  static func describe(
    _ object: ObjectBase, at offset: Int, named name: String
  ) -> _PropertyAccessor {
    // Accessors go straight to the value.
    precondition(MemoryLayout<Self>.offset(of: \.value) == 0)
    let field = object.wholeField(at: offset, as: Value.self)
    return Value._makeAccessor(
      _PropertyPlace(name: name, offset: offset, options: field.options), example: field.value)
  }
}

extension ObjectBase {
  fileprivate final func wholeField<Value>(at offset: Int, as: Value.Type) -> Persisted<Value> {
    let base = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    return unsafe (base + offset).assumingMemoryBound(to: Persisted<Value>.self).pointee
  }
}
