// SPDX-License-Identifier: Apache-2.0

// Lists, sets and maps can be read, too: they are properties. These show what is kept elsewhere.

extension Results: Encodable where Element: Encodable {
  /// Writes the objects or values, in order.
  public func encode(to encoder: any Encoder) throws { try encodeElements(to: encoder) }
}

extension LinkingObjects: Encodable where Element: Encodable {
  /// Writes the objects, in order.
  ///
  /// Objects that lead back to these never come to an end: leave the property out with
  /// `CodingKeys`.
  public func encode(to encoder: any Encoder) throws { try encodeElements(to: encoder) }
}

extension AnyRealmCollection: Encodable where Element: Encodable {
  /// Writes the objects or values, in order.
  public func encode(to encoder: any Encoder) throws { try encodeElements(to: encoder) }
}

extension ProjectedCollection: Encodable where Element: Encodable {
  /// Writes the values, in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension RealmCollection where Element: Encodable {
  fileprivate func encodeElements(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}
