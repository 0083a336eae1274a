// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// The classes of a realm.
public struct Schema: Hashable, Sendable {
  /// The classes, in the order of their names.
  public let objectSchema: [ObjectSchema]

  private init(_ classes: [ObjectSchema]) {
    objectSchema = classes.sorted { $0.className < $1.className }
  }

  /// The classes of a file, as it has them.
  init(_ stored: StoredSchema) { self.init(stored.classes.values.map { ObjectSchema($0.schema) }) }

  /// The classes of a realm: as the program has them where it does, else as the file does.
  init(of core: RealmCore) {
    let stored = core.store.schema
    var classes = Dictionary(
      stored.classes.values.map { ($0.schema.name, ObjectSchema($0.schema)) },
      uniquingKeysWith: { a, _ in a })
    for description in core.programClasses {
      // What is in the file counts, where another version of the class has written it.
      let additions = SchemaAdditions(of: [description.schema], to: stored)
      if additions.conflicts.isEmpty, additions.properties.isEmpty {
        classes[description.name] = ObjectSchema(description)
      }
    }
    self.init(Array(classes.values))
  }

  /// The class with a name in the file; nil for none.
  public subscript(className: String) -> ObjectSchema? {
    objectSchema.first { $0.className == className }
  }
}

extension Schema: CustomStringConvertible {
  /// The classes, with their properties.
  public var description: String { objectSchema.map(\.description).joined(separator: "\n") }
}

extension Realm {
  /// The classes that there are.
  ///
  /// **On Linux** these are all that the file has, also those that the program does not know, or
  /// has left out of ``Configuration/objectTypes``: ``dynamicObjects(_:)`` reads them.
  public var schema: Schema {
    core.prepareToRead()
    return Schema(of: core)
  }
}
