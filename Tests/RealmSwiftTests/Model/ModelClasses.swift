// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

class Part: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted var mate: Part?
  @Persisted var parts: List<Part>
  @Persisted var peers: MutableSet<Part>
  @Persisted var byName: Map<String, Part?>
  @Persisted var label: Label?
  @Persisted var labels: List<Label>
  @Persisted var labelsByName: Map<String, Label?>
  @Persisted var numbers: List<Int?>
  @Persisted var texts: MutableSet<String>
  @Persisted var any: AnyRealmValue
  @Persisted var notes: List<Memo>
  @Persisted(originProperty: "mate") var mates: LinkingObjects<Part>
  @Persisted(originProperty: "parts") var holders: LinkingObjects<Part>
  @Persisted(originProperty: "peers") var fellows: LinkingObjects<Part>
  @Persisted(originProperty: "byName") var namers: LinkingObjects<Part>
}

/// Without a primary key.
class Memo: Object {
  @Persisted var serial: Int
  @Persisted var part: Part?
  @Persisted(originProperty: "notes") var places: LinkingObjects<Part>
}

class Label: EmbeddedObject {
  @Persisted var text: String
  @Persisted var target: Part?
  @Persisted var inner: Label?
  @Persisted var rest: List<Label>
}

/// What a realm with these classes shall hold, in plain values.
struct ModelState: Equatable {
  struct Tag: Equatable {
    var text: String
    var target: Int?
    var inner: [Tag] = []
    var rest: [Tag] = []

    var count: Int { 1 + (inner + rest).reduce(0) { $0 + $1.count } }
  }

  struct Item: Equatable {
    var name = ""
    var mate: Int?
    var parts: [Int] = []
    var peers: Set<Int> = []
    var byName: [String: Int?] = [:]
    var label: Tag?
    var labels: [Tag] = []
    var labelsByName: [String: Tag?] = [:]
    var numbers: [Int?] = []
    var texts: Set<String> = []
    var any: Value = .none
    var notes: [Int] = []

    var tags: [Tag] {
      [label].compactMap { $0 } + labels + labelsByName.values.compactMap { $0 }
    }
  }

  enum Value: Equatable {
    case none
    case int(Int)
    case text(String)
    case part(Int)
  }

  var items: [Int: Item] = [:]
  /// What the notes without a key lead to, by their serial numbers.
  var notes: [Int: Int?] = [:]

  var tagCount: Int { items.values.reduce(0) { $0 + $1.tags.reduce(0) { $0 + $1.count } } }

  /// Takes an item out, with all that leads to it.
  mutating func delete(_ id: Int) {
    items[id] = nil
    for key in items.keys { items[key]?.forget(id) }
    for (serial, part) in notes where part == id { notes[serial] = .some(nil) }
  }

  mutating func deleteNote(_ serial: Int) {
    notes[serial] = nil
    for key in items.keys { items[key]?.notes.removeAll { $0 == serial } }
  }
}

extension ModelState.Item {
  mutating func forget(_ id: Int) {
    if mate == id { mate = nil }
    parts.removeAll { $0 == id }
    peers.remove(id)
    for (key, value) in byName where value == id { byName[key] = .some(nil) }
    if any == .part(id) { any = .none }
    label?.forget(id)
    for place in labels.indices { labels[place].forget(id) }
    for (key, value) in labelsByName {
      guard var tag = value else { continue }
      tag.forget(id)
      labelsByName[key] = tag
    }
  }
}

extension ModelState.Tag {
  mutating func forget(_ id: Int) {
    if target == id { target = nil }
    for place in inner.indices { inner[place].forget(id) }
    for place in rest.indices { rest[place].forget(id) }
  }
}
