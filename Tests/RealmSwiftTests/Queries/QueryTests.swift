// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Owner: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted var nickname: String?
  @Persisted(indexed: true) var age: Int
  @Persisted var height: Double?
  @Persisted var isAdult: Bool
  @Persisted var photo: Data
  @Persisted var born: Date?
  @Persisted var pet: Pet?
  @Persisted var partner: Owner?

  override class func propertiesMapping() -> [String: String] { ["nickname": "nick_name"] }
}

class Pet: Object {
  @Persisted var name: String
  @Persisted var weight: Double?
  @Persisted var owner: Owner?
}

/// Ada (36, with Rex, and Bob as partner), Bob (7), Éva (nil here and there, with Fifi).
struct Household {
  let realm: Realm
  let owners: Results<Owner>

  init(in folder: TemporaryFolder) throws {
    realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"),
        objectTypes: [Owner.self, Pet.self]))
    owners = realm.objects(Owner.self)
    try realm.write {
      let rex = Pet(value: ["name": "Rex", "weight": 30.5])
      let fifi = Pet(value: ["name": "Fifi"])
      let ada = Owner(
        value: [
          "id": 1, "name": "Ada", "nickname": "ada", "age": 36, "height": 1.6, "isAdult": true,
          "photo": Data([1, 2]), "born": Date(timeIntervalSince1970: 0),
        ])
      ada.pet = rex
      let bob = Owner(
        value: ["id": 2, "name": "Bob", "nickname": "Ada", "age": 7, "height": Double.nan])
      let eva = Owner(value: ["id": 3, "name": "Éva", "age": 36, "isAdult": true])
      eva.pet = fifi
      ada.partner = bob
      rex.owner = ada
      realm.add([ada, bob, eva])
    }
  }
}

@Suite struct Queries {
  typealias Condition = @Sendable (Query<Owner>) -> Query<Bool>

  static let conditions: [(Condition, [Int])] = [
    ({ $0.age == 36 }, [1, 3]),
    ({ $0.age != 36 }, [2]),
    ({ $0.age > 7 }, [1, 3]),
    ({ $0.age >= 7 }, [1, 2, 3]),
    ({ $0.age < 36 }, [2]),
    ({ $0.age <= 36 }, [1, 2, 3]),
    ({ $0.age > 3 && $0.name.starts(with: "A") }, [1]),
    ({ $0.age < 8 || $0.name == "Ada" }, [1, 2]),
    ({ !($0.age == 36) }, [2]),
    ({ $0.isAdult }, [1, 3]),
    ({ !$0.isAdult }, [2]),
    ({ $0.isAdult == false }, [2]),
    ({ $0.isAdult && !($0.name == "Ada") }, [3]),
    ({ $0.age.in([7, 8]) }, [2]),
    ({ $0.age.in([]) }, []),
    ({ $0.nickname.in(["ada", nil]) }, [1, 3]),
    ({ $0.age.contains(7...35) }, [2]),
    ({ $0.age.contains(7..<36) }, [2]),
    ({ $0.height.contains(1.0...2.0) }, [1]),
    ({ $0.height.contains(1.6..<1.7) }, [1]),
    ({ $0.height == nil }, [3]),
    ({ $0.height != nil }, [1, 2]),
    ({ $0.height > 1 }, [1]),
    ({ !($0.height > 1) }, [2, 3]),
    ({ $0.height == .nan }, [2]),
    ({ $0.born == nil }, [2, 3]),
    ({ $0.born < Date() }, [1]),
    ({ $0.photo == Data([1, 2]) }, [1]),
    ({ $0.photo.starts(with: Data([1])) }, [1]),
    ({ $0.photo.ends(with: Data([2])) }, [1]),
    ({ $0.photo.contains(Data()) }, [1, 2, 3]),
    ({ $0.name.contains("v") }, [3]),
    ({ $0.name.ends(with: "a") }, [1, 3]),
    ({ $0.name.starts(with: "éV", options: .caseInsensitive) }, [3]),
    ({ $0.name.contains("e", options: [.caseInsensitive, .diacriticInsensitive]) }, [3]),
    ({ $0.name.equals("eva", options: [.caseInsensitive, .diacriticInsensitive]) }, [3]),
    ({ $0.name.notEquals("ADA", options: .caseInsensitive) }, [2, 3]),
    ({ $0.name.like("?o*") }, [2]),
    ({ $0.name.like("A*A", caseInsensitive: true) }, [1]),
    ({ $0.nickname.starts(with: "A") }, [2]),
    ({ $0.nickname == nil }, [3]),
    ({ $0.name < "B" }, [1]),
    ({ $0.pet == nil }, [2]),
    ({ $0.pet != nil }, [1, 3]),
    ({ $0.pet.name == "Rex" }, [1]),
    ({ $0.pet.weight > 30 }, [1]),
    ({ $0.pet.weight == nil }, [2, 3]),
    ({ $0.pet.name.starts(with: "f", options: .caseInsensitive) }, [3]),
    ({ $0.pet.owner.partner.name == "Bob" }, [1]),
    ({ $0.partner.isAdult == false }, [1]),
    ({ $0.age == $0.pet.owner.age }, [1]),
    ({ $0.age < $0.id }, []),
  ]

