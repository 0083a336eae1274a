// SPDX-License-Identifier: Apache-2.0

/// One class, as the file knows it.
package struct ClassSchema: Hashable, Sendable {
  package var name: String
  /// Whether its objects live and die with the one object that owns them.
  package var isEmbedded: Bool
  package var properties: [PropertySchema]

  package init(name: String, isEmbedded: Bool = false, properties: [PropertySchema]) {
    self.name = name
    self.isEmbedded = isEmbedded
    self.properties = properties
  }

  package var primaryKey: PropertySchema? { properties.first { $0.isPrimaryKey } }

  package subscript(name: String) -> PropertySchema? { properties.first { $0.name == name } }
}

/// A class of the file, with what the file says about it.
package struct StoredClass: Hashable, Sendable {
  /// The number that the file gives it.
  package let id: Int64
  package var schema: ClassSchema
}
