// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import SeededNumbers
import Testing

/// Follows a collection by what it is told alone.
private final class Follower {
  let name: String
  private let current: () -> [String]
  private var shown: [String]?
  private(set) var faults: [String] = []
  private(set) var count = 0
  private var token: NotificationToken?

  init<C: RealmCollection>(
    _ name: String, _ collection: C, keyPaths: [String]? = nil,
    _ show: @escaping (C.Element) -> String
  ) {
    self.name = name
    current = { collection.isInvalidated ? [] : collection.map(show) }
    token = collection.observe(keyPaths: keyPaths) { [unowned self] in apply(Delta($0)) }
  }

  private func apply(_ delta: Delta) {
    count += 1
    let new = current()
    guard !delta.isInitial else {
      if shown != nil { faults.append("told the beginning twice") }
      return shown = new
    }
    guard var state = shown else { return faults.append("not told the beginning") }
    for list in [delta.deletions, delta.insertions, delta.modifications]
    where list != Array(Set(list)).sorted() {
      faults.append("not in order: \(delta)")
    }
    for place in delta.deletions.reversed() { state.remove(at: place) }
    for place in delta.insertions { state.insert(new[place], at: place) }
    for place in delta.modifications {
      if state[place] == new[place] { faults.append("unchanged at \(place): \(delta)") }
      state[place] = new[place]
    }
    if state != new { faults.append("\(delta) makes \(state) of \(shown ?? []), and not \(new)") }
    shown = new
  }

  /// Says that all that was committed must have been told.
  func expectUpToDate() {
    if shown != current() { faults.append("shows \(shown ?? []), and there is \(current())") }
  }
}

@Suite("random histories") struct RandomHistoryTests {
  static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["STRONGROOM_TORTURE"] == nil ? 1...4 : 1...200

  @Test("what is told of collections turns the old state into the new", arguments: seeds)
  func collections(seed: UInt64) throws {
    let hounds = HoundRealm()
    let realm = try hounds.open(count: 8)
    let queue = DispatchQueue(label: "others")
    let others = try queue.sync {
      UncheckedRealm(try Realm(configuration: hounds.configuration, queue: queue))
    }
    let all = realm.objects(Hound.self)
    let first = try #require(realm.hound(0))
    let whole = { (hound: Hound) in "\(hound.id): \(HoundContents().of(hound))" }
    let plain = ["name", "age"]
    let values = { (hound: Hound) in "\(hound.id): \(hound.name), \(hound.age)" }
    let followers = [
      Follower("all", all, whole),
      Follower("some", all.where { $0.age > 4 }, whole),
      Follower("sorted", all.sorted(byKeyPath: "age"), whole),
      Follower("sorted through links", all.sorted(byKeyPath: "friend.age"), whole),
      Follower("any", AnyRealmCollection(all.filter("ANY pack.age > 3")), whole),
      Follower("list of objects", first.pack, whole),
      Follower("list", first.scores) { "\($0)" },
      Follower("set of objects", first.rivals, whole),
      Follower("set", first.tags) { $0 },
      Follower("backlinks", first.admirers, whole),
      // Those whose rows are all that counts.
      Follower("all, values", all, keyPaths: plain, values),
      Follower("some, values", all.where { $0.age > 4 }, keyPaths: plain, values),
      Follower("sorted, values", all.sorted(byKeyPath: "friend.age"), keyPaths: plain, values),
      Follower("list of objects, values", first.pack, keyPaths: plain, values),
      Follower("set of objects, values", first.rivals, keyPaths: plain, values),
      Follower("backlinks, values", first.admirers, keyPaths: plain, values),
      Follower("any, values", AnyRealmCollection(all), keyPaths: ["name", "age"], values),
      Follower("behind links", all, keyPaths: ["friend.age"]) {
        "\($0.id): \($0.friend?.id ?? -1), \($0.friend?.age ?? -1)"
      },
      Follower("behind backlinks", all, keyPaths: ["admirers.age"]) { hound in
        "\(hound.id): " + hound.admirers.map { "\($0.id) \($0.age)" }.joined(separator: " ")
      },
    ]
    realm.refresh()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let next = generator.next()
        if Bool.random(using: &generator) {
          try Self.write(realm, SeededGenerator(seed: next))
        } else {
          try queue.sync { try Self.write(others.realm, SeededGenerator(seed: next)) }
        }
      }
      realm.refresh()
      for follower in followers { follower.expectUpToDate() }
    }
    for follower in followers {
      #expect(follower.faults.first == nil, "seed \(seed), \(follower.name)")
    }
    #expect(followers[0].count > 20)
  }

  static func write(_ realm: Realm, _ seeded: SeededGenerator) throws {
    var generator = seeded
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    try realm.write {
      for _ in 0...number(3) {
        let id = number(12)
        guard let hound = realm.hound(id) else {
          realm.create(Hound.self, value: ["id": id, "age": number(9)])
          continue
        }
        let other = realm.hound(number(12))
        switch number(18) {
        case 0: hound.name = "n\(number(4))"
        case 1, 2: hound.age = number(9)
        case 3: hound.friend = other
        case 4: if let other { hound.pack.insert(other, at: number(hound.pack.count + 1)) }
        case 5: if !hound.pack.isEmpty { hound.pack.remove(at: number(hound.pack.count)) }
        case 6:
          if hound.pack.count > 1 {
            hound.pack.move(from: number(hound.pack.count), to: number(hound.pack.count))
          }
        case 7: hound.scores.insert(number(5), at: number(hound.scores.count + 1))
        case 8: if !hound.scores.isEmpty { hound.scores[number(hound.scores.count)] = number(5) }
        case 9: if !hound.scores.isEmpty { hound.scores.remove(at: number(hound.scores.count)) }
        case 10: hound.tags.insert("t\(number(5))")
        case 11: hound.tags.remove("t\(number(5))")
        case 12: if let other { hound.rivals.insert(other) }
        case 13: hound.marks["m\(number(3))"] = number(4)
        case 14: hound.kin["k\(number(3))"] = .some(other)
        case 15: hound.any = number(2) == 0 ? .int(number(3)) : other.map { .object($0) } ?? .none
        case 16: if id != 0 { realm.delete(hound) }
        default: if !hound.pack.isEmpty { hound.pack.swapAt(0, number(hound.pack.count)) }
        }
      }
    }
  }
}
