// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

extension AnyRealmValue {
  /// Whether it is a list or a dictionary.
  var isCollection: Bool {
    switch self {
    case .list, .dictionary: true
    default: false
    }
  }

  /// The collection whose number two columns hold.
  static func collection(_ value: MixedValue, in realm: _RealmReference?) -> AnyRealmValue {
    guard let realm, case .integer(let number) = value.value else { return .none }
    if value.tag == .list {
      let list = List<AnyRealmValue>()
      list.attach(toNested: number, in: realm, as: .list)
      return .list(list)
    }
    let map = Map<String, AnyRealmValue>()
    map.attach(toNested: number, in: realm, as: .map)
    return .dictionary(map)
  }

  /// Writes a copy of a list, and gives its number.
  func nested(_ list: List<AnyRealmValue>, in realm: _RealmReference?) -> _StoredValue {
    let elements = Array(list)
    return nested(.list, tag: .list, in: realm) { realm, rows, number in
      let values = elements.map { $0._encode(in: realm).mixed }
      realm.core.guarding { () throws(SQLiteError) in
        try rows.replace(0..<0, of: number, count: 0, with: values)
      }
    }
  }

  /// Writes a copy of a dictionary, and gives its number.
  func nested(_ map: Map<String, AnyRealmValue>, in realm: _RealmReference?) -> _StoredValue {
    let entries = Array(map)
    return nested(.map, tag: .dictionary, in: realm) { realm, rows, number in
      for (key, value) in entries {
        let value = value._encode(in: realm).mixed
        realm.core.guarding { () throws(SQLiteError) in
          try rows.set(value, for: key, in: number)
        }
      }
    }
  }

  private static let deepest = 100

  private func nested(
    _ collection: PropertySchema.Collection, tag: MixedValue.Tag, in realm: _RealmReference?,
    _ fill: (_RealmReference, CollectionTable, ObjectKey) -> Void
  ) -> _StoredValue {
    guard let realm else { return _StoredValue(MixedValue.null) }
    let core = realm.core
    core.expectWriting()
    core.nestingDepth += 1
    defer { core.nestingDepth -= 1 }
    if core.nestingDepth > Self.deepest {
      misuse(
        "lists and dictionaries are more than \(Self.deepest) deep inside each other, or one is inside "
          + "itself")
    }
    let number = core.guarding { () throws(ObjectStoreError) in
      try core.store.makeNestedCollection()
    }
    guard let number else { return _StoredValue(MixedValue.null) }
    fill(realm, CollectionTable(nested: collection, connection: core.store.connection), number)
    return _StoredValue(MixedValue(tag, .integer(number)))
  }

  /// A list of what a program passed; nil where a part of it does not fit.
  static func array(_ values: [Any]) -> AnyRealmValue? {
    let elements = values.compactMap { _coerce($0) }
    return elements.count == values.count ? .fromArray(elements) : nil
  }

  /// A dictionary of what a program passed; nil where a part of it does not fit.
  static func dictionary(_ values: [String: Any]) -> AnyRealmValue? {
    let elements = values.compactMapValues { _coerce($0) }
    return elements.count == values.count ? .fromDictionary(elements) : nil
  }
}
