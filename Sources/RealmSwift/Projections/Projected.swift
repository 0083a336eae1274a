// SPDX-License-Identifier: Apache-2.0

/// A property of a ``Projection``: one of the object behind it, or something that a key path leads
/// to from there.
///
/// ```swift
/// @Projected(\Person.firstName) var name
/// @Projected(\Person.address?.city) var city
/// @Projected(\Person.friends.projectTo.firstName) var friends: ProjectedCollection<String>
/// ```
///
/// Setting it sets the object's, where the key path can be set.
@propertyWrapper
public struct Projected<T: ObjectBase, Value> {
  let path: KeyPath<T, Value>

  /// What `projectedKeyPath` leads to from the object.
  public init(_ projectedKeyPath: KeyPath<T, Value>) { path = projectedKeyPath }

  /// Not for use: a projection goes by the object that it has.
  @available(*, unavailable, message: "@Projected is for properties of a Projection")
  public var wrappedValue: Value {
    get { fatalError("@Projected is for properties of a Projection") }
    // swift-format-ignore
    set { fatalError("@Projected is for properties of a Projection") }
  }

  /// Reads and writes the property of the object behind `projection`.
  public static subscript<Owner: Projection<T>>(
    _enclosingInstance projection: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value {
    get { projection.rootObject[keyPath: projection[keyPath: storage].path] }
    set {
      guard
        let path = projection[keyPath: storage].path as? ReferenceWritableKeyPath<T, Value>
      else {
        misuse(
          "a property of \(Owner.self) projects something that cannot be set; set it at the "
            + "\(T.self) that is behind it")
      }
      projection.rootObject[keyPath: path] = newValue
    }
  }
}

/// What a projection is told of one of its properties.
protocol ProjectedField {
  /// The path in the program that the property goes through, from the object; nil where it goes
  /// through no property that is kept.
  var origin: String? { get }
  /// What the property is of an object.
  func value(of object: ObjectBase) -> Any
}

extension Projected: ProjectedField {
  var origin: String? {
    KeyPathRecorder.names(from: T.self) { $0[keyPath: path] }
  }

  func value(of object: ObjectBase) -> Any {
    guard let object = object as? T else {
      fatalError("a projection of \(T.self) has an object of class \(type(of: object))")
    }
    return object[keyPath: path]
  }
}
