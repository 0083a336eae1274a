// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import SQLite
import Testing

extension MigrationModel {
  /// Reads what a store shows.
  init(_ store: ObjectStore) throws {
    for (name, stored) in store.schema.classes { schemas[name] = stored.schema }
    var uids: [String: [ObjectKey: Int64]] = [:]
    for name in schemas.keys {
      let rows = try store.connection.prepare(
        "SELECT \"#\", \(Self.uidColumn(name, store)) FROM \"\(name)\"")
      while try rows.step() { uids[name, default: [:]][rows.integer(at: 0)] = rows.integer(at: 1) }
      rows.reset()
    }
    func reference(_ className: String, _ key: ObjectKey) throws -> Reference {
      Reference(
        className: className,
        uid: try #require(uids[className]?[key], "a link to \(className) leads nowhere"))
    }
    func value(_ stored: MixedValue, _ property: PropertySchema) throws -> Value {
      guard property.type == .mixed else {
        guard property.type == .object, let target = property.target else {
          return .plain(stored.value)
        }
        guard case .integer(let key) = stored.value else { return .link(nil) }
        return .link(try reference(target, key))
      }
      guard case .integer(let key) = stored.value else { return .mixed(stored) }
      if let id = stored.tag.classID {
        let name = try #require(store.schema.name(ofClass: id))
        return .mixedLink(try reference(name, key))
      }
      guard stored.tag == .list else { return .mixed(stored) }
      let rows = CollectionTable(nested: .list, connection: store.connection)
      return .mixedList(try rows.elements(of: key).map { try value($0, rows.property) })
    }
    for (name, schema) in schemas {
      let layout = try #require(store.layout(of: name))
      for (key, uid) in uids[name] ?? [:] {
        var contents: [String: Content] = [:]
        let row = try layout.selectObject.statement
        try row.bind(key, at: 1)
        try #require(try row.step())
        let columns = layout.columns.map { column in
          (
            column.property,
            MixedValue(
              column.property.type == .mixed
                ? .init(rawValue: row.integer(at: column.index + 1)) : .null,
              row.value(at: column.index))
          )
        }
        row.reset()
        for (property, stored) in columns {
          contents[property.name] = .one(try value(stored, property))
        }
        for property in schema.properties where property.collection != nil {
          let rows = CollectionTable(property, of: name, connection: store.connection)
          let elements = try rows.elements(of: key).map { try value($0, property) }
          switch property.collection {
          case .list:
            try #require(try rows.listCount(of: key) == elements.count)
            contents[property.name] = .list(elements)
          case .set: contents[property.name] = .set(elements)
          default:
            contents[property.name] = .map(
              Dictionary(uniqueKeysWithValues: zip(try rows.keys(of: key), elements)))
          }
        }
        objects[Reference(className: name, uid: uid)] = contents
      }
    }
  }

  private static func uidColumn(_ name: String, _ store: ObjectStore) -> String {
    store.schema[name]?.schema["uid"]?.isRowID == true ? "\"#\"" : "\"uid\""
  }

  /// Makes a store with these objects, in memory.
  func makeStore() throws -> ObjectStore {
    let store = try ObjectStore(try Connection.inMemory())
    _ = try store.beginWrite()
    try store.apply(
      SchemaAdditions(of: schemas.values.sorted { $0.name < $1.name }, to: store.schema),
      version: 1
    ) { _, _ in .null }
    var keys: [Reference: ObjectKey] = [:]
    for (reference, contents) in objects.sorted(by: { $0.key.uid < $1.key.uid }) {
      let layout = try #require(store.layout(of: reference.className))
      if let name = layout.schema.primaryKey, name.isRowID,
        case .one(.plain(.integer(let key)))? = contents[name.name]
      {
        keys[reference] = key
      } else {
        keys[reference] = try store.makeKey(for: reference.className)
      }
    }
    for (reference, contents) in objects {
      try Self.insert(contents, keys[reference] ?? 0, reference.className, in: store) {
        keys[$0] ?? 0
      }
    }
    try store.commit()
    return store
  }

  /// Makes the row of an object, with its collections.
  static func insert(
    _ contents: [String: Content], _ key: ObjectKey, _ className: String, in store: ObjectStore,
    key keyOf: (Reference) -> ObjectKey
  ) throws {
    func stored(_ value: Value) throws -> MixedValue {
      switch value {
      case .plain(let value): return MixedValue(.null, value)
      case .link(let target):
        return MixedValue(.null, target.map { .integer(keyOf($0)) } ?? .null)
      case .mixed(let value): return value
      case .mixedLink(let target):
        let id = try #require(store.schema[target.className]?.id)
        return MixedValue(.object(classID: id), .integer(keyOf(target)))
      case .mixedList(let values):
        let number = try store.makeNestedCollection()
        try CollectionTable(nested: .list, connection: store.connection).replace(
          0..<0, of: number, count: 0, with: try values.map(stored))
        return MixedValue(.list, .integer(number))
      }
    }
    let layout = try #require(store.layout(of: className))
    var columns: [(Int, MixedValue, Bool)] = []
    for column in layout.columns where column.index > 0 {
      guard case .one(let value)? = contents[column.property.name] else { continue }
      columns.append((column.index, try stored(value), column.property.type == .mixed))
    }
    let statement = try layout.insertion.statement
    try statement.bind(key, at: 1)
    for (index, value, isMixed) in columns {
      try statement.bind(value.value, at: index + 1)
      if isMixed { try statement.bind(value.tag.rawValue, at: index + 2) }
    }
    try statement.run()
    for property in layout.schema.properties where property.collection != nil {
      let rows = CollectionTable(property, of: className, connection: store.connection)
      switch contents[property.name] {
      case .list(let values)?:
        try rows.replace(0..<0, of: key, count: 0, with: try values.map(stored))
      case .set(let values)?:
        for value in values { _ = try rows.insert(try stored(value), into: key) }
      case .map(let values)?:
        for (name, value) in values { try rows.set(try stored(value), for: name, in: key) }
      default: break
      }
    }
  }
}

/// The tables, indexes and triggers of some classes, as SQLite lists them.
func structure(of store: ObjectStore) throws -> [String] {
  let rows = try store.connection.prepare(
    "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")
  defer { rows.reset() }
  var result: [String] = []
  while try rows.step() {
    let (kind, name) = (rows.text(at: 0), rows.text(at: 1))
    if name.hasPrefix("#list") || name.hasPrefix("#dict") || name.hasPrefix("sqlite_auto")
      || name == "#nested" || name == "#loose"
    {
      continue
    }
    if kind != "table" {
      result.append("\(kind) \(name) on \(rows.text(at: 2)): \(rows.text(at: 3))")
      continue
    }
    let columns = try store.connection.prepare(
      "SELECT name, type, pk FROM pragma_table_info(?1)")
    try columns.bind(name, at: 1)
    var list: [String] = []
    while try columns.step() {
      list.append("\(columns.text(at: 0)) \(columns.text(at: 1)) \(columns.integer(at: 2))")
    }
    columns.reset()
    result.append("table \(name): \(list.sorted().joined(separator: ", "))")
  }
  return result
}
