// SPDX-License-Identifier: Apache-2.0

extension RealmCollection where Element: ObjectBase {
  /// The objects in the order of a property, those with the same value of it together.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    sectioned(
      by: keyPath, sortDescriptors: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// The objects in an order, those with the same value of a property together.
  ///
  /// - Parameters:
  ///   - keyPath: the property.
  ///   - sortDescriptors: the order; the first must be that property.
  public func sectioned<Key: _Persistable & Hashable>(
    by keyPath: KeyPath<Element, Key>, sortDescriptors: [SortDescriptor]
  ) -> SectionedResults<Key, Element> {
    guard sortDescriptors.first?.keyPath == propertyNames(keyPath) else {
      misuse(
        "sections by \(propertyNames(keyPath)) need results that are sorted by it first")
    }
    return SectionedResults(sorted(by: sortDescriptors)) { $0[keyPath: keyPath] }
  }

  /// The objects in an order, those together that a function gives the same key.
  ///
  /// - Parameters:
  ///   - block: the key of an object. It reads objects, and changes nothing.
  ///   - sortDescriptors: the order; none for that of the collection.
  public func sectioned<Key: _Persistable & Hashable>(
    by block: @escaping (Element) -> Key, sortDescriptors: [SortDescriptor] = []
  ) -> SectionedResults<Key, Element> {
    SectionedResults(sorted(by: sortDescriptors), by: block)
  }
}

extension RealmCollection where Element: Comparable {
  /// The values in their order, those together that a function gives the same key.
  ///
  /// - Parameters:
  ///   - block: the key of a value.
  ///   - ascending: whether the least comes first.
  public func sectioned<Key: _Persistable & Hashable>(
    by block: @escaping (Element) -> Key, ascending: Bool = true
  ) -> SectionedResults<Key, Element> {
    SectionedResults(sorted(ascending: ascending), by: block)
  }
}
