// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import SeededNumbers
import Testing

/// A change of sections, as text.
private func text<T>(_ change: SectionedResultsChange<T>) -> String {
  switch change {
  case .initial: return "initial"
  case .update(_, let deletions, let insertions, let modifications, let inserted, let deleted):
    let paths = { (paths: [IndexPath]) in
      paths.map { "\($0[0]).\($0[1])" }.joined(separator: " ")
    }
    return "-\(paths(deletions)) +\(paths(insertions)) ~\(paths(modifications)) "
      + "-s\(Array(deleted)) +s\(Array(inserted))"
  }
}

/// Follows sections by what it is told alone.
private final class SectionFollower<Key: _Persistable & Hashable> {
  struct Shown: Equatable {
    var key: Key
    var contents: [String]
  }

  let name: String
  private let current: () -> [Shown]
  private var shown: [Shown]?
  private(set) var faults: [String] = []
  private(set) var count = 0
  private var token: NotificationToken?

  init(_ name: String, _ sections: SectionedResults<Key, Hound>) {
    self.name = name
    current = {
      let contents = HoundContents()
      return sections.map { section in
        Shown(key: section.key, contents: section.map { "\($0.id): \(contents.of($0))" })
      }
    }
    token = sections.observe { [unowned self] in apply($0) }
  }

  private func apply(_ change: SectionedResultsChange<SectionedResults<Key, Hound>>) {
    count += 1
    let new = current()
    guard
      case .update(_, let deletions, let insertions, let modifications, let inserted, let deleted) =
        change
    else {
      if shown != nil { faults.append("told the beginning twice") }
      return shown = new
    }
    guard var state = shown else { return faults.append("not told the beginning") }
    for list in [deletions, insertions, modifications] where list != Array(Set(list)).sorted() {
      faults.append("not in order: \(text(change))")
    }
    for path in deletions.reversed() { state[path[0]].contents.remove(at: path[1]) }
    for place in deleted.reversed() { state.remove(at: place) }
    for place in inserted { state.insert(Shown(key: new[place].key, contents: []), at: place) }
    for path in insertions {
      state[path[0]].contents.insert(new[path[0]].contents[path[1]], at: path[1])
    }
    for path in modifications {
      let there = new[path[0]].contents[path[1]]
      if state[path[0]].contents[path[1]] == there {
        faults.append("unchanged at \(path): \(text(change))")
      }
      state[path[0]].contents[path[1]] = there
    }
    if state != new {
      faults.append("\(text(change)) makes \(state) of \(shown ?? []), not \(new)")
    }
    shown = new
  }

  /// Says that all that was committed must have been told.
  func expectUpToDate() {
    if shown != current() { faults.append("shows \(shown ?? []), and there is \(current())") }
  }
}

/// Follows one section.
private final class OneSectionFollower {
  private let current: () -> [String]
  private var shown: [String]?
  private(set) var faults: [String] = []
  private(set) var count = 0
  private var token: NotificationToken?

  init(_ section: ResultsSection<Int, Hound>, in sections: SectionedResults<Int, Hound>) {
    current = {
      let contents = HoundContents()
      return section.map { "\($0.id): \(contents.of($0))" }
    }
    let key = section.key
    token = section.observe { [unowned self] in
      apply($0, place: sections.allKeys.firstIndex(of: key))
    }
  }

  private func apply(_ change: SectionedResultsChange<ResultsSection<Int, Hound>>, place: Int?) {
    count += 1
    let new = current()
    guard
      case .update(_, let deletions, let insertions, let modifications, let inserted, let deleted) =
        change
    else { return shown = new }
    guard var state = shown else { return faults.append("not told the beginning") }
    if !deleted.isEmpty != (!state.isEmpty && new.isEmpty)
      || !inserted.isEmpty != (state.isEmpty && !new.isEmpty)
      || (insertions + modifications).contains(where: { $0[0] != place })
      || !inserted.isEmpty && Array(inserted) != [place]
    {
      faults.append("\(text(change)) at \(String(describing: place)) of \(state), to \(new)")
    }
    for path in deletions.reversed() { state.remove(at: path[1]) }
    if !deleted.isEmpty { state = [] }
    for path in insertions { state.insert(new[path[1]], at: path[1]) }
    for path in modifications {
      if state[path[1]] == new[path[1]] { faults.append("unchanged: \(text(change))") }
      state[path[1]] = new[path[1]]
    }
    if state != new {
      faults.append("\(text(change)) makes \(state) of \(shown ?? []), not \(new)")
    }
    shown = new
  }

  func expectUpToDate() {
    if shown != current() { faults.append("shows \(shown ?? []), and there is \(current())") }
  }
}

/// An actor without a realm of its own.
private actor Listener {
  let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: String.self) }

  func note(_ text: String) { continuation.yield(text) }
}

