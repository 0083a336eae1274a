// SPDX-License-Identifier: Apache-2.0

/// The values of a map, in the order of their keys, as something that can be asked. A link that
/// leads nowhere is not among them.
extension Map {
  private var live: Results<Value> { results(of: Value.self) }

  /// The values that a condition in Swift fits.
  public func `where`(_ isIncluded: (Query<Value>) -> Query<Bool>) -> Results<Value> {
    live.where(isIncluded)
  }

  /// The values that a predicate fits.
  public func filter(_ predicateFormat: String, _ arguments: Any...) -> Results<Value> {
    live.filter(predicateFormat, argumentArray: arguments)
  }

  /// The values that a predicate fits, with the arguments in an array.
  public func filter(_ predicateFormat: String, argumentArray: [Any]) -> Results<Value> {
    live.filter(predicateFormat, argumentArray: argumentArray)
  }

  /// The values in the order of a property, or with `self` in their own.
  public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Value> {
    live.sorted(byKeyPath: keyPath, ascending: ascending)
  }

  /// The values in an order.
  public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Value>
  where S.Element == SortDescriptor { live.sorted(by: sortDescriptors) }

  /// The least value of a property, or with `self` the least value; nil where there is none.
  public func min<T: MinMaxType>(ofProperty property: String) -> T? {
    live.min(ofProperty: property)
  }

  /// The greatest value of a property, or with `self` the greatest value; nil where there is none.
  public func max<T: MinMaxType>(ofProperty property: String) -> T? {
    live.max(ofProperty: property)
  }

  /// The sum of a property, or with `self` of the values; 0 where there is none.
  public func sum<T: AddableType>(ofProperty property: String) -> T {
    live.sum(ofProperty: property)
  }

  /// The mean of a property, or with `self` of the values; nil where there is none.
  public func average<T: AddableType>(ofProperty property: String) -> T? {
    live.average(ofProperty: property)
  }
}

extension Map where Value: Comparable {
  /// The values in their order.
  public func sorted(ascending: Bool) -> Results<Value> { live.sorted(ascending: ascending) }
}

extension Map where Value: MinMaxType {
  /// The least value; nil where there is none.
  public func min() -> Value? { live.min(ofProperty: "self") }
  /// The greatest value; nil where there is none.
  public func max() -> Value? { live.max(ofProperty: "self") }
}

extension Map where Value: AddableType {
  /// The sum of the values; 0 where there are none.
  public func sum() -> Value { live.sum(ofProperty: "self") }
  /// The mean of the values; nil where there are none.
  public func average<T: AddableType>() -> T? { live.average(ofProperty: "self") }
}
