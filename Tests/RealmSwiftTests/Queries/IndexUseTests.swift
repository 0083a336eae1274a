// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Filed: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted(indexed: true) var number: Int
  @Persisted(indexed: true) var name: String
  @Persisted(indexed: true) var maybe: Double?
  @Persisted(indexed: true) var day: Date
  @Persisted(indexed: true) var price: Decimal128
  @Persisted(indexed: true) var any: AnyRealmValue
  @Persisted var plain: Int
  @Persisted var link: Filed?
  @Persisted var links: List<Filed>
}

@Suite("use of indexes") struct IndexUseTests {
  typealias Asked = @Sendable (Results<Filed>) -> Results<Filed>

  /// What is asked, and the indexes that find it.
  static let searches: [(Asked, [String])] = [
    ({ $0.where { $0.id == 3 } }, ["INTEGER PRIMARY KEY"]),
    ({ $0.where { $0.id.in([3, 4]) } }, ["INTEGER PRIMARY KEY"]),
    ({ $0.where { $0.id > 3 } }, ["INTEGER PRIMARY KEY"]),
    ({ $0.where { $0.number == 3 } }, ["Filed#number"]),
    ({ $0.where { $0.number.in([3, 4, 5]) } }, ["Filed#number"]),
    ({ $0.where { $0.number > 3 } }, ["Filed#number"]),
    ({ $0.where { $0.number.contains(3...9) } }, ["Filed#number"]),
    ({ $0.where { $0.number.contains(3..<9) } }, ["Filed#number"]),
    ({ $0.where { $0.name == "x" } }, ["Filed#name"]),
    ({ $0.where { $0.name.starts(with: "x") } }, ["Filed#name"]),
    ({ $0.filter("name BEGINSWITH 'x' AND plain > 2") }, ["Filed#name"]),
    ({ $0.where { $0.maybe == nil } }, ["Filed#maybe"]),
    ({ $0.where { $0.maybe < 2 } }, ["Filed#maybe"]),
    ({ $0.where { $0.day > Date(timeIntervalSince1970: 0) } }, ["Filed#day"]),
    ({ $0.where { $0.price == 3 } }, ["Filed#price"]),
    ({ $0.where { $0.price.contains(1...2) } }, ["Filed#price"]),
    ({ $0.where { $0.any == .int(3) } }, ["Filed#any"]),
    ({ $0.filter("number == 1 OR number == 5") }, ["Filed#number"]),
    ({ $0.filter("number == 1 OR name == 'x'") }, ["Filed#number", "Filed#name"]),
    (
      { $0.filter("number > 8 OR name BEGINSWITH 'x' OR maybe == 2") },
      ["Filed#number", "Filed#name", "Filed#maybe"]
    ),
    ({ $0.filter("id == 1 OR number IN {2, 3}") }, ["INTEGER PRIMARY KEY", "Filed#number"]),
    ({ $0.filter("(number == 1 OR name == 'x') AND plain == 2") }, ["Filed#number", "Filed#name"]),
    ({ all in all.where { $0.link == all.first } }, ["Filed#link"]),
    ({ $0.where { $0.link.name == "x" } }, ["Filed#link", "Filed#name"]),
    ({ $0.filter("ANY links.number == 3") }, ["Filed.links#target", "Filed#number"]),
    ({ all in all.filter("ANY links == %@", all.first!) }, ["Filed.links#target"]),
    ({ $0.where { $0.number == 3 }.sorted(byKeyPath: "plain") }, ["Filed#number"]),
  ]

  private static func all(in folder: TemporaryFolder) throws -> Results<Filed> {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Filed.self]))
    try realm.write {
      for id in 0..<20 {
        realm.create(Filed.self, value: ["id": id, "number": id % 10, "name": "n\(id)"])
      }
    }
    return realm.objects(Filed.self)
  }

  @Test("an index finds what it can", arguments: searches)
  func search(ask: @escaping Asked, indexes: [String]) throws {
    let folder = TemporaryFolder()
    let plan = ask(try Self.all(in: folder)).explain()
    for index in indexes {
      #expect(plan.contains { $0.contains("SEARCH") && $0.contains(index) }, "\(plan)")
    }
    #expect(!plan.contains { $0.hasPrefix("SCAN t") }, "\(plan)")
  }

  static let orders: [(Asked, String)] = [
    ({ $0.sorted(by: \.number) }, "Filed#number"),
    ({ $0.sorted(by: \.number, ascending: false) }, "Filed#number"),
    ({ $0.sorted(by: \.name) }, "Filed#name"),
    ({ $0.where { $0.number > 3 }.sorted(by: \.number) }, "Filed#number"),
    ({ $0.where { $0.plain > 3 }.sorted(by: \.name) }, "Filed#name"),
  ]

  @Test("an order by an indexed property comes from the index", arguments: orders)
  func order(ask: @escaping Asked, index: String) throws {
    let folder = TemporaryFolder()
    let plan = ask(try Self.all(in: folder)).explain()
    #expect(plan.contains { $0.contains(index) }, "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
  }

  @Test("without an index each object is looked at")
  func scan() throws {
    let folder = TemporaryFolder()
    let all = try Self.all(in: folder)
    #expect(all.where { $0.plain == 3 }.explain() == ["SCAN t"])
    #expect(all.filter("number == 3 OR plain == 3").explain() == ["SCAN t"])
  }
}
