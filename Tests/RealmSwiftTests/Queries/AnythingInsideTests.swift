// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Chest: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var any: AnyRealmValue
  @Persisted var list: List<AnyRealmValue>
  @Persisted var map: Map<String, AnyRealmValue>
  @Persisted var numbers: List<Int>
  @Persisted var other: Chest?
  @Persisted var others: List<Chest>
}

@Suite("inside values of any type") struct AnythingInsideTests {
  let folder = TemporaryFolder()

  private func boxes() throws -> Results<Chest> {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Chest.self]))
    try realm.write {
      let list: [Any] = [1, "two", [3, ["deep": "x"]] as [Any]]
      let dictionary: [String: Any] = ["a": 1, "b": [5, 6], "c": ["d": ["e": true]]]
      let values: [Any] = [list, dictionary, "plain", 5, NSNull()]
      for (id, value) in values.enumerated() {
        realm.create(Chest.self, value: ["id": id, "any": value, "numbers": [id, id + 10]])
      }
      let all = realm.objects(Chest.self)
      // The numbers of nested collections are not to be taken for numbers.
      realm.create(Chest.self, value: ["id": 5, "any": 1, "list": [["k": 7], 8] as [Any]])
      realm.create(Chest.self, value: ["id": 6, "any": 2, "map": ["m": [9, 10]]])
      all[2].other = all[0]
      all[3].others.append(objectsIn: [all[0], all[1]])
    }
    return realm.objects(Chest.self)
  }

  typealias Condition = @Sendable (Query<Chest>) -> Query<Bool>

  static let conditions1: [(Condition, [Int])] = [
    ({ $0.any[0] == .int(1) }, [0]),
    ({ $0.any[1] == .string("two") }, [0]),
    ({ $0.any[2][0] == .int(3) }, [0]),
    ({ $0.any[2][1]["deep"] == .string("x") }, [0]),
    ({ $0.any[9] == AnyRealmValue.none }, [0, 1, 2, 3, 4, 5, 6]),
  ]
  static let conditions2: [(Condition, [Int])] = [
    ({ $0.any["a"] == .int(1) }, [1]),
    ({ $0.any["a"] >= .double(0.5) }, [1]),
    ({ $0.any["b"][1] == .int(6) }, [1]),
    ({ $0.any["c"]["d"]["e"] == .bool(true) }, [1]),
    ({ $0.any["a"] != .int(1) }, [0, 2, 3, 4, 5, 6]),
  ]
  static let conditions3: [(Condition, [Int])] = [
    ({ $0.any.any == .int(1) }, [0, 1]),
    ({ $0.any.any.any == .int(6) }, [1]),
    ({ $0.any.any.any == .int(3) }, [0]),
    ({ $0.any.any[0] == .int(5) }, [1]),
    ({ $0.any[1].starts(with: .string("t")) }, [0]),
  ]
  static let conditions4: [(Condition, [Int])] = [
    ({ $0.other.any[0] == .int(1) }, [2]),
    ({ $0.others.any["a"] == .int(1) }, [3]),
    ({ $0.map["m"][1] == .int(10) }, [6]),
    ({ $0.map.values[0] == .int(9) }, [6]),
  ]

  static var all: [(Condition, [Int])] {
    [conditions1, conditions2, conditions3, conditions4].flatMap { $0 }
  }

  @Test("subscripts lead into lists and dictionaries", arguments: all)
  func find(condition: @escaping Condition, ids: [Int]) throws {
    #expect(try boxes().where(condition).map(\.id) == ids)
  }

  static let predicates: [(String, [any Sendable], [Int])] = [
    ("any[0] == 1", [], [0]),
    ("any[FIRST] == 1", [], [0]),
    ("any[last][FIRST] == 3", [], [0]),
    ("any[ 1 ] ==[c] 'TWO'", [], [0]),
    ("any['a'] == 1", [], [1]),
    ("any[%@] == %@", ["a", 1], [1]),
    ("any[%@] == %@", [0, 1], [0]),
    ("any['b'][LAST] == 6", [], [1]),
    ("any['c']['d']['e'] == true", [], [1]),
    ("ANY any[*] == 1", [], [0, 1]),
    ("any[%K] == 1", ["#any"], [0, 1]),
    ("ALL any[*] == 1", [], [2, 3, 4, 5, 6]),
    ("NONE any[*] == 1", [], [2, 3, 4, 5, 6]),
    ("any[*][*] == 3", [], [0]),
    ("any[*][0] == 5", [], [1]),
    ("any['a'] IN {1, 2}", [], [1]),
    ("any['a'] BETWEEN {0, 2}", [], [1]),
    ("any['a'] == nil AND id < 2", [], [0]),
    ("any.@type == 'list'", [], [0]),
    ("any.@type == 'dictionary'", [], [1]),
    ("any.@type == 'Array'", [], [0]),
    ("any.@type == 'string'", [], [2]),
    ("any.@type IN {'int', 'null'}", [], [3, 4, 5, 6]),
    ("any[2].@type == 'list'", [], [0]),
    ("any['c'].@type == 'dictionary'", [], [1]),
    ("any[*].@type == 'list'", [], [0, 1]),
    ("any[0].@type == 'null'", [], []),
    ("map['none'].@type == 'object'", [], []),
    ("list[7].@type == 'object'", [], []),
    ("other.any.@type == 'list'", [], [2]),
    ("other.any[0] == 1", [], [2]),
    ("ANY others.any[0] == 1", [], [3]),
    ("ANY others.any[*] == 1", [], [3]),
    ("list[0]['k'] == 7", [], [5]),
    ("list[LAST] == 8", [], [5]),
    ("list[*]['k'] == 7", [], [5]),
    ("map['m'][0] == 9", [], [6]),
    ("ANY map.@allValues[LAST] == 10", [], [6]),
    ("numbers[1] == 12", [], [2]),
    ("numbers[LAST] > 13", [], [4]),
    ("others[0].id == 0", [], [3]),
    ("others[LAST].any['a'] == 1", [], [3]),
    ("SUBQUERY(others, $x, $x.any['a'] == 1).@count == 1", [], [3]),
    ("SUBQUERY(list, $x, $x['k'] == 7).@count == 1", [], [5]),
  ]

  @Test("brackets in text lead into lists and dictionaries", arguments: predicates)
  func findByText(format: String, arguments: [any Sendable], ids: [Int]) throws {
    #expect(try boxes().filter(format, argumentArray: arguments).map(\.id) == ids)
  }

  @Test("a list of any values is asked in the same way")
  func values() throws {
    let boxes = try boxes()
    let list = try #require(boxes.last { $0.id == 5 }).list
    #expect(list.where { $0["k"] == .int(7) }.count == 1)
    #expect(list.filter("SELF['k'] == 7").count == 1)
    #expect(list.filter("SELF.@type == 'int'").count == 1)
  }

  @Test("results follow what changes inside")
  func live() throws {
    let boxes = try boxes()
    let found = boxes.where { $0.any["a"] == .int(2) }
    #expect(found.isEmpty)
    try boxes.realm?.write {
      boxes[1].any.dictionaryValue?["a"] = .int(2)
      #expect(found.map(\.id) == [1])
      boxes[1].any.dictionaryValue?["a"] = .int(3)
      #expect(found.isEmpty)
    }
    try boxes.realm?.write { boxes[0].any.listValue?[0] = .fromDictionary(["x": .int(1)]) }
    #expect(boxes.where { $0.any[0]["x"] == .int(1) }.map(\.id) == [0])
  }

  @Test("a link in a value has the type of an object")
  func link() throws {
    let boxes = try boxes()
    try boxes.realm?.write { boxes[4].any = .fromArray([.object(boxes[0])]) }
    #expect(boxes.filter("any[0].@type == 'object'").map(\.id) == [4])
    #expect(boxes.filter("any[0].@type == 'Link' AND any[0] == %@", boxes[0]).map(\.id) == [4])
  }

  static let mistakes: [(String, String)] = [
    ("any" + String(repeating: "[0]", count: 51) + " == 1", "more than 50"),
    ("any" + String(repeating: "[*]", count: 7) + " == 1", "more than 6"),
    ("numbers['a'] == 1", "has no keys"), ("id[0] == 1", "has no keys"),
    ("any[-1] == 1", "places begin at 0"), ("any.@type == 'number'", "is no type"),
    ("any.@type == 3", "name of a type"), ("any[*] == any[*]", "several"),
    ("any[0].id == 1", "goes on behind"), ("any['a'", "]"),
  ]

  @Test("a mistake in brackets ends the program with a sentence", arguments: mistakes)
  func refuse(format: String, sentence: String) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [format] in
      _ = try AnythingInsideTests().boxes().filter(format).count
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(sentence), "\(message)")
  }
}
