// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// What objects are put in order by.
public struct SortDescriptor: Hashable, Sendable {
  /// The property, or the way to it through links.
  public let keyPath: String
  /// Whether the least comes first.
  public let ascending: Bool

  /// An order by the property at `keyPath`: `"name"`, or `"dog.name"`.
  public init(keyPath: String, ascending: Bool = true) {
    self.keyPath = keyPath
    self.ascending = ascending
  }

  /// An order by the property at `keyPath`: `\Person.name`, or `\Person.dog?.name`.
  public init<Element: ObjectBase, Value>(
    keyPath: KeyPath<Element, Value>, ascending: Bool = true
  ) {
    self.init(keyPath: propertyNames(keyPath), ascending: ascending)
  }

  /// The same the other way round.
  public func reversed() -> SortDescriptor {
    SortDescriptor(keyPath: keyPath, ascending: !ascending)
  }

  func key(from origin: QueryOrigin) -> ObjectQuery.SortKey {
    let path = QueryPath(keyPath, from: origin)
    if path.collections > 0 {
      misuse(
        "\(keyPath) leads through a collection, and has no one value to put objects in order by")
    }
    return ObjectQuery.SortKey(path.path, isAscending: ascending)
  }
}

extension SortDescriptor: ExpressibleByStringLiteral {
  /// An ascending order by a property.
  public init(stringLiteral value: String) { self.init(keyPath: value) }
}

extension SortDescriptor: CustomStringConvertible {
  /// The property and the direction.
  public var description: String { "\(keyPath) \(ascending ? "ascending" : "descending")" }
}

/// The names of the properties that a key path goes through, with full stops between.
func propertyNames<Root: ObjectBase, Value>(_ keyPath: KeyPath<Root, Value>) -> String {
  KeyPathRecorder.accessors(of: keyPath).map(\.name).joined(separator: ".")
}
