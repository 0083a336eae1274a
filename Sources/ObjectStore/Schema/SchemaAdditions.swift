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
  /// What only a migration can do.
  package private(set) var changes: [SchemaChange] = []

  /// What only a migration can do, a sentence each.
  package var conflicts: [String] { changes.map(\.sentence) }

  /// Whether the file can stay as it is.
  package var isEmpty: Bool {
    classes.isEmpty && properties.isEmpty && indexes.isEmpty && droppedIndexes.isEmpty
      && changes.isEmpty
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
          changes.append(.nameTaken(className: schema.name, other: other))
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
      changes.append(.embedding(className: name, isEmbedded: schema.isEmbedded))
    }
    for property in schema.properties {
      if let old = stored[property.name] {
        compare(property, with: old, of: name)
      } else if property.isPrimaryKey {
        changes.append(.primaryKeyAddition(className: name, property: property))
      } else {
        properties.append((name, property))
      }
    }
    for old in stored.properties where schema[old.name] == nil {
      changes.append(.removal(className: name, property: old))
    }
  }

  private mutating func compare(
    _ property: PropertySchema, with old: PropertySchema, of name: String
  ) {
    let before = changes.count
    if property.isPrimaryKey != old.isPrimaryKey {
      changes.append(
        property.isPrimaryKey
          ? .primaryKeyAddition(className: name, property: property)
          : .primaryKeyRemoval(className: name, property: old))
    }
    if !property.keepsValues(of: old) {
      changes.append(.retyping(className: name, property: property, old: old))
    } else if property.isOptional != old.isOptional {
      changes.append(.optionality(className: name, property: property))
    }
    guard changes.count == before, property.isIndexed != old.isIndexed else { return }
    if property.isIndexed {
      indexes.append((name, property))
    } else {
      droppedIndexes.append((name, property))
    }
  }
}
