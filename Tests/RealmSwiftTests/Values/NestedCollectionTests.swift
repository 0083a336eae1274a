// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SQLite
import TestFolders
import Testing

class Crate: Object {
  @Persisted var value: AnyRealmValue
  @Persisted var values: List<AnyRealmValue>
  @Persisted var named: Map<String, AnyRealmValue>
  @Persisted var set: MutableSet<AnyRealmValue>
}

@Suite("lists and dictionaries in an AnyRealmValue") struct NestedCollectionTests {
  private let folder = TemporaryFolder()

  private var configuration: Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Crate.self, Stamp.self])
  }

  /// A list in a dictionary in a list.
  private static var tree: AnyRealmValue {
    .fromArray([
      1, .fromDictionary(["a": .fromArray(["x", .none]), "b": 2.5]), .fromArray([]),
    ])
  }

  /// How many collections, elements of lists, values of dictionaries and loose numbers a file
  /// holds.
  private func numberOfRows(_ realm: Realm) throws -> [Int64] {
    let path = try #require(realm.configuration.fileURL).path
    let file = try Connection(path: path, access: .readOnly)
    return try ["#nested", "#list", "#dictionary", "#loose"].map { table in
      let statement = try file.prepare("SELECT count(*) FROM \"\(table)\"")
      defer { statement.reset() }
      return try statement.step() ? statement.integer(at: 0) : -1
    }
  }

  @Test("what is put in is there, also on another thread")
  func roundTrip() throws {
    let realm = try Realm(configuration: configuration)
    let crate = Crate()
    crate.value = Self.tree
    crate.values.append(Self.tree)
    crate.named["t"] = Self.tree
    #expect(crate.value == Self.tree)
    try realm.write { realm.add(crate) }
    #expect(crate.value == Self.tree)
    #expect(crate.values.first == Self.tree)
    #expect(crate.named["t"] == Self.tree)
    #expect(crate.value.listValue?[1].dictionaryValue?["a"]?.listValue?[0] == "x")
    let configuration = configuration
    let isThere = try onAnotherThread {
      let crate = Array(try Realm(configuration: configuration).objects(Crate.self))[0]
      return crate.value == Self.tree && crate.values.first == Self.tree
        && crate.named["t"] == Self.tree
    }
    #expect(isThere)
  }

  @Test("a list in a value is changed where it is")
  func changes() throws {
    let realm = try Realm(configuration: configuration)
    let crate = Crate()
    crate.value = .fromArray([1, 2])
    try realm.write { realm.add(crate) }
    let list = try #require(crate.value.listValue)
    try realm.write {
      list.append(3)
      list[0] = .fromDictionary(["k": 1])
      list[0].dictionaryValue?["k"] = .fromArray([9])
      list.remove(at: 1)
    }
    #expect(list.count == 2)
    #expect(crate.value == .fromArray([.fromDictionary(["k": .fromArray([9])]), 3]))
    try realm.write { list.swapAt(0, 1) }
    #expect(crate.value == .fromArray([3, .fromDictionary(["k": .fromArray([9])])]))
    try realm.write { list.move(from: 1, to: 0) }
    #expect(list[0].dictionaryValue?["k"]?.listValue?.first == 9)
  }

  @Test("what another realm writes is seen after a refresh")
  func refreshing() throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.add(Crate(value: ["value": [1]])) }
    let list = try #require(Array(realm.objects(Crate.self)).first?.value.listValue)
    #expect(list.count == 1)
    let configuration = configuration
    try onAnotherThread {
      let realm = try Realm(configuration: configuration)
      let crate = Array(realm.objects(Crate.self))[0]
      try realm.write { crate.value.listValue?.append(2) }
    }
    realm.refresh()
    #expect(Array(list) == [1, 2])
  }

  @Test("what is given to another property is a copy")
  func copies() throws {
    let realm = try Realm(configuration: configuration)
    let (first, second) = (Crate(), Crate())
    first.value = Self.tree
    try realm.write {
      realm.add([first, second])
      second.value = first.value
      second.value.listValue?.removeAll()
    }
    #expect(first.value == Self.tree)
    #expect(second.value == .fromArray([]))
  }

  @Test("a collection goes with its place", arguments: Removal.allCases)
  func removal(removal: Removal) throws {
    let realm = try Realm(configuration: configuration)
    let crate = Crate()
    crate.value = Self.tree
    crate.values.append(objectsIn: [Self.tree, Self.tree])
    crate.named["t"] = Self.tree
    try realm.write { realm.add(crate) }
    let nested = try #require(crate.value.listValue)
    let inner = try #require(nested[1].dictionaryValue)
    #expect(try numberOfRows(realm) == [16, 20, 8, 0])
    try realm.write { removal.carryOut(crate, realm) }
    #expect(try numberOfRows(realm) == removal.rest)
    #expect(nested.isInvalidated == removal.takesValue)
    #expect(inner.isInvalidated == removal.takesValue)
  }

  /// A way in which collections lose their place.
  enum Removal: CaseIterable {
    case replaceByNumber, replaceByCopy, assignItself, removeElement, clearList, replaceInMap
    case removeFromMap, swap, deleteObject, deleteEverything

    func carryOut(_ crate: Crate, _ realm: Realm) {
      switch self {
      case .replaceByNumber: crate.value = 5
      case .replaceByCopy: crate.value = crate.values[0]
      case .assignItself: crate.value = crate.value
      case .removeElement: crate.values.remove(at: 0)
      case .clearList: crate.values.removeAll()
      case .replaceInMap: crate.named["t"] = 5
      case .removeFromMap: crate.named.removeObject(for: "t")
      case .swap: crate.values.swapAt(0, 1)
      case .deleteObject: realm.delete(crate)
      case .deleteEverything: realm.deleteAll()
      }
    }

    var takesValue: Bool {
      switch self {
      case .replaceByNumber, .replaceByCopy, .assignItself, .deleteObject, .deleteEverything: true
      default: false
      }
    }

    /// Numbers, and elements of lists and dictionaries, that are left of four trees.
    var rest: [Int64] {
      switch self {
      case .replaceByNumber, .removeElement, .replaceInMap, .removeFromMap: [12, 15, 6, 0]
      case .clearList: [8, 10, 4, 0]
      case .replaceByCopy, .assignItself, .swap: [16, 20, 8, 0]
      case .deleteObject, .deleteEverything: [0, 0, 0, 0]
      }
    }
  }

  @Test("a transaction that is taken back leaves the collections as they were")
  func cancellation() throws {
    let realm = try Realm(configuration: configuration)
    let crate = Crate()
    crate.value = Self.tree
    try realm.write { realm.add(crate) }
    let list = try #require(crate.value.listValue)
    try realm.beginWrite()
    crate.value = .fromArray([7])
    let fresh = try #require(crate.value.listValue)
    realm.cancelWrite()
    #expect(fresh.isInvalidated)
    #expect(!list.isInvalidated)
    #expect(crate.value == Self.tree)
  }

  @Test("an object that is deleted leaves the collections that it was in")
  func links() throws {
    let realm = try Realm(configuration: configuration)
    let crate = Crate()
    let stamp = Stamp(value: [1840])
    crate.value = .fromArray([1, .object(stamp), .fromDictionary(["s": .object(stamp)])])
    try realm.write { realm.add(crate) }
    #expect(crate.value.listValue?[1].object(Stamp.self) == stamp)
    #expect(realm.objects(Stamp.self).count == 1)
    try realm.write { realm.delete(stamp) }
    #expect(crate.value == .fromArray([1, .fromDictionary(["s": .none])]))
  }

  @Test("a copy of the file has its collections, and keeps them in order")
  func fileCopy() throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.add(Crate(value: ["value": Self.tree])) }
    var configuration = configuration
    configuration.fileURL = URL(fileURLWithPath: folder.file("copy.realm"))
    try realm.writeCopy(toFile: configuration.fileURL!)
    let copy = try Realm(configuration: configuration)
    let crate = try #require(Array(copy.objects(Crate.self)).first)
    #expect(crate.value == Self.tree)
    try copy.write { crate.value = 1 }
    #expect(try numberOfRows(copy) == [0, 0, 0, 0])
  }

  @Test("a frozen list stays as it is")
  func freezing() throws {
    let realm = try Realm(configuration: configuration)
    let crate = Crate()
    crate.value = .fromArray([1])
    try realm.write { realm.add(crate) }
    let frozen = crate.freeze()
    let list = try #require(crate.value.listValue)
    let frozenList = list.freeze()
    try realm.write { list.append(2) }
    #expect(frozen.value == .fromArray([1]))
    #expect(frozenList.count == 1)
    #expect(frozenList.thaw()?.count == 2)
    #expect(list.count == 2)
  }

  @Test("values are coded with what they hold")
  func coding() throws {
    let data = Data("[1,{\"a\":[\"x\",null],\"b\":2.5},[]]".utf8)
    #expect(try JSONDecoder().decode(AnyRealmValue.self, from: data) == Self.tree)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(Self.tree) == data)
  }

  @Test("arrays and dictionaries become lists and dictionaries, where every part fits")
  func coercion() {
    let crate = Crate(value: ["value": [1, ["a": ["x", AnyRealmValue.none], "b": 2.5], [Int]()]])
    #expect(crate.value == Self.tree)
    #expect(AnyRealmValue._coerce([URL(fileURLWithPath: "/")]) == nil)
    #expect(AnyRealmValue._coerce(["a": URL(fileURLWithPath: "/")]) == nil)
  }

  @Test("what cannot be kept ends the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      // A list that is inside itself.
      let list = List<AnyRealmValue>()
      list.append(.list(list))
      let folder = TemporaryFolder()
      let realm = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Crate.self]))
      try realm.write { realm.add(Crate(value: ["value": list])) }
    }
    await #expect(processExitsWith: .failure) {
      let folder = TemporaryFolder()
      let realm = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Crate.self]))
      try realm.write { realm.create(Crate.self).set.insert(.fromArray([])) }
    }
  }
}
