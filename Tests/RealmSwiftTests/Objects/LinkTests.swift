// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

class Puppy: Part {}

@Suite("links") struct LinkTests {
  let place = PartRealm()

  static let lengths =
    [1, 2, 10_000]
    + (ProcessInfo.processInfo.environment["STRONGROOM_TORTURE"] == nil ? [] : [100_000])

  func chain(_ count: Int) -> Part {
    let parts = (1...count).map { Part(value: [$0]) }
    for (part, next) in zip(parts, parts.dropFirst()) { part.mate = next }
    return parts[0]
  }

  @Test("a chain of links is added whole, however long", arguments: lengths)
  func chains(count: Int) throws {
    let realm = try place.open()
    try realm.write { realm.add(chain(count)) }
    #expect(realm.objects(Part.self).count == count)
    let last = try #require(realm.object(ofType: Part.self, forPrimaryKey: count))
    #expect(last.mate == nil)
    #expect(last.mates.map(\.id) == (count > 1 ? [count - 1] : []))
  }

  @Test("a chain through lists and embedded objects is added whole")
  func mixedChain() throws {
    let realm = try place.open()
    var head = Part(value: [6000])
    for id in (0..<6000).reversed() {
      let next = Part(value: [id])
      if id.isMultiple(of: 2) {
        next.parts.append(head)
      } else {
        next.label = Label(value: ["target": head])
      }
      head = next
    }
    try realm.write { realm.add(head) }
    #expect(realm.objects(Part.self).count == 6001)
    #expect(realm.objects(Label.self).count == 3000)
    #expect(head.parts.first?.label?.target?.id == 2)
  }

  @Test("embedded objects in each other go with their owner, however deep")
  func embeddedChain() throws {
    let realm = try place.open()
    let part = Part(value: [1])
    var label = Label()
    for _ in 1..<5000 {
      let outer = Label()
      outer.inner = label
      label = outer
    }
    part.label = label
    try realm.write { realm.add(part) }
    #expect(realm.objects(Label.self).count == 5000)
    try realm.write { realm.delete(part) }
    #expect(realm.objects(Label.self).count == 0)
  }

  @Test("objects that lead to themselves and to each other are added once")
  func cycles() throws {
    let realm = try place.open()
    let (a, b) = (Part(value: [1]), Part(value: [2]))
    a.mate = a
    a.parts.append(objectsIn: [b, a, b])
    b.mate = a
    b.peers.insert(objectsIn: [a, b, a])
    b.byName["self"] = b
    try realm.write { realm.add(a) }
    #expect(realm.objects(Part.self).count == 2)
    #expect(a.mate == a && b.mate == a)
    #expect(a.parts.map(\.id) == [2, 1, 2])
    #expect(Set(b.peers.map(\.id)) == [1, 2])
    #expect(b.byName["self"] == .some(b))
    #expect(Set(a.mates.map(\.id)) == [1, 2])
    #expect(b.holders.map(\.id) == [1, 1])
  }

  @Test("deleting in the middle of a chain cuts it there")
  func cut() throws {
    let realm = try place.open()
    try realm.write { realm.add(chain(9)) }
    try realm.write { realm.delete(realm.object(ofType: Part.self, forPrimaryKey: 5)!) }
    #expect(realm.objects(Part.self).count == 8)
    #expect(realm.object(ofType: Part.self, forPrimaryKey: 4)?.mate == nil)
    #expect(realm.object(ofType: Part.self, forPrimaryKey: 6)?.mates.isEmpty == true)
  }

  @Test("an object that is added again is the same")
  func twice() throws {
    let realm = try place.open()
    let part = Part(value: [1])
    try realm.write {
      realm.add(part)
      realm.add(part)
      realm.add([part, part], update: .modified)
    }
    #expect(realm.objects(Part.self).count == 1)
    #expect(part.realm == realm)
  }

  @Test("a graph may be partly in the realm already")
  func partly() throws {
    let realm = try place.open()
    let old = Part(value: [1, "old"])
    try realm.write { realm.add(old) }
    let new = Part(value: [2])
    new.mate = old
    new.parts.append(objectsIn: [old, Part(value: [3])])
    new.byName["old"] = old
    try realm.write { realm.add(new) }
    #expect(realm.objects(Part.self).count == 3)
    #expect(new.parts.map(\.id) == [1, 3])
    #expect(old.name == "old" && old.mates.first == new && old.namers.first == new)
  }

