// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ObjectStore

/// What results, lists, sets and backlinks have in common: values in an order, which can be asked
/// for those that fit.
public protocol RealmCollection<Element>: RandomAccessCollection
where Element: RealmCollectionValue, Index == Int {
  /// The realm that the values are in; nil for an unmanaged collection.
  var realm: Realm? { get }
  /// Whether the collection must not be used any more.
  var isInvalidated: Bool { get }
  /// Whether the collection is one of a frozen realm.
  var isFrozen: Bool { get }

  /// The place of a value; nil when it is not there.
  func index(of element: Element) -> Int?
  /// All that the collection holds, as something that can be asked; live as the collection is.
  var _results: Results<Element> { get }
}

extension RealmCollection {
  /// The place of the first object that fits a predicate; nil when none does.
  public func index(matching predicateFormat: String, _ arguments: Any...) -> Int? {
    index(matching: predicateFormat, argumentArray: arguments)
  }

  /// The place of the first object that fits a predicate; nil when none does.
  public func index(matching predicateFormat: String, argumentArray: [Any]) -> Int? {
    _results.index(matching: predicateFormat, arguments: argumentArray)
  }

  /// The objects that fit a predicate, with the arguments in an array.
  public func filter(_ predicateFormat: String, argumentArray: [Any]) -> Results<Element> {
    _results.filtered(predicateFormat, argumentArray)
  }

  /// The objects that fit a predicate.
  ///
  /// ```swift
  /// people.filter("age > %@ AND name BEGINSWITH[c] $1", 3, "a")
  /// ```
  ///
  /// The text is what `NSPredicate` takes: comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`, `BETWEEN
  /// {1, 3}`, `IN {1, 2, 3}`, `BEGINSWITH`, `CONTAINS`, `ENDSWITH`, `LIKE`; `[c]`, `[d]` and `[cd]`
  /// behind those of texts), `AND`, `OR`, `NOT` and parentheses; `ANY`, `ALL` or `NONE` before a
  /// path through a collection, `@count` and `@min`, `@max`, `@sum`, `@avg` behind one;
  /// `SUBQUERY(dogs, $dog, $dog.age > 3).@count > 1`; `words['de']` for the value of a map, `[0]`,
  /// `[FIRST]` and `[LAST]` for an element of a list, the same and `[*]` for what a value of any
  /// type holds, whose type is `@type`; `location IN %@` for places within a shape. `SELF` is the
  /// object, or the value in a collection of such. Arguments are `%@` one after the other,
  /// or `$0` by number; `%K` is the name of a property. A mistake in it ends the program.
  public func filter(_ predicateFormat: String, _ arguments: Any...) -> Results<Element> {
    filter(predicateFormat, argumentArray: arguments)
  }

  /// The objects in an order.
  ///
  /// What is missing comes first; what is the same stays as it was.
  ///
  /// **On Linux** texts are in the order of their characters' numbers: Z is before a.
  public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Element>
  where S.Element == SortDescriptor { _results.arranged(by: Array(sortDescriptors)) }

  /// The first of those objects that have the same values of some properties.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == String {
    _results.distinguished(by: Array(keyPaths))
  }

  /// The least value of a property; nil where no object has one.
  public func min<T: MinMaxType>(ofProperty property: String) -> T? {
    _results.compute(.min, property)
  }

  /// The greatest value of a property; nil where no object has one.
  public func max<T: MinMaxType>(ofProperty property: String) -> T? {
    _results.compute(.max, property)
  }

  /// The sum of the values of a property; 0 where no object has one.
  public func sum<T: AddableType>(ofProperty property: String) -> T {
    _results.compute(.sum, property) ?? T._makeDefault()
  }

  /// The mean of the values of a property; nil where no object has one.
  public func average<T: AddableType>(ofProperty property: String) -> T? {
    _results.compute(.average, property)
  }

  /// The values of a property, in order, as an array; with `self`, the elements.
  public func value(forKey key: String) -> Any? {
    map { element -> Any? in
      key == "self" ? element : objectBehind(element)?[key]
    }
  }

  /// Sets a property of every object.
  public func setValue(_ value: Any?, forKey key: String) {
    realm?.core.expectWriting()
    for element in self { objectBehind(element)?[key] = value }
  }

  /// The objects in the order of a property, or of one behind links: `"dog.name"`.
  ///
  /// What is missing comes first; what is the same stays as it was.
  public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Element> {
    sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// The objects at some places.
  public func objects(at indexes: IndexSet) -> [Element] { indexes.map { self[$0] } }

  /// The values of a property behind links, in order, as an array.
  public func value(forKeyPath keyPath: String) -> Any? {
    let names = keyPath.split(separator: ".").map(String.init)
    return map { element -> Any? in
      names.reduce(element as Any?) { value, name in value.flatMap { objectBehind($0)?[name] } }
    }
  }
}

extension RealmCollection {
  /// The objects or values that a condition in Swift fits.
  public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
    let query = isIncluded(Query<Element>(QueryPath()))
    return _results.filtered(by: query.predicate, mentioning: query.objects)
  }

  /// The place of the first object that a condition in Swift fits; nil when it fits none.
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? {
    let query = isIncluded(Query<Element>(QueryPath()))
    return _results.index(matching: query.predicate, mentioning: query.objects)
  }
}

extension RealmCollection where Element: ObjectBase {
  /// The objects in the order of a property, or of one behind links: `\.dog?.name`.
  public func sorted<Value>(
    by keyPath: KeyPath<Element, Value>, ascending: Bool = true
  ) -> Results<Element> where Value: RealmCollectionValue {
    sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// The first of those objects that have the same values of some properties.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element>
  where S.Element == PartialKeyPath<Element> {
    distinct(by: keyPaths.map { propertyNames(partial: $0) })
  }

  /// The least value of a property; nil where no object has one.
  public func min<T: MinMaxType>(of keyPath: KeyPath<Element, T>) -> T? {
    min(ofProperty: propertyNames(keyPath))
  }

  /// The least value of a property; nil where no object has one.
  public func min<T: MinMaxType>(of keyPath: KeyPath<Element, T?>) -> T? {
    min(ofProperty: propertyNames(keyPath))
  }

  /// The greatest value of a property; nil where no object has one.
  public func max<T: MinMaxType>(of keyPath: KeyPath<Element, T>) -> T? {
    max(ofProperty: propertyNames(keyPath))
  }

  /// The greatest value of a property; nil where no object has one.
  public func max<T: MinMaxType>(of keyPath: KeyPath<Element, T?>) -> T? {
    max(ofProperty: propertyNames(keyPath))
  }

  /// The sum of the values of a property; 0 where no object has one.
  public func sum<T: AddableType>(of keyPath: KeyPath<Element, T>) -> T {
    sum(ofProperty: propertyNames(keyPath))
  }

  /// The sum of the values of a property; 0 where no object has one.
  public func sum<T: AddableType>(of keyPath: KeyPath<Element, T?>) -> T {
    sum(ofProperty: propertyNames(keyPath))
  }

  /// The mean of the values of a property; nil where no object has one.
  public func average<T: AddableType>(of keyPath: KeyPath<Element, T>) -> T? {
    average(ofProperty: propertyNames(keyPath))
  }

  /// The mean of the values of a property; nil where no object has one.
  public func average<T: AddableType>(of keyPath: KeyPath<Element, T?>) -> T? {
    average(ofProperty: propertyNames(keyPath))
  }
}
