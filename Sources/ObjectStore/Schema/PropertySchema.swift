// SPDX-License-Identifier: Apache-2.0

/// One property of a class, as the file knows it.
package struct PropertySchema: Hashable, Sendable {
  /// What a value is.
  package enum ValueType: String, Hashable, Sendable {
    case int, bool, float, double, string, data, date, decimal128
    case objectID = "objectId"
    case uuid = "UUID"
    /// Any of the others.
    case mixed
    /// A link to an object of ``PropertySchema/target``.
    case object
  }

  /// Whether a property has one value or many.
  package enum Collection: String, Hashable, Sendable {
    case list, set, map
  }

  /// The name of the column.
  package var name: String
  package var type: ValueType
  package var isOptional: Bool
  package var collection: Collection?
  /// The class that links lead to.
  package var target: String?
  package var isPrimaryKey: Bool
  package var isIndexed: Bool

  package init(
    name: String, type: ValueType, isOptional: Bool = false, collection: Collection? = nil,
    target: String? = nil, isPrimaryKey: Bool = false, isIndexed: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.collection = collection
    self.target = target
    self.isPrimaryKey = isPrimaryKey
    self.isIndexed = isIndexed
  }

  /// Whether the property is the row id itself: an integer that is never missing.
  package var isRowID: Bool { isPrimaryKey && type == .int && !isOptional && collection == nil }

  /// Whether the table of the class has a column for it.
  package var hasColumn: Bool { collection == nil && !isRowID }

  /// The type as people write it, for messages: `list<Dog>`, `int?`.
  package var typeName: String {
    let value = (target.map { "<\($0)>" } ?? type.rawValue) + (isOptional ? "?" : "")
    guard let collection else { return value }
    return "\(collection.rawValue)<\(value)>"
  }
}
