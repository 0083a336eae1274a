// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import TestFolders
import Testing

/// What is told of objects that are their rows, and no more.
class Weighing: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String?
  @Persisted var number: Int?
  @Persisted var weight: Double
  @Persisted var bytes: Data?
}

@Suite("what is read again after a commit") struct ReadingTests {
  private let folder = TemporaryFolder()

  private var configuration: Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.file("a.realm")),
      objectTypes: [Weighing.self, Hound.self])
  }

  private func elsewhere(_ body: @escaping (Realm) throws -> Void) throws {
    let configuration = configuration
    try DispatchQueue(label: "other").sync {
      let realm = try Realm(configuration: configuration)
      try realm.write { try body(realm) }
    }
  }

  @Test(
    "every value of a row counts, and none is taken for another one",
    arguments: [true, false])
  func values(_ isOwn: Bool) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { for id in 0..<5 { realm.create(Weighing.self, value: ["id": id]) } }
    let journal = Journal<Delta>()
    let token = realm.objects(Weighing.self).observe { journal.changes.append(Delta($0)) }
    realm.refresh()
    #expect(journal.take() == [.initial])
    let changes: [(Weighing) -> Void] = [
      { $0.number = 0 }, { $0.number = nil }, { $0.name = "" }, { $0.name = nil },
      { $0.name = "ab" }, { $0.bytes = Data() }, { $0.bytes = nil },
      {
        $0.name = nil
        $0.bytes = Data("ab".utf8)
      },
      { $0.weight = 1 }, { $0.weight = .nan }, { $0.number = 1 },
    ]
    for change in changes {
      let write = { (realm: Realm) in
        change(try #require(realm.object(ofType: Weighing.self, forPrimaryKey: 4)))
      }
      if isOwn { try realm.write { try write(realm) } } else { try elsewhere(write) }
      realm.refresh()
      #expect(journal.take() == [Delta([], [], [4])])
    }
    withExtendedLifetime(token) {}
  }

  @Test("an object that is deleted and made again with its key has changed")
  func again() throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { for id in 0..<3 { realm.create(Weighing.self, value: ["id": id]) } }
    let journal = Journal<Delta>()
    let token = realm.objects(Weighing.self).observe { journal.changes.append(Delta($0)) }
    realm.refresh()
    try realm.write {
      realm.delete(realm.objects(Weighing.self).where { $0.id == 1 })
      realm.create(Weighing.self, value: [1, "new"] as [Any])
    }
    realm.refresh()
    #expect(journal.take() == [.initial, Delta([], [], [1])])
    withExtendedLifetime(token) {}
  }

  @Test("a transaction that was taken back is not told, nor what came before it forgotten")
  func rollback() throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { for id in 0..<3 { realm.create(Weighing.self, value: ["id": id]) } }
    let journal = Journal<Delta>()
    let token = realm.objects(Weighing.self).observe { journal.changes.append(Delta($0)) }
    realm.refresh()
    try realm.beginWrite()
    realm.object(ofType: Weighing.self, forPrimaryKey: 0)?.weight = 7
    realm.create(Weighing.self, value: ["id": 8])
    realm.cancelWrite()
    realm.refresh()
    try realm.write { realm.object(ofType: Weighing.self, forPrimaryKey: 2)?.weight = 7 }
    realm.refresh()
    #expect(journal.take() == [.initial, Delta([], [], [2])])
    // A write that leaves an observer out, and fails.
    struct Failure: Error {}
    _ = try? realm.write(withoutNotifying: [token]) {
      realm.object(ofType: Weighing.self, forPrimaryKey: 0)?.weight = 9
      throw Failure()
    }
    try realm.write { realm.object(ofType: Weighing.self, forPrimaryKey: 0)?.weight = 9 }
    realm.refresh()
    #expect(journal.take() == [Delta([], [], [0])])
  }

  @Test("what a deletion takes out of objects of a class that nobody has looked at is told")
  func unknownClass() throws {
    try elsewhere { realm in
      let hound = realm.create(Hound.self, value: ["id": 1])
      let other = realm.create(Hound.self, value: ["id": 2])
      hound.any = .object(other)
      hound.any = .fromArray([.object(other)])
    }
    let realm = try Realm(configuration: configuration)
    let journal = Journal<Delta>()
    let token = realm.objects(Hound.self).where { $0.id == 1 }
      .observe { journal.changes.append(Delta($0)) }
    realm.refresh()
    try realm.write { realm.delete(try #require(realm.hound(2))) }
    realm.refresh()
    #expect(journal.take() == [.initial, Delta([], [], [0])])
    try realm.write { realm.hound(1)?.any.listValue?.append(.int(3)) }
    realm.refresh()
    #expect(journal.take() == [Delta([], [], [0])])
    withExtendedLifetime(token) {}
  }
}
