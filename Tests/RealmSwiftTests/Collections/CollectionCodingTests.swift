// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Album: Object, Codable {
  enum Mood: String, PersistableEnum, Codable { case calm, wild }

  @Persisted(primaryKey: true) var id: Int
  @Persisted var ints: List<Int>
  @Persisted var shorts: List<Int8>
  @Persisted var bools: List<Bool>
  @Persisted var floats: List<Float>
  @Persisted var doubles: List<Double>
  @Persisted var texts: List<String>
  @Persisted var data: List<Data>
  @Persisted var dates: List<Date>
  @Persisted var decimals: List<Decimal128>
  @Persisted var objectIds: List<ObjectId>
  @Persisted var uuids: List<UUID>
  @Persisted var anything: List<AnyRealmValue>
  @Persisted var moods: List<Mood>
  @Persisted var maybeInts: List<Int?>
  @Persisted var maybeTexts: List<String?>
  @Persisted var maybeMoods: List<Mood?>
  @Persisted var tracks: List<Track>
  @Persisted var labels: List<Sleeve>
  @Persisted var set: MutableSet<Int>
  @Persisted var trackSet: MutableSet<Track>
  @Persisted var counts: Map<String, Int>
  @Persisted var maybeCounts: Map<String, Int?>
  @Persisted var named: Map<String, Track?>
  @Persisted var namedLabels: Map<String, Sleeve?>
}

class Track: Object, Codable {
  @Persisted var title: String
  @Persisted var parts: List<String>
  @Persisted(originProperty: "tracks") var albums: LinkingObjects<Album>
  enum CodingKeys: String, CodingKey { case title, parts }
}

class Sleeve: EmbeddedObject, Codable {
  @Persisted var name: String
}

@Suite("coding of collections") struct CollectionCodingTests {
  let folder = TemporaryFolder()

  static let text = """
    {"anything":[1,2.5,"x",true,null,[1,["a"]],{"k":{"l":2}}],"bools":[true,false],\
    "counts":{"a":1,"b":-2},"data":["AQID",""],"dates":[0,86400.5],"decimals":["0.1","-7"],\
    "doubles":[0.5,-1],"floats":[0.25],"id":1,"ints":[3,1,3],"labels":[{"name":"one"},{"name":"two"}],\
    "maybeCounts":{"a":null,"b":5},"maybeInts":[null,4],"maybeMoods":[null,"wild"],\
    "maybeTexts":["x",null],"moods":["wild","calm"],"named":{"n":{"parts":["p"],"title":"N"}},\
    "namedLabels":{"l":{"name":"three"}},"objectIds":["0123456789abcdef01234567"],"set":[9],\
    "shorts":[-128,127],"texts":["","é","a\\"b"],"trackSet":[{"parts":[],"title":"S"}],\
    "tracks":[{"parts":["a","b"],"title":"T"},{"parts":[],"title":"U"}],\
    "uuids":["11111111-2222-3333-4444-555555555555"]}
    """

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func realm() throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Album.self]))
  }

  @Test("collections of all kinds are read, and written as they were", arguments: [false, true])
  func wholeObject(isManaged: Bool) throws {
    let album = try decode(Album.self, Self.text)
    let realm = try realm()
    if isManaged { try realm.write { realm.add(album) } }
    #expect(try json(album) == Self.text)
    let found = try #require(isManaged ? realm.objects(Album.self).first : album)
    #expect(try json(found) == Self.text)
    #expect(album.moods.map { $0 } == [.wild, .calm] && album.labels[1].name == "two")
    #expect(
      album.named["n"]??.title == "N" && album.dates[1].timeIntervalSinceReferenceDate == 86400.5)
  }

  @Test("each collection is written by itself", arguments: [false, true])
  func parts(isManaged: Bool) throws {
    let album = try decode(Album.self, Self.text)
    let realm = try realm()
    if isManaged { try realm.write { realm.add(album) } }
    #expect(try json(album.ints) == "[3,1,3]")
    #expect(try json(album.maybeInts) == "[null,4]")
    #expect(try json(album.labels) == #"[{"name":"one"},{"name":"two"}]"#)
    #expect(try json(album.tracks[0]) == #"{"parts":["a","b"],"title":"T"}"#)
    #expect(try json(album.set) == "[9]")
    #expect(try json(album.counts) == #"{"a":1,"b":-2}"#)
    #expect(try json(album.namedLabels) == #"{"l":{"name":"three"}}"#)
    #expect(try json(AnyRealmCollection(album.texts)) == #"["","é","a\"b"]"#)
    #expect(try json(AnyRealmCollection(album.trackSet)) == #"[{"parts":[],"title":"S"}]"#)
    #expect(try json(album.tracks.projectTo.title) == #"["T","U"]"#)
    #expect(try json(["nested": [album.doubles]]) == #"{"nested":[[0.5,-1]]}"#)
  }

  @Test("results and backlinks are written in their order")
  func results() throws {
    let realm = try realm()
    let album = try decode(Album.self, Self.text)
    try realm.write { realm.add(album) }
    let tracks = realm.objects(Track.self).sorted(byKeyPath: "title", ascending: false)
    #expect(
      try json(tracks.where { $0.parts.count > 0 })
        == #"[{"parts":["a","b"],"title":"T"},{"parts":["p"],"title":"N"}]"#)
    #expect(
      try json(AnyRealmCollection(tracks.filter("title == 'U'"))) == #"[{"parts":[],"title":"U"}]"#)
    #expect(try json(album.ints.sorted(ascending: true)) == "[1,3,3]")
    #expect(try json(album.tracks[0].albums) == "[\(Self.text)]")
    #expect(try json(AnyRealmCollection(album.tracks[0].albums)) == "[\(Self.text)]")
    let frozen = tracks.freeze()
    try realm.write { realm.delete(tracks) }
    #expect(try json(tracks) == "[]")
    #expect(try json(frozen.filter("title == 'U'")) == #"[{"parts":[],"title":"U"}]"#)
  }

  @Test("lists, sets and maps are read by themselves, and inside others")
  func read() throws {
    #expect(Array(try decode(List<Int?>.self, "[1,null]")) == [1, nil])
    #expect(try decode(List<Track>.self, #"[{"title":"T","parts":[]}]"#)[0].title == "T")
    #expect(Set(try decode(MutableSet<String>.self, #"["a","a","b"]"#)) == ["a", "b"])
    #expect(try decode(Map<String, Sleeve?>.self, #"{"a":{"name":"n"}}"#)["a"]??.name == "n")
    #expect(Array(try decode([List<Int>].self, "[[1],[2,3]]")[1]) == [2, 3])
    let lists = try decode([String: List<Album.Mood>].self, #"{"x":["calm"]}"#)
    #expect(lists["x"].map { Array($0) } == [.calm])
    for text in ["{}", "[1,\"x\"]", "3", "[1.5]"] {
      #expect(throws: DecodingError.self) { try decode(List<Int>.self, text) }
    }
    #expect(throws: DecodingError.self) { try decode(List<Album.Mood>.self, #"["angry"]"#) }
  }

  @Test("an object in a value of any type cannot be written")
  func object() throws {
    let list = List<AnyRealmValue>()
    list.append(.object(Track()))
    #expect(throws: EncodingError.self) { try json(list) }
  }
}
