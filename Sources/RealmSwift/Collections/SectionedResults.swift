// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Results in sections of what has the same key, as they are whenever one looks.
///
/// ```swift
/// let people = realm.objects(Person.self).sectioned(by: { String($0.name.prefix(1)) },
///   sortDescriptors: ["name"])
/// for section in people { print(section.key, section.map(\.name)) }
/// ```
///
/// Sections are in the order in which the results have their keys first. They are found by going
/// over all results once, when somebody asks and something has changed.
public struct SectionedResults<Key: _Persistable & Hashable, Element: RealmCollectionValue> {
  let sections: Sections<Key, Element>

  init(_ results: Results<Element>, by key: @escaping (Element) -> Key) {
    sections = Sections(results, by: key)
  }

  private init(_ sections: Sections<Key, Element>) { self.sections = sections }

  /// The keys of the sections, in order.
  public var allKeys: [Key] { sections.allKeys }

  /// The element at a section's number and a place in it.
  public subscript(_ indexPath: IndexPath) -> Element {
    guard indexPath.count == 2 else {
      misuse("an element of sections is found by two numbers, and not by \(indexPath.count)")
    }
    return self[indexPath[0]][indexPath[1]]
  }
}

extension SectionedResults: RandomAccessCollection {
  /// How many sections there are.
  public var count: Int { allKeys.count }
  /// The first place.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { count }

  /// The section at a place, which must be one of those that there are.
  public subscript(position: Int) -> ResultsSection<Key, Element> {
    let keys = allKeys
    guard keys.indices.contains(position) else {
      misuse("section \(position) is asked for, and there are \(keys.count)")
    }
    return ResultsSection(keys[position], in: sections)
  }

  /// Goes over the sections that there are now.
  public func makeIterator() -> IndexingIterator<[ResultsSection<Key, Element>]> {
    allKeys.map { ResultsSection($0, in: sections) }.makeIterator()
  }
}

extension SectionedResults: ThreadConfined {
  /// The realm that the objects are in.
  public var realm: Realm? { sections.results.realm }
  /// Whether the realm has been invalidated, and the sections with it.
  public var isInvalidated: Bool { sections.results.isInvalidated }
  /// Whether the objects are those of a frozen realm.
  public var isFrozen: Bool { sections.results.isFrozen }

  /// The same sections in another realm.
  public func _moved(to realm: Realm) -> SectionedResults? {
    sections.moved(to: realm).map { SectionedResults($0) }
  }
}

extension SectionedResults: CustomStringConvertible {
  /// How many sections there are.
  public var description: String {
    isInvalidated
      ? "SectionedResults<\(Key.self), \(Element.self)> of a realm that was invalidated"
      : "SectionedResults<\(Key.self), \(Element.self)> of \(count) sections"
  }
}

/// Those of some results that have one key, as they are whenever one looks; none once nothing has
/// the key any more.
public struct ResultsSection<Key: _Persistable & Hashable, Element: RealmCollectionValue>:
  Identifiable
{
  /// What the elements have in common.
  public let key: Key
  let sections: Sections<Key, Element>

  init(_ key: Key, in sections: Sections<Key, Element>) {
    self.key = key
    self.sections = sections
  }

  /// The key.
  public var id: Key { key }
}

extension ResultsSection: RandomAccessCollection {
  /// How many elements have the key.
  public var count: Int { sections.count(with: key) }
  /// The first place.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { count }
  /// The element at a place, which must be one of those that there are.
  public subscript(position: Int) -> Element { sections.element(at: position, with: key) }

  /// Goes over the elements that there are now.
  public func makeIterator() -> IndexingIterator<[Element]> {
    sections.elements(with: key).makeIterator()
  }
}

extension ResultsSection: ThreadConfined {
  /// The realm that the objects are in.
  public var realm: Realm? { sections.results.realm }
  /// Whether the realm has been invalidated, and the section with it.
  public var isInvalidated: Bool { sections.results.isInvalidated }
  /// Whether the objects are those of a frozen realm.
  public var isFrozen: Bool { sections.results.isFrozen }

  /// The same section in another realm.
  public func _moved(to realm: Realm) -> ResultsSection? {
    sections.moved(to: realm).map { ResultsSection(key, in: $0) }
  }
}

extension Sections {
  /// The same sections in another realm.
  func moved(to realm: Realm) -> Sections? {
    results._moved(to: realm).map { Sections($0, by: key) }
  }
}