@Suite("sections that are observed", .timeLimit(.minutes(2))) struct SectionObservingTests {
  let hounds = HoundRealm()

  @Test("elements and sections come, go and change")
  func changes() throws {
    let realm = try hounds.open(count: 4)
    let sections = realm.objects(Hound.self).sectioned(by: \.age)
    let one = sections[1]
    let journal = Journal<String>()
    let ofOne = Journal<String>()
    let tokens = [
      sections.observe { journal.changes.append(text($0)) },
      one.observe { ofOne.changes.append(text($0)) },
    ]
    realm.refresh()
    #expect(journal.take() == ["initial"] && ofOne.take() == ["initial"])
    // From the section of its own into that of another.
    try realm.write { realm.hound(2)?.age = 1 }
    realm.refresh()
    #expect(journal.take() == ["- +1.1 ~ -s[2] +s[]"])
    #expect(ofOne.take() == ["- +1.1 ~ -s[] +s[]"])
    try realm.write { realm.hound(1)?.name = "n" }
    realm.refresh()
    #expect(journal.take() == ["- + ~1.0 -s[] +s[]"])
    #expect(ofOne.take() == ["- + ~1.0 -s[] +s[]"])
    try realm.write { realm.create(Hound.self, value: ["id": 9, "age": -1]) }
    realm.refresh()
    #expect(journal.take() == ["- +0.0 ~ -s[] +s[0]"])
    // It stands elsewhere, and is as it was.
    #expect(ofOne.take() == [])
    try realm.write { realm.hound(1)?.age = 3 }
    realm.refresh()
    #expect(journal.take() == ["-2.0 +3.0 ~ -s[] +s[]"])
    try realm.write { realm.delete(realm.objects(Hound.self).where { $0.age == 1 }) }
    realm.refresh()
    #expect(journal.take() == ["- + ~ -s[2] +s[]"])
    #expect(ofOne.take() == ["-2.0 + ~ -s[] +s[]", "- + ~ -s[2] +s[]"])
    try realm.write { realm.create(Hound.self, value: ["id": 5, "age": 1]) }
    realm.refresh()
    #expect(ofOne.take() == ["- +2.0 ~ -s[] +s[2]"])
    tokens.forEach { $0.invalidate() }
    try realm.write { realm.deleteAll() }
    realm.refresh()
    #expect(journal.take() == ["- +2.0 ~ -s[] +s[2]"] && ofOne.take() == [])
  }

  @Test("key paths choose among changes, and what moves to another section is told all the same")
  func keyPaths() throws {
    let realm = try hounds.open(count: 2)
    let sections = realm.objects(Hound.self).sectioned(by: \.age)
    let journal = Journal<String>()
    let tokens = [
      sections.observe(keyPaths: ["name"]) { journal.changes.append(text($0)) },
      sections.observe(keyPaths: [\Hound.name]) { journal.changes.append(text($0)) },
      sections[0].observe(keyPaths: [\.name]) { journal.changes.append(text($0)) },
    ]
    realm.refresh()
    #expect(journal.take() == ["initial", "initial", "initial"])
    try realm.write { realm.hound(0)?.scores.append(1) }
    realm.refresh()
    #expect(journal.take() == [])
    try realm.write { realm.hound(0)?.name = "n" }
    realm.refresh()
    #expect(journal.take() == Array(repeating: "- + ~0.0 -s[] +s[]", count: 3))
    try realm.write { realm.hound(0)?.age = 1 }
    realm.refresh()
    #expect(
      journal.take()
        == ["- +0.0 ~ -s[0] +s[]", "- +0.0 ~ -s[0] +s[]", "- + ~ -s[0] +s[]"])
    withExtendedLifetime(tokens) {}
  }

  @Test("a write can leave out who observes sections")
  func withoutNotifying() throws {
    let realm = try hounds.open(count: 2)
    let journal = Journal<String>()
    let token = realm.objects(Hound.self).sectioned(by: \.age).observe {
      journal.changes.append(text($0))
    }
    realm.refresh()
    try realm.write(withoutNotifying: [token]) { realm.hound(0)?.age = 7 }
    realm.refresh()
    #expect(journal.take() == ["initial"])
    try realm.write { realm.hound(1)?.name = "n" }
    realm.refresh()
    #expect(journal.take() == ["- + ~0.0 -s[] +s[]"])
  }

  @Test(
    "what is told of sections turns the old state into the new",
    arguments: RandomHistoryTests.seeds)
  func histories(seed: UInt64) throws {
    let realm = try hounds.open(count: 8)
    let queue = DispatchQueue(label: "others")
    let configuration = hounds.configuration
    let others = try queue.sync {
      UncheckedRealm(try Realm(configuration: configuration, queue: queue))
    }
    let all = realm.objects(Hound.self)
    let byAge = all.sectioned(by: \.age)
    let numbers = [
      SectionFollower("by age", byAge),
      SectionFollower("by age, descending", all.sectioned(by: \.age, ascending: false)),
      // A section goes where its first element goes.
      SectionFollower(
        "by a function, in the order of names",
        all.sectioned(by: { $0.age % 3 }, sortDescriptors: ["name"])),
      SectionFollower("by what is behind a link", all.sectioned(by: { $0.friend?.age ?? -1 })),
    ]
    let texts = [
      SectionFollower(
        "some by name", all.where { $0.age > 2 }.sectioned(by: \.name, ascending: true)),
      SectionFollower("a list", try #require(realm.hound(0)).pack.sectioned(by: { $0.name })),
    ]
    let one = OneSectionFollower(byAge[2], in: byAge)
    realm.refresh()
    var generator = SeededGenerator(seed: seed &+ 1000)
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let next = generator.next()
        if Bool.random(using: &generator) {
          try RandomHistoryTests.write(realm, SeededGenerator(seed: next))
        } else {
          try queue.sync {
            try RandomHistoryTests.write(others.realm, SeededGenerator(seed: next))
          }
        }
      }
      realm.refresh()
      numbers.forEach { $0.expectUpToDate() }
      texts.forEach { $0.expectUpToDate() }
      one.expectUpToDate()
    }
    for follower in numbers {
      #expect(follower.faults.first == nil, "seed \(seed), \(follower.name)")
      #expect(follower.count > 10)
    }
    for follower in texts {
      #expect(follower.faults.first == nil, "seed \(seed), \(follower.name)")
    }
    #expect(one.faults.first == nil, "seed \(seed)")
    #expect(one.count > 3)
  }

  @Test("by another queue, and by an actor, as maps are")
  func elsewhere() async throws {
    let listener = Listener()
    let queue = DispatchQueue(label: "observer")
    let tokens = try await Self.observe(hounds, by: listener, on: queue)
    var told = listener.stream.makeAsyncIterator()
    var first: Set<String> = []
    for _ in 0..<7 { if let next = await told.next() { first.insert(next) } }
    #expect(
      first == [
        "actor: initial", "actor, one: initial", "paths: initial", "map: 1", "map paths: 1",
        "object: begun", "all: 2",
      ])
    try Self.change(hounds)
    var second: Set<String> = []
    for _ in 0..<7 { if let next = await told.next() { second.insert(next) } }
    #expect(
      second == [
        "actor: - + ~0.0 -s[] +s[]", "actor, one: - + ~0.0 -s[] +s[]",
        "paths: - + ~0.0 -s[] +s[]", "map: [\"k\"]", "map paths: [\"k\"]", "object: name",
        "all: [0]",
      ])
    tokens.forEach { $0.invalidate() }
  }

  private static func observe(
    _ hounds: HoundRealm, by listener: Listener, on queue: DispatchQueue
  ) async throws -> [NotificationToken] {
    let realm = try hounds.open(count: 2)
    let hound = try #require(realm.hound(0))
    try realm.write { hound.kin["k"] = hound }
    let sections = realm.objects(Hound.self).sectioned(by: \.age)
    let tokens = [
      await sections.observe(on: listener) { $0.note("actor: \(text($1))") },
      await sections[0].observe(on: listener) { $0.note("actor, one: \(text($1))") },
      await sections.observe(keyPaths: [\.name], on: listener) { $0.note("paths: \(text($1))") },
      await hound.kin.observe(on: listener) { listener, change in
        switch change {
        case .initial(let map): listener.note("map: \(map.count)")
        case .update(_, _, _, let keys): listener.note("map: \(keys)")
        case .error: break
        }
      },
      await hound.kin.observe(keyPaths: [\.name], on: listener) { listener, change in
        switch change {
        case .initial(let map): listener.note("map paths: \(map.count)")
        case .update(_, _, _, let keys): listener.note("map paths: \(keys)")
        case .error: break
        }
      },
      await hound.observe(keyPaths: [\.name], on: listener) { listener, change in
        if case .change(_, let properties) = change {
          listener.note("object: \(properties.map(\.name).joined())")
        }
      },
      await realm.objects(Hound.self).observe(keyPaths: [\.name], on: listener) {
        listener, change in
        switch change {
        case .initial(let all): listener.note("all: \(all.count)")
        case .update(_, _, _, let places): listener.note("all: \(places)")
        case .error: break
        }
      },
    ]
    await listener.note("object: begun")
    return tokens
  }

  private static func change(_ hounds: HoundRealm) throws {
    let realm = try hounds.open()
    try realm.write { realm.hound(0)?.name = "n" }
  }

  @Test("on another queue, and as a sequence") @MainActor
  func sequence() async throws {
    let realm = try await Realm.open(configuration: hounds.configuration)
    try realm.write { realm.add(Hound(value: ["id": 0])) }
    let sections = realm.objects(Hound.self).sectioned(by: \.age)
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let queue = DispatchQueue(label: "observer")
    let tokens = [
      sections.observe(on: queue) { change in
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.yield(text(change))
      },
      sections[0].observe(on: queue) { change in
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.yield(text(change))
      },
    ]
    var told = stream.makeAsyncIterator()
    for _ in 0..<2 { #expect(await told.next() == "initial") }
    let hounds = hounds
    var changes: [String] = []
    for await change in sections.changes {
      changes.append(text(change))
      if changes.count == 2 { break }
      Task.detached { try Self.change(hounds) }
    }
    #expect(changes == ["initial", "- + ~0.0 -s[] +s[]"])
    for _ in 0..<2 { #expect(await told.next() == "- + ~0.0 -s[] +s[]") }
    tokens.forEach { $0.invalidate() }
  }
}
