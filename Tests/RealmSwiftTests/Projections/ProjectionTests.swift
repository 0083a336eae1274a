// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Singer: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var firstName: String
  @Persisted var lastName: String
  @Persisted var age: Int
  @Persisted var home: Home?
  @Persisted var teacher: Singer?
  @Persisted var songs: List<Song>
  @Persisted var fans: MutableSet<Singer>
  @Persisted var keys: List<String>
}

class Home: EmbeddedObject {
  @Persisted var city: String
  @Persisted var country: String
}

class Song: Object {
  @Persisted var title: String
  @Persisted var plays: Int
  @Persisted var writer: Singer?
}

class Card: Projection<Singer> {
  @Projected(\Singer.firstName) var name
  @Projected(\Singer.lastName.localizedUppercase) var shout
  @Projected(\Singer.home?.city) var city
  @Projected(\Singer.home?.country) var country
  @Projected(\Singer.teacher) var teacher
  @Projected(\Singer.teacher?.firstName) var teacherName
  @Projected(\Singer.keys) var keys
  @Projected(\Singer.songs.projectTo.title) var titles: ProjectedCollection<String>
  @Projected(\Singer.songs.projectTo.writer) var writers: ProjectedCollection<Singer?>
  @Projected(\Singer.fans.projectTo.age) var fanAges: ProjectedCollection<Int>
}

/// Inherits what its superclass shows.
class LongCard: Card {
  @Projected(\Singer.age) var years
}

class HomeCard: Projection<Home> {
  @Projected(\Home.city) var place
}

@Suite("projections") struct ProjectionTests {
  let folder = TemporaryFolder()

