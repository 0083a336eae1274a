// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import SeededNumbers

/// Classes by chance, objects of them, and other classes that these are to become.
struct RandomMigration {
  var random: SeededGenerator
  var before = MigrationModel()
  var target: [ClassSchema] = []
  /// Class, old name and new name.
  var renamings: [(className: String, from: String, to: String)] = []
  var isArranged = false

  /// The objects of `C` are embedded; those of `D` have one owner each, as if they were.
  static let classNames = ["A", "B", "C", "D"]
  static let owned: Set<String> = ["C", "D"]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isArranged = chance(60)
    for name in Self.classNames { before.schemas[name] = makeClass(name) }
    makeObjects()
    for name in Self.classNames where name == "A" || !chance(12) {
      if let schema = before.schemas[name] { target.append(change(schema)) }
    }
    if chance(30) { target.append(makeClass("E")) }
    // What leads to a class that the program no longer names would bring it back.
    let names = Set(target.map(\.name))
    for place in target.indices {
      target[place].properties.removeAll { $0.target.map { !names.contains($0) } == true }
    }
    let kept = Dictionary(uniqueKeysWithValues: target.map { ($0.name, $0) })
    renamings.removeAll { kept[$0.className]?[$0.to] == nil }
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func makeClass(_ name: String) -> ClassSchema {
    var schema = ClassSchema(
      name: name, isEmbedded: name == "C",
      properties: [PropertySchema(name: "uid", type: .int)])
    for letter in ["a", "b", "c", "d", "e"] where chance(75) {
      schema.properties.append(makeProperty(letter))
    }
    if !Self.owned.contains(name), chance(60) { makePrimaryKey(of: &schema) }
    return schema
  }

  private mutating func makePrimaryKey(of schema: inout ClassSchema) {
    let candidates = schema.properties.indices.filter {
      let property = schema.properties[$0]
      return property.collection == nil && property.name != "uid"
        && [.int, .string, .uuid, .objectID].contains(property.type)
    }
    guard let place = candidates.randomElement(using: &random) else { return }
    schema.properties[place].isPrimaryKey = true
    schema.properties[place].isIndexed = false
  }

  private mutating func makeProperty(_ name: String) -> PropertySchema {
    let types: [PropertySchema.ValueType] = [
      .int, .int, .bool, .float, .double, .string, .string, .data, .date, .decimal128, .objectID,
      .uuid, .mixed, .mixed, .object, .object, .object,
    ]
    let type = types.randomElement(using: &random) ?? .int
    var property = PropertySchema(name: name, type: type, isOptional: type != .mixed && chance(50))
    if chance(35) { property.collection = [.list, .set, .map].randomElement(using: &random) }
    if type == .object {
      property.target =
        (property.collection == .set ? ["A", "B"] : Self.classNames).randomElement(using: &random)
      property.isOptional = property.collection == nil || property.collection == .map
    }
    property.isIndexed =
      property.collection == nil && [.int, .string, .date, .bool].contains(type) && chance(30)
    return property
  }

  // MARK: Objects

  private mutating func makeObjects() {
    for name in ["A", "B"] {
      for uid in 0..<Int64.random(in: 0..<8, using: &random) {
        before.objects[.init(className: name, uid: uid)] = [:]
      }
    }
    let owners = before.objects.keys.sorted { ($0.className, $0.uid) < ($1.className, $1.uid) }
    for owner in owners { fill(owner, depth: 0) }
  }

  private mutating func fill(_ reference: MigrationModel.Reference, depth: Int) {
    guard let schema = before.schemas[reference.className] else { return }
    for property in schema.properties {
      before.objects[reference, default: [:]][property.name] =
        property.isPrimaryKey || property.name == "uid"
        ? .one(.plain(Self.unique(property, reference.uid)))
        : makeContent(property, depth: depth)
    }
  }

  /// A value that no other object has.
  static func unique(_ property: PropertySchema, _ uid: Int64) -> StoredValue {
    if property.name == "uid" { return .integer(uid) }
    if property.isOptional, uid == 0 { return .null }
    switch property.type {
    // The greatest key leaves none to count on from, and two are swapped.
    case .int: return .integer(uid == 1 ? .max : uid == 2 ? .min : 6 - uid)
    case .string: return .text("key \(uid)")
    case .uuid: return .bytes((0..<16).map { UInt8(truncatingIfNeeded: uid >> $0) })
    default: return .bytes((0..<12).map { UInt8(truncatingIfNeeded: uid >> $0) })
    }
  }

