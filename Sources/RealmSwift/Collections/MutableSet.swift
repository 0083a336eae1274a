// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// A collection that holds each value or object once, as the property of an object.
///
/// **On Linux** the order is that in which the elements came; Realm promises none.
public final class MutableSet<Element: RealmCollectionValue>: _ManagedCollection {
  /// The elements while no realm keeps them.
  private var unmanaged: [Element] = []
  private var known: (elements: [MixedValue], now: UInt64)?

  /// Makes an empty set that no realm keeps.
  public required override init() { super.init() }

  /// How many elements there are.
  public var count: Int { isManaged ? stored.count : unmanaged.count }

  /// The elements, as of now.
  private var stored: [MixedValue] {
    read { rows throws(SQLiteError) in
      if let known, known.now == now, !isFrozen { return known.elements }
      let elements = try rows.elements(of: owner)
      if !isFrozen { known = (elements, now) }
      return elements
    } ?? []
  }

  /// The element at a place.
  public subscript(position: Int) -> Element {
    guard isManaged else { return unmanaged[position] }
    let elements = stored
    guard elements.indices.contains(position) else {
      misuse("a set of \(elements.count) elements has none at \(position)")
    }
    return decode(elements[position])
  }

  /// Whether an element is there.
  public func contains(_ object: Element) -> Bool {
    guard isManaged else { return unmanaged.contains(object) }
    guard let value = known(object) else { return false }
    return read { rows throws(SQLiteError) in try rows.contains(value, in: owner) } ?? false
  }

  /// Puts an element in, if it is not there.
  public func insert(_ object: Element) { insert(objectsIn: CollectionOfOne(object)) }

  /// Puts elements in, those that are not there.
  public func insert<S: Sequence>(objectsIn objects: S) where S.Element == Element {
    guard isManaged else {
      for object in objects where !unmanaged.contains(object) { unmanaged.append(object) }
      return
    }
    let values = objects.map { encode($0) }
    _ = change { rows throws(SQLiteError) in
      for value in values { _ = try rows.insert(value, into: owner) }
    }
  }

  /// Takes an element out.
  public func remove(_ object: Element) {
    guard isManaged else { return unmanaged.removeAll { $0 == object } }
    core?.expectWriting()
    guard let value = known(object) else { return }
    _ = change { rows throws(SQLiteError) in try rows.remove(value, from: owner) }
  }

  /// Takes all elements out.
  public func removeAll() {
    guard isManaged else { return unmanaged = [] }
    _ = change { rows throws(SQLiteError) in try rows.removeAll(of: owner) }
  }

  /// Whether all elements are also in another set.
  public func isSubset(of other: MutableSet<Element>) -> Bool {
    let others = Set(other)
    return allSatisfy { others.contains($0) }
  }

  /// Whether the sets have an element in common.
  public func intersects(_ other: MutableSet<Element>) -> Bool {
    let others = Set(other)
    return contains { others.contains($0) }
  }

  /// Puts in what another set has.
  public func formUnion(_ other: MutableSet<Element>) { insert(objectsIn: Array(other)) }

  /// Takes out what another set does not have.
  public func formIntersection(_ other: MutableSet<Element>) {
    let others = Set(other)
    for element in Array(self) where !others.contains(element) { remove(element) }
  }

  /// Takes out what another set has.
  public func subtract(_ other: MutableSet<Element>) {
    for element in Array(other) { remove(element) }
  }
}

extension MutableSet: CollectionProperty {
  /// A set of what its elements are.
  public static var _kind: _PropertyKind { Element._kind.collected(in: .set) }
  /// An empty set.
  public static func _makeDefault() -> Self { Self() }
  /// A set in a table of its own.
  public static func _makeAccessor(
    _ place: _PropertyPlace, example: MutableSet
  ) -> _PropertyAccessor {
    CollectionAccessor<Self>(place, kind: _kind)
  }

  func moveElements(from source: MutableSet) {
    let elements = source === self ? unmanaged : Array(source)
    unmanaged = []
    if count > 0 { removeAll() }
    if !elements.isEmpty { insert(objectsIn: elements) }
  }

  func assign(_ value: Any, by policy: AssignmentPolicy) -> Bool {
    guard let elements = policy.elements(value, of: Element.self) else { return false }
    removeAll()
    insert(objectsIn: elements)
    return true
  }
}

extension MutableSet: RandomAccessCollection {
  /// The first place.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { count }

  /// Goes over the elements as they are now.
  public func makeIterator() -> IndexingIterator<[Element]> {
    guard isManaged else { return unmanaged.makeIterator() }
    return stored.map { decode($0) as Element }.makeIterator()
  }
}

extension MutableSet: ThreadConfined {
  /// The same collection in another realm.
  public func _moved(to realm: Realm) -> Self? {
    let copy = Self()
    return move(copy, to: realm.core) ? copy : nil
  }
}

extension MutableSet: CustomStringConvertible {
  /// The type and the elements.
  public var description: String {
    "MutableSet<\(Element.self)> {\(map { "\($0)" }.joined(separator: ", "))}"
  }
}

extension MutableSet: Encodable where Element: Encodable {
  /// Writes the elements.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension MutableSet: Decodable where Element: Decodable {
  /// Reads the elements.
  public convenience init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { insert(try container.decode(Element.self)) }
  }
}
