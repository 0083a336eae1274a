// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import Testing

@Suite("observing") struct ObservingTests {
  let hounds = HoundRealm()

  @Test("a collection is told first as it is, then what has changed, at once for all commits")
  func collection() throws {
    let realm = try hounds.open(count: 4)
    let journal = Journal<Delta>()
    let old = realm.objects(Hound.self).where { $0.age < 3 }
    let token = old.observe { journal.changes.append(Delta($0)) }
    #expect(journal.take().isEmpty)
    realm.refresh()
    #expect(journal.take() == [.initial])
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { realm.hound(1)?.name = "new" }
    try realm.write {
      realm.hound(0)?.age = 9
      realm.hound(3)?.age = 0
    }
    realm.refresh()
    #expect(journal.take() == [Delta([0], [2], [0])])
    try realm.write { realm.hound(0)?.name = "not among them" }
    realm.refresh()
    #expect(journal.take().isEmpty)
    token.invalidate()
    try realm.write { realm.hound(1)?.name = "newer" }
    realm.refresh()
    #expect(journal.take().isEmpty)
  }

  @Test("an observation ends with its token, and keeps the realm until then")
  func tokenKeeps() throws {
    let journal = Journal<Delta>()
    var token: NotificationToken? = try hounds.open(count: 1).objects(Hound.self).observe {
      journal.changes.append(Delta($0))
    }
    try hounds.open().refresh()
    #expect(journal.take() == [.initial])
    withExtendedLifetime(token) {}
    token = nil
    #expect(try Realm.deleteFiles(for: hounds.configuration))
  }

