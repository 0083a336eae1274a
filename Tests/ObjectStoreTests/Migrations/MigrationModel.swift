// SPDX-License-Identifier: Apache-2.0

import ObjectStore

/// Objects in plain Swift, with what deleting and migrating does to them.
///
/// Every class has a property `uid` that nobody changes; objects are known by it.
struct MigrationModel {
  struct Reference: Hashable {
    let className: String
    let uid: Int64
  }

  indirect enum Value: Hashable {
    case plain(StoredValue)
    case link(Reference?)
    case mixed(MixedValue)
    case mixedLink(Reference)
    case mixedList([Value])
  }

  enum Content: Hashable {
    case one(Value)
    case list([Value])
    case set([Value])
    case map([String: Value])
  }

  var schemas: [String: ClassSchema] = [:]
  var objects: [Reference: [String: Content]] = [:]

  /// The objects as text, in an order of their own.
  var lines: [String] {
    objects.map { reference, contents in
      let properties = contents.map { "\($0.key)=\(Self.describe($0.value))" }.sorted()
      return "\(reference.className)\(reference.uid) \(properties.joined(separator: " "))"
    }.sorted()
  }

  static func describe(_ content: Content) -> String {
    switch content {
    case .one(let value): describe(value)
    case .list(let values): "[\(values.map(describe).joined(separator: ","))]"
    case .set(let values): "{\(values.map(describe).sorted().joined(separator: ","))}"
    case .map(let values):
      "<\(values.map { "\($0.key):\(describe($0.value))" }.sorted().joined(separator: ","))>"
    }
  }

  static func describe(_ value: Value) -> String {
    switch value {
    case .plain(let value): "\(value)"
    case .link(let target): target.map { "→\($0.className)\($0.uid)" } ?? "→"
    case .mixed(let value): "«\(value.tag.rawValue)»\(value.value)"
    case .mixedLink(let target): "«→\(target.className)\(target.uid)»"
    case .mixedList(let values): "«[\(values.map(describe).joined(separator: ","))]»"
    }
  }

  // MARK: Values

  /// What a property holds that is new to its object.
  static func fresh(_ property: PropertySchema) -> Content {
    switch property.collection {
    case .list: .list([])
    case .set: .set([])
    case .map: .map([:])
    case nil:
      if property.type == .object {
        .one(.link(nil))
      } else if property.type == .mixed {
        .one(.mixed(.null))
      } else {
        .one(.plain(property.isOptional ? .null : filler(property.type)))
      }
    }
  }

  /// What stands where something may not be missing.
  static func filler(_ type: PropertySchema.ValueType) -> StoredValue {
    switch type {
    case .int, .object: .integer(7)
    case .bool: .integer(1)
    case .float, .double, .date: .real(0.5)
    case .string: .text("new")
    case .data, .decimal128, .mixed: .bytes([9])
    case .objectID: .bytes([UInt8](repeating: 9, count: 12))
    case .uuid: .bytes([UInt8](repeating: 9, count: 16))
    }
  }

  /// A content with something in place of nothing.
  static func filled(_ content: Content, _ type: PropertySchema.ValueType) -> Content {
    guard type != .mixed, type != .object else { return content }
    func fill(_ value: Value) -> Value {
      value == .plain(.null) ? .plain(filler(type)) : value
    }
    switch content {
    case .one(let value): return .one(fill(value))
    case .list(let values): return .list(values.map(fill))
    case .map(let values): return .map(values.mapValues(fill))
    case .set(let values):
      return .set(Array(Set(values.map(fill))))
    }
  }

  // MARK: Links

  private static func references(_ value: Value) -> [Reference] {
    switch value {
    case .plain, .mixed: []
    case .link(let target): target.map { [$0] } ?? []
    case .mixedLink(let target): [target]
    case .mixedList(let values): values.flatMap(references)
    }
  }

  static func references(_ content: Content) -> [Reference] {
    switch content {
    case .one(let value): references(value)
    case .list(let values), .set(let values): values.flatMap(references)
    case .map(let values): values.values.flatMap(references)
    }
  }

  /// A content without links to objects that are not there.
  func pruned(_ content: Content) -> Content {
    func isGone(_ value: Value) -> Bool {
      switch value {
      case .link(let target?), .mixedLink(let target): objects[target] == nil
      default: false
      }
    }
    func prune(_ value: Value) -> Value {
      switch value {
      case .link where isGone(value): .link(nil)
      case .mixedLink where isGone(value): .mixed(.null)
      case .mixedList(let values): .mixedList(values.filter { !isGone($0) }.map(prune))
      default: value
      }
    }
    switch content {
    case .one(let value): return .one(prune(value))
    case .list(let values): return .list(values.filter { !isGone($0) }.map(prune))
    case .set(let values): return .set(values.filter { !isGone($0) })
    case .map(let values): return .map(values.mapValues(prune))
    }
  }

  /// Deletes an object with what is embedded in it.
  mutating func delete(_ reference: Reference) {
    var pending = [reference]
    while let next = pending.popLast() {
      guard let contents = objects.removeValue(forKey: next) else { continue }
      for content in contents.values {
        pending += Self.references(content).filter { schemas[$0.className]?.isEmbedded == true }
      }
    }
    for (reference, contents) in objects { objects[reference] = contents.mapValues(pruned) }
  }

  /// How often each object is held.
  var holders: [Reference: Int] {
    var counts: [Reference: Int] = [:]
    for contents in objects.values {
      for content in contents.values {
        for reference in Self.references(content) { counts[reference, default: 0] += 1 }
      }
    }
    return counts
  }
}
