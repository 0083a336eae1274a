// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// A key of a ``Map``: text.
public protocol _MapKey: RealmCollectionValue {
  /// The text.
  var _text: String { get }
  /// The key with a text.
  init(_text: String)
}

extension String: _MapKey {
  /// The text itself.
  public var _text: String { self }
  /// The text itself.
  public init(_text: String) { self = _text }
}

/// Values or objects under texts, as the property of an object.
public final class Map<Key: _MapKey, Value: RealmCollectionValue>: _ManagedCollection {
  /// The values while no realm keeps them.
  private var unmanaged: [MapKeyText: Value] = [:]

  /// Makes an empty map that no realm keeps.
  public required override init() { super.init() }

  /// How many keys there are.
  public var count: Int {
    guard isManaged else { return unmanaged.count }
    return read { rows throws(SQLiteError) in try rows.count(of: owner) } ?? 0
  }

  /// Whether there is no key.
  public var isEmpty: Bool { count == 0 }

  /// The keys, in the order of their bytes.
  public var keys: [Key] {
    guard isManaged else { return entries.map { $0.key } }
    let texts = read { rows throws(SQLiteError) in try rows.keys(of: owner) } ?? []
    return texts.map { Key(_text: $0) }
  }

  /// The values, in the order of their keys.
  public var values: [Value] { entries.map { $0.value } }

  /// The value under a key; nil takes the key out.
  public subscript(key: Key) -> Value? {
    get {
      guard isManaged else { return unmanaged[MapKeyText(key._text)] }
      let found = read { rows throws(SQLiteError) in try rows.value(for: key._text, in: owner) }
      return (found ?? nil).map { decode($0) }
    }
    set {
      if let newValue { updateValue(newValue, forKey: key) } else { removeObject(for: key) }
    }
  }

  /// The value under a key, or another where there is none.
  public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    set { updateValue(newValue, forKey: key) }
  }

  /// Puts a value under a key, in place of what was there.
  public func updateValue(_ value: Value, forKey key: Key) {
    guard isManaged else { return unmanaged[MapKeyText(key._text)] = value }
    let encoded = encode(value)
    _ = change { rows throws(SQLiteError) in
      let old = ownsElements ? try rows.value(for: key._text, in: owner) : nil
      try rows.set(encoded, for: key._text, in: owner)
      if let old { deleteEmbedded([old]) }
    }
  }

  /// Puts a value under a key, in place of what was there.
  public func setValue(_ value: Value, forKey key: Key) { updateValue(value, forKey: key) }

  /// Takes a key out with its value.
  public func removeObject(for key: Key) {
    guard isManaged else {
      unmanaged[MapKeyText(key._text)] = nil
      return
    }
    _ = change { rows throws(SQLiteError) in
      let old = ownsElements ? try rows.value(for: key._text, in: owner) : nil
      try rows.remove(key._text, from: owner)
      if let old { deleteEmbedded([old]) }
    }
  }

  /// Takes all keys out.
  public func removeAll() {
    guard isManaged else { return unmanaged = [:] }
    _ = change { rows throws(SQLiteError) in
      let old = ownsElements ? try rows.elements(of: owner) : []
      try rows.removeAll(of: owner)
      deleteEmbedded(old)
    }
  }

  /// Puts in what another sequence has; `combine` chooses where both have a key.
  public func merge<S: Sequence>(
    _ sequence: S, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows where S.Element == (key: Key, value: Value) {
    for (key, value) in sequence {
      updateValue(try self[key].map { try combine($0, value) } ?? value, forKey: key)
    }
  }

  /// The keys with their values, in the order of the keys.
  private var entries: [(key: Key, value: Value)] {
    guard isManaged else {
      return unmanaged.sorted { $0.key < $1.key }.map { (Key(_text: $0.key.text), $0.value) }
    }
    let found = read { rows throws(SQLiteError) in
      (try rows.keys(of: owner), try rows.elements(of: owner))
    }
    guard let (keys, elements) = found else { return [] }
    return zip(keys, elements).map { (Key(_text: $0), decode($1)) }
  }
}

extension Map: Sequence {
  /// A key with its value.
  public typealias Element = (key: Key, value: Value)

  /// Goes over the keys and values as they are now.
  public func makeIterator() -> IndexingIterator<[Element]> { entries.makeIterator() }

  /// Keys and values by key, for code that wants `(key, value)` pairs.
  public func asKeyValueSequence() -> [Element] { entries }
}

extension Map: CollectionProperty {
  /// A map to what its values are.
  public static var _kind: _PropertyKind { Value._kind.collected(in: .map) }
  /// An empty map.
  public static func _makeDefault() -> Self { Self() }
  /// A map in a table of its own.
  public static func _makeAccessor(_ place: _PropertyPlace, example: Map) -> _PropertyAccessor {
    CollectionAccessor<Self>(place, kind: _kind)
  }

  static var objection: String? {
    Value.self is ObjectBase.Type
      ? "the values of a map that are objects may be missing; write Map<\(Key.self), \(Value.self)?>"
      : nil
  }

  func moveElements(from source: Map) {
    if source !== self, isSame(as: source) { return }
    let elements =
      source === self
      ? unmanaged.map { (Key(_text: $0.key.text), $0.value) } : Array(source.entries)
    unmanaged = [:]
    if count > 0 { removeAll() }
    for (key, value) in elements { updateValue(value, forKey: key) }
  }

  func assign(_ value: Any, by policy: AssignmentPolicy) -> Bool {
    if isNothing(value) {
      removeAll()
      return true
    }
    var values: [(String, Value)] = []
    let given: [(key: String, value: Any)]
    if let map = value as? Map {
      if isSame(as: map) { return true }
      given = map.valuesByText
    } else if let dictionary = value as? [String: Any] {
      given = dictionary.map { ($0, $1) }
    } else if let map = value as? any TextKeyedValues {
      given = map.valuesByText
    } else {
      return false
    }
    for (key, value) in given {
      guard let element = policy.element(value, of: Value.self) else { return false }
      values.append((key, element))
    }
    removeAll()
    for (key, value) in values { updateValue(value, forKey: Key(_text: key)) }
    return true
  }
}

/// A map of whatever type.
protocol TextKeyedValues {
  /// The values with the texts of their keys.
  var valuesByText: [(key: String, value: Any)] { get }
}

extension Map: TextKeyedValues {
  var valuesByText: [(key: String, value: Any)] { entries.map { ($0.key._text, $0.value) } }
}

extension Map: ThreadConfined {
  /// The same collection in another realm.
  public func _moved(to realm: Realm) -> Self? {
    let copy = Self()
    return move(copy, to: realm.core) ? copy : nil
  }
}

extension Map: CustomStringConvertible {
  /// The type, the keys and the values.
  public var description: String {
    "Map<\(Key.self), \(Value.self)> [\(map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
  }
}

extension Map: Encodable where Value: Encodable {
  /// Writes the values by their keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    // Keys that are the same text to Swift cannot be told apart there.
    try container.encode(
      Dictionary(entries.map { ($0.key._text, $0.value) }, uniquingKeysWith: { $1 }))
  }
}

extension Map: Decodable where Value: Decodable {
  /// Reads the values by their keys.
  public convenience init(from decoder: any Decoder) throws {
    self.init()
    for (key, value) in try decoder.singleValueContainer().decode([String: Value].self) {
      unmanaged[MapKeyText(key)] = value
    }
  }
}
