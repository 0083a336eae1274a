// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite("observing projections") struct ObservingProjectionTests {
  let folder = TemporaryFolder()

  private var configuration: Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.file("a.realm")),
      objectTypes: [Singer.self, Home.self, Song.self])
  }

  private func realm() throws -> Realm {
    let realm = try Realm(configuration: configuration)
    try realm.write {
      for (id, name) in ["Ella", "Nina"].enumerated() {
        realm.create(Singer.self, value: ["id": id, "firstName": name, "age": 30 + id])
      }
      realm.singer(0).home = Home(value: ["city": "Newport", "country": "US"])
      realm.singer(0).songs.append(Song(value: ["title": "Misty"]))
      realm.singer(0).teacher = realm.singer(1)
    }
    return realm
  }

  private static func describe(_ change: ObjectChange<Card>) -> String {
    switch change {
    case .deleted: "deleted"
    case .error: "never"
    case .change(let card, let properties):
      card.name + ": "
        + properties.map { change in
          let values = [change.oldValue, change.newValue].map { value in
            value.map { $0 is String || $0 is Int ? "\($0)" : "…" } ?? "-"
          }
          return "\(change.name) \(values[0]) \(values[1])"
        }.sorted().joined(separator: ", ")
    }
  }

  @Test(
    "what a projection shows is told when it changes, with old and new values, and nothing else")
  func object() throws {
    let realm = try realm()
    let journal = Journal<String>()
    let card = Card(projecting: realm.singer(0))
    let token = card.observe { journal.changes.append(Self.describe($0)) }
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { realm.singer(0).age = 50 }
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { realm.singer(0).firstName = "Billie" }
    realm.refresh()
    #expect(journal.take() == ["Billie: name Ella Billie"])
    try realm.write { realm.singer(0).home?.country = "UK" }
    realm.refresh()
    #expect(journal.take() == ["Billie: country US UK"])
    try realm.write { realm.singer(1).firstName = "Simone" }
    realm.refresh()
    #expect(journal.take() == ["Billie: teacherName Nina Simone"])
    try realm.write { realm.singer(0).songs[0].title = "Blue" }
    realm.refresh()
    #expect(journal.take() == ["Billie: titles - …"])
    try realm.write { realm.singer(0).songs[0].plays = 9 }
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { realm.delete(realm.singer(0)) }
    realm.refresh()
    #expect(journal.take() == ["deleted"])
    token.invalidate()
  }

  @Test("key paths choose what of a projection is told, by either name")
  func keyPaths() throws {
    let realm = try realm()
    let journal = Journal<String>()
    let card = Card(projecting: realm.singer(0))
    func note(_ name: String) -> (ObjectChange<Card>) -> Void {
      { journal.changes.append("\(name) \(Self.describe($0))") }
    }
    let tokens = [
      card.observe(keyPaths: ["name"], note("label")),
      card.observe(keyPaths: ["firstName"], note("origin")),
      card.observe(keyPaths: [\Card.city], note("path")),
      card.observe(keyPaths: [\Card.titles], note("titles")),
    ]
    try realm.write { realm.singer(0).firstName = "E" }
    realm.refresh()
    #expect(Set(journal.take()) == ["label E: name Ella E", "origin E: name Ella E"])
    try realm.write { realm.singer(0).home?.city = "Paris" }
    realm.refresh()
    #expect(journal.take() == ["path E: city Newport Paris"])
    try realm.write { realm.singer(0).songs.append(Song(value: ["title": "Blue"])) }
    realm.refresh()
    #expect(journal.take() == ["titles E: titles - …"])
    withExtendedLifetime(tokens) {}
  }

  @Test("results of projections tell what these show, or what key paths name")
  func results() throws {
    let realm = try realm()
    let journal = Journal<String>()
    let cards = realm.objects(Card.self)
    func note(_ name: String) -> (RealmCollectionChange<Results<Card>>) -> Void {
      { journal.changes.append("\(name) \(Delta($0))") }
    }
    let tokens = [
      cards.observe(note("all")), cards.observe(keyPaths: ["lastName"], note("name")),
      cards.observe(keyPaths: [\Card.titles], note("titles")),
    ]
    realm.refresh()
    #expect(Set(journal.take()) == ["all initial", "name initial", "titles initial"])
    try realm.write { realm.singer(0).age = 99 }
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { realm.singer(1).lastName = "Simone" }
    realm.refresh()
    #expect(Set(journal.take()) == ["all -[] +[] ~[1]", "name -[] +[] ~[1]"])
    try realm.write { realm.singer(0).songs[0].title = "Blue" }
    realm.refresh()
    #expect(Set(journal.take()) == ["all -[] +[] ~[0]", "titles -[] +[] ~[0]"])
    withExtendedLifetime(tokens) {}
  }

  @Test("a projected collection tells what comes, goes and changes of what it shows")
  func collection() throws {
    let realm = try realm()
    let journal = Journal<Delta>()
    let titles = Card(projecting: realm.singer(0)).titles
    let token = titles.observe { journal.changes.append(Delta($0)) }
    realm.refresh()
    #expect(journal.take() == [.initial])
    try realm.write { realm.singer(0).songs[0].plays += 1 }
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { titles[0] = "Blue" }
    realm.refresh()
    #expect(journal.take() == [Delta([], [], [0])])
    try realm.write { realm.singer(0).songs.append(Song(value: ["title": "Angel"])) }
    realm.refresh()
    #expect(journal.take() == [Delta([], [1], [])])
    token.invalidate()
  }

  @Test("changes are also a sequence, of what key paths name")
  func sequence() async throws {
    let queue = DispatchQueue(label: "changes")
    let place = configuration
    try queue.sync { _ = try realm() }
    try await Self.follow(place, writingOn: queue)
  }

  @MainActor
  private static func follow(
    _ configuration: Realm.Configuration, writingOn queue: DispatchQueue
  ) async throws {
    let realm = try await Realm.open(configuration: configuration)
    let card = Card(projecting: realm.singer(0))
    var told: [String] = []
    var changes = card.changes(keyPaths: ["name", "city"]).makeAsyncIterator()
    for step in 0..<2 {
      queue.async {
        try? elsewhere(configuration) { other in
          try other.write {
            other.singer(0).age += 1
            if step == 0 { other.singer(0).firstName = "Billie" }
            if step == 1 { other.singer(0).home?.city = "Paris" }
          }
        }
      }
      if let change = await changes.next() { told.append(describe(change)) }
    }
    #expect(told == ["Billie: name Ella Billie", "Billie: city Newport Paris"])
  }

  @Test("another queue gets a projection of its own")
  func queue() async throws {
    let realm = try realm()
    let queue = DispatchQueue(label: "projections")
    let card = Card(projecting: realm.singer(0))
    let token = card.observe(on: queue) { told in
      if case .change(let own, _) = told { Self.note(own.name) }
    }
    // What stands before on the queue is done by then.
    queue.sync {}
    await withCheckedContinuation { continuation in
      Self.waiting.withLock { $0 = continuation }
      try? realm.write { realm.singer(0).firstName = "Billie" }
    }
    token.invalidate()
  }

  private static let waiting = Waiting()

  private static func note(_ name: String) {
    #expect(name == "Billie")
    waiting.withLock { $0 }?.resume()
  }

  private final class Waiting: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Void, Never>?
    func withLock<R>(_ body: (inout CheckedContinuation<Void, Never>?) -> R) -> R {
      lock.lock()
      defer { lock.unlock() }
      return body(&continuation)
    }
  }
}
