// SPDX-License-Identifier: Apache-2.0

/// One difference between a class of the program and that of the file which only a migration may
/// carry out.
package enum SchemaChange: Hashable, Sendable {
  /// The file has a class whose name differs in case only, so that both would share a table.
  case nameTaken(className: String, other: String)
  /// A class has become embedded, or is no longer.
  case embedding(className: String, isEmbedded: Bool)
  /// The program no longer has a property.
  case removal(className: String, property: PropertySchema)
  /// A property has values of another kind, leads to another class, or holds another number of
  /// them.
  case retyping(className: String, property: PropertySchema, old: PropertySchema)
  /// A property, or the elements of a collection, may be missing now, or no longer may be.
  case optionality(className: String, property: PropertySchema)
  /// A property has become the primary key.
  case primaryKeyAddition(className: String, property: PropertySchema)
  /// A property is no longer the primary key.
  case primaryKeyRemoval(className: String, property: PropertySchema)

  /// What has changed, as Realm says it.
  package var sentence: String {
    switch self {
    case .nameTaken(let name, let other):
      "Class '\(name)' differs from '\(other)' of the file in case only."
    case .embedding(let name, let isEmbedded):
      "Class '\(name)' has been changed \(isEmbedded ? "to" : "from") embedded."
    case .removal(let name, let property):
      "Property '\(name).\(property.name)' has been removed."
    case .retyping(let name, let property, let old):
      "Property '\(name).\(property.name)' has been changed from '\(old.typeName)' to "
        + "'\(property.typeName)'."
    case .optionality(let name, let property):
      "Property '\(name).\(property.name)' has been made "
        + "\(property.isOptional ? "optional" : "required")."
    case .primaryKeyAddition(let name, _): "Primary Key for class '\(name)' has been added."
    case .primaryKeyRemoval(let name, _): "Primary Key for class '\(name)' has been removed."
    }
  }

  /// Whether a program that does not know of the change reads what the file holds as something
  /// else; not so when the file only has more than the program.
  package var misleadsReaders: Bool {
    if case .removal = self { return false }
    return true
  }
}

extension PropertySchema {
  /// Whether values of the other property are values of this one, apart from what is missing.
  func keepsValues(of other: PropertySchema) -> Bool {
    type == other.type && collection == other.collection && target == other.target
  }
}
