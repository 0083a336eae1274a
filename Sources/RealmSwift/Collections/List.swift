// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// An ordered collection of values or objects, as the property of an object.
///
/// ```swift
/// class Person: Object {
///   @Persisted var dogs: List<Dog>
/// }
/// ```
public final class List<Element: RealmCollectionValue>: _ManagedCollection {
  /// The elements while no realm keeps them.
  var unmanaged: [Element] = []
  private var knownCount: (count: Int, now: UInt64)?

  /// Makes an empty list that no realm keeps.
  public required override init() { super.init() }

  /// How many elements there are.
  public var count: Int {
    guard isManaged else { return unmanaged.count }
    return read { rows throws(SQLiteError) in
      if let knownCount, knownCount.now == now, !isFrozen { return knownCount.count }
      let count = try rows.listCount(of: owner)
      if !isFrozen { knownCount = (count, now) }
      return count
    } ?? 0
  }

  /// The element at a place.
  public subscript(position: Int) -> Element {
    get {
      guard isManaged else {
        expect(position, in: 0..<unmanaged.count)
        return unmanaged[position]
      }
      let found = read { rows throws(SQLiteError) in
        try rows.element(at: position, of: owner)
      }
      if let value = found ?? nil { return decode(value) }
      if core?.hasFailed != true { expect(position, in: 0..<count) }
      return Element._makeDefault()
    }
    set { replace(index: position, object: newValue) }
  }

  private func expect(_ position: Int, in places: Range<Int>) {
    if !places.contains(position) {
      misuse("a list of \(places.count) elements has none at \(position)")
    }
  }

  /// Puts an element behind the last.
  public func append(_ object: Element) { append(objectsIn: CollectionOfOne(object)) }

  /// Puts elements behind the last.
  public func append<S: Sequence>(objectsIn objects: S) where S.Element == Element {
    let end = count
    replaceSubrange(end..<end, with: Array(objects))
  }

  /// Puts an element at a place; those from there on move up.
  public func insert(_ object: Element, at index: Int) {
    expect(index, in: 0..<count + 1)
    replaceSubrange(index..<index, with: [object])
  }

  /// Takes the element at a place out.
  public func remove(at index: Int) {
    expect(index, in: 0..<count)
    replaceSubrange(index..<index + 1, with: [])
  }

  /// Takes all elements out.
  public func removeAll() { replaceSubrange(0..<count, with: []) }

  /// Puts another element at a place.
  public func replace(index: Int, object: Element) {
    expect(index, in: 0..<count)
    replaceSubrange(index..<index + 1, with: [object])
  }

  /// Moves the element at one place to another.
  public func move(from: Int, to: Int) {
    expect(from, in: 0..<count)
    expect(to, in: 0..<count)
    guard isManaged else { return unmanaged.insert(unmanaged.remove(at: from), at: to) }
    _ = change { rows throws(SQLiteError) in
      try rows.moveElement(from: from, to: to, of: owner)
    }
  }

  /// Puts elements in place of others.
  public func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
  where C.Element == Element {
    let count = count
    if subrange.lowerBound < 0 || subrange.upperBound > count {
      misuse("a list of \(count) elements has no places \(subrange)")
    }
    guard isManaged else { return unmanaged.replaceSubrange(subrange, with: newElements) }
    let values = newElements.map { encode($0) }
    _ = change { rows throws(SQLiteError) in
      let old = ownsElements ? try rows.elements(in: subrange, of: owner) : []
      try rows.replace(subrange, of: owner, count: count, with: values)
      deleteEmbedded(old)
    }
    knownCount = (count - subrange.count + values.count, now)
  }

  /// Takes the elements at some places, in ascending order, out.
  func remove(places: [Int]) {
    guard let last = places.last else { return }
    expect(last, in: 0..<count)
    guard isManaged else {
      for place in places.reversed() { unmanaged.remove(at: place) }
      return
    }
    _ = change { rows throws(SQLiteError) in
      var old: [MixedValue] = []
      if ownsElements {
        for place in places { old += try rows.elements(in: place..<place + 1, of: owner) }
      }
      try rows.remove(places, from: owner)
      deleteEmbedded(old)
    }
  }

