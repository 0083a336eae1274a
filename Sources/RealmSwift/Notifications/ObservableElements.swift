// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// A collection whose elements can be compared with what they were.
protocol ObservableElements {
  /// The realm; nil for a collection that nobody manages.
  var observedCore: RealmCore? { get }
  /// What the elements are.
  var observedProperty: PropertySchema { get }
  /// The class of the elements, where they are objects of one.
  var observedClass: ClassDescription? { get }
  /// Whether another element in a place is a change of that place.
  var replacesElements: Bool { get }
  /// Whether the elements are all objects of a class, in the order of their keys.
  var isWholeClass: Bool { get }
  /// Whether such a collection is gone.
  var isGone: Bool { get }
  /// The tables of the classes that decide which elements there are; nil where nobody knows.
  var observedTables: [ObjectTable]? { get }
  /// The elements; nil when the collection is gone.
  func observedElements() -> [MixedValue]?
}

extension ObservableElements {
  var replacesElements: Bool { false }
  var isWholeClass: Bool { false }
  var isGone: Bool { observedElements() == nil }
}

extension Results: ObservableElements {
  var observedCore: RealmCore? { live.core }
  var observedClass: ClassDescription? {
    live.valueKind == nil ? live.table.description : nil
  }
  var observedProperty: PropertySchema {
    live.valueKind.map { PropertySchema(name: "", type: $0.type) }
      ?? PropertySchema(name: "", type: .object, target: live.table.className)
  }

  var isWholeClass: Bool { live.query.isEverything && live.valueKind == nil }
  var isGone: Bool { isInvalidated }
  var observedTables: [ObjectTable]? { live.tablesBehind }

  func observedElements() -> [MixedValue]? {
    if isInvalidated { return nil }
    return live.valueKind == nil
      ? live.keys.map { MixedValue(.null, .integer($0)) } : live.values
  }
}

extension LinkingObjects: ObservableElements {
  var observedCore: RealmCore? { origin?.core }
  var observedClass: ClassDescription? { ClassDescription.of(Element.self) }
  var observedProperty: PropertySchema {
    PropertySchema(
      name: "", type: .object, target: ClassDescription.nameOnly(of: Element.self))
  }

  var observedTables: [ObjectTable]? {
    origin.map { [$0.core.table(for: Element.self)] + [targetTable].compactMap(\.self) }
  }

  func observedElements() -> [MixedValue]? {
    guard !isInvalidated, isTargetThere else { return nil }
    return keys.map { MixedValue(.null, .integer($0)) }
  }
}

extension _ManagedCollection {
  var observedCore: RealmCore? { core }
  var observedClass: ClassDescription? { accessorKind?.targetDescription }
  var observedProperty: PropertySchema {
    PropertySchema(
      name: "", type: accessorKind?.type ?? .mixed,
      target: accessorKind?.targetName)
  }

  // What is inside a value is in no table of a class.
  var observedTables: [ObjectTable]? { place.map { [$0.table] } }

  func observedElements() -> [MixedValue]? {
    if isInvalidated { return nil }
    return read { rows throws(SQLiteError) in try rows.elements(of: owner) } ?? []
  }
}

extension List: ObservableElements {
  var replacesElements: Bool { true }
}

extension MutableSet: ObservableElements {}

extension AnyRealmCollection: ObservableElements {
  private var observable: (any ObservableElements)? { base as? any ObservableElements }
  var observedCore: RealmCore? { observable?.observedCore }
  var observedClass: ClassDescription? { observable?.observedClass }
  var observedProperty: PropertySchema {
    observable?.observedProperty ?? PropertySchema(name: "", type: .mixed)
  }
  var replacesElements: Bool { observable?.replacesElements ?? false }
  var isWholeClass: Bool { observable?.isWholeClass ?? false }
  var isGone: Bool { observable?.isGone ?? true }
  var observedTables: [ObjectTable]? { observable?.observedTables }
  func observedElements() -> [MixedValue]? { observable?.observedElements() }
}

/// Key paths as what is observed of objects.
enum ObservedKeyPaths {
  /// How many links Realm follows where nobody names properties.
  static let defaultDepth = 4

  /// - Parameter names: paths from an object of a class; nil for all properties.
  static func observed(
    _ names: [String]?, from description: ClassDescription?, depth: Int = defaultDepth
  ) -> ObservedProperties {
    guard let names, let description else { return .everything(throughLinks: depth) }
    let origin = QueryOrigin.objects(description)
    return ObservedProperties(names.map { QueryPath($0, from: origin).path })
  }
}
