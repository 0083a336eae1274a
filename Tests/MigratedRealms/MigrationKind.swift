// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import RealmSwift

/// One kind of change: the classes of a program before and after, with what brings the objects
/// over.
///
/// For tests that migrate, and for the process that they kill while it does.
package struct MigrationKind: Sendable, CustomStringConvertible {
  package let name: String
  package let old: [ObjectBase.Type]
  package let new: [ObjectBase.Type]
  package let block: MigrationBlock?
  private let fill: @Sendable (Realm) -> Void

  init(
    _ name: String, from old: [ObjectBase.Type], to new: [ObjectBase.Type],
    block: MigrationBlock? = nil, fill: @escaping @Sendable (Realm) -> Void
  ) {
    self.name = name
    self.old = old
    self.new = new
    self.block = block
    self.fill = fill
  }

  package var description: String { name }

  package static let all: [MigrationKind] = [
    comingAndGoing, retyping, required, optional, collections, renaming, keyComing, keyGoing,
    keysSwapped, textKey, embedding, standing, classGone, otherTarget,
  ]

  package static func named(_ name: String) -> MigrationKind? { all.first { $0.name == name } }

  /// The program before.
  package func before(_ path: String, key: Data?) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: key, schemaVersion: 1, objectTypes: old)
  }

  /// The program after.
  package func after(_ path: String, key: Data?) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: key, schemaVersion: 2,
      migrationBlock: block, objectTypes: new)
  }

  /// Makes the file of the program before.
  package func make(_ path: String, key: Data?) throws {
    let realm = try Realm(configuration: before(path, key: key))
    try realm.write { fill(realm) }
  }
}

/// All that a realm has, as text: a line an object, with those that links lead to by their `n`.
package func contents(of realm: Realm) -> [String] {
  realm.schema.objectSchema.flatMap { schema in
    realm.dynamicObjects(schema.className).map { object in
      let properties = schema.properties.map {
        "\($0.columnName)=\(describe(object[$0.columnName]))"
      }
      return "\(schema.className) \(properties.sorted().joined(separator: " "))"
    }.sorted()
  }
}

private func describe(_ value: Any?) -> String {
  switch value {
  case nil: return "nil"
  case let object as ObjectBase:
    let schema = object.objectSchema
    return "→\(schema.className)\(schema["n"] == nil ? "" : describe(object["n"]))"
  case let value as AnyRealmValue:
    if let object = value.dynamicObject { return describe(object) }
    switch value {
    case .object(let object): return describe(object)
    case .list(let list): return describe(list)
    case .dictionary(let map): return describe(map)
    default: return "\(value)"
    }
  case let data as Data: return "\(Array(data))"
  case let map as any MapContents: return map.contents
  case let elements as any Sequence & RealmCollectionMark:
    let texts = list(elements)
    return "[\((elements.isOrdered ? texts : texts.sorted()).joined(separator: ", "))]"
  case let value?:
    // Not the optional around it.
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return describe(mirror.children.first?.value)
  }
}

private func list(_ elements: any Sequence) -> [String] {
  func texts<S: Sequence>(_ elements: S) -> [String] { elements.map { describe($0) } }
  return texts(elements)
}

private protocol RealmCollectionMark { var isOrdered: Bool { get } }
extension List: RealmCollectionMark { fileprivate var isOrdered: Bool { true } }
extension MutableSet: RealmCollectionMark { fileprivate var isOrdered: Bool { false } }

private protocol MapContents { var contents: String { get } }
extension Map: MapContents {
  fileprivate var contents: String {
    "{\(keys.map { "\($0): \(self[$0].map { describe($0) } ?? "nil")" }.sorted().joined(separator: ", "))}"
  }
}
