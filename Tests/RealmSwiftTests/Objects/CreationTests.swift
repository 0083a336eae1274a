// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("making objects of values") struct CreationTests {
  let place = PartRealm()

  static let policies: [Realm.UpdatePolicy] = [.modified, .all]

  @Test("dictionaries and arrays stand for objects, as deep as they go")
  func nested() throws {
    let realm = try place.open()
    let part = try realm.write {
      realm.create(
        Part.self,
        value: [
          "id": 1, "name": "a", "mate": ["id": 2, "mate": ["id": 3]],
          "parts": [["id": 4], [5, "five"], ["id": 6, "parts": [["id": 7]]]],
          "label": ["text": "l", "inner": ["m", ["id": 8]], "rest": [["n"], ["o"]]],
          "byName": ["x": ["id": 9], "y": NSNull()], "labelsByName": ["z": ["p"]],
          "notes": [[1, ["id": 10]]],
        ] as [String: Any])
    }
    #expect(part.mate?.mate?.id == 3)
    #expect(part.parts.map(\.id) == [4, 5, 6])
    #expect(part.parts[1].name == "five")
    #expect(part.parts[2].parts.first?.id == 7)
    #expect(part.label?.inner?.target?.id == 8)
    #expect(part.label?.rest.map(\.text) == ["n", "o"])
    #expect(part.byName["x"]??.id == 9)
    #expect(part.byName["y"] == .some(nil))
    #expect(part.labelsByName["z"]??.text == "p")
    #expect(part.notes.first?.part?.id == 10)
    #expect(realm.objects(Part.self).count == 10)
    #expect(realm.objects(Label.self).count == 5)
  }

  @Test("what a dictionary has beside the properties is passed over")
  func surplus() throws {
    let part = Part(value: ["id": 1, "name": "n", "colour": "red"] as [String: Any])
    #expect(part.id == 1 && part.name == "n")
  }

  @Test("null is nil, and takes everything out of a collection")
  func null() throws {
    let realm = try place.open()
    let part = Part(value: ["id": 1, "mate": NSNull(), "parts": NSNull(), "byName": NSNull()])
    #expect(part.mate == nil && part.parts.isEmpty && part.byName.isEmpty)
    try realm.write {
      realm.add(part)
      part.parts.append(part)
      part.numbers.append(1)
      part["parts"] = nil
      part["numbers"] = NSNull()
      part["mate"] = NSNull()
    }
    #expect(part.parts.isEmpty && part.numbers.isEmpty && part.mate == nil)
  }

  @Test("an update leaves alone what the value does not have", arguments: policies)
  func partial(policy: Realm.UpdatePolicy) throws {
    let realm = try place.open()
    let part = Part(value: ["id": 1, "name": "n", "parts": [[2, "two"]], "label": ["l"]])
    try realm.write {
      realm.add(part)
      realm.create(
        Part.self, value: ["id": 1, "mate": ["id": 2, "numbers": [5]]] as [String: Any],
        update: policy)
    }
    #expect(part.name == "n" && part.parts.map(\.id) == [2] && part.label?.text == "l")
    #expect(part.mate?.name == "two")
    #expect(part.mate.map { Array($0.numbers) } == [5])
    #expect(realm.objects(Part.self).count == 2)
  }

  @Test("an update puts new objects among those that exist", arguments: policies)
  func mixed(policy: Realm.UpdatePolicy) throws {
    let realm = try place.open()
    let part = Part(value: [
      "id": 1, "parts": [[2, "two"], [3, "three"]], "labels": [["a"], ["b"]],
    ])
    try realm.write {
      realm.add(part)
      realm.create(
        Part.self,
        value: ["id": 1, "parts": [["id": 3], ["id": 4]], "labels": [["c"]], "label": ["d"]]
          as [String: Any], update: policy)
    }
    #expect(part.parts.map(\.name) == ["three", ""])
    #expect(part.labels.map(\.text) == ["c"])
    #expect(realm.objects(Label.self).count == 2)
    #expect(realm.objects(Part.self).count == 4)
  }

  @Test("an unmanaged object takes the place of the one with its key", arguments: policies)
  func upsert(policy: Realm.UpdatePolicy) throws {
    let realm = try place.open()
    let old = Part(value: ["id": 1, "name": "n", "numbers": [1, 2], "label": ["l"], "mate": [2]])
    try realm.write { realm.add(old) }
    let new = Part(value: ["id": 1, "name": "m", "texts": ["t"], "parts": [[2, "two"], [3]]])
    new.parts[1].mate = new
    try realm.write { realm.add(new, update: policy) }
    #expect(new == old)
    #expect(old.name == "m" && old.numbers.isEmpty && old.label == nil && old.mate == nil)
    #expect(old.parts.map(\.name) == ["two", ""] && Array(old.texts) == ["t"])
    #expect(old.parts[1].mate == old)
    #expect(realm.objects(Label.self).count == 0)
    #expect(realm.objects(Part.self).count == 3)
  }

  @Test("two objects with one key in a graph become one, the later", arguments: policies)
  func sameKeyTwice(policy: Realm.UpdatePolicy) throws {
    let realm = try place.open()
    let part = Part(value: ["id": 1, "parts": [[2, "a"], [2, "b"]]])
    try realm.write { realm.add(part, update: policy) }
    #expect(part.parts.map(\.id) == [2, 2])
    #expect(part.parts[0] == part.parts[1])
    #expect(realm.objects(Part.self).count == 2)
  }

  @Test("create copies unmanaged objects, and leaves them unmanaged")
  func copy() throws {
    let realm = try place.open()
    let mate = Part(value: [2, "mate"])
    let original = Part(value: [1, "original"])
    original.mate = mate
    mate.mate = original
    original.parts.append(objectsIn: [mate, original, mate])
    original.label = Label(value: ["l", mate])
    let copy = try realm.write { realm.create(Part.self, value: original) }
    #expect(original.realm == nil && mate.realm == nil && original.label?.realm == nil)
    #expect(copy.mate?.name == "mate" && copy.mate?.mate == copy)
    #expect(copy.parts.map(\.id) == [2, 1, 2])
    #expect(copy.label?.target == copy.mate)
    #expect(realm.objects(Part.self).count == 2)
    // Unmanaged objects that lead to each other keep each other, as any objects do.
    mate.mate = nil
    original.parts.removeAll()
  }

  @Test("create copies objects of another realm, with what they lead to")
  func betweenRealms() throws {
    let (here, there) = (try place.open("here"), try place.open("there"))
    let original = Part(value: [
      "id": 1, "mate": [2, "mate"], "parts": [[2, "mate"], [3]], "label": ["l"],
      "labels": [["m"]], "texts": ["t"], "numbers": [1, nil] as [Int?], "byName": ["x": [3]],
    ])
    try here.write { here.add(original, update: .modified) }
    let copy = try there.write { there.create(Part.self, value: original, update: .modified) }
    #expect(copy.realm == there && copy.mate?.realm == there)
    #expect(ModelState.Item(copy) == ModelState.Item(original))
    #expect(there.objects(Part.self).count == 3)
    #expect(there.objects(Label.self).count == 2)
  }

  @Test("init(value:) of an object shares links, and copies embedded objects of a realm")
  func initOfObject() throws {
    let realm = try place.open()
    let part = Part(value: [
      "id": 1, "mate": [2], "label": ["l"], "labels": [["m", NSNull(), ["n"]]],
    ])
    try realm.write { realm.add(part) }
    let copy = Part(value: part)
    copy.id = 3
    #expect(copy.realm == nil && copy.label?.realm == nil && copy.mate?.realm == realm)
    try realm.write { realm.add(copy) }
    #expect(copy.mate == part.mate && copy.label?.text == "l")
    #expect(copy.labels.first?.inner?.text == "n")
    #expect(realm.objects(Label.self).count == 6)
    #expect(realm.objects(Part.self).count == 3)
  }

  @Test("properties are read by their names")
  func names() throws {
    let realm = try place.open()
    let part = Part(value: ["id": 1, "mate": [2], "any": 5, "numbers": [1]])
    try realm.write { realm.add(part) }
    #expect(part["id"] as? Int == 1)
    #expect((part["mate"] as? Part)?.id == 2)
    #expect(part["label"] == nil)
    #expect((part["numbers"] as? List<Int?>)?.count == 1)
    #expect((part["any"] as? AnyRealmValue) == 5)
    #expect((part["mates"] as? LinkingObjects<Part>)?.count == 0)
  }

  @Test("properties are set by their names", arguments: [false, true])
  func setNames(isManaged: Bool) throws {
    let realm = try place.open()
    let part = Part(value: [1])
    try realm.write {
      if isManaged { realm.add(part) }
      part["name"] = "n"
      part["mate"] = isManaged ? [2, "two"] as [Any] : Part(value: [2, "two"])
      part["parts"] = [part, part]
      part["peers"] = [part, part]
      part["byName"] = ["x": part] as [String: Any]
      part["numbers"] = [1, nil, 3] as [Int?]
      part["label"] = ["text": "l"]
      part["any"] = "text"
      realm.add(part)
    }
    #expect(part.name == "n" && part.mate?.name == "two" && part.parts.map(\.id) == [1, 1])
    #expect(part.peers.count == 1 && part.byName["x"]! == part && part.label?.text == "l")
    #expect(Array(part.numbers) == [1, nil, 3] && part.any == "text")
  }

  @Test("a name or a value that does not fit ends the program")
  func mistakes() async {
    await #expect(processExitsWith: .failure) { _ = Part()["colour"] }
    await #expect(processExitsWith: .failure) { Part()["colour"] = 1 }
    await #expect(processExitsWith: .failure) { Part()["name"] = 1 }
    await #expect(processExitsWith: .failure) { Part()["name"] = nil }
    await #expect(processExitsWith: .failure) { Part()["mate"] = Memo() }
    await #expect(processExitsWith: .failure) { Part()["mates"] = [] }
    await #expect(processExitsWith: .failure) { _ = Part(value: ["parts": [1]]) }
    await #expect(processExitsWith: .failure) { _ = Memo(value: [1, NSNull(), 2]) }
  }
}
