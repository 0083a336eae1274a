// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// A collection that holds each value or object once, as the property of an object.
///
/// **On Linux** the order is that in which the elements came; Realm promises none.
public final class MutableSet<Element: RealmCollectionValue>: _ManagedCollection {
  /// The elements while no realm keeps them.
  private var unmanaged: [Element] = []
  /// Those of ``unmanaged`` that are values; objects are compared one by one, for they become
  /// others to Swift's sets when a realm gets them.
  private var values: Set<ElementIdentity> = []
  private var known: (elements: [MixedValue], now: UInt64)?
  private var knownCount: (count: Int, now: UInt64)?

  /// Makes an empty set that no realm keeps.
  public required override init() { super.init() }

  /// How many elements there are.
  public var count: Int {
    guard isManaged else { return unmanaged.count }
    return read { rows throws(SQLiteError) in
      if let knownCount, knownCount.now == now, !isFrozen { return knownCount.count }
      let count = try rows.count(of: owner)
      if !isFrozen { knownCount = (count, now) }
      return count
    } ?? 0
  }

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
    guard isManaged else {
      guard unmanaged.indices.contains(position) else {
        misuse("a set of \(unmanaged.count) elements has none at \(position)")
      }
      return unmanaged[position]
    }
    let elements = stored
    guard elements.indices.contains(position) else {
      misuse("a set of \(elements.count) elements has none at \(position)")
    }
    return decode(elements[position])
  }

  /// Whether an element is there.
  public func contains(_ object: Element) -> Bool {
    guard isManaged else { return unmanagedContains(object, ElementIdentity(object)) }
    guard let value = known(object) else { return false }
    return read { rows throws(SQLiteError) in try rows.contains(value, in: owner) } ?? false
  }

  private func unmanagedContains(_ element: Element, _ identity: ElementIdentity) -> Bool {
    if case .value = identity { return values.contains(identity) }
    return unmanaged.contains { ElementIdentity($0) == identity }
  }

  private func insertUnmanaged(_ element: Element) {
    let identity = ElementIdentity(element)
    guard !unmanagedContains(element, identity) else { return }
    unmanaged.append(element)
    if case .value = identity { values.insert(identity) }
  }

  /// Puts an element in, if it is not there.
  public func insert(_ object: Element) { insert(objectsIn: CollectionOfOne(object)) }

  /// Puts elements in, those that are not there.
  public func insert<S: Sequence>(objectsIn objects: S) where S.Element == Element {
    guard isManaged else {
      for object in objects { insertUnmanaged(object) }
      return
    }
    let values = objects.map { encode($0) }
    _ = change { rows throws(SQLiteError) in
      for value in values { _ = try rows.insert(value, into: owner) }
    }
  }

  /// Takes an element out.
  public func remove(_ object: Element) {
    guard isManaged else {
      let identity = ElementIdentity(object)
      values.remove(identity)
      return unmanaged.removeAll { ElementIdentity($0) == identity }
    }
    core?.expectWriting()
    guard let value = known(object) else { return }
    _ = change { rows throws(SQLiteError) in try rows.remove(value, from: owner) }
  }

  /// Takes all elements out.
  public func removeAll() {
    guard isManaged else {
      unmanaged = []
      values = []
      return
    }
    _ = change { rows throws(SQLiteError) in try rows.removeAll(of: owner) }
  }

  /// What tells the elements apart, all at once.
  private var identities: Set<ElementIdentity> { Set(map { ElementIdentity($0) }) }

  /// Whether all elements are also in another set.
  public func isSubset(of other: MutableSet<Element>) -> Bool {
    identities.isSubset(of: other.identities)
  }

  /// Whether the sets have an element in common.
  public func intersects(_ other: MutableSet<Element>) -> Bool {
    !identities.isDisjoint(with: other.identities)
  }

  /// Puts in what another set has.
  public func formUnion(_ other: MutableSet<Element>) { insert(objectsIn: Array(other)) }

  /// Takes out what another set does not have.
  public func formIntersection(_ other: MutableSet<Element>) {
    let others = other.identities
    for element in Array(self) where !others.contains(ElementIdentity(element)) {
      remove(element)
    }
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

  static var objection: String? {
    if Element.self is any OptionalLink.Type {
      return "the elements of a set cannot be missing objects; leave the question mark out"
    }
    return Element._kind.target is EmbeddedObject.Type
      ? "a set cannot hold embedded objects; a list can" : nil
  }

  func moveElements(from source: MutableSet) {
    if source !== self, isSame(as: source) { return }
    let elements = source === self ? unmanaged : Array(source)
    unmanaged = []
    values = []
    if count > 0 { removeAll() }
    if !elements.isEmpty { insert(objectsIn: elements) }
  }

  func assign(_ value: Any, by policy: AssignmentPolicy) -> Bool {
    if let set = value as? MutableSet, isSame(as: set) { return true }
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
