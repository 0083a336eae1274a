// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A property of a class.
public struct Property: Hashable, Sendable {
  /// The name in the program; that in the file where the program does not have the class.
  public let name: String
  /// The name in the file.
  public let columnName: String
  /// What its values are.
  public let type: PropertyType
  /// Whether it is a list, or objects that link to the object.
  public let isArray: Bool
  /// Whether it is a set.
  public let isSet: Bool
  /// Whether it is a map.
  public let isMap: Bool
  /// Whether objects are found quickly by it; so by the primary key.
  public let isIndexed: Bool
  /// Whether its values may be missing.
  public let isOptional: Bool
  /// The class that its links lead to; nil where it has none.
  public let objectClassName: String?

  init(_ schema: PropertySchema, named name: String? = nil, isBacklinks: Bool = false) {
    self.name = name ?? schema.name
    columnName = schema.name
    type = isBacklinks ? .linkingObjects : PropertyType(schema.type)
    isArray = schema.collection == .list || isBacklinks
    isSet = schema.collection == .set
    isMap = schema.collection == .map
    isIndexed = schema.isIndexed || schema.isPrimaryKey
    isOptional = schema.isOptional
    objectClassName = schema.target
  }
}

extension Property: CustomStringConvertible {
  /// The name, and what the property is.
  public var description: String {
    let value = (objectClassName.map { "\(type)<\($0)>" } ?? "\(type)") + (isOptional ? "?" : "")
    let kind =
      if isArray, type != .linkingObjects {
        "list of \(value)"
      } else if isSet {
        "set of \(value)"
      } else if isMap {
        "map of \(value)"
      } else {
        value
      }
    return "\(name): \(kind)" + (columnName == name ? "" : ", in the file \(columnName)")
      + (isIndexed ? ", indexed" : "")
  }
}
