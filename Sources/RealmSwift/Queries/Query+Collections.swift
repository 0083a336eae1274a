// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension Query where T: RealmCollection {
  /// How many elements the collection has.
  public var count: Query<Int> { Query<Int>(path.computing(.count)) }

  /// Whether the collection holds a value.
  public func contains(_ value: T.Element) -> Query<Bool> {
    Query<T.Element>(path).compare(.equal, value)
  }

  /// Whether the collection holds at least one of some values.
  public func containsAny<Values: Sequence>(in values: Values) -> Query<Bool>
  where Values.Element == T.Element {
    Query<T.Element>(path).in(values)
  }
}

extension Query where T: RealmCollection, T.Element: _QueryNumeric {
  /// The least element.
  public var min: Query<T.Element> { Query<T.Element>(path.computing(.min)) }
  /// The greatest element.
  public var max: Query<T.Element> { Query<T.Element>(path.computing(.max)) }
  /// The mean of the elements.
  public var avg: Query<T.Element._Mean> { Query<T.Element._Mean>(path.computing(.average)) }
  /// The sum of the elements; 0 where there are none.
  public var sum: Query<T.Element> { Query<T.Element>(path.computing(.sum)) }
}

extension Query where T: RealmCollection, T.Element: _QueryNumeric & Comparable {
  /// Whether there are elements, and all of them lie in a range.
  public func contains(_ range: Range<T.Element>) -> Query<Bool> {
    min >= range.lowerBound && max < range.upperBound
  }

  /// Whether there are elements, and all of them lie in a range.
  public func contains(_ range: ClosedRange<T.Element>) -> Query<Bool> {
    min >= range.lowerBound && max <= range.upperBound
  }
}

/// A property of the objects in a collection: `$0.dogs.weight.max > 10`.
extension Query where T: _QueryNumeric {
  /// The least value.
  public var min: Query<T> { Query<T>(path.computing(.min)) }
  /// The greatest value.
  public var max: Query<T> { Query<T>(path.computing(.max)) }
  /// The mean of the values.
  public var avg: Query<T._Mean> { Query<T._Mean>(path.computing(.average)) }
  /// The sum of the values; 0 where there are none.
  public var sum: Query<T> { Query<T>(path.computing(.sum)) }
}

extension Query where T: RealmKeyedCollection {
  /// How many keys the map has.
  public var count: Query<Int> { Query<Int>(path.computing(.count)) }

  /// The keys: whether any of them fits.
  public var keys: Query<String> { Query<String>(path.takingKeys()) }

  /// The values: whether any of them fits.
  public var values: Query<T.Value> { Query<T.Value>(path.takingElements()) }

  /// The value under a key; missing where there is no such key.
  public subscript(key: T.Key) -> Query<T.Value> { Query<T.Value>(path.taking(key: key._text)) }

  /// Whether the map holds a value.
  public func contains(_ value: T.Value) -> Query<Bool> { values.compare(.equal, value) }
}

extension Query where T: RealmKeyedCollection {
  /// Whether the map holds at least one of some values.
  public func containsAny<Values: Sequence>(in values: Values) -> Query<Bool>
  where Values.Element == T.Value { self.values.in(values) }
}

extension Query where T: RealmKeyedCollection, T.Value: _QueryNumeric {
  /// The least value.
  public var min: Query<T.Value> { values.min }
  /// The greatest value.
  public var max: Query<T.Value> { values.max }
  /// The mean of the values.
  public var avg: Query<T.Value._Mean> { values.avg }
  /// The sum of the values; 0 where there are none.
  public var sum: Query<T.Value> { values.sum }
}