  @Test(
    "deleting many objects of one list takes no longer than their number", .timeLimit(.minutes(1)))
  func deleteMany() throws {
    let realm = try place.open()
    let part = Part(value: [0])
    part.parts.append(objectsIn: (1...5000).map { Part(value: [$0]) })
    try realm.write { realm.add(part) }
    try realm.write { realm.delete(part.parts) }
    #expect(part.parts.isEmpty)
    #expect(realm.objects(Part.self).count == 1)
  }

  @Test("an object under a number that was used before is another")
  func reusedKey() throws {
    let realm = try place.open()
    let old = Part(value: ["id": 1, "parts": [[2]]])
    try realm.write { realm.add(old) }
    let list = old.parts
    try realm.write { realm.delete(old) }
    let new = Part(value: [1, "new"])
    try realm.write {
      realm.add(new)
      new.parts.append(new)
    }
    #expect(old.isInvalidated && list.isInvalidated)
    #expect(new.parts.map(\.id) == [1])
    try realm.write {
      realm.deleteAll()
      realm.add(Part(value: [1, "newest"]))
    }
    #expect(new.isInvalidated)
    #expect(realm.object(ofType: Part.self, forPrimaryKey: 1)?.parts.isEmpty == true)
  }

  @Test("a cancelled deletion has not happened", arguments: [false, true])
  func cancelled(all: Bool) throws {
    let realm = try place.open()
    let part = Part(value: ["id": 1, "parts": [[2]], "label": ["t"]])
    try realm.write { realm.add(part) }
    let (list, label) = (part.parts, try #require(part.label))
    try realm.beginWrite()
    if all { realm.deleteAll() } else { realm.delete(part) }
    #expect(part.isInvalidated && list.isInvalidated)
    realm.cancelWrite()
    #expect(!part.isInvalidated && !list.isInvalidated && !label.isInvalidated)
    #expect(part.parts.count == 1 && list.first?.id == 2 && label.text == "t")
  }

  @Test("what was added in a cancelled transaction is gone, and stays so")
  func cancelledAddition() throws {
    let realm = try place.open()
    let part = Part(value: [1])
    try realm.beginWrite()
    realm.add(part)
    realm.cancelWrite()
    #expect(part.isInvalidated)
    try realm.write { realm.add(Part(value: [1])) }
    #expect(part.isInvalidated)
  }

  @Test("an object of another realm is refused")
  func otherRealm() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (here, there) = (PartRealm(), PartRealm())
      let (one, other) = (try here.open(), try there.open())
      let part = Part(value: [1])
      try one.write { one.add(part) }
      try other.write { other.add(Part(value: ["id": 2, "mate": part])) }
    }
    #expect(result.says("is managed by another realm"))
  }

  @Test("an embedded object is not given to a second owner")
  func secondOwner() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let place = PartRealm()
      let realm = try place.open()
      let label = Label(value: ["mine"])
      try realm.write {
        realm.add(Part(value: ["id": 1, "label": label]))
        realm.add(Part(value: [2]))
        realm.object(ofType: Part.self, forPrimaryKey: 2)?.label = label
      }
    }
    #expect(result.says("an embedded object belongs to one object"))
  }

  @Test("a link takes objects of its own class alone")
  func subclass() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let place = PartRealm()
      let realm = try place.open(classes: [Part.self, Puppy.self])
      let part = Part(value: [1])
      part.mate = Puppy(value: [2])
      try realm.write { realm.add(part) }
    }
    #expect(result.says("a Puppy is no Part"))
  }

  @Test("a second object with a primary key is refused")
  func sameKey() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let place = PartRealm()
      let realm = try place.open()
      try realm.write {
        realm.add(Part(value: [1]))
        realm.add(Part(value: [1]))
      }
    }
    #expect(result.says("with the primary key 1 exists"))
  }

  @Test("a deleted object is not written to")
  func writeDeleted() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let place = PartRealm()
      let realm = try place.open()
      let part = Part(value: [1])
      try realm.write {
        realm.add(part)
        realm.delete(part)
        part.name = "gone"
      }
    }
    #expect(result.says("has been deleted or invalidated"))
  }
}

extension ExitTest.Result? {
  /// Whether the process that ended said a text.
  func says(_ text: String) -> Bool {
    String(decoding: self?.standardErrorContent ?? [], as: UTF8.self).contains(text)
  }
}
