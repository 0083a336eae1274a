// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Counted: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted(indexed: true) var group: Int
}

@Suite struct Iteration {
  /// More than one block of objects, with every other key.
  private static func realm(in folder: TemporaryFolder, count: Int = 1_000) throws -> Realm {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: [Counted.self]))
    try realm.write {
      for number in 0..<count { realm.add(Counted(value: [number * 2, number % 3])) }
    }
    return realm
  }

  static let queries: [@Sendable (Realm) -> Results<Counted>] = [
    { $0.objects(Counted.self) },
    { $0.objects(Counted.self).where { $0.group == 0 } },
    { $0.objects(Counted.self).sorted(by: \.group, ascending: false) },
    { $0.objects(Counted.self).where { $0.id >= 0 } },
  ]

  @Test("all objects are visited, in order", arguments: queries)
  func visit(query: @escaping @Sendable (Realm) -> Results<Counted>) throws {
    let folder = TemporaryFolder()
    let results = query(try Self.realm(in: folder))
    #expect(results.map(\.id) == (0..<results.count).map { results[$0].id })
  }

  @Test("objects that are added on the way are not visited", arguments: queries)
  func add(query: @escaping @Sendable (Realm) -> Results<Counted>) throws {
    let folder = TemporaryFolder()
    let realm = try Self.realm(in: folder)
    let expected = query(realm).map(\.id)
    var visited: [Int] = []
    try realm.write {
      for object in query(realm) {
        visited.append(object.id)
        realm.add(Counted(value: [object.id + 1, object.group]))
      }
    }
    #expect(visited == expected)
  }

  @Test("a write transaction on the way changes nothing of what is visited", arguments: queries)
  func write(query: @escaping @Sendable (Realm) -> Results<Counted>) throws {
    let folder = TemporaryFolder()
    let realm = try Self.realm(in: folder)
    let expected = query(realm).map(\.id)
    var visited: [Int] = []
    for object in query(realm) {
      visited.append(object.id)
      guard visited.count % 100 == 5 else { continue }
      try realm.write {
        realm.add(Counted(value: [object.id + 1, 0]))
        object.group = 2 - object.group
      }
    }
    #expect(visited == expected)
  }

  @Test("objects that are deleted on the way are left out", arguments: queries)
  func delete(query: @escaping @Sendable (Realm) -> Results<Counted>) throws {
    let folder = TemporaryFolder()
    let realm = try Self.realm(in: folder)
    let all = Array(query(realm))
    let expected = stride(from: 0, to: all.count, by: 2).map { all[$0].id }
    var visited: [Int] = []
    try realm.write {
      for object in query(realm) {
        visited.append(object.id)
        // Those that have been read already, and those that have not.
        if visited.count == 1 {
          realm.delete(stride(from: 1, to: all.count, by: 2).map { all[$0] })
        }
      }
    }
    #expect(visited == expected)
  }

  @Test("an object that is visited can be deleted", arguments: queries)
  func deleteVisited(query: @escaping @Sendable (Realm) -> Results<Counted>) throws {
    let folder = TemporaryFolder()
    let realm = try Self.realm(in: folder)
    let count = query(realm).count
    var visited = 0
    try realm.write {
      for object in query(realm) {
        realm.delete(object)
        visited += 1
      }
    }
    #expect(visited == count)
    #expect(query(realm).isEmpty)
  }

  @Test("what others commit, and a refresh shows, is not visited", arguments: queries)
  func refresh(query: @escaping @Sendable (Realm) -> Results<Counted>) throws {
    let folder = TemporaryFolder()
    let realm = try Self.realm(in: folder)
    let expected = query(realm).map(\.id)
    var visited: [Int] = []
    for object in query(realm) {
      visited.append(object.id)
      guard visited.count % 100 == 5 else { continue }
      let (id, last) = (object.id, expected.max()! + visited.count)
      try elsewhere(realm.configuration) { other in
        try other.write {
          other.add(Counted(value: [id + 3, 0]), update: .modified)
          other.add(Counted(value: [last, 0]), update: .modified)
        }
      }
      realm.refresh()
    }
    #expect(visited == expected)
  }

  @Test("the least and the greatest key are visited, too", arguments: [false, true])
  func ends(isWriting: Bool) throws {
    let folder = TemporaryFolder()
    let realm = try Self.realm(in: folder, count: 200)
    try realm.write {
      for id in [Int.min, Int.max] { realm.add(Counted(value: [id, 0])) }
    }
    if isWriting { try realm.beginWrite() }
    let ids = realm.objects(Counted.self).map(\.id)
    if isWriting { realm.cancelWrite() }
    #expect(ids == [.min] + (0..<200).map { $0 * 2 } + [.max])
  }

  @Test("an iteration that is left early ends nothing")
  func leave() throws {
    let folder = TemporaryFolder()
    let realm = try Self.realm(in: folder)
    for object in realm.objects(Counted.self) where object.id > 500 { break }
    try realm.write { realm.delete(realm.objects(Counted.self)) }
    #expect(realm.objects(Counted.self).isEmpty)
  }
}
