// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// What the values of a property are.
public enum PropertyType: Int32, Sendable {
  /// Whole numbers.
  case int = 0
  /// True and false.
  case bool = 1
  /// Texts.
  case string = 2
  /// Bytes.
  case data = 3
  /// Points in time.
  case date = 4
  /// Numbers of 32 bits.
  case float = 5
  /// Numbers of 64 bits.
  case double = 6
  /// Links to objects.
  case object = 7
  /// The objects whose links lead to the object.
  case linkingObjects = 8
  /// Values of any type.
  case any = 9
  /// Identifiers.
  case objectId = 10
  /// Decimal numbers.
  case decimal128 = 11
  /// Identifiers.
  case UUID = 12

  init(_ type: PropertySchema.ValueType) {
    self =
      switch type {
      case .int: .int
      case .bool: .bool
      case .float: .float
      case .double: .double
      case .string: .string
      case .data: .data
      case .date: .date
      case .decimal128: .decimal128
      case .objectID: .objectId
      case .uuid: .UUID
      case .mixed: .any
      case .object: .object
      }
  }
}

extension PropertyType: CustomStringConvertible {
  /// The type as models spell it: `int`, `string`, `object`.
  public var description: String {
    switch self {
    case .int: "int"
    case .bool: "bool"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .float: "float"
    case .double: "double"
    case .object: "object"
    case .linkingObjects: "linking objects"
    case .any: "mixed"
    case .objectId: "object id"
    case .decimal128: "decimal128"
    case .UUID: "uuid"
    }
  }
}
