// SPDX-License-Identifier: Apache-2.0

/// Results, a list, a set or backlinks, for code that does not care which.
public struct AnyRealmCollection<Element: RealmCollectionValue> {
  let base: any RealmCollection<Element>

  /// The same values as `base`, and as live.
  public init<Base: RealmCollection>(_ base: Base) where Base.Element == Element {
    self.base = base
  }
}

extension AnyRealmCollection: RandomAccessCollection {
  /// Goes over the values that there are now.
  public func makeIterator() -> AnyIterator<Element> {
    func erased<Base: RealmCollection>(_ base: Base) -> AnyIterator<Element>
    where Base.Element == Element { AnyIterator(base.makeIterator()) }
    return erased(base)
  }

  /// How many values there are.
  public var count: Int { base.count }
  /// Whether there are none.
  public var isEmpty: Bool { base.isEmpty }
  /// The first place.
  public var startIndex: Int { 0 }
  /// The number of values.
  public var endIndex: Int { base.count }
  /// The value at a place, which must be one of those that there are.
  public subscript(position: Int) -> Element {
    func element<Base: RealmCollection>(_ base: Base) -> Element where Base.Element == Element {
      base[position]
    }
    return element(base)
  }
  /// The first value; nil when there are none.
  public var first: Element? { base.first }
  /// The last value; nil when there are none.
  public var last: Element? { base.last }
}

extension AnyRealmCollection: RealmCollection {
  /// The realm that the values are in; nil for an unmanaged collection.
  public var realm: Realm? { base.realm }
  /// Whether the collection must not be used any more.
  public var isInvalidated: Bool { base.isInvalidated }
  /// Whether the collection is one of a frozen realm.
  public var isFrozen: Bool { base.isFrozen }

  /// The place of a value; nil when it is not there.
  public func index(of element: Element) -> Int? { base.index(of: element) }

  /// All that the collection holds, as something that can be asked.
  public var _results: Results<Element> { base._results }
}

extension AnyRealmCollection: ThreadConfined {
  /// The same collection in another realm.
  public func _moved(to realm: Realm) -> AnyRealmCollection? {
    guard let base = base as? any ThreadConfined else { return nil }
    return (base._moved(to: realm) as? any RealmCollection<Element>).map { AnyRealmCollection($0) }
  }
}
