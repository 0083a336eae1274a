// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import SQLite
import Testing

/// One kind of value, and whether it may be missing.
private struct Kind: Sendable, CustomTestStringConvertible {
  let type: PropertySchema.ValueType
  let isOptional: Bool

  var testDescription: String { type.rawValue + (isOptional ? "?" : "") }

  static let types: [PropertySchema.ValueType] = [
    .int, .bool, .float, .double, .string, .data, .date, .decimal128, .objectID, .uuid, .mixed,
    .object,
  ]
  static let all = types.flatMap { type in
    (type == .mixed ? [false] : type == .object ? [true] : [false, true]).map {
      Kind(type: type, isOptional: $0)
    }
  }
  static let keys = [PropertySchema.ValueType.int, .string, .uuid, .objectID].flatMap { type in
    [false, true].map { Kind(type: type, isOptional: $0) }
  }

  func property(
    _ name: String = "p", _ collection: PropertySchema.Collection? = nil, isPrimaryKey: Bool = false
  ) -> PropertySchema {
    PropertySchema(
      name: name, type: type,
      isOptional: type == .object ? collection == nil || collection == .map : isOptional,
      collection: collection, target: type == .object ? "Thing" : nil, isPrimaryKey: isPrimaryKey)
  }

  /// Values of three objects, the last of which has nothing if that can be.
  var values: [MigrationModel.Value] {
    (0..<3).map { number in
      if type == .object {
        return .link(number == 2 ? nil : .init(className: "Thing", uid: Int64(2 - number)))
      }
      if type == .mixed {
        return number == 2
          ? .mixed(.null) : .mixed(MixedValue(number == 0 ? .int : .string, plain(number)))
      }
      return .plain(number == 2 && isOptional ? .null : plain(number))
    }
  }

  func plain(_ number: Int) -> StoredValue {
    switch type {
    case .int: .integer([.max, .min, 0][number])
    case .bool: .integer(Int64(number & 1))
    case .float, .double, .date: number == 1 ? .notANumber : .real(Double(number) - 0.25)
    case .string: .text(["", "a\u{0}'b", "12"][number])
    case .mixed, .object: number == 0 ? .integer(4) : .text("four")
    case .objectID: .bytes([UInt8](repeating: UInt8(number), count: 12))
    case .uuid: .bytes([UInt8](repeating: UInt8(number), count: 16))
    case .data, .decimal128: .bytes([UInt8](repeating: 0, count: number))
    }
  }

  func content(_ collection: PropertySchema.Collection?, _ number: Int) -> MigrationModel.Content {
    guard let collection else { return .one(values[number]) }
    var elements = Array(values.prefix(number + 1))
    if collection != .map { elements.removeAll { $0 == .link(nil) } }
    switch collection {
    case .list: return .list(elements + elements)
    case .set: return .set(Array(Set(elements)))
    case .map: return .map(Dictionary(uniqueKeysWithValues: zip(["a", "b", "c"], elements)))
    }
  }
}

@Suite struct MigrationMatrix {
  private func thing(_ properties: PropertySchema...) -> ClassSchema {
    ClassSchema(
      name: "Thing", properties: [PropertySchema(name: "uid", type: .int)] + properties)
  }

  /// Three objects with these contents in a property.
  private func model(
    _ property: PropertySchema, _ contents: [MigrationModel.Content]
  ) -> MigrationModel {
    var model = MigrationModel()
    model.schemas["Thing"] = thing(property)
    for (uid, content) in contents.enumerated() {
      model.objects[.init(className: "Thing", uid: Int64(uid))] = [
        "uid": .one(.plain(.integer(Int64(uid)))), property.name: content,
      ]
    }
    return model
  }