  private mutating func makeContent(
    _ property: PropertySchema, depth: Int
  ) -> MigrationModel.Content {
    guard let collection = property.collection else { return .one(makeValue(property, depth)) }
    var values: [MigrationModel.Value] = []
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let value = makeValue(property, depth)
      // An element that leads nowhere is in maps only.
      if value == .link(nil), collection != .map { continue }
      values.append(value)
    }
    switch collection {
    case .list: return .list(values)
    case .set: return .set(Array(Set(values)))
    case .map:
      return .map(
        Dictionary(
          values.enumerated().map { ("k\($0)", $1) }, uniquingKeysWith: { a, _ in a }))
    }
  }

  private mutating func makeValue(
    _ property: PropertySchema, _ depth: Int
  ) -> MigrationModel.Value {
    switch property.type {
    case .object:
      guard let target = property.target, !chance(25) else { return .link(nil) }
      return .link(Self.owned.contains(target) ? makeOwned(target, depth) : anybody(target))
    case .mixed:
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .mixed(.null)
      case 1: return .mixed(MixedValue(.int, .integer(Int64.random(in: 0..<4, using: &random))))
      case 2: return .mixed(MixedValue(.string, .text("any")))
      case 3:
        guard collectionMayNest(property) else { return .mixed(.null) }
        return .mixedList([.mixed(MixedValue(.int, .integer(3)))] + (somebody().map { [$0] } ?? []))
      default: return somebody() ?? .mixed(.null)
      }
    default: return .plain(property.isOptional && chance(30) ? .null : makePlain(property.type))
    }
  }

  private func collectionMayNest(_ property: PropertySchema) -> Bool { property.collection != .set }

  private mutating func somebody() -> MigrationModel.Value? {
    anybody(chance(50) ? "A" : "B").map { .mixedLink($0) }
  }

  private mutating func anybody(_ className: String) -> MigrationModel.Reference? {
    before.objects.keys.filter { $0.className == className }.sorted { $0.uid < $1.uid }
      .randomElement(using: &random)
  }

  private mutating func makeOwned(
    _ className: String, _ depth: Int
  ) -> MigrationModel.Reference? {
    guard depth < 2 else { return nil }
    let uid = Int64(before.objects.count + 100)
    let reference = MigrationModel.Reference(className: className, uid: uid)
    before.objects[reference] = [:]
    fill(reference, depth: depth + 1)
    return reference
  }

  private mutating func makePlain(_ type: PropertySchema.ValueType) -> StoredValue {
    let small = Int64.random(in: -2..<3, using: &random)
    switch type {
    case .int: return .integer(small)
    case .bool: return .integer(small & 1)
    case .float, .double: return chance(10) ? .notANumber : .real(Double(small) / 2)
    case .date: return .real(Double(small) / 4)
    case .string: return .text(["", "x", "'y\""].randomElement(using: &random) ?? "")
    case .objectID: return .bytes([UInt8](repeating: UInt8(small + 2), count: 12))
    case .uuid: return .bytes([UInt8](repeating: UInt8(small + 2), count: 16))
    default: return .bytes([UInt8(small + 2)])
    }
  }

  // MARK: The other classes

  private mutating func change(_ old: ClassSchema) -> ClassSchema {
    if chance(15) { return old }
    var schema = old
    if Self.owned.contains(old.name), chance(40) { schema.isEmbedded.toggle() }
    schema.properties = []
    for property in old.properties {
      var property = property
      if property.name == "uid" {
      } else if chance(15) {
        continue
      } else if chance(15) {
        property = makeProperty(property.name)
      } else if chance(20), property.type != .object, property.type != .mixed {
        property.isOptional.toggle()
      } else if isArranged, chance(25) {
        let name = "r" + property.name
        renamings.append((old.name, property.name, name))
        property.name = name
        if property.type != .object, property.type != .mixed, chance(30) {
          property.isOptional = true
        }
      }
      schema.properties.append(property)
    }
    for name in ["A", "B", "n"] where chance(15) {
      // In another case than one that is gone, but not than one that is there.
      if !schema.properties.contains(where: { $0.name == name.lowercased() }) {
        schema.properties.append(makeProperty(name))
      }
    }
    if schema.isEmbedded || chance(50) {
      for place in schema.properties.indices { schema.properties[place].isPrimaryKey = false }
      if !schema.isEmbedded, chance(60) { makePrimaryKey(of: &schema) }
    }
    // A key has a type that keys have.
    for place in schema.properties.indices where schema.properties[place].isPrimaryKey {
      let property = schema.properties[place]
      schema.properties[place].isPrimaryKey =
        property.collection == nil
        && [.int, .string, .uuid, .objectID].contains(property.type)
    }
    schema.properties.shuffle(using: &random)
    return schema
  }
}
