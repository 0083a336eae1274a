// SPDX-License-Identifier: Apache-2.0

/// What a program's classes add to those of a file, and what does not fit.
package struct SchemaAdditions: Sendable {
  /// Classes that the file does not have.
  package private(set) var classes: [ClassSchema] = []
  /// Properties that a class of the file does not have.
  package private(set) var properties: [(className: String, property: PropertySchema)] = []
  /// Properties that are looked for by value from now on.
  package private(set) var indexes: [(className: String, property: PropertySchema)] = []
  /// Properties that were looked for by value until now.
  package private(set) var droppedIndexes: [(className: String, property: PropertySchema)] = []
  /// What only a migration could do, a sentence each.
  package private(set) var conflicts: [String] = []

  /// Whether the file can stay as it is.
  package var isEmpty: Bool {
    classes.isEmpty && properties.isEmpty && indexes.isEmpty && droppedIndexes.isEmpty
      && conflicts.isEmpty
  }

  /// Compares the classes of the program with those of the file.
  ///
  /// A class that only the file has is left alone.
  package init(of program: [ClassSchema], to file: StoredSchema) {
    for schema in program {
      guard let stored = file[schema.name]?.schema else {
        if let other = file.classes.keys.first(where: {
          $0.lowercased() == schema.name.lowercased()
        }) {
          conflicts.append(
            "Class '\(schema.name)' differs from '\(other)' of the file in case only.")
        } else {
          classes.append(schema)
        }
        continue
      }
      compare(schema, with: stored)
    }
  }

  private mutating func compare(_ schema: ClassSchema, with stored: ClassSchema) {
    let name = schema.name
    if schema.isEmbedded != stored.isEmbedded {
      conflicts.append(
        "Class '\(name)' has been changed \(schema.isEmbedded ? "to" : "from") embedded.")
    }
    for property in schema.properties {
      guard let old = stored[property.name] else {
        if property.isPrimaryKey {
          conflicts.append("Primary Key for class '\(name)' has been added.")
        } else {
          properties.append((name, property))
        }
        continue
      }
      compare(property, with: old, of: name)
    }
    for old in stored.properties where schema[old.name] == nil {
      conflicts.append("Property '\(name).\(old.name)' has been removed.")
    }
  }

  private mutating func compare(
    _ property: PropertySchema, with old: PropertySchema, of name: String
  ) {
    let place = "'\(name).\(property.name)'"
    if property.isPrimaryKey != old.isPrimaryKey {
      conflicts.append(
        "Primary Key for class '\(name)' has been \(property.isPrimaryKey ? "added" : "removed").")
    } else if (property.type, property.collection, property.target)
      != (old.type, old.collection, old.target)
    {
      conflicts.append(
        "Property \(place) has been changed from '\(old.typeName)' to '\(property.typeName)'.")
    } else if property.isOptional != old.isOptional {
      conflicts.append(
        "Property \(place) has been made \(property.isOptional ? "optional" : "required").")
    } else if property.isIndexed != old.isIndexed {
      if property.isIndexed {
        indexes.append((name, property))
      } else {
        droppedIndexes.append((name, property))
      }
    }
  }
}
