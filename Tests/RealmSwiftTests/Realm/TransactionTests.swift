// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("transactions") struct TransactionTests {
  private let place = PartRealm()
  private struct Refusal: Error, Equatable {}

  @Test("write returns what its block returns")
  func value() throws {
    let realm = try place.open()
    let part = try realm.write { realm.create(Part.self, value: [7, "seven"]) }
    #expect(part.id == 7)
    #expect(!realm.isInWriteTransaction)
  }

  @Test("a block that throws leaves nothing behind")
  func refusal() throws {
    let realm = try place.open()
    let part = try realm.write { realm.create(Part.self, value: [1, "one"]) }
    #expect(throws: Refusal()) {
      try realm.write {
        part.name = "two"
        realm.create(Part.self, value: [2])
        throw Refusal()
      }
    }
    #expect(part.name == "one")
    #expect(realm.objects(Part.self).count == 1)
    #expect(!realm.isInWriteTransaction)
  }

  @Test("what is cancelled is as it was, and objects that were added are gone")
  func cancel() throws {
    let realm = try place.open()
    let part = try realm.write { realm.create(Part.self, value: [1, "one"]) }
    try realm.beginWrite()
    #expect(realm.isInWriteTransaction)
    part.name = "two"
    let added = realm.create(Part.self, value: [2])
    realm.cancelWrite()
    #expect(part.name == "one")
    #expect(added.isInvalidated)
  }

  @Test("a block may end its transaction itself")
  func early() throws {
    let realm = try place.open()
    try realm.write {
      realm.create(Part.self, value: [1])
      try realm.commitWrite()
    }
    try realm.write {
      realm.create(Part.self, value: [2])
      realm.cancelWrite()
    }
    #expect(realm.objects(Part.self).map(\.id) == [1])
  }

  @Test("a realm is empty until something is in it, and after all is deleted")
  func emptiness() throws {
    let realm = try place.open()
    #expect(realm.isEmpty)
    try realm.write { realm.add([Part(value: [1]), Part(value: [2])]) }
    #expect(!realm.isEmpty)
    try realm.write { realm.deleteAll() }
    #expect(realm.isEmpty)
  }

  @Test("objects, results and sequences of objects are deleted")
  func deletions() throws {
    let realm = try place.open()
    try realm.write { realm.add((1...9).map { Part(value: [$0]) }) }
    try realm.write {
      realm.delete(realm.objects(Part.self).where { $0.id > 6 })
      realm.delete(realm.objects(Part.self).filter { $0.id < 3 })
      realm.delete(try #require(realm.object(ofType: Part.self, forPrimaryKey: 4)))
    }
    #expect(realm.objects(Part.self).map(\.id).sorted() == [3, 5, 6])
  }

  @Test("an object describes itself, bytes by their number and links by their class")
  func description() throws {
    let realm = try place.open()
    let part = try realm.write {
      realm.create(Part.self, value: ["id": 1, "name": "axle", "mate": [2, "wheel"]])
    }
    #expect("\(part)".contains("name = \"axle\";"))
    #expect("\(part)".contains("mate = Part;"))
    #expect(!"\(part)".contains("wheel"))
    try realm.write { realm.delete(part) }
    #expect("\(part)" == "Part (deleted or invalidated)")
  }
}
