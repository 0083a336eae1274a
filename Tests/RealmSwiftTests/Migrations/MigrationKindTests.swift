// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import MigratedRealms
import RealmSwift
import TestFolders
import Testing

@Suite struct MigrationKinds {
  let folder = TemporaryFolder()
  var path: String { folder.file("a.realm") }

  /// Migrates, and tells what there was and is.
  private func migrate(
    _ kind: MigrationKind, key: Data?
  ) throws -> (before: [String], after: [String]) {
    try kind.make(path, key: key)
    let before = try {
      contents(of: try Realm(configuration: kind.before(path, key: key)))
    }()
    return (before, contents(of: try Realm(configuration: kind.after(path, key: key))))
  }

  @Test(
    "what only changes its role keeps all that it holds",
    arguments: ["optional", "key coming", "key going", "text key", "embedding", "standing"],
    [Data.key(1), nil])
  func kept(_ name: String, _ key: Data?) throws {
    let (before, after) = try migrate(#require(MigrationKind.named(name)), key: key)
    #expect(!before.isEmpty && after == before)
  }

  @Test("renamed properties keep all that they hold", arguments: [Data.key(1), nil])
  func renaming(_ key: Data?) throws {
    let (before, after) = try migrate(#require(MigrationKind.named("renaming")), key: key)
    let names = [
      "text": "Text", "maybe": "perhaps", "number": "count", "date": "day", "bytes": "content",
      "real": "size", "any": "anything", "friend": "pal", "list": "row", "maybes": "words",
      "set": "bag", "map": "table", "friends": "pals", "n": "n",
    ]
    /// The properties of an object, whatever their order; no value here has "=" in it.
    func properties(_ line: String, renamed: Bool) -> [String: String] {
      var result: [String: String] = [:]
      var name = ""
      for part in line.dropFirst("Item ".count).split(separator: " ") {
        if let sign = part.firstIndex(of: "=") {
          let old = String(part[..<sign])
          name = renamed ? names[old] ?? "?" : old
          result[name] = String(part[part.index(after: sign)...])
        } else {
          result[name, default: ""] += " \(part)"
        }
      }
      return result
    }
    #expect(before.count == 4)
    #expect(
      Set(after.map { properties($0, renamed: false) })
        == Set(before.map { properties($0, renamed: true) }))
  }

  @Test(
    "objects whose primary keys change places are led to as before", arguments: [Data.key(1), nil])
  func swapped(_ key: Data?) throws {
    let kind = try #require(MigrationKind.named("keys swapped"))
    let (before, after) = try migrate(kind, key: key)
    // Each object has a code that stays; numbers go round.
    let realm = try Realm(configuration: kind.after(path, key: key))
    let things = Array(realm.dynamicObjects("Thing"))
    let numbers = Dictionary(
      uniqueKeysWithValues: things.map { ($0["code"] as! String, $0["n"] as! Int) })
    #expect(numbers == ["c0": 1, "c1": 2, "c2": 3, "c3": -7, "c4": .max])
    for thing in things {
      let code = thing["code"] as! String
      let next = "c\((Int(code.dropFirst())! + 1) % 5)"
      #expect((thing["next"] as! DynamicObject)["code"] as? String == next)
      #expect(
        thing.dynamicList("others").map { $0["code"] as! String } == ["c0", "c1", "c2", "c3", "c4"])
      #expect(Set(thing.dynamicMutableSet("some").map { $0["code"] as! String }) == [code, next])
      #expect(
        (thing["part"] as! DynamicObject)["whole"] as? DynamicObject == thing["next"]
          as? DynamicObject)
      let named = thing.dynamicMap("named") as Map<String, DynamicObject?>
      #expect(named["next"]??["code"] as? String == next)
      #expect(
        realm.dynamicObject(ofType: "Thing", forPrimaryKey: thing["n"]!) == thing)
    }
    #expect(before != after && before.count == after.count)
    let first = realm.dynamicObject(ofType: "Thing", forPrimaryKey: 1)
    let any = first?["any"] as? AnyRealmValue
    guard case .list(let list)? = any else {
      Issue.record("no list but \(String(describing: any))")
      return
    }
    #expect(list[0].dynamicObject?["n"] as? Int == 2)
  }

  @Test("nothing becomes the default that the class declares", arguments: [Data.key(1), nil])
  func required(_ key: Data?) throws {
    let (_, after) = try migrate(#require(MigrationKind.named("required")), key: key)
    let first = after.first { $0.contains(" n=0 ") } ?? ""
    for text in [
      "maybe=given", "number=-1", "bytes=[]", "real=2.5", "text=text 0", "friend=nil",
      "maybes=[a, , b]", "set=[0]", "map={none: 0.0, one: 1.0}", "list=[3, 1, 0]",
      "date=\(Date(timeIntervalSinceReferenceDate: 99))",
    ] {
      #expect(first.contains(text), "\(text) in \(first)")
    }
    let second = after.first { $0.contains(" n=2 ") } ?? ""
    for text in ["maybe=maybe 2", "number=20", "bytes=[1, 2, 3]", "real=0.5", "friend=→Item1"] {
      #expect(second.contains(text), "\(text) in \(second)")
    }
    #expect(second.contains("set=[0, 2]"))
  }

  @Test(
    "what is of another type begins anew, and the block fills it", arguments: [Data.key(1), nil])
  func retyping(_ key: Data?) throws {
    let (_, after) = try migrate(#require(MigrationKind.named("retyping")), key: key)
    for number in 0..<4 {
      let line = after.first { $0.contains(" n=\(number) ") } ?? ""
      for text in [
        "text=6", "number=\(number == 0 ? "nil" : "\(number * 10)")", "maybe=nil", "date=nil",
        "bytes=nil", "any=nil", "friend=[]", "list=[]", "maybes={}", "set=[]", "map={}",
        "friends=nil", "real=none",
      ] {
        #expect(line.contains(text), "\(text) in \(line)")
      }
    }
    let lists = try migrateElsewhere("collections", key: key)
    for number in 0..<4 {
      let line = lists.first { $0.contains(" n=\(number) ") } ?? ""
      for text in [
        "text=[]", "any=[]", "friend={}",
        "list=[\(number == 0 ? "0, " : "")1, \(number == 2 ? "2, " : "")3]",
        "maybes=[a, nil, b]", "set=[]", "map=[]", "friends=[]",
      ] {
        #expect(line.contains(text), "\(text) in \(line)")
      }
    }
  }

  private func migrateElsewhere(_ name: String, key: Data?) throws -> [String] {
    let kind = try #require(MigrationKind.named(name))
    let path = folder.file("b.realm")
    try kind.make(path, key: key)
    return contents(of: try Realm(configuration: kind.after(path, key: key)))
  }

  @Test("what comes has its default, and what goes is gone", arguments: [Data.key(1), nil])
  func coming(_ key: Data?) throws {
    let (_, after) = try migrate(#require(MigrationKind.named("coming and going")), key: key)
    #expect(
      after[2]
        == "Item fresh=fresh friends=[→Item0, →Item1, →Item2, →Item3] more={} n=2 number=20 other=nil "
        + "real=0.5 text=text 2")
    #expect(after.count == 4)
  }

  @Test(
    "classes go with their objects, and embedded ones with their owners",
    arguments: [Data.key(1), nil])
  func classes(_ key: Data?) throws {
    let (before, after) = try migrate(#require(MigrationKind.named("class gone")), key: key)
    #expect(before.filter { $0.hasPrefix("Room ") }.count == 9)
    #expect(before.filter { $0.hasPrefix("Door ") }.count == 3)
    #expect(after.filter { $0.hasPrefix("Room ") }.count == 6)
    #expect(!after.contains { $0.hasPrefix("Door ") })
    #expect(!after.contains { $0.hasPrefix("Item ") })
    #expect(after.filter { $0.hasPrefix("House ") }.count == 7)
    let others = try migrateElsewhere("other target", key: key)
    #expect(others.filter { $0.hasPrefix("Tent ") } == ["Tent n=0", "Tent n=10", "Tent n=20"])
    #expect(others.contains("House byName={} hall=→Tent10 n=1 rooms=[]"))
    // Left alone, for nobody has deleted them.
    #expect(others.filter { $0.hasPrefix("Room ") }.count == 9)
  }
}
