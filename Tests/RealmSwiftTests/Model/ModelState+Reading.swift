// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SQLite

extension ModelState {
  /// What a realm holds.
  init(_ realm: Realm) {
    for part in realm.objects(Part.self) { items[part.id] = Item(part) }
    for memo in realm.objects(Memo.self) { notes[memo.serial] = .some(memo.part?.id) }
  }

  /// What is wrong with a realm that shall be in this state, a sentence each.
  func faults(of realm: Realm) -> [String] {
    let found = ModelState(realm)
    var faults: [String] = []
    for id in Set(items.keys).union(found.items.keys).sorted() where items[id] != found.items[id] {
      faults.append("part \(id): expected \(items[id] as Any), found \(found.items[id] as Any)")
    }
    if notes != found.notes { faults.append("memos: expected \(notes), found \(found.notes)") }
    if ModelState(dynamic: realm) != found { faults.append("dynamic objects hold something else") }
    let tags = realm.objects(Label.self).count
    if tags != tagCount { faults.append("expected \(tagCount) embedded objects, found \(tags)") }
    return faults + backlinkFaults(of: realm)
  }

  private func backlinkFaults(of realm: Realm) -> [String] {
    var faults: [String] = []
    func compare(_ what: String, _ id: Int, _ expected: [Int], _ found: [Int]) {
      if expected.sorted() != found.sorted() {
        faults.append("\(what) of \(id): expected \(expected.sorted()), found \(found.sorted())")
      }
    }
    for part in realm.objects(Part.self) {
      let id = part.id
      func origins(_ count: (Item) -> Int) -> [Int] {
        items.flatMap { key, item in Array(repeating: key, count: count(item)) }
      }
      compare("mates", id, origins { $0.mate == id ? 1 : 0 }, part.mates.map(\.id))
      compare(
        "holders", id, origins { $0.parts.filter { $0 == id }.count }, part.holders.map(\.id))
      compare("fellows", id, origins { $0.peers.contains(id) ? 1 : 0 }, part.fellows.map(\.id))
      compare(
        "namers", id, origins { $0.byName.values.filter { $0 == id }.count },
        part.namers.map(\.id))
    }
    for memo in realm.objects(Memo.self) {
      let serial = memo.serial
      let places = items.flatMap { key, item in
        Array(repeating: key, count: item.notes.filter { $0 == serial }.count)
      }
      compare("places", serial, places, memo.places.map(\.id))
    }
    return faults
  }
}

extension ModelState.Item {
  init(_ part: Part) {
    name = part.name
    mate = part.mate?.id
    parts = part.parts.map(\.id)
    peers = Set(part.peers.map(\.id))
    for (key, value) in part.byName { byName[key] = .some(value?.id) }
    label = part.label.map { ModelState.Tag($0) }
    labels = part.labels.map { ModelState.Tag($0) }
    for (key, value) in part.labelsByName {
      labelsByName[key] = .some(value.map { ModelState.Tag($0) })
    }
    numbers = Array(part.numbers)
    texts = Set(part.texts)
    notes = part.notes.map(\.serial)
    any =
      switch part.any {
      case .int(let value): .int(value)
      case .string(let value): .text(value)
      case .object(let object): .part((object as? Part)?.id ?? -1)
      default: .none
      }
  }
}

extension ModelState.Tag {
  init(_ label: Label) {
    self.init(
      text: label.text, target: label.target?.id, inner: label.inner.map { [Self($0)] } ?? [],
      rest: label.rest.map { Self($0) })
  }
}

/// Looks at the tables behind a realm.
enum TableCheck {
  /// What no realm should leave in its file, a sentence each: rows of collections without an owner,
  /// lists with gaps, links to nothing.
  static func faults(inUnencrypted path: String) throws -> [String] {
    let connection = try Connection(path: path, access: .readOnly, busyTimeout: 5000)
    let tables = try connection.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%.%'")
    var names: [String] = []
    while try tables.step() { names.append(tables.text(at: 0)) }
    tables.reset()
    var faults: [String] = []
    func expectNone(_ sql: String, _ fault: String) throws {
      if let count = try connection.number(sql), count > 0 { faults.append("\(count) \(fault)") }
    }
    for name in names {
      let owner = name.split(separator: ".")[0]
      try expectNone(
        "SELECT count(*) FROM \"\(name)\" WHERE \"#\" NOT IN (SELECT \"#\" FROM \"\(owner)\")",
        "rows of \(name) without an owner")
      let columns = try connection.prepare("SELECT * FROM \"\(name)\"")
      let isList = (0..<columns.columnCount).contains { columns.columnName(at: $0) == "#at" }
      columns.reset()
      if isList {
        try expectNone(
          "SELECT count(*) FROM (SELECT 1 FROM \"\(name)\" GROUP BY \"#\" "
            + "HAVING min(\"#at\") <> 0 OR max(\"#at\") <> count(*) - 1)",
          "lists of \(name) with gaps")
      }
    }
    let links = try connection.prepare(
      "SELECT c.name, p.name, p.target, p.collection FROM \"#property\" p "
        + "JOIN \"#class\" c ON c.id = p.class WHERE p.target IS NOT NULL")
    var targets: [(String, String, String)] = []
    while try links.step() {
      let isColumn = links.isNull(at: 3)
      targets.append(
        (
          isColumn ? links.text(at: 0) : "\(links.text(at: 0)).\(links.text(at: 1))",
          isColumn ? links.text(at: 1) : "#value", links.text(at: 2)
        ))
    }
    links.reset()
    for (table, column, target) in targets {
      try expectNone(
        "SELECT count(*) FROM \"\(table)\" WHERE \"\(column)\" IS NOT NULL "
          + "AND \"\(column)\" NOT IN (SELECT \"#\" FROM \"\(target)\")",
        "links of \(table).\(column) to nothing")
    }
    return faults
  }
}
