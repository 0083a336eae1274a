// SPDX-License-Identifier: Apache-2.0

/// An enum that a realm keeps, by its raw value.
///
/// ```swift
/// enum Size: String, PersistableEnum { case small, large }
///
/// class Shirt: Object {
///   @Persisted var size: Size       // .small, the first case
///   @Persisted var other: Size?
/// }
/// ```
///
/// The default of a property is the first case. Where the file holds a raw value that the enum does
/// not have, because another version of the program wrote it, an optional is nil; anything else
/// ends the program, or makes the call around it throw where that can.
public protocol PersistableEnum: _Mapped, RawRepresentable, CaseIterable, Comparable
where RawValue: _InsideOptional & Comparable, PersistedType == RawValue {}

extension PersistableEnum {
  /// The first case.
  public init() {
    guard let first = Self.allCases.first else { misuse("enum \(Self.self) has no cases") }
    self = first
  }

  /// Compares raw values.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The first case.
  public static func _makeDefault() -> Self { Self() }
  /// The case with a raw value.
  public static func _unmap(_ value: RawValue) -> Self? { Self(rawValue: value) }
  /// The raw value.
  public var _mapped: RawValue { rawValue }
  /// Which raw value it was.
  public static func _objection(to value: RawValue) -> String {
    "the file holds the raw value \(value), which no case of \(Self.self) has; add the case, or make the "
      + "property optional"
  }
}
