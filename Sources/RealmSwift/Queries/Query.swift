// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// What a closure of `where` says about objects, in Swift.
///
/// ```swift
/// realm.objects(Person.self).where {
///   $0.age >= 18 && $0.name.starts(with: "A") && $0.dog.name != nil
/// }
/// ```
///
/// A property that is missing is neither less nor greater than anything. A path through a
/// collection asks whether any of the elements fits.
@dynamicMemberLookup
public struct Query<T> {
  enum Content {
    case path(QueryPath)
    case predicate(Predicate)
  }

  let content: Content
  /// Objects that are compared with: they must be of the realm that is asked.
  let objects: [ObjectBase]
  /// Of which collection's elements each comparison speaks; nil for one of the object itself.
  let collections: [PropertyPath?]

  init(_ path: QueryPath, mentioning objects: [ObjectBase] = []) {
    content = .path(path)
    self.objects = objects
    collections = [path.throughFirstCollection]
  }

  init(
    _ predicate: Predicate, mentioning objects: [ObjectBase], about collections: [PropertyPath?]
  ) {
    content = .predicate(predicate)
    self.objects = objects
    self.collections = collections
  }

  var path: QueryPath {
    guard case .path(let path) = content else {
      misuse("what a query says of an object is compared with something; use && and ||")
    }
    return path
  }

  // MARK: Properties

  /// A property of the object.
  public subscript<V>(dynamicMember member: KeyPath<T, V>) -> Query<V> where T: ObjectBase {
    appending(member)
  }

  /// A property of the object that a link leads to.
  public subscript<V>(dynamicMember member: KeyPath<T.Wrapped, V>) -> Query<V>
  where T: OptionalProtocol, T.Wrapped: ObjectBase {
    appending(member)
  }

  /// A property of the objects in a collection.
  public subscript<V>(dynamicMember member: KeyPath<T.Element, V>) -> Query<V>
  where T: RealmCollection, T.Element: ObjectBase {
    appending(member)
  }

  func appending<Root: ObjectBase, V>(_ member: KeyPath<Root, V>) -> Query<V> {
    var path = path
    for accessor in KeyPathRecorder.accessors(of: member) { path = path.appending(accessor) }
    return Query<V>(path, mentioning: objects)
  }

  // MARK: Making comparisons

  func compare(
    _ comparison: Comparison.Operator, _ value: T, _ options: StringOptions = []
  ) -> Query<Bool> {
    var objects: [ObjectBase] = []
    let value = QueryValue.encode(value, for: path.kind, mentioning: &objects)
    return holding(.value(comparison, value, options.stored), mentioning: objects)
  }

  func compare<Other>(
    _ comparison: Comparison.Operator, _ other: Query<Other>, _ options: StringOptions = []
  ) -> Query<Bool> {
    holding(.path(comparison, other.path.path, options.stored), mentioning: other.objects)
  }

  func holding(
    _ condition: Comparison.Condition, mentioning objects: [ObjectBase]
  ) -> Query<Bool> {
    Query<Bool>(
      .comparison(Comparison(path.path, quantifier: path.quantifier, condition)),
      mentioning: self.objects + objects, about: collections)
  }
}

extension Query where T == Bool {
  /// The query as a condition: a property of true and false is one.
  var predicate: Predicate {
    switch content {
    case .predicate(let predicate): predicate
    case .path(let path):
      .comparison(
        Comparison(
          path.path, quantifier: path.quantifier,
          .value(.equal, MixedValue(.bool, .integer(1)), [])))
    }
  }

  /// Both.
  public static func && (a: Query, b: Query) -> Query {
    Query(
      a.predicate && b.predicate, mentioning: a.objects + b.objects,
      about: a.collections + b.collections)
  }

  /// One of the two, or both.
  public static func || (a: Query, b: Query) -> Query {
    Query(
      a.predicate || b.predicate, mentioning: a.objects + b.objects,
      about: a.collections + b.collections)
  }

  /// The opposite.
  public static prefix func ! (a: Query) -> Query {
    Query(.not(a.predicate), mentioning: a.objects, about: a.collections)
  }
}

/// What a comparison of texts does not look at.
public struct StringOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int8
  /// Options by their bits.
  public init(rawValue: Int8) { self.rawValue = rawValue }

  /// Upper and lower case are the same, in all scripts.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// Marks on letters do not count: é is e.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)

  var stored: TextOptions {
    var options: TextOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    return options
  }
}
