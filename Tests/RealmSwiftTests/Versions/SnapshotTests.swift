// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Dispatch
import Foundation
import RealmSwift
import SeededNumbers
import Synchronization
import TestFolders
import Testing

/// Everything that can be frozen, of one version.
private struct FrozenThings: @unchecked Sendable {
  let realm: Realm
  let hound: Hound
  let old: Results<Hound>
  let behindLinks: Results<Hound>
  let pack: List<Hound>
  let scores: List<Int>
  let tags: MutableSet<String>
  let rivals: MutableSet<Hound>
  let marks: Map<String, Int>
  let kin: Map<String, Hound?>
  let admirers: LinkingObjects<Hound>
  let any: AnyRealmCollection<Hound>
  let sections: SectionedResults<Int, Hound>

  init(_ realm: Realm) throws {
    let all = realm.objects(Hound.self)
    let hound = try #require(realm.hound(0))
    self.realm = realm.freeze()
    self.hound = hound.freeze()
    old = all.where { $0.age > 3 }.sorted(byKeyPath: "name").freeze()
    behindLinks = all.filter("ANY pack.age > 2 OR friend.age < 3").freeze()
    pack = hound.pack.freeze()
    scores = hound.scores.freeze()
    tags = hound.tags.freeze()
    rivals = hound.rivals.freeze()
    marks = hound.marks.freeze()
    kin = hound.kin.freeze()
    admirers = hound.admirers.freeze()
    any = AnyRealmCollection(all.sorted(byKeyPath: "age")).freeze()
    sections = all.sectioned(by: \.age).freeze()
  }

  /// All that they show, found anew.
  func description() -> String {
    let contents = HoundContents()
    let text = { (hound: Hound) in "\(hound.id): \(contents.of(hound, depth: 2))" }
    var parts = [text(hound)]
    for hounds in [
      old.map(text), behindLinks.map(text), pack.map(text), rivals.map(text), admirers.map(text),
      any.map(text), realm.objects(Hound.self).map(text),
      // Asked of what is frozen.
      old.where { $0.age < 6 }.map(text), pack.sorted(byKeyPath: "age").map(text),
      realm.objects(Hound.self).where { $0.friend.age > 2 }.map(text),
    ] { parts.append(hounds.joined(separator: " ")) }
    parts += ["\(Array(scores)) \(scores.sum())", "\(Array(tags))", "\(old.count) \(any.count)"]
    parts.append(marks.map { "\($0.key)=\($0.value)" }.joined())
    parts.append(kin.map { "\($0.key)=\($0.value?.id ?? -1)" }.joined())
    for section in sections { parts.append("\(section.key): " + section.map(text).joined()) }
    return parts.joined(separator: "\n")
  }
}

@Suite("snapshots") struct SnapshotTests {
  private let folder = TemporaryFolder()

  private var configuration: Realm.Configuration {
    var configuration = Shared.configuration(folder.file("a.realm"))
    configuration.objectTypes = [Hound.self, Shared.Writer.self, Shared.Part.self]
    return configuration
  }

  @Test("what is frozen stays as it was over commits of this and of another process, on any thread")
  func stays() throws {
    let configuration = configuration
    let realm = try Realm(configuration: configuration)
    try realm.write {
      for id in 0..<8 { realm.add(Hound(value: ["id": id, "name": "h\(id)", "age": id])) }
    }
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<30 { try RandomHistoryTests.write(realm, SeededGenerator(seed: generator.next())) }
    // Of several versions.
    var frozen: [(things: FrozenThings, description: String)] = []
    for _ in 0..<3 {
      try RandomHistoryTests.write(realm, SeededGenerator(seed: generator.next()))
      let things = try FrozenThings(realm)
      frozen.append((things, things.description()))
    }
    #expect(Set(frozen.map(\.description)).count == 3)
    let times = LongForm.count(short: 300, long: 5000)
    let worker = ChildProcess([
      BuiltExecutable.path("RealmSwiftWorker"), "count", folder.file("a.realm"), "1", "\(times)",
    ])
    let isWriting = Atomic(true)
    let faults = Mutex<[String]>([])
    let looks = Atomic(0)
    let readers = DispatchGroup()
    for number in 0..<3 {
      let (things, description) = frozen[number]
      let (others, otherDescription) = frozen[0]
      Thread.detached(in: readers) {
        repeat {
          if things.description() != description || others.description() != otherDescription {
            faults.withLock { $0.append("version \(number) is another") }
          }
          looks.add(1, ordering: .relaxed)
        } while isWriting.load(ordering: .relaxed)
      }
    }
    let seeds = (0..<times).map { _ in generator.next() }
    for seed in seeds { try RandomHistoryTests.write(realm, SeededGenerator(seed: seed)) }
    #expect(worker.line() == "done")
    isWriting.store(false, ordering: .relaxed)
    readers.wait()
    #expect(faults.withLock { $0 } == [])
    #expect(looks.load(ordering: .relaxed) >= 3)
    // The live ones have gone on.
    realm.refresh()
    #expect(try FrozenThings(realm).description() != frozen[2].description)
    #expect(frozen[2].things.realm.objects(Shared.Writer.self).isEmpty)
    #expect(realm.object(ofType: Shared.Writer.self, forPrimaryKey: 1)?.number == times)
    for (things, description) in frozen { #expect(things.description() == description) }
  }

  @Test("a frozen realm is made anew once the realm has shown something else")
  func anew() throws {
    let configuration = configuration
    let realm = try Realm(configuration: configuration)
    let first = realm.freeze()
    #expect(realm.freeze() == first && realm.freeze() == first)
    try DispatchQueue(label: "other").sync {
      let other = try Realm(configuration: configuration)
      try other.write { other.add(Hound(value: ["id": 1])) }
    }
    #expect(realm.objects(Hound.self).count == 1)
    #expect(realm.freeze() != first && realm.freeze().objects(Hound.self).count == 1)
    #expect(first.isEmpty)
  }
}

extension Thread {
  /// Runs `body` on a thread of its own that a group waits for.
  fileprivate static func detached(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void)
  {
    group.enter()
    detachNewThread {
      body()
      group.leave()
    }
  }
}