  /// Migrates objects with the contents `before` in a property, and expects `after` in another.
  private func expect(
    _ old: PropertySchema, _ before: [MigrationModel.Content], become new: PropertySchema?,
    _ after: [MigrationModel.Content], isArranged: Bool = false,
    _ arrange: (SchemaMigration) throws(ObjectStoreError) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let store = try model(old, before).makeStore()
    var target = thing()
    if let new { target.properties.append(new) }
    _ = try store.beginWrite()
    let migration = try SchemaMigration(
      of: store, to: [target], isArranged: isArranged,
      defaults: { _, _ in
        guard let new else { return .null }
        if case .one(.mixed(let value)) = MigrationModel.fresh(new) { return value }
        let isEmpty = new.type == .object || (new.isOptional && new.collection == nil)
        return MixedValue(.null, isEmpty ? .null : MigrationModel.filler(new.type))
      })
    try arrange(migration)
    try migration.finish(version: 2)
    try store.commit()
    let expected =
      new.map { model($0, after).lines } ?? (0..<3).map { "Thing\($0) uid=integer(\($0))" }
    let found = try MigrationModel(store).lines
    #expect(
      found == expected, "\(old) to \(String(describing: new))", sourceLocation: sourceLocation)
  }

  static let collections: [PropertySchema.Collection?] = [nil, .list, .set, .map]

  @Test("what only changes whether something may be missing keeps its values", arguments: Kind.all)
  fileprivate func optionality(_ kind: Kind) throws {
    guard kind.type != .mixed, kind.type != .object else { return }
    for collection in Self.collections {
      let old = kind.property("p", collection)
      var new = old
      new.isOptional.toggle()
      let before = (0..<3).map { kind.content(collection, $0) }
      let after = before.map {
        kind.isOptional ? MigrationModel.filled($0, kind.type) : $0
      }
      for isArranged in [false, true] {
        try expect(old, before, become: new, after, isArranged: isArranged)
      }
    }
  }

  @Test("a property of another kind begins anew, and one that is gone is gone", arguments: Kind.all)
  fileprivate func retyping(_ kind: Kind) throws {
    for collection in Self.collections {
      let old = kind.property("p", collection)
      let before = (0..<3).map { kind.content(collection, $0) }
      try expect(old, before, become: nil, [])
      for other in Kind.all {
        for otherCollection in Self.collections
        where other.type != kind.type || otherCollection != collection {
          let new = other.property("p", otherCollection)
          try expect(
            old, before, become: new,
            [MigrationModel.Content](repeating: MigrationModel.fresh(new), count: 3))
        }
      }
    }
  }

  @Test("a property keeps everything under another name", arguments: Kind.all)
  fileprivate func renaming(_ kind: Kind) throws {
    for collection in Self.collections {
      let before = (0..<3).map { kind.content(collection, $0) }
      for name in ["q", "P"] {
        for isMoreOptional in [false, true] {
          var new = kind.property(name, collection)
          if kind.type != .mixed, kind.type != .object, isMoreOptional { new.isOptional = true }
          try expect(
            kind.property("p", collection), before, become: new, before, isArranged: true
          ) { migration throws(ObjectStoreError) in
            try migration.rename("Thing", from: "p", to: name)
          }
          try expect(
            kind.property("p", collection), before, become: new, before, isArranged: true
          ) { migration throws(ObjectStoreError) in
            try migration.rename("Thing", from: "p", to: "between")
            try migration.rename("Thing", from: "between", to: name)
          }
        }
      }
    }
  }

  @Test("a primary key comes, goes, moves and is renamed with its values", arguments: Kind.keys)
  fileprivate func primaryKeys(_ kind: Kind) throws {
    let plain = kind.property()
    let key = kind.property(isPrimaryKey: true)
    let contents = (0..<3).map { kind.content(nil, $0) }
    for isArranged in [false, true] {
      try expect(plain, contents, become: key, contents, isArranged: isArranged)
      try expect(key, contents, become: plain, contents, isArranged: isArranged)
      try expect(key, contents, become: key, contents, isArranged: isArranged)
      if !kind.isOptional {
        var optional = key
        optional.isOptional = true
        try expect(key, contents, become: optional, contents, isArranged: isArranged)
      }
    }
    for (old, new) in [(key, "q"), (plain, "q"), (key, "P")] {
      var renamed = key
      renamed.name = new
      try expect(old, contents, become: renamed, contents, isArranged: true) {
        migration throws(ObjectStoreError) in
        try migration.rename("Thing", from: "p", to: new)
      }
    }
  }

  @Test("two objects with one primary key are refused, without the key", arguments: Kind.keys)
  fileprivate func duplicates(_ kind: Kind) throws {
    for same in kind.isOptional ? [2, 0] : [0] {
      for isArranged in [false, true] {
        let contents = [kind.content(nil, 1), kind.content(nil, same), kind.content(nil, same)]
        let error = #expect(throws: ObjectStoreError.self) {
          try expect(
            kind.property(), contents, become: kind.property(isPrimaryKey: true), contents,
            isArranged: isArranged)
        }
        #expect(error?.code == .migrationFailed)
        #expect(
          error?.reason
            == "several objects of class 'Thing' have the same \(kind.testDescription) in the primary "
            + "key 'Thing.p' after the migration; give each another one, or delete all but one")
      }
    }
  }

  @Test("a renaming that cannot be is refused")
  func wrongRenamings() throws {
    let number = PropertySchema(name: "p", type: .int, isOptional: true)
    let store = try model(number, []).makeStore()
    _ = try store.beginWrite()
    let migration = try SchemaMigration(
      of: store,
      to: [
        thing(
          PropertySchema(name: "text", type: .string), PropertySchema(name: "required", type: .int),
          PropertySchema(name: "q", type: .int, isOptional: true))
      ], isArranged: true, defaults: { _, _ in .null })
    func reason(_ className: String, _ from: String, _ to: String) -> String? {
      #expect(throws: ObjectStoreError(.migrationFailed, reason: "")) {
        try migration.rename(className, from: from, to: to)
      }?.reason
    }
    #expect(reason("Other", "p", "q")?.contains("'Other'") == true)
    #expect(reason("Thing", "uid", "q")?.contains("it still exists") == true)
    #expect(reason("Thing", "x", "q")?.contains("the file has no such property") == true)
    #expect(reason("Thing", "p", "text")?.contains("from 'int?' to 'string'") == true)
    #expect(reason("Thing", "p", "required")?.contains("from optional to required") == true)
    try migration.rename("Thing", from: "p", to: "nowhere")
    #expect(throws: ObjectStoreError(.migrationFailed, reason: "")) {
      try migration.finish(version: 2)
    }
  }
}
