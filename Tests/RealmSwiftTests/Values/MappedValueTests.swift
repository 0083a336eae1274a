// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

// The same table, as two versions of a program see it.
class LooseShirt: Object {
  override class func _realmObjectName() -> String? { "Shirt" }
  @Persisted var color: String
  @Persisted var level: Int
  @Persisted var address: String
  @Persisted var optionalColor: String?
  @Persisted var optionalLevel: Int?
  @Persisted var optionalAddress: String?
}

class Shirt: Object {
  @Persisted var color: Color
  @Persisted var level: Level
  @Persisted var address: Address
  @Persisted var optionalColor: Color?
  @Persisted var optionalLevel: Level?
  @Persisted var optionalAddress: Address?
}

class Visit: Object {
  @Persisted var place: Place
  @Persisted var former: Place?
}

class Link: Object {
  @Persisted var target: URL?
  @Persisted var home = URL(string: "https://example.org/")!
}

extension URL: FailableCustomPersistable {
  public init?(persistedValue: String) { self.init(string: persistedValue) }
  public var persistableValue: String { absoluteString }
}

@Suite("enums and own types") struct MappedValueTests {
  private let folder = TemporaryFolder()

  private func realm(_ types: [ObjectBase.Type]) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: types))
  }

  /// A file with one shirt, as a program wrote it that has no enums.
  private func write(_ values: [String: Any]) throws {
    let realm = try realm([LooseShirt.self])
    try realm.write { realm.create(LooseShirt.self, value: values) }
  }

  private static let good: [String: any Sendable] = ["color": "red", "level": 10, "address": "a@b"]

  @Test("what the file holds becomes the case and the value that it means")
  func meaning() throws {
    try write(
      (Self.good as [String: Any]).merging(["optionalLevel": -3, "optionalColor": "dark blue"]) {
        $1
      })
    let shirt = try #require(Array(try realm([Shirt.self]).objects(Shirt.self)).first)
    #expect(shirt.color == .red)
    #expect(shirt.level == .low)
    #expect(shirt.address.text == "a@b")
    #expect(shirt.optionalLevel == .high)
    #expect(shirt.optionalColor == .darkBlue)
    #expect(shirt.optionalAddress == nil)
  }

  @Test("what no case and no value stands for is nil in an optional")
  func unknownInOptionals() throws {
    try write(
      (Self.good as [String: Any]).merging([
        "optionalLevel": 11, "optionalColor": "", "optionalAddress": "nowhere",
      ]) {
        $1
      })
    let shirt = try #require(Array(try realm([Shirt.self]).objects(Shirt.self)).first)
    #expect(shirt.optionalLevel == nil)
    #expect(shirt.optionalColor == nil)
    #expect(shirt.optionalAddress == nil)
  }

  @Test("an unknown value ends the program where there is no optional")
  func unknown() async throws {
    await #expect(processExitsWith: .failure) {
      let folder = TemporaryFolder()
      func realm(_ type: ObjectBase.Type) throws -> Realm {
        try Realm(
          configuration: Realm.Configuration(
            fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [type]))
      }
      let old = try realm(LooseShirt.self)
      try old.write { old.create(LooseShirt.self, value: ["color": "pink", "level": 10]) }
      _ = Array(try realm(Shirt.self).objects(Shirt.self)).map(\.color)
    }
  }

  @Test("a write that comes across an unknown value fails, and says which")
  func unknownInWrite() throws {
    try write(["color": "pink", "level": 10])
    let realm = try realm([Shirt.self])
    let error = #expect(throws: Realm.Error.self) {
      try realm.write { _ = Array(realm.objects(Shirt.self)).map(\.color) }
    }
    #expect(error?.reason.contains("Color") == true)
    #expect(error?.reason.contains("pink") == true)
  }

  @Test("the message about an own type does not tell the value")
  func secrecy() throws {
    try write(["color": "red", "level": 10, "address": "hunter2"])
    let realm = try realm([Shirt.self])
    let error = #expect(throws: Realm.Error.self) {
      try realm.write { _ = Array(realm.objects(Shirt.self)).map(\.address) }
    }
    #expect(error?.reason.contains("Address") == true)
    #expect(error?.reason.contains("hunter2") == false)
  }

  @Test("a type of another module is kept")
  func foreignType() throws {
    let realm = try realm([Link.self])
    let link = Link(value: ["target": "https://example.org/a?b=c"])
    try realm.write { realm.add(link) }
    #expect(link.target == URL(string: "https://example.org/a?b=c"))
    #expect(link.home.host() == "example.org")
    try realm.write { link.target = nil }
    #expect(link.target == nil)
  }

  @Test("enums are compared by their raw values")
  func order() {
    #expect(Level.allCases.sorted() == [.high, .low, .top])
    #expect(Level() == .low)
  }

  @Test("equal values have equal hashes, also where they are kept as objects")
  func hashing() {
    #expect(Set([Place(latitude: 1, longitude: 2), Place(latitude: 1, longitude: 2)]).count == 1)
    #expect(Set([Celsius(persistedValue: 1), Celsius(persistedValue: 2)]).count == 2)
  }

  @Test("a value that is kept as an object replaces the one before")
  func embedded() throws {
    let realm = try realm([Visit.self])
    let visit = Visit()
    visit.place = Place(latitude: 1, longitude: 2)
    try realm.write { realm.add(visit) }
    #expect(realm.objects(StoredPlace.self).count == 1)
    try realm.write {
      visit.place = Place(latitude: 3, longitude: 4)
      visit.former = Place(latitude: 1, longitude: 2)
    }
    #expect(visit.place == Place(latitude: 3, longitude: 4))
    #expect(visit.former == Place(latitude: 1, longitude: 2))
    #expect(realm.objects(StoredPlace.self).count == 2)
    try realm.write { visit.former = nil }
    #expect(visit.former == nil)
    #expect(realm.objects(StoredPlace.self).count == 1)
    try realm.write { realm.delete(visit) }
    #expect(realm.objects(StoredPlace.self).count == 0)
  }

  @Test("a value whose object is gone is the default")
  func embeddedAndDeleted() throws {
    let realm = try realm([Visit.self])
    let visit = Visit()
    visit.place = Place(latitude: 1, longitude: 2)
    visit.former = Place(latitude: 1, longitude: 2)
    try realm.write { realm.add(visit) }
    try realm.write { realm.delete(realm.objects(StoredPlace.self)) }
    #expect(visit.place == Place(latitude: 0, longitude: 0))
    #expect(visit.former == nil)
  }
}