  /// Puts the elements of `bounds` into another order, in which each place says where its element
  /// was.
  func rearrange(_ bounds: Range<Int>, by order: [Int]) {
    guard isManaged else {
      unmanaged.replaceSubrange(bounds, with: order.map { unmanaged[$0] })
      return
    }
    _ = change { rows throws(SQLiteError) in
      let old = try rows.elements(in: bounds, of: owner)
      for (place, origin) in zip(bounds, order) where place != origin {
        try rows.set(old[origin - bounds.lowerBound], at: place, of: owner)
      }
    }
  }
}

extension List: CollectionProperty {
  /// A list of what its elements are.
  public static var _kind: _PropertyKind { Element._kind.collected(in: .list) }
  /// An empty list.
  public static func _makeDefault() -> Self { Self() }
  /// A list in a table of its own.
  public static func _makeAccessor(_ place: _PropertyPlace, example: List) -> _PropertyAccessor {
    CollectionAccessor<Self>(place, kind: _kind)
  }

  static var objection: String? {
    Element.self is any OptionalLink.Type
      ? "the elements of a list cannot be missing objects; leave the question mark out" : nil
  }

  func moveElements(from source: List) {
    if source !== self, isSame(as: source) { return }
    let elements = source === self ? unmanaged : Array(source)
    unmanaged = []
    let count = count
    if !elements.isEmpty || count > 0 { replaceSubrange(0..<count, with: elements) }
  }

  func assign(_ value: Any, by policy: AssignmentPolicy) -> Bool {
    if let list = value as? List, isSame(as: list) { return true }
    guard let elements = policy.elements(value, of: Element.self) else { return false }
    replaceSubrange(0..<count, with: elements)
    return true
  }
}

extension List: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The first place.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { count }

  /// Goes over the elements as they are now.
  public func makeIterator() -> IndexingIterator<[Element]> {
    guard isManaged else { return unmanaged.makeIterator() }
    let values = read { rows throws(SQLiteError) in try rows.elements(of: owner) } ?? []
    return values.map { decode($0) as Element }.makeIterator()
  }

  /// The first place of an element; nil if it is not there.
  public func index(of object: Element) -> Int? {
    // What is kept as an embedded object has no key to look for.
    if !isManaged || (ownsElements && asObject(object) == nil) {
      let identity = ElementIdentity(object)
      return firstIndex { ElementIdentity($0) == identity }
    }
    guard let value = known(object) else { return nil }
    return read { rows throws(SQLiteError) in try rows.index(of: value, in: owner) } ?? nil
  }

  /// The first place of an element; nil if it is not there.
  public func firstIndex(of element: Element) -> Int? { index(of: element) }

  /// Whether an element is there.
  public func contains(_ element: Element) -> Bool { index(of: element) != nil }

  /// Lets two elements change places.
  public func swapAt(_ i: Int, _ j: Int) {
    expect(i, in: 0..<count)
    expect(j, in: 0..<count)
    guard isManaged else { return unmanaged.swapAt(i, j) }
    guard i != j else { return }
    _ = change { rows throws(SQLiteError) in
      guard let a = try rows.element(at: i, of: owner), let b = try rows.element(at: j, of: owner)
      else { return }
      try rows.set(b, at: i, of: owner)
      try rows.set(a, at: j, of: owner)
    }
  }
}

extension List: ThreadConfined {
  /// The same collection in another realm.
  public func _moved(to realm: Realm) -> Self? {
    let copy = Self()
    return move(copy, to: realm.core) ? copy : nil
  }
}

extension List: CustomStringConvertible {
  /// The type and the elements.
  public var description: String {
    "List<\(Element.self)> [\(map { "\($0)" }.joined(separator: ", "))]"
  }
}

extension List: Encodable where Element: Encodable {
  /// Writes the elements.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension List: Decodable where Element: Decodable {
  /// Reads the elements.
  public convenience init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { unmanaged.append(try container.decode(Element.self)) }
  }
}
