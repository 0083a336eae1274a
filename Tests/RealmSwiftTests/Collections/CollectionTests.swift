// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Kennel: Object {
  @Persisted var name: String
  @Persisted var dogs: List<Resident>
  @Persisted var tags: MutableSet<String>
  @Persisted var ages: Map<String, Int>
  @Persisted var numbers: List<Int?>
  @Persisted var boxes: List<Box>
  @Persisted var favourite: Resident?
  @Persisted var main: Box?
  @Persisted var byName: Map<String, Resident?>
}

class Resident: Object {
  @Persisted(primaryKey: true) var name: String
  @Persisted(originProperty: "dogs") var kennels: LinkingObjects<Kennel>
  @Persisted(originProperty: "favourite") var admirers: LinkingObjects<Kennel>
}

class Box: EmbeddedObject {
  @Persisted var size: Int
}

@Suite struct Collections {
  let folder = TemporaryFolder()

  func open() throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")),
        encryptionKey: Data((0..<64).map { UInt8($0) }), objectTypes: [Kennel.self]))
  }

  @Test("an added object's collections are in the file")
  func add() throws {
    let realm = try open()
    let kennel = Kennel(value: [
      "name": "K", "dogs": [["name": "A"], ["name": "B"]], "tags": ["x", "y", "x"],
      "ages": ["A": 1, "B": 2], "numbers": [1, nil, 3] as [Int?],
      "boxes": [["size": 4]], "favourite": ["name": "C"], "main": ["size": 9],
    ])
    let list = kennel.dogs
    try realm.write { realm.add(kennel) }
    #expect(list.count == 2)
    #expect(kennel.dogs.map(\.name) == ["A", "B"])
    let again = try #require(Array(try open().objects(Kennel.self)).first)
    #expect(again.dogs.map(\.name) == ["A", "B"])
    #expect(Array(again.tags) == ["x", "y"])
    #expect(again.ages["B"] == 2 && again.ages.keys == ["A", "B"])
    #expect(Array(again.numbers) == [1, nil, 3])
    #expect(again.boxes[0].size == 4)
    #expect(again.favourite?.name == "C")
    #expect(again.main?.size == 9)
    let dog = try #require(realm.object(ofType: Resident.self, forPrimaryKey: "A"))
    #expect(dog.kennels.count == 1 && dog.kennels[0].name == "K")
    #expect(dog.admirers.isEmpty)
  }

  @Test("deleting takes embedded objects along and leads links nowhere")
  func delete() throws {
    let realm = try open()
    let kennel = Kennel(value: [
      "name": "K", "dogs": [["name": "A"], ["name": "B"], ["name": "C"]],
      "favourite": ["name": "D"],
      "boxes": [["size": 4], ["size": 5]], "main": ["size": 9],
    ])
    try realm.write {
      realm.add(kennel)
      kennel.byName["B"] = kennel.dogs[1]
    }
    #expect(realm.objects(Box.self).count == 3)
    try realm.write { realm.delete(realm.object(ofType: Resident.self, forPrimaryKey: "B")!) }
    #expect(kennel.dogs.map(\.name) == ["A", "C"])
    #expect(kennel.byName.keys == ["B"])
    #expect(kennel.byName["B"] == .some(nil))
    try realm.write {
      kennel.main = Box(value: [7])
      kennel.boxes.remove(at: 0)
    }
    #expect(kennel.main?.size == 7)
    #expect(realm.objects(Box.self).count == 2)
    try realm.write { realm.delete(kennel.favourite!) }
    #expect(kennel.favourite == nil)
    let boxes = kennel.boxes
    try realm.write { realm.delete(kennel) }
    #expect(realm.objects(Box.self).count == 0)
    #expect(boxes.isInvalidated)
    #expect(kennel.isInvalidated)
    #expect(realm.objects(Resident.self).count == 2)
  }

  @Test("a list does what an array does")
  func listOperations() throws {
    let realm = try open()
    var array: [Int?] = []
    let kennel = Kennel()
    try realm.write { realm.add(kennel) }
    let list = kennel.numbers
    try realm.write {
      var generator = SystemRandomNumberGenerator()
      for step in 0..<500 {
        let count = array.count
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1, 2:
          array.append(step)
          list.append(step)
        case 3:
          let place = Int.random(in: 0...count)
          array.insert(nil, at: place)
          list.insert(nil, at: place)
        case 4 where count > 0:
          let place = Int.random(in: 0..<count)
          array.remove(at: place)
          list.remove(at: place)
        case 5 where count > 0:
          let (from, to) = (Int.random(in: 0..<count), Int.random(in: 0..<count))
          array.insert(array.remove(at: from), at: to)
          list.move(from: from, to: to)
        case 6 where count > 0:
          let (a, b) = (Int.random(in: 0..<count), Int.random(in: 0..<count))
          array.swapAt(a, b)
          list.swapAt(a, b)
        case 7:
          let start = Int.random(in: 0...count)
          let end = Int.random(in: start...count)
          let new = (0..<Int.random(in: 0..<4)).map { Optional(step * 10 + $0) }
          array.replaceSubrange(start..<end, with: new)
          list.replaceSubrange(start..<end, with: new)
        case 8 where count > 0:
          let place = Int.random(in: 0..<count)
          array[place] = step
          list[place] = step
        default: break
        }
        #expect(list.count == array.count)
      }
    }
    #expect(Array(list) == array)
    #expect((0..<array.count).allSatisfy { list[$0] == array[$0] })
    #expect(list.index(of: nil) == array.firstIndex(of: nil))
  }
}