  @Test("key paths say which changes are told; coming and going always is")
  func keyPaths() throws {
    let realm = try hounds.open(count: 3)
    let journal = Journal<String>()
    let all = realm.objects(Hound.self)
    func note(_ name: String) -> (RealmCollectionChange<Results<Hound>>) -> Void {
      { journal.changes.append("\(name) \(Delta($0))") }
    }
    let tokens = [
      all.observe(keyPaths: ["name"], note("name")),
      all.observe(keyPaths: ["friend"], note("friend")),
      all.observe(keyPaths: ["friend.age"], note("friend.age")),
      all.observe(keyPaths: [\Hound.admirers], note("admirers")),
    ]
    realm.refresh()
    #expect(journal.take().count == 4)
    try realm.write { realm.hound(1)?.age = 100 }
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { realm.hound(0)?.friend = realm.hound(1) }
    realm.refresh()
    #expect(
      journal.take() == ["friend -[] +[] ~[0]", "friend.age -[] +[] ~[0]", "admirers -[] +[] ~[1]"]
    )
    try realm.write { realm.hound(1)?.age = 101 }
    realm.refresh()
    #expect(journal.take() == ["friend.age -[] +[] ~[0]"])
    try realm.write { realm.hound(0)?.name = "n" }
    realm.refresh()
    #expect(journal.take() == ["name -[] +[] ~[0]"])
    try realm.write { realm.delete(try #require(realm.hound(2))) }
    realm.refresh()
    #expect(journal.take().count == 4)
    withExtendedLifetime(tokens) {}
  }

  @Test("a list of values tells what is replaced as modified")
  func values() throws {
    let realm = try hounds.open(count: 1)
    let hound = try #require(realm.hound(0))
    let journal = Journal<Delta>()
    let token = hound.scores.observe { journal.changes.append(Delta($0)) }
    try realm.write { hound.scores.append(objectsIn: [1, 2, 3]) }
    realm.refresh()
    #expect(journal.take() == [.initial])
    try realm.write {
      hound.scores[1] = 5
      hound.scores.append(6)
    }
    realm.refresh()
    #expect(journal.take() == [Delta([], [3], [1])])
    try realm.write { realm.delete(hound) }
    realm.refresh()
    #expect(journal.take() == [Delta([0, 1, 2, 3])])
    withExtendedLifetime(token) {}
  }

  @Test("a link to the object with the number 0 is told from none, and texts from their parts")
  func likeValues() throws {
    let realm = try hounds.open(count: 2)
    let journal = Journal<Delta>()
    let token = realm.objects(Hound.self).where { $0.id == 1 }
      .observe(keyPaths: ["friend", "tags"]) { journal.changes.append(Delta($0)) }
    realm.refresh()
    try realm.write { realm.hound(1)?.friend = realm.hound(0) }
    realm.refresh()
    #expect(journal.take() == [.initial, Delta([], [], [0])])
    try realm.write { realm.hound(1)?.tags.insert(objectsIn: ["ab", "c"]) }
    realm.refresh()
    try realm.write {
      realm.hound(1)?.tags.removeAll()
      realm.hound(1)?.tags.insert(objectsIn: ["a", "bc"])
    }
    realm.refresh()
    #expect(journal.take() == [Delta([], [], [0]), Delta([], [], [0])])
    withExtendedLifetime(token) {}
  }

  @Test("a map tells its keys")
  func map() throws {
    let realm = try hounds.open(count: 2)
    let hound = try #require(realm.hound(0))
    let journal = Journal<[[String]]>()
    try realm.write {
      hound.kin["a"] = .some(realm.hound(1))
      hound.kin["b"] = .some(nil)
    }
    let token = hound.kin.observe { change in
      guard case .update(_, let gone, let new, let changed) = change else { return }
      journal.changes.append([gone, new, changed])
    }
    realm.refresh()
    try realm.write {
      hound.kin["c"] = .some(nil)
      hound.kin.removeObject(for: "b")
      realm.hound(1)?.age = 7
    }
    realm.refresh()
    #expect(journal.take() == [[["b"], ["c"], ["a"]]])
    withExtendedLifetime(token) {}
  }

  @Test("an object tells the properties that have changed, with old and new values")
  func object() throws {
    let realm = try hounds.open(count: 2)
    let hound = try #require(realm.hound(0))
    let journal = Journal<String>()
    let note = { (change: ObjectChange<Hound>) in
      switch change {
      case .change(let object, let properties):
        #expect(object === hound)
        journal.changes += properties.map {
          "\($0.name): \($0.oldValue ?? "-") \(($0.newValue as? Hound)?.id ?? $0.newValue ?? "-")"
        }
      case .deleted: journal.changes.append("deleted")
      case .error: journal.changes.append("error")
      }
    }
    let token = hound.observe(note)
    let tokens = [hound.observe(keyPaths: ["friend.age"]) { note($0) }]
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write {
      hound.name = "new"
      hound.age = 3
      hound.age = 0
    }
    realm.refresh()
    #expect(journal.take() == ["name: h0 new"])
    try realm.write { hound.friend = realm.hound(1) }
    realm.refresh()
    #expect(journal.take() == ["friend: - 1", "friend: - 1"])
    try realm.write { realm.hound(1)?.age = 70 }
    realm.refresh()
    #expect(journal.take().count == 1)
    try realm.write { realm.delete(hound) }
    realm.refresh()
    #expect(journal.take() == ["deleted", "deleted"])
    try realm.write { realm.create(Hound.self, value: ["id": 0]) }
    realm.refresh()
    #expect(journal.take().isEmpty)
    withExtendedLifetime((token, tokens)) {}
  }

  @Test("a realm tells when it shows something newer, whoever has committed it")
  func realm() throws {
    let realm = try hounds.open(count: 1)
    let journal = Journal<Realm.Notification>()
    let token = realm.observe { change, changed in
      #expect(changed == realm)
      journal.changes.append(change)
    }
    realm.refresh()
    #expect(journal.take().isEmpty)
    try realm.write { realm.hound(0)?.age = 1 }
    realm.refresh()
    #expect(journal.take() == [.didChange])
    let configuration = hounds.configuration
    let queue = DispatchQueue(label: "others")
    try queue.sync {
      let others = try Realm(configuration: configuration, queue: queue)
      try others.write { others.hound(0)?.age = 2 }
    }
    realm.refresh()
    #expect(journal.take() == [.didChange])
    withExtendedLifetime(token) {}
  }

  @Test("a write can leave observers out, who still hear what others committed before")
  func withoutNotifying() throws {
    let realm = try hounds.open(count: 3)
    let journal = Journal<String>()
    let all = realm.objects(Hound.self)
    let quiet = all.observe { journal.changes.append("quiet \(Delta($0))") }
    let loud = all.observe { journal.changes.append("loud \(Delta($0))") }
    realm.refresh()
    #expect(journal.take() == ["quiet initial", "loud initial"])
    try realm.write(withoutNotifying: [quiet]) { realm.hound(1)?.age = 50 }
    realm.refresh()
    #expect(journal.take() == ["loud -[] +[] ~[1]"])
    let configuration = hounds.configuration
    let queue = DispatchQueue(label: "others")
    try queue.sync {
      let others = try Realm(configuration: configuration, queue: queue)
      try others.write { others.hound(0)?.age = 51 }
    }
    try realm.write(withoutNotifying: [quiet]) { realm.hound(2)?.age = 52 }
    #expect(journal.take() == ["quiet -[] +[] ~[0]", "loud -[] +[] ~[0]"])
    realm.refresh()
    #expect(journal.take() == ["loud -[] +[] ~[2]"])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try realm.write(withoutNotifying: [quiet]) {
        realm.hound(2)?.age = 53
        throw Stop()
      }
    }
    try realm.write { realm.hound(2)?.age = 54 }
    realm.refresh()
    #expect(journal.take() == ["quiet -[] +[] ~[2]", "loud -[] +[] ~[2]"])
    withExtendedLifetime((quiet, loud)) {}
  }

  @Test("a transaction that was begun and committed by hand can leave observers out")
  func commitWithoutNotifying() throws {
    let realm = try hounds.open(count: 2)
    let journal = Journal<String>()
    let hound = try #require(realm.hound(0))
    let quiet = hound.observe { _ in journal.changes.append("quiet") }
    let loud = hound.observe { _ in journal.changes.append("loud") }
    try realm.beginWrite()
    hound.age = 5
    try realm.commitWrite(withoutNotifying: [quiet])
    realm.refresh()
    #expect(journal.take() == ["loud"])
    try realm.write { hound.age = 6 }
    realm.refresh()
    #expect(journal.take() == ["quiet", "loud"])
    withExtendedLifetime((quiet, loud)) {}
  }

  @Test("a callback may write, end its observation, and begin another")
  func callbacks() throws {
    let realm = try hounds.open(count: 1)
    let journal = Journal<String>()
    let all = realm.objects(Hound.self)
    var second: NotificationToken?
    var first: NotificationToken?
    first = all.observe { change in
      journal.changes.append("first \(Delta(change))")
      if case .initial = change { return }
      first?.invalidate()
      try? realm.write { _ = realm.create(Hound.self, value: ["id": 9]) }
      second = all.observe { journal.changes.append("second \(Delta($0))") }
    }
    realm.refresh()
    try realm.write { realm.hound(0)?.age = 1 }
    realm.refresh()
    realm.refresh()
    #expect(journal.take() == ["first initial", "first -[] +[] ~[0]", "second initial"])
    withExtendedLifetime((first, second)) {}
  }
}
