// SPDX-License-Identifier: Apache-2.0

/// A type of the program's own that is kept as one that a realm knows.
///
/// ```swift
/// struct Celsius: CustomPersistable {
///   var degrees: Double
///   init(persistedValue: Double) { degrees = persistedValue }
///   var persistableValue: Double { degrees }
/// }
/// ```
///
/// `PersistedType` is any type of a single value, or a class of embedded objects where one value is
/// not enough. A property that is kept as an embedded object need not be optional.
public protocol CustomPersistable: _Mapped {
  /// The type that the file has.
  associatedtype PersistedType
  /// Makes the value for what the file has.
  init(persistedValue: PersistedType)
  /// What the file shall have.
  var persistableValue: PersistedType { get }
}

extension CustomPersistable {
  /// The value for what the file has.
  public static func _unmap(_ value: PersistedType) -> Self? { Self(persistedValue: value) }
  /// What the file shall have.
  public var _mapped: PersistedType { persistableValue }
  /// Never asked for.
  public static func _objection(to value: PersistedType) -> String {
    "\(Self.self) has a value for all"
  }
  /// Hashes what the file shall have.
  public func hash(into hasher: inout Hasher) { hash(persistableValue, into: &hasher) }
}

/// A type of the program's own that is kept as one that a realm knows, and that does not have a
/// value for all that this can hold.
///
/// ```swift
/// extension URL: @retroactive FailableCustomPersistable {
///   public init?(persistedValue: String) { self.init(string: persistedValue) }
///   public var persistableValue: String { absoluteString }
/// }
/// ```
///
/// Where the file holds what the type has no value for, an optional is nil; anything else ends the
/// program, or makes the call around it throw where that can.
///
/// **On Linux** the default of a property is made with the object. A type that has no value for the
/// default of `PersistedType` is for optional properties, or those with a default value.
public protocol FailableCustomPersistable: _Mapped {
  /// The type that the file has.
  associatedtype PersistedType
  /// Makes the value for what the file has, if there is one.
  init?(persistedValue: PersistedType)
  /// What the file shall have.
  var persistableValue: PersistedType { get }
}

extension FailableCustomPersistable {
  /// The value for what the file has, if there is one.
  public static func _unmap(_ value: PersistedType) -> Self? { Self(persistedValue: value) }
  /// What the file shall have.
  public var _mapped: PersistedType { persistableValue }
  /// Which type it was.
  ///
  /// The value may be a secret.
  public static func _objection(to value: PersistedType) -> String {
    "the file holds a \(PersistedType.self) that \(Self.self) has no value for; make the property optional, "
      + "or init?(persistedValue:) take it"
  }
  /// Hashes what the file shall have.
  public func hash(into hasher: inout Hasher) { hash(persistableValue, into: &hasher) }
}

extension _Mapped {
  /// Objects are hashed by what they hold, because each is made anew.
  fileprivate func hash(_ value: PersistedType, into hasher: inout Hasher) {
    guard let object = value as? ObjectBase else { return hasher.combine(value) }
    for accessor in ClassDescription.of(type(of: object)).accessors {
      let value = accessor.value(of: object)
      if !(value is ObjectBase), let value = value as? any Hashable {
        hasher.combine(AnyHashable(value))
      }
    }
  }
}
