// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A class, and what its objects consist of.
public struct ObjectSchema: Hashable, Sendable {
  /// The name in the file.
  public let className: String
  /// The properties, in their order.
  public let properties: [Property]
  /// Whether objects of the class belong to one other object.
  public let isEmbedded: Bool
  private let primaryKeyName: String?

  /// The class as the file has it.
  init(_ schema: ClassSchema) {
    className = schema.name
    isEmbedded = schema.isEmbedded
    primaryKeyName = schema.primaryKey?.name
    properties = schema.properties.map { Property($0) }
  }

  /// The class as the program has it.
  init(_ description: ClassDescription) {
    className = description.name
    isEmbedded = description.schema.isEmbedded
    primaryKeyName = description.primaryKey?.name
    properties = description.accessors.map { accessor in
      Property(
        accessor.schema(named: accessor.columnName), named: accessor.name,
        isBacklinks: accessor.kind.isBacklinks)
    }
  }

  /// The property that tells the objects apart; nil for none.
  public var primaryKeyProperty: Property? { primaryKeyName.flatMap { self[$0] } }

  /// The property with a name; nil for none.
  public subscript(propertyName: String) -> Property? {
    properties.first { $0.name == propertyName }
  }
}

extension ObjectSchema: CustomStringConvertible {
  /// The name and the properties, one a line.
  public var description: String {
    let lines = properties.map { property in
      "  \(property)" + (property.name == primaryKeyName ? ", primary key" : "")
    }
    return "\(className)\(isEmbedded ? " (embedded)" : "") {\n\(lines.joined(separator: "\n"))\n}"
  }
}

extension ObjectBase {
  /// The class of the object: as the program has it, or for a dynamic object as the file does.
  public final var objectSchema: ObjectSchema { ObjectSchema(classDescription) }
}
