// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension ObjectBase {
  /// The same row as a dynamic object; nil for an object that no realm manages.
  final var dynamic: DynamicObject? {
    if let object = self as? DynamicObject { return object }
    guard let core, let table = table else { return nil }
    return core.dynamicObject(table.className, key: key)
  }

  /// A list of objects by the name of its property, with dynamic objects as elements.
  ///
  /// Lists of plain values are what the subscript by name returns: `object["tags"] as?
  /// List<String>`.
  ///
  /// A property that is no list of objects, and an object that no realm manages, end the program.
  public final func dynamicList(_ propertyName: String) -> List<DynamicObject> {
    dynamicCollection(propertyName, "list")
  }

  /// A set of objects by the name of its property, with dynamic objects as elements; as
  /// ``dynamicList(_:)``.
  public final func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> {
    dynamicCollection(propertyName, "set")
  }

  /// A map of objects by the name of its property, with dynamic objects as values; as
  /// ``dynamicList(_:)``.
  public final func dynamicMap<Key: _MapKey>(
    _ propertyName: String
  ) -> Map<Key, DynamicObject?> {
    dynamicCollection(propertyName, "map")
  }

  private final func dynamicCollection<C: CollectionProperty>(_ name: String, _ word: String) -> C {
    let description = classDescription
    guard let own = description[name] else {
      misuse("class \(description.programName) has no property \(name)")
    }
    guard C._kind.collection == own.kind.collection, own.kind.type == .object else {
      misuse(
        "property \(description.programName).\(name) is \(own.typeName), and no \(word) of objects")
    }
    guard let core, let table = table, !isInvalidated else {
      misuse(
        "the \(word) \(description.programName).\(name) has no dynamic objects, for no realm manages "
          + "its object; add that first")
    }
    let dynamic = core.dynamicTable(named: table.className)
    guard let accessor = dynamic.currentDescription[own.columnName] else {
      misuse("the file has no property \(own.columnName) of class \(table.className)")
    }
    let collection = C()
    collection.attach(to: key, in: dynamic, as: accessor)
    return collection
  }
}

// Values behind links, by names.
extension ObjectBase {
  /// A property by its name; nil for a link or a value that is missing.
  public final func value(forKey key: String) -> Any? { self[key] }

  /// Sets a property by its name.
  public final func setValue(_ value: Any?, forKey key: String) { self[key] = value }

  /// A property behind links: `"dog.name"`; nil where a link leads nowhere.
  ///
  /// Behind a collection of objects, an array of what each has; `@count` is how many they are.
  public final func value(forKeyPath keyPath: String) -> Any? {
    keyPath.split(separator: ".").reduce(self as Any?) { value, name in
      value.flatMap { Self.step(String(name), from: $0, of: keyPath) }
    }
  }

  /// Sets a property behind links: `"dog.name"`; nothing happens where a link leads nowhere.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    var names = keyPath.split(separator: ".").map(String.init)
    guard let last = names.popLast() else {
      misuse("a key path without names leads to no property")
    }
    var owner: ObjectBase? = self
    for name in names {
      guard let object = owner else { return }
      let next = object[name]
      guard next == nil || next is ObjectBase else {
        misuse("\(keyPath) goes on behind \(name), which is no link")
      }
      owner = next as? ObjectBase
    }
    owner?[last] = value
  }

  private static func step(_ name: String, from value: Any, of keyPath: String) -> Any? {
    if isNothing(value) { return nil }
    let values: [Any?]
    switch value {
    case let object as ObjectBase: return object[name]
    case let map as any TextKeyedValues: values = map.valuesByText.map(\.value)
    case let collection as any RealmCollection: values = elements(of: collection)
    case let known as [Any?]: values = known
    default: misuse("\(keyPath) goes on behind a property that is no link")
    }
    if name == "@count" { return values.count }
    return values.map { $0.flatMap { step(name, from: $0, of: keyPath) } }
  }

  private static func elements<C: RealmCollection>(of collection: C) -> [Any?] {
    collection.map { $0 as Any? }
  }
}
