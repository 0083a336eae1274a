// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("sets") struct SetTests {
  let place = PartRealm()

  @Test("texts are told apart by their bytes", arguments: Keeping.allCases)
  func bytes(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.words.insert(objectsIn: ["e\u{301}", "\u{e9}", "\u{e9}", "", "a"])
      #expect(row.words.count == 4)
      row.words.remove("\u{e9}")
      #expect(!row.words.contains("\u{e9}") && row.words.contains("e\u{301}"))
    }
    #expect(row.words.map { Array($0.utf8) } == [[101, 204, 129], [], [97]])
  }

  @Test("what is not a number is in a set once", arguments: Keeping.allCases)
  func notANumber(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.measures.insert(objectsIn: [.nan, 1, -.nan, .nan, 0, -0.0, .infinity])
    }
    #expect(row.measures.count == 4)
    #expect(row.measures.contains(.nan) && row.measures.contains(-0.0))
    try row.realm?.write { row.measures.remove(.nan) }
    #expect(Array(row.measures) == [1, 0, .infinity])
  }

  @Test("sets do what Swift's do", arguments: Keeping.allCases)
  func algebra(keeping: Keeping) throws {
    let other = try place.row(.managed) { $0.words.insert(objectsIn: ["b", "c", "d"]) }.words
    let row = try place.row(keeping) { row in
      row.words.insert(objectsIn: ["a", "b"])
      #expect(row.words.intersects(other) && !row.words.isSubset(of: other))
      row.words.formUnion(other)
      #expect(Set(row.words) == ["a", "b", "c", "d"] && other.isSubset(of: row.words))
      row.words.remove("c")
      row.words.formIntersection(other)
      #expect(Set(row.words) == ["b", "d"])
      row.words.subtract(other)
      #expect(row.words.isEmpty && row.words.isSubset(of: other) && !row.words.intersects(other))
      row.words.formUnion(row.words)
      row.words.insert("z")
      row.words.formIntersection(row.words)
      row.words = row.words
    }
    #expect(Array(row.words) == ["z"] && other.count == 3)
    try row.realm?.write { row.words.subtract(row.words) }
    #expect(row.words.isEmpty)
  }

  @Test(
    "a set of many values is quick to fill", .timeLimit(.minutes(1)), arguments: Keeping.allCases)
  func many(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.words.insert(objectsIn: (0..<20_000).map { "\($0 % 10_000)" })
    }
    #expect(row.words.count == 10_000)
  }

  @Test("objects are in a set once, before and after they are in a realm")
  func objects() throws {
    let realm = try place.open()
    let (a, b) = (Part(value: [1]), Part(value: [2]))
    let set = MutableSet<Part>()
    set.insert(objectsIn: [a, b, a])
    #expect(set.count == 2)
    try realm.write { realm.add(a) }
    #expect(set.contains(a) && set.contains(b))
    set.insert(realm.object(ofType: Part.self, forPrimaryKey: 1)!)
    #expect(set.count == 2)
    try realm.write {
      b.peers = set
      realm.add(b)
    }
    #expect(Set(b.peers.map(\.id)) == [1, 2])
    #expect(!b.peers.contains(Part(value: [1])))
  }
}

@Suite("maps") struct MapTests {
  let place = PartRealm()

  @Test("keys are told apart by their bytes, and come in their order", arguments: Keeping.allCases)
  func bytes(keeping: Keeping) throws {
    let keys = ["b", "a", "", "\u{e9}", "e\u{301}", "Z", "\u{10000}", "\u{ffff}", "a.b", "$c"]
    let row = try place.row(keeping) { row in
      for (value, key) in keys.enumerated() { row.byWord[key] = value }
      #expect(row.byWord.count == keys.count)
    }
    #expect(
      row.byWord.keys.map { Array($0.utf8) }
        == keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(keys.enumerated().allSatisfy { row.byWord[$1] == $0 })
    #expect(row.byWord.map(\.value) == row.byWord.values)
  }

  @Test("nil under a key is not the same as no key", arguments: Keeping.allCases)
  func missing(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.perhaps["one"] = 1
      row.perhaps["none"] = .some(nil)
      row.perhaps["gone"] = 2
      row.perhaps["gone"] = nil
      row.perhaps.updateValue(nil, forKey: "updated")
    }
    #expect(row.perhaps.keys == ["none", "one", "updated"])
    #expect(row.perhaps["none"] == .some(nil) && row.perhaps["gone"] == nil)
    #expect(row.perhaps["gone", default: 7] == 7 && row.perhaps["none", default: 7] == nil)
    try row.realm?.write { row["perhaps"] = ["a": NSNull(), "b": 3] as [String: Any] }
    #expect(row.perhaps["a"] == .some(nil) && row.perhaps["b"] == 3 && row.perhaps.count == 2)
  }

  @Test("maps merge, and lose what is taken out", arguments: Keeping.allCases)
  func merge(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      let map = row.byWord
      map.merge([(key: "a", value: 1), (key: "b", value: 2)]) { $0 + $1 }
      map.merge([(key: "a", value: 10), (key: "c", value: 3), (key: "c", value: 4)]) { $0 + $1 }
      map["d", default: 5] += 1
      map.removeObject(for: "b")
      map.removeObject(for: "nowhere")
      map.setValue(8, forKey: "e")
      row.byWord = row.byWord
    }
    #expect(row.byWord.keys == ["a", "c", "d", "e"])
    #expect(row.byWord.values == [11, 7, 6, 8])
    try row.realm?.write { row.byWord.removeAll() }
    #expect(row.byWord.isEmpty)
  }

  @Test("a loop goes over what was there when it began", arguments: Keeping.allCases)
  func snapshot(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.byWord["a"] = 1
      row.byWord["b"] = 2
      for (key, value) in row.byWord {
        row.byWord[key] = nil
        row.byWord[key + key] = value
      }
    }
    #expect(row.byWord.keys == ["aa", "bb"])
  }
}

class BadList: Object {
  @Persisted var parts: List<Part?>

  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class BadSet: Object {
  @Persisted var parts: MutableSet<Part?>

  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class EmbeddedSet: Object {
  @Persisted var labels: MutableSet<Label>

  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class BadMap: Object {
  @Persisted var parts: Map<String, Part>

  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

@Suite("what cannot be a collection") struct CollectionRefusalTests {
  let place = PartRealm()

  @Test(
    "a class with such a property is refused, with what to write",
    arguments: [
      (BadList.self as ObjectBase.Type, "BadList.parts", "leave the question mark out"),
      (BadSet.self, "BadSet.parts", "leave the question mark out"),
      (EmbeddedSet.self, "EmbeddedSet.labels", "a list can"),
      (BadMap.self, "BadMap.parts", "write Map<String, Part?>"),
    ])
  func refusal(type: ObjectBase.Type, name: String, advice: String) throws {
    let error = #expect(throws: Realm.Error.self) { try place.open(classes: [type]) }
    #expect(error?.errorCode == .schemaMismatch)
    #expect(error?.reason.contains(name) == true)
    #expect(error?.reason.contains(advice) == true)
  }
}
