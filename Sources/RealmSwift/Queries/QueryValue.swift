// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore

/// Values that programs hand to queries.
enum QueryValue {
  /// A value as a property has it: text for an enum of texts, a key for an object.
  ///
  /// - Parameter objects: gets the objects that are mentioned.
  static func encode<Value>(_ value: Value, mentioning objects: inout [ObjectBase]) -> MixedValue {
    if isNothing(value) { return .null }
    if let object = value as? ObjectBase { return encode(object, mentioning: &objects) }
    switch value as? AnyRealmValue {
    case .object(let object)?: return encode(object, mentioning: &objects)
    case .list?, .dictionary?: misuse("a list or dictionary cannot be compared with in a query")
    default: break
    }
    guard let value = value as? any RealmCollectionValue,
      Swift.type(of: value)._kind.type != .object
    else { misuse("a \(Value.self) cannot be compared with in a query") }
    return value._encode(in: nil).mixed
  }

  /// A value for what a path leads to: numbers of any type where a sum or mean is decimal.
  static func encode<Value>(
    _ value: Value, for kind: _PropertyKind?, mentioning objects: inout [ObjectBase]
  ) -> MixedValue {
    guard kind?.type == .decimal128, !(value is Decimal128), !isNothing(value) else {
      return encode(value, mentioning: &objects)
    }
    let number = (value as? AnyRealmValue).map { $0.number } ?? Decimal128.converting(value)
    guard let number else {
      misuse("a sum or a mean is a number, and is compared with a \(Value.self) that is none")
    }
    return number._encode(in: nil).mixed
  }

  private static func encode(
    _ object: ObjectBase, mentioning objects: inout [ObjectBase]
  ) -> MixedValue {
    guard let table = object.table else {
      misuse(
        "an object of class \(type(of: object)) is compared with, and is in no realm; add it first")
    }
    objects.append(object)
    let classID = table.core.store.schema[table.className]?.id ?? 0
    return MixedValue(.object(classID: classID), .integer(object.key))
  }

  /// An argument of a predicate for a property of some kind; nil when it does not fit.
  static func coerce(
    _ value: Any, for kind: _PropertyKind, mentioning objects: inout [ObjectBase]
  ) -> MixedValue? {
    if isNothing(value) || value is NSNull { return .null }
    if let object = value as? ObjectBase {
      guard kind.type == .object || kind.type == .mixed else { return nil }
      return encode(object, mentioning: &objects)
    }
    if kind.type != .mixed, let any = value as? AnyRealmValue {
      return coerce(any.content as Any, for: kind, mentioning: &objects)
    }
    if let value = value as? any RealmCollectionValue {
      let type = Swift.type(of: value)._kind.type
      if type == kind.type { return encode(value, mentioning: &objects) }
      if kind.type == .mixed {
        return tag(of: type).map { MixedValue($0, value._encode(in: nil).mixed.value) }
      }
    }
    return number(value, for: kind).map { MixedValue(.null, $0) }
  }

  /// What Swift does not convert, and people expect: a whole number for a floating-point property.
  private static func number(_ value: Any, for kind: _PropertyKind) -> StoredValue? {
    switch kind.type {
    case .int:
      if value is Bool { return nil }
      return Int64._coerce(value).map { .integer($0) }
        ?? Double._coerce(value).map { StoredValue($0) }
    case .float, .double:
      return value is Bool ? nil : Double._coerce(value).map { StoredValue($0) }
    case .bool:
      return Int64._coerce(value).flatMap { $0 == 0 || $0 == 1 ? .integer($0) : nil }
    case .string: return String._coerce(value).map { .text($0) }
    case .data: return Data._coerce(value).map { .bytes(Array($0)) }
    case .uuid: return UUID._coerce(value)?._encode(in: nil).mixed.value
    case .decimal128:
      return value is Bool ? nil : Decimal128._coerce(value)?._encode(in: nil).mixed.value
    case .objectID: return ObjectId._coerce(value)?._encode(in: nil).mixed.value
    case .date, .mixed, .object: return nil
    }
  }

  private static func tag(of type: PropertySchema.ValueType) -> MixedValue.Tag? {
    switch type {
    case .bool: .bool
    case .int: .int
    case .float: .float
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .decimal128: .decimal128
    case .objectID: .objectID
    case .uuid: .uuid
    case .mixed, .object: nil
    }
  }
}
