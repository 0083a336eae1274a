// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension _ManagedCollection {
  /// The objects or values of the collection as results, in its order.
  final func results<Element: RealmCollectionValue>(of _: Element.Type) -> Results<Element> {
    guard let core, let (table, accessor) = place else {
      misuse(
        "a collection that no realm keeps, or that is in an AnyRealmValue, cannot be asked; add its "
          + "object, or use Swift's own filter, sorted, min and max")
    }
    guard let target = accessor.kind.targetName, accessor.kind.type == .object else {
      let query = ObjectQuery(
        table.className, scope: .values(property: accessor.columnName, owner: owner))
      return Results(LiveQuery(query, in: table, values: accessor.kind))
    }
    let query = ObjectQuery(
      target,
      scope: .collection(
        className: table.className, property: accessor.columnName, owner: owner))
    guard let table = core.table(behind: accessor.kind) else {
      misuse(
        "\(core.path) is damaged: \(table.className).\(accessor.name) leads to no class that it has"
      )
    }
    return Results(LiveQuery(query, in: table))
  }
}

extension List: RealmCollection {
  /// The objects of the list, as something that can be asked.
  public var _results: Results<Element> { results(of: Element.self) }
}

extension MutableSet: RealmCollection {
  /// The objects of the set, as something that can be asked.
  public var _results: Results<Element> { results(of: Element.self) }

  /// The place of an element; nil if it is not there.
  public func index(of element: Element) -> Int? { firstIndex(of: element) }
}

extension LinkingObjects: RealmCollection {
  /// Whether the objects are those of a frozen realm.
  public var isFrozen: Bool { realm?.isFrozen ?? false }

  /// The place of an object; nil if it is not there.
  public func index(of object: Element) -> Int? { firstIndex(of: object) }

  /// The objects, as something that can be asked.
  ///
  /// Each is there once.
  public var _results: Results<Element> {
    guard let (core, accessor, key) = origin else {
      misuse("objects that link to an object that is in no realm cannot be asked; add it first")
    }
    let table = core.table(for: Element.self)
    var query = ObjectQuery(table.className)
    query.predicate = .comparison(
      Comparison(
        PropertyPath([.property(accessor.columnName)]),
        quantifier: accessor.kind.collection == nil ? nil : .any,
        .value(.equal, MixedValue(.null, .integer(key)), [])))
    return Results(LiveQuery(query, in: table))
  }
}

extension Map: RealmKeyedCollection {}

/// A collection of values under keys.
public protocol RealmKeyedCollection {
  /// What values are found by.
  associatedtype Key: _MapKey
  /// What is found.
  associatedtype Value: RealmCollectionValue
}