  private var configuration: Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.file("a.realm")),
      objectTypes: [Singer.self, Home.self, Song.self])
  }

  /// Three singers; the first is taught by the second, and has two songs.
  private func realm() throws -> Realm {
    let realm = try Realm(configuration: configuration)
    try realm.write {
      for (id, name) in ["Ella", "Nina", "Bessie"].enumerated() {
        realm.create(
          Singer.self,
          value: ["id": id, "firstName": name, "lastName": "of \(id)", "age": 30 + id])
      }
      let ella = realm.singer(0)
      ella.home = Home(value: ["city": "Newport", "country": "US"])
      ella.teacher = realm.singer(1)
      ella.songs.append(Song(value: ["title": "Misty", "plays": 3, "writer": realm.singer(2)]))
      ella.songs.append(Song(value: ["title": "Lullaby", "plays": 5]))
      ella.fans.insert(realm.singer(2))
    }
    return realm
  }

  @Test("a projection shows what its object has, through links and of collections")
  func read() throws {
    let realm = try realm()
    let card = Card(projecting: realm.singer(0))
    #expect(card.name == "Ella" && card.shout == "OF 0")
    #expect(card.city == "Newport" && card.country == "US")
    #expect(card.teacher == realm.singer(1) && card.teacherName == "Nina")
    #expect(Array(card.titles) == ["Misty", "Lullaby"])
    #expect(card.writers.map { $0?.firstName } == ["Bessie", nil])
    #expect(Array(card.fanAges) == [32])
    #expect(card.titles.first == "Misty" && card.titles.count == 2)
    #expect(card.titles.description.contains("Lullaby"))
    #expect(card.description.contains("name(\\.firstName) = Ella"))
    try realm.write { realm.singer(0).firstName = "Billie" }
    #expect(card.name == "Billie")
    let bare = Card(projecting: realm.singer(1))
    #expect(bare.city == nil && bare.teacher == nil && bare.titles.isEmpty)
  }

  @Test("an object without a realm can be projected, and changed so")
  func unmanaged() {
    let singer = Singer(value: ["firstName": "Ella", "songs": [["title": "Misty"]]])
    let card = Card(projecting: singer)
    #expect(card.name == "Ella" && Array(card.titles) == ["Misty"])
    card.name = "Nina"
    card.titles[0] = "Blue"
    #expect(singer.firstName == "Nina" && singer.songs[0].title == "Blue")
    #expect(card.realm == nil && !card.isInvalidated && !card.isFrozen)
  }

  @Test("what is set is set at the object, in a write transaction")
  func write() throws {
    let realm = try realm()
    let card = LongCard(projecting: realm.singer(0))
    try realm.write {
      card.name = "Billie"
      card.years = 44
      card.teacher = nil
      card.titles[1] = "Strange Fruit"
      card.keys.append("c")
    }
    let singer = realm.singer(0)
    #expect(singer.firstName == "Billie" && singer.age == 44 && singer.teacher == nil)
    #expect(singer.songs[1].title == "Strange Fruit" && Array(singer.keys) == ["c"])
  }

  @Test("what cannot be set ends the program")
  func refuseToSet() async {
    await #expect(processExitsWith: .failure) {
      Card(projecting: Singer()).city = "Paris"
    }
    await #expect(processExitsWith: .failure) {
      let tests = ProjectionTests()
      Card(projecting: try tests.realm().singer(0)).name = "outside of a transaction"
    }
  }

  @Test("results of projections are asked as those of the objects are")
  func results() throws {
    let realm = try realm()
    let cards: Results<Card> = realm.objects(Card.self)
    #expect(cards.map(\.name) == ["Ella", "Nina", "Bessie"])
    #expect(cards.filter("age > 30").map(\.name) == ["Nina", "Bessie"])
    #expect(cards.where { $0.firstName == "Nina" }.first?.shout == "OF 1")
    #expect(cards.sorted(byKeyPath: "firstName").map(\.name) == ["Bessie", "Ella", "Nina"])
    #expect(cards.last?.name == "Bessie" && cards[1].name == "Nina")
    let nina = cards[1]
    #expect(cards.index(of: nina) == 1)
    #expect(cards.index(matching: "firstName == 'Bessie'") == 2)
    #expect(cards.sum(ofProperty: "age") == 93)
    #expect(cards.value(forKey: "firstName") as? [String] == ["Ella", "Nina", "Bessie"])
    #expect(realm.objects(HomeCard.self).map(\.place) == ["Newport"])
    #expect(realm.objects(LongCard.self).map(\.years) == [30, 31, 32])
  }

  @Test("projections are the same when their objects are")
  func same() throws {
    let realm = try realm()
    let (a, b) = (Card(projecting: realm.singer(0)), Card(projecting: realm.singer(0)))
    #expect(a == b && a.hashValue == b.hashValue && a.isSameObject(as: b))
    #expect(a != Card(projecting: realm.singer(1)))
    #expect(!a.isSameObject(as: Card(projecting: realm.singer(1))) && !a.isSameObject(as: nil))
    #expect(a.realm?.configuration.fileURL == configuration.fileURL)
  }

  @Test("a frozen projection stays as it is, and thaws into the live one")
  func freeze() throws {
    let realm = try realm()
    let card = Card(projecting: realm.singer(0))
    let frozen = card.freeze()
    let titles = card.titles.freeze()
    let all = realm.objects(Card.self).freeze()
    try realm.write {
      card.name = "Billie"
      card.titles[0] = "Blue"
      realm.delete(realm.singer(2))
    }
    #expect(frozen.isFrozen && frozen.name == "Ella" && Array(frozen.titles)[0] == "Misty")
    #expect(titles.isFrozen && Array(titles) == ["Misty", "Lullaby"])
    #expect(all.map(\.name) == ["Ella", "Nina", "Bessie"])
    let thawed = try #require(frozen.thaw())
    #expect(thawed == card && thawed.name == "Billie" && !thawed.isFrozen)
    #expect(titles.thaw().map { Array($0) } == ["Blue", "Lullaby"])
    #expect(all[2].thaw() == nil)
    try realm.write { realm.delete(realm.singer(0)) }
    #expect(card.isInvalidated && frozen.thaw() == nil)
    #expect(card.description == "Card (deleted or invalidated)")
  }

  @Test("a reference takes a projection to another queue")
  func reference() throws {
    let reference = try ThreadSafeReference(to: Card(projecting: realm().singer(0)))
    try elsewhere(configuration) { #expect($0.resolve(reference)?.name == "Ella") }
  }

  @Test("a projection of nothing that is kept is refused")
  func refuse() async {
    await #expect(processExitsWith: .failure) {
      class Wrong: Projection<Singer> { @Projected(\Singer.nothingKept) var nothing }
      _ = Wrong(projecting: Singer()).description
    }
  }
}

extension Singer {
  var nothingKept: Int { 3 }
}

extension Realm {
  func singer(_ id: Int) -> Singer { object(ofType: Singer.self, forPrimaryKey: id)! }
}