  @Test("a condition in Swift finds what it says", arguments: conditions)
  func find(condition: @escaping Condition, ids: [Int]) throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    #expect(household.owners.where(condition).map(\.id) == ids)
  }

  static let predicates: [(String, [any Sendable], [Int])] = [
    ("age > %@ AND name BEGINSWITH[c] $1", [3, "a"], [1]),
    ("$0 < age", [7], [1, 3]),
    ("nickname == nil", [], [3]),
    ("%K == %@", ["pet.name", "Rex"], [1]),
    ("age IN {7, 8}", [], [2]),
    ("age IN %@", [[7, 8]], [2]),
    ("age IN %@", [Set([7])], [2]),
    ("NOT age IN {7}", [], [1, 3]),
    ("age BETWEEN {7, 35}", [], [2]),
    ("age BETWEEN %@", [[7, 36]], [1, 2, 3]),
    ("isAdult == YES", [], [1, 3]),
    ("isAdult == %@", [false], [2]),
    ("isAdult == 1", [], [1, 3]),
    ("age == 7.0", [], [2]),
    ("height > 1", [], [1]),
    ("height == %@", [1.6 as Float64], [1]),
    ("name CONTAINS[cd] 'E'", [], [3]),
    ("name LIKE 'B*'", [], [2]),
    ("born == %@", [Date(timeIntervalSince1970: 0)], [1]),
    ("photo == %@", [Data([1, 2])], [1]),
    ("TRUEPREDICATE", [], [1, 2, 3]),
    ("FALSEPREDICATE OR age == 7", [], [2]),
    ("pet.owner.partner.name == 'Bob'", [], [1]),
    ("name ==[c] nickname", [], [1]),
    ("age == %d", [Int8(7)], [2]),
    ("age == %d", [UInt(7)], [2]),
    ("age == %@", [NSNumber(value: 7)], [2]),
    ("pet == %@", [NSNull()], [2]),
  ]

  @Test("a written predicate finds what it says", arguments: predicates)
  func findByText(format: String, arguments: [any Sendable], ids: [Int]) throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    #expect(household.owners.filter(format, argumentArray: arguments).map(\.id) == ids)
  }

  @Test("objects are compared with objects")
  func objects() throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    let ada = try #require(household.owners.first)
    let rex = try #require(ada.pet)
    #expect(household.owners.where { $0.pet == rex }.map(\.id) == [1])
    #expect(household.owners.where { $0.pet != rex }.map(\.id) == [2, 3])
    #expect(household.owners.where { $0.pet.in([rex, nil]) }.map(\.id) == [1, 2])
    #expect(household.owners.filter("pet == %@", rex).map(\.id) == [1])
    #expect(household.owners.filter("SELF == %@", ada).map(\.id) == [1])
    #expect(household.owners.filter("SELF IN %@", [ada]).map(\.id) == [1])
  }

  @Test("conditions add up, and so do kinds of them")
  func chain() throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    let both = household.owners.where { $0.age == 36 }.filter("pet.name == 'Fifi'")
    #expect(both.map(\.id) == [3])
  }

  // In a process of its own: a realm of all classes would have those of other tests.
  @Test("a class that the file does not have yet has no objects")
  func unknownClass() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let realm = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: nil))
      let late = realm.objects(LateComer.self).where { $0.name == "x" }
      try #require(late.isEmpty)
      try #require(late.max(of: \.number) == nil)
      try realm.write { realm.add(LateComer(value: ["name": "x", "number": 3])) }
      try #require(late.count == 1)
      try #require(late.max(of: \.number) == 3)
    }
  }

  @Test("a plan shows whether an index is used")
  func explain() throws {
    let folder = TemporaryFolder()
    let owners = try Household(in: folder).owners
    #expect(owners.where { $0.age == 36 }.explain().contains { $0.contains("Owner#age") })
    #expect(owners.where { $0.height == 1.6 }.explain() == ["SCAN t"])
    #expect(
      owners.filter("name == 'hunter2'").explain().contains { $0.contains("hunter2") } == false)
  }

  @Test("paths of Swift are known on all threads at once")
  func threads() async {
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<32 {
        group.addTask {
          let descriptor =
            number % 2 == 0
            ? SortDescriptor(keyPath: \Owner.name) : .init(keyPath: \Owner.pet?.name)
          return descriptor.keyPath.count
        }
      }
      for await count in group { #expect(count == 4 || count == 8) }
    }
  }
}

class LateComer: Object {
  @Persisted var name: String
  @Persisted var number: Int
}
