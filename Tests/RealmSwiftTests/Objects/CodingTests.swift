// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

class Horse: Object, Codable {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted var born: Date
  @Persisted var height: Double?
  @Persisted var picture: Data
  @Persisted var isFast: Bool
  @Persisted var foal: Horse?
  @Persisted var foals: List<Horse>
  @Persisted var colours: MutableSet<String>
  @Persisted var races: Map<String, Int?>
  @Persisted var shoe: Shoe?
  @Persisted var tag: UUID?
  @Persisted var any: AnyRealmValue
}

class Shoe: EmbeddedObject, Codable {
  @Persisted var size: Int
}

/// Encodes some of its properties, under other names.
class Rider: Object, Codable {
  @Persisted var name: String
  @Persisted var secret = "kept"

  enum CodingKeys: String, CodingKey { case name = "rider" }
}

@Suite("coding") struct CodingTests {
  let place = PartRealm()

  static let text = """
    {"id":1,"name":"Rex","born":"2020-01-02T03:04:05Z","height":1.5,"picture":"AQID","isFast":true,
    "foal":{"id":2,"name":"Foal","born":"2021-01-02T03:04:05Z","picture":"","isFast":false,
    "foals":[],"colours":[],"races":{},"any":null},
    "foals":[],"colours":["brown","white"],"races":{"a":1,"b":null},"shoe":{"size":7},
    "tag":"11111111-2222-3333-4444-555555555555","any":[1,"x"]}
    """

  func horse() throws -> Horse {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Horse.self, from: Data(Self.text.utf8))
  }

  func json(_ value: some Encodable) throws -> [String: Any] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try #require(
      try JSONSerialization.jsonObject(with: encoder.encode(value)) as? [String: Any])
  }

  @Test("an object is read from JSON, and added")
  func decode() throws {
    let horse = try horse()
    let realm = try place.open(classes: [Horse.self])
    try realm.write { realm.add(horse) }
    #expect(horse.name == "Rex" && horse.height == 1.5 && horse.isFast)
    #expect(horse.born == Date(timeIntervalSince1970: 1_577_934_245))
    #expect(horse.picture == Data([1, 2, 3]))
    #expect(horse.foal?.name == "Foal" && horse.foal?.height == nil && horse.foal?.tag == nil)
    #expect(Set(horse.colours) == ["brown", "white"])
    #expect(horse.races["a"] == 1 && horse.races["b"] == .some(nil))
    #expect(horse.shoe?.size == 7)
    #expect(horse.any.listValue.map { Array($0) } == [1, "x"])
    #expect(realm.objects(Horse.self).count == 2)
    #expect(realm.object(ofType: Horse.self, forPrimaryKey: 2) == horse.foal)
  }

  @Test("an object is written as JSON as it is, whoever manages it", arguments: [false, true])
  func encode(isManaged: Bool) throws {
    let horse = try horse()
    let realm = try place.open(classes: [Horse.self])
    if isManaged { try realm.write { realm.add(horse) } }
    let json = try json(horse)
    #expect(json["name"] as? String == "Rex" && json["height"] as? Double == 1.5)
    #expect(json["born"] as? String == "2020-01-02T03:04:05Z")
    #expect(json["picture"] as? String == "AQID")
    #expect((json["foal"] as? [String: Any])?["name"] as? String == "Foal")
    #expect((json["shoe"] as? [String: Any])?["size"] as? Int == 7)
    #expect((json["colours"] as? [String])?.sorted() == ["brown", "white"])
    #expect((json["races"] as? [String: Any])?["a"] as? Int == 1)
    #expect((json["any"] as? [Any])?.count == 2)
  }

  @Test("an object that has not been looked at is written as it is in the file")
  func unfilled() throws {
    let horse = try horse()
    let realm = try place.open(classes: [Horse.self])
    try realm.write { realm.add(horse) }
    #expect(
      try json(realm.object(ofType: Horse.self, forPrimaryKey: 1)!)["name"] as? String == "Rex")
    let other = try #require(realm.object(ofType: Horse.self, forPrimaryKey: 1))
    #expect(horse.name == "Rex")
    try realm.write {
      other.name = "Max"
      other.foal?.name = "Filly"
    }
    let json = try json(horse)
    #expect(json["name"] as? String == "Max")
    #expect((json["foal"] as? [String: Any])?["name"] as? String == "Filly")
  }

  @Test("coding keys decide what is written", arguments: [false, true])
  func codingKeys(isManaged: Bool) throws {
    let rider = try JSONDecoder().decode(Rider.self, from: Data(#"{"rider":"Ada"}"#.utf8))
    #expect(rider.name == "Ada" && rider.secret == "kept")
    let realm = try place.open(classes: [Rider.self])
    if isManaged { try realm.write { realm.add(rider) } }
    #expect(try json(rider) as? [String: String] == ["rider": "Ada"])
  }

  @Test("what has been decoded finds its primary key")
  func upsert() throws {
    let realm = try place.open(classes: [Horse.self])
    try realm.write { realm.add(try horse()) }
    let again = try horse()
    again.name = "Again"
    try realm.write { realm.add(again, update: .modified) }
    #expect(realm.objects(Horse.self).count == 2)
    #expect(realm.object(ofType: Horse.self, forPrimaryKey: 1)?.name == "Again")
  }

  @Test("a property that must be there is missed by its name")
  func missing() throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Horse.self, from: Data(#"{"id":1}"#.utf8))
    }
  }
}
