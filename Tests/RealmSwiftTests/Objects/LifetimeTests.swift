// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessMemory
import RealmSwift
import Testing

@Suite("lifetimes") struct LifetimeTests {
  let place = PartRealm()

  final class Weak {
    weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
  }

  /// Parts that lead to each other in every way there is.
  func knot() -> Part {
    let (a, b) = (Part(value: [1]), Part(value: [2]))
    a.mate = b
    b.mate = a
    a.parts.append(objectsIn: [a, b])
    b.peers.insert(objectsIn: [a, b])
    a.byName["b"] = b
    b.any = .object(a)
    a.label = Label(value: ["target": a])
    b.labels.append(Label(value: ["target": b]))
    return a
  }

  @Test("objects that lead to each other go once a realm has them")
  func cycles() throws {
    let realm = try place.open()
    var parts: [Weak] = []
    try realm.write {
      let knot = knot()
      parts = [Weak(knot), Weak(knot.mate), Weak(knot.label), Weak(knot.parts)]
      realm.add(knot)
      #expect(knot.mate?.mate == knot)
    }
    #expect(parts.allSatisfy { $0.object == nil })
  }

  @Test("upserted, created and copied objects go, too", arguments: [0, 1, 2])
  func madeOtherwise(way: Int) throws {
    let realm = try place.open()
    var parts: [Weak] = []
    try realm.write {
      realm.add(knot())
      let made: Part =
        switch way {
        case 0: realm.create(Part.self, value: ["id": 3, "mate": ["id": 4]] as [String: Any])
        case 1: realm.create(Part.self, value: realm.objects(Part.self).first!, update: .all)
        default: Part(value: ["id": 1, "name": "upserted", "label": ["l"]])
        }
      parts = [Weak(made), Weak(made.mate), Weak(made.label), Weak(made.labels)]
      realm.add(made, update: .modified)
    }
    #expect(parts.allSatisfy { $0.object == nil })
  }

  @Test("a realm closes when the last of what it gave out goes", arguments: 0..<5)
  func realms(what: Int) throws {
    var kept: Any?
    do {
      let realm = try place.open()
      try realm.write { realm.add(knot()) }
      let part = try #require(realm.object(ofType: Part.self, forPrimaryKey: 1))
      _ = (
        part.mate?.any, part.parts.first, part.mates.count, Array(part.mate?.peers ?? part.peers)
      )
      kept = [part, part.parts, part.mates, realm.objects(Part.self), realm][what]
    }
    let configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: place.folder.file("a.realm")))
    let error = #expect(throws: Realm.Error.self) { try Realm.deleteFiles(for: configuration) }
    #expect(error?.errorCode == .alreadyOpen)
    #expect(kept != nil)
    kept = nil
    #expect(try Realm.deleteFiles(for: configuration))
  }

  // In a process of its own, since others fill memory, too. The sanitizers keep what was freed.
  @Test("going over many objects keeps none of them", .disabled(if: Sanitizer.isActive))
  func iteration() async {
    await #expect(processExitsWith: .success) {
      let realm = try PartRealm().open(classes: [Memo.self])
      try realm.write { realm.add((0..<100_000).map { Memo(value: [$0]) }) }
      var sum = 0
      let before = LifetimeTests.residentBytes
      var middle = 0
      for round in 0..<3 {
        for memo in realm.objects(Memo.self) { sum += memo.serial }
        if round == 0 { middle = LifetimeTests.residentBytes }
      }
      try #require(sum == 3 * 100_000 * 99_999 / 2)
      // The first round fills the cache; 100,000 objects that stayed would take 20 MB.
      try #require(middle - before < 40_000_000)
      try #require(LifetimeTests.residentBytes - middle < 8_000_000)
    }
  }

  static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
