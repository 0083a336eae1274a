// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// The objects of a class, or some of them, in some order, as they are whenever one looks.
///
/// ```swift
/// let adults = realm.objects(Person.self).where { $0.age >= 18 }.sorted(by: \.name)
/// for person in adults { print(person.name) }
/// ```
///
/// Nothing is read before it is asked for, and asking again is cheap until something has changed.
public struct Results<Element: RealmCollectionValue> {
  let live: LiveQuery

  init(_ live: LiveQuery) { self.live = live }

  init(_ table: ObjectTable) {
    live = LiveQuery(ObjectQuery(table.className), in: table)
  }

  /// The realm that the objects are in.
  public var realm: Realm? { Realm(live.core) }

  /// Whether the realm has been invalidated, and the results with it.
  public var isInvalidated: Bool { live.table.isInvalidated }

  /// Whether the objects are those of a frozen realm.
  public var isFrozen: Bool { live.core.isFrozen }

  /// How the file is gone through to find what fits, one line a step.
  ///
  /// `SEARCH` with an index is fast however many objects there are, `SCAN` looks at each. The lines
  /// are SQLite's `EXPLAIN QUERY PLAN`, and hold no value of the query.
  public func explain() -> [String] { live.explain() }

  /// The results themselves, for code that is written for sections too.
  public var elements: Self { self }

  private func element(_ key: ObjectKey) -> Element { Element._of(live.table.object(key)) }

  /// Whether they are values of a collection, and no objects.
  private var areValues: Bool { live.valueKind != nil }

  private func element(_ value: MixedValue) -> Element {
    Element._decode(
      _StoredValue(value),
      in: _RealmReference(live.core, isDynamic: live.table.description.isDynamic))
  }
}

extension Results: RandomAccessCollection {
  /// Goes over the objects that there are now.
  ///
  /// What is added on the way is not visited, what is deleted is left out, and nothing changes the
  /// order.
  public func makeIterator() -> Iterator {
    areValues
      ? Iterator(over: live.values.map { element($0) }, of: live.table)
      : Iterator(over: ResultsCursor(live), of: live.table)
  }

  /// Goes over objects, or values.
  public struct Iterator: IteratorProtocol {
    /// Nil for values, which are all there.
    private let cursor: ResultsCursor?
    private var values: IndexingIterator<[Element]>
    private let table: ObjectTable
    // Here and not in the cursor: to keep that for a moment is dear, for the realm refers to it.
    private var block: [ObjectBase] = []
    private var position = 0

    init(over values: [Element], of table: ObjectTable) {
      cursor = nil
      self.values = values.makeIterator()
      self.table = table
    }

    init(over cursor: ResultsCursor, of table: ObjectTable) {
      self.cursor = cursor
      values = [].makeIterator()
      self.table = table
    }

    /// The next object that is still there, or value.
    public mutating func next() -> Element? {
      while true {
        while position < block.count {
          let object = block[position]
          position += 1
          // The table makes objects of its class alone.
          if table.shows(object) { return Element._of(object) }
        }
        guard readBlock() else { return values.next() }
      }
    }

    /// - Returns: false at the end.
    private mutating func readBlock() -> Bool {
      guard let block = cursor?.nextBlock() else { return false }
      self.block = block
      position = 0
      return true
    }
  }

  /// What becomes of each object, in order.
  public func map<T, E: Error>(_ transform: (Element) throws(E) -> T) throws(E) -> [T] {
    // Swift's own goes place by place, and this in blocks.
    var result: [T] = []
    for element in self { result.append(try transform(element)) }
    return result
  }

  /// How many objects there are.
  public var count: Int { live.count }

  /// Whether there are none.
  public var isEmpty: Bool {
    areValues ? live.values.isEmpty : live.end(isLast: false) == nil
  }

  /// The first place.
  public var startIndex: Int { 0 }

  /// The number of objects.
  public var endIndex: Int { live.count }

  /// The object at a place, which must be one of those that there are.
  public subscript(position: Int) -> Element {
    areValues ? element(live.value(at: position)) : element(live.key(at: position))
  }

  /// The first object; nil when there are none.
  public var first: Element? {
    areValues
      ? live.values.first.map { element($0) } : live.end(isLast: false).map { element($0) }
  }

  /// The last object; nil when there are none.
  public var last: Element? {
    areValues ? live.values.last.map { element($0) } : live.end(isLast: true).map { element($0) }
  }
}

extension Results: RealmCollection {
  /// The place of an object; nil when it is not among them.
  public func index(of object: Element) -> Int? {
    if areValues { return live.values.firstIndex(of: object._encode(in: nil).mixed) }
    return objectBehind(object).flatMap { live.index(of: $0) }
  }

  /// The results themselves.
  public var _results: Results<Element> { self }
}

// What all collections are asked by way of their results.
extension Results {
  func filtered(by predicate: Predicate, mentioning objects: [ObjectBase]) -> Results {
    Results(live.deriving(mentioning: objects) { $0.predicate = $0.predicate && predicate })
  }

  func filtered(_ format: String, _ arguments: [Any]) -> Results {
    let (predicate, objects) = PredicateBinding.bind(format, arguments, to: live.origin)
    return filtered(by: predicate, mentioning: objects)
  }

  func index(matching predicate: Predicate, mentioning objects: [ObjectBase]) -> Int? {
    let fitting = filtered(by: predicate, mentioning: objects).live
    if areValues { return fitting.values.first.flatMap { live.values.firstIndex(of: $0) } }
    return fitting.end(isLast: false).flatMap { live.index(of: $0) }
  }

  func index(matching format: String, arguments: [Any]) -> Int? {
    let (predicate, objects) = PredicateBinding.bind(format, arguments, to: live.origin)
    return index(matching: predicate, mentioning: objects)
  }

  func arranged(by descriptors: [SortDescriptor]) -> Results {
    let keys = descriptors.map { $0.key(from: live.origin) }
    return keys.isEmpty ? self : Results(live.deriving { $0.arrangements.append(.sort(keys)) })
  }

  func distinguished(by keyPaths: [String]) -> Results {
    let paths = keyPaths.map { QueryPath($0, from: live.origin).path }
    return paths.isEmpty
      ? self : Results(live.deriving { $0.arrangements.append(.distinct(paths)) })
  }

  func compute<T: RealmCollectionValue>(
    _ aggregate: PropertyPath.Aggregate, _ property: String
  ) -> T? {
    let found = live.compute(aggregate, of: QueryPath(property, from: live.origin))
    return ComputedValue.convert(found, to: T.self, in: _RealmReference(live.core))
  }
}

extension Results: ThreadConfined {
  /// The same results in another realm.
  public func _moved(to realm: Realm) -> Results? {
    if isInvalidated { return nil }
    return realm.core.table(like: live.table).map {
      Results(LiveQuery(live.query, in: $0, values: live.valueKind))
    }
  }
}

extension Results: CustomStringConvertible {
  /// How many objects of which class there are.
  public var description: String {
    isInvalidated
      ? "Results<\(Element.self)> of a realm that was invalidated"
      : "Results<\(Element.self)> of \(count)"
  }
}

extension Results: Equatable {
  /// Whether both have the same objects in the same order.
  public static func == (a: Results, b: Results) -> Bool {
    a.live === b.live
      || (a.live.table === b.live.table && a.areValues == b.areValues
        && (a.areValues ? a.live.values == b.live.values : a.live.keys == b.live.keys))
  }
}
