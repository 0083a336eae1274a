// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite struct ResultsRules {
  @Test("results have a count, ends and places")
  func places() throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    let adults = household.owners.where { $0.isAdult }
    #expect(adults.count == 2)
    #expect(!adults.isEmpty)
    #expect(adults.first?.name == "Ada")
    #expect(adults.last?.name == "Éva")
    #expect(adults[1].name == "Éva")
    #expect(household.owners[1].name == "Bob")
    #expect(adults.index(of: household.owners[2]) == 1)
    #expect(adults.index(of: household.owners[1]) == nil)
    #expect(household.owners.index(of: household.owners[1]) == 1)
    #expect(adults.index(of: Owner()) == nil)
    #expect(household.owners.index(matching: "age == 7") == 1)
    #expect(adults.index(matching: "age == 7") == nil)
    #expect(adults.index(matching: { $0.name == "Éva" }) == 1)
    #expect(adults.objects(at: IndexSet([1])).map(\.id) == [3])
    #expect(adults.realm == household.realm)
    #expect(!adults.isInvalidated)
    #expect(!adults.isFrozen)
    #expect(adults.reversed().map(\.id) == [3, 1])
    #expect(adults.map(\.id) == AnyRealmCollection(adults).map(\.id))
    #expect(AnyRealmCollection(adults)[1].id == 3)
    #expect(AnyRealmCollection(adults).filter("name == 'Ada'").count == 1)
    #expect(adults.description == "Results<Owner> of 2")
    #expect(adults == household.owners.filter("isAdult == true"))
    #expect(adults != household.owners)
  }

  @Test("results show what has changed since")
  func live() throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    let (realm, owners) = (household.realm, household.owners)
    let withRex = owners.where { $0.pet.name == "Rex" }
    let old = owners.where { $0.age > 30 }.sorted(by: \.name, ascending: false)
    #expect(withRex.map(\.id) == [1])
    #expect(old.map(\.id) == [3, 1])
    try realm.write {
      owners[1].age = 99
      #expect(old.map(\.id) == [3, 2, 1])
      #expect(withRex.map(\.id) == [1])
      // Also what a link leads to, when nothing else changes.
      owners[2].pet?.name = "Rex"
      #expect(withRex.map(\.id) == [1, 3])
      realm.delete(owners[0])
      #expect(owners.count == 2)
      #expect(old.map(\.id) == [3, 2])
      #expect(withRex.map(\.id) == [3])
    }
    try realm.write {
      realm.add(Owner(value: ["id": 1, "age": 50, "name": "Z"]))
    }
    #expect(old.map(\.id) == [3, 1, 2])
    realm.beginWriteOrFail()
    owners.first?.age = 1
    #expect(old.count == 2)
    realm.cancelWrite()
    #expect(old.count == 3)
  }

  @Test("what another realm commits is seen after a refresh, and not before")
  func refresh() throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    let adults = household.owners.where { $0.isAdult }
    #expect(adults.count == 2)
    try elsewhere(household.realm.configuration) { other in
      try other.write { other.objects(Owner.self).setValue(true, forKey: "isAdult") }
    }
    #expect(adults.count == 2)
    household.realm.refresh()
    #expect(adults.count == 3)
  }

  @Test("objects come in the order of properties")
  func order() throws {
    let folder = TemporaryFolder()
    let owners = try Household(in: folder).owners
    #expect(owners.sorted(byKeyPath: "name").map(\.id) == [1, 2, 3])
    #expect(owners.sorted(byKeyPath: "name", ascending: false).map(\.id) == [3, 2, 1])
    #expect(owners.sorted(by: \.nickname).map(\.id) == [3, 2, 1])
    #expect(owners.sorted(by: \.age, ascending: false).map(\.id) == [1, 3, 2])
    #expect(owners.sorted(by: \.height).map(\.id) == [3, 1, 2])
    #expect(owners.sorted(by: \.isAdult).map(\.id) == [2, 1, 3])
    #expect(owners.sorted(by: \.pet?.name).map(\.id) == [2, 3, 1])
    #expect(owners.sorted(byKeyPath: "pet.name").map(\.id) == [2, 3, 1])
    #expect(
      owners.sorted(by: [SortDescriptor(keyPath: "age"), SortDescriptor(keyPath: "id").reversed()])
        .map(\.id) == [2, 3, 1])
    #expect(owners.sorted(by: ["age", "name"]).map(\.id) == [2, 1, 3])
    #expect(owners.sorted(by: \.id, ascending: false).sorted(by: \.age).map(\.id) == [2, 3, 1])
  }

  @Test("the first of those that are the same is kept")
  func distinct() throws {
    let folder = TemporaryFolder()
    let owners = try Household(in: folder).owners
    #expect(owners.distinct(by: ["age"]).map(\.id) == [1, 2])
    #expect(owners.distinct(by: [\Owner.age]).map(\.id) == [1, 2])
    #expect(owners.sorted(by: \.name, ascending: false).distinct(by: ["age"]).map(\.id) == [3, 2])
    #expect(owners.distinct(by: ["age", "name"]).count == 3)
    #expect(owners.distinct(by: ["pet.weight"]).map(\.id) == [1, 2])
    #expect(owners.distinct(by: ["age"]).sum(of: \.age) == 43)
  }

  @Test("values are computed of all objects that have one")
  func aggregates() throws {
    let folder = TemporaryFolder()
    let owners = try Household(in: folder).owners
    #expect(owners.min(of: \.age) == 7)
    #expect(owners.max(of: \.age) == 36)
    #expect(owners.sum(of: \.age) == 79)
    #expect(owners.average(ofProperty: "age") == 79.0 / 3)
    #expect(owners.average(of: \.age) == 26)
    #expect(owners.max(of: \.height) == 1.6)
    #expect(owners.sum(of: \.height) == 1.6)
    #expect(owners.average(of: \.height) == 1.6)
    #expect(owners.max(of: \.born) == Date(timeIntervalSince1970: 0))
    #expect(owners.max(ofProperty: "pet.weight") == 30.5)
    let nobody = owners.filter("FALSEPREDICATE")
    #expect(nobody.min(of: \.age) == nil)
    #expect(nobody.sum(of: \.age) == 0)
    #expect(nobody.average(of: \.height) == nil)
  }

  @Test("values are read and written by name")
  func byName() throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    let owners = household.owners
    #expect(owners.value(forKey: "name") as? [String] == ["Ada", "Bob", "Éva"])
    #expect(owners.value(forKeyPath: "pet.name") as? [String?] == ["Rex", nil, "Fifi"])
    #expect((owners.value(forKey: "self") as? [Owner])?.count == 3)
    try household.realm.write {
      // What no longer fits is still set: the results are gone through as they were.
      owners.where { $0.age == 36 }.setValue(40, forKey: "age")
    }
    #expect(owners.map(\.age) == [40, 7, 40])
  }

  @Test("results of a realm that was invalidated say so")
  func invalidation() throws {
    let folder = TemporaryFolder()
    let household = try Household(in: folder)
    let adults = household.owners.where { $0.isAdult }
    household.realm.invalidate()
    #expect(adults.isInvalidated)
    #expect(household.realm.objects(Owner.self).where { $0.isAdult }.count == 2)
  }
}

extension Realm {
  fileprivate func beginWriteOrFail() {
    #expect(throws: Never.self) { try beginWrite() }
  }
}
