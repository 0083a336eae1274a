// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Article: Object {
  enum Grade: String, PersistableEnum { case fine, good, poor }
  struct Celsius: CustomPersistable {
    var degrees: Double
    init(persistedValue: Double) { degrees = persistedValue }
    var persistableValue: Double { degrees }
  }

  @Persisted(primaryKey: true) var id: ObjectId
  @Persisted var number: Int
  @Persisted var grade: Grade
  @Persisted var other: Grade?
  @Persisted var limit: Celsius
  @Persisted var price: Decimal128
  @Persisted var any: AnyRealmValue
  @Persisted var part: Article?
}

@Suite struct OwnTypeQueries {
  static let ids = (1...3).map { try! ObjectId(string: String(repeating: "0\($0)", count: 12)) }

  private static func articles(in folder: TemporaryFolder) throws -> Results<Article> {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: [Article.self]))
    try realm.write {
      let articles = ids.enumerated().map { Article(value: ["id": $1, "number": $0 + 1]) }
      realm.add(articles)
      articles[0].grade = .poor
      articles[0].other = .good
      articles[0].limit = Article.Celsius(persistedValue: -3)
      articles[0].price = 12.5
      articles[0].any = .int(5)
      articles[1].limit = Article.Celsius(persistedValue: 20)
      articles[1].price = Decimal128.NaN
      articles[1].any = .string("five")
      articles[2].grade = .good
      articles[2].price = 100
      articles[2].any = .object(articles[0])
      articles[2].part = articles[1]
    }
    return realm.objects(Article.self)
  }

  typealias Condition = @Sendable (Query<Article>) -> Query<Bool>

  static let conditions: [(Condition, [Int])] = [
    ({ $0.id == ids[1] }, [2]),
    ({ $0.id > ids[1] }, [3]),
    ({ $0.grade == .poor }, [1]),
    ({ $0.grade != .poor }, [2, 3]),
    ({ $0.grade.in([.good, .fine]) }, [2, 3]),
    ({ $0.grade > .fine }, [1, 3]),
    ({ $0.grade.rawValue.starts(with: "p") }, [1]),
    ({ $0.other == .good }, [1]),
    ({ $0.other == nil }, [2, 3]),
    ({ $0.other.rawValue == "good" }, [1]),
    ({ $0.limit == Article.Celsius(persistedValue: 20) }, [2]),
    ({ $0.limit > Article.Celsius(persistedValue: -1) }, [2, 3]),
    ({ $0.limit.persistableValue < 0 }, [1]),
    ({ $0.price > 12 }, [1, 3]),
    ({ $0.price < 13 }, [1]),
    ({ $0.price == 100 }, [3]),
    ({ $0.price != 100 }, [1, 2]),
    ({ $0.price > Decimal128.NaN }, []),
    ({ $0.price.contains(12.5...100) }, [1, 3]),
    ({ $0.any == .int(5) }, [1]),
    ({ $0.any == .double(5) }, [1]),
    ({ $0.any != .int(5) }, [2, 3]),
    ({ $0.any > .int(1) }, [1]),
    ({ $0.any.starts(with: .string("FI"), options: .caseInsensitive) }, [2]),
    ({ $0.any.in([.string("five"), .int(5)]) }, [1, 2]),
    ({ $0.part.grade == .fine }, [3]),
  ]

  @Test("own types are compared as what the file has", arguments: conditions)
  func find(condition: @escaping Condition, numbers: [Int]) throws {
    let folder = TemporaryFolder()
    let articles = try Self.articles(in: folder)
    #expect(articles.where(condition).map(\.number) == numbers)
  }

  static let predicates: [(String, [any Sendable], [Int])] = [
    ("id == %@", [ids[1]], [2]),
    ("grade == %@", [Article.Grade.poor], [1]),
    ("grade == 'poor'", [], [1]),
    ("limit > 0", [], [2]),
    ("price >= 12.5", [], [1, 3]),
    ("price == %@", [Decimal128(100)], [3]),
    ("#any == 5", [], [1]),
    ("#any BEGINSWITH 'fi'", [], [2]),
  ]

  @Test("written predicates take own types", arguments: predicates)
  func findByText(format: String, arguments: [any Sendable], numbers: [Int]) throws {
    let folder = TemporaryFolder()
    let articles = try Self.articles(in: folder)
    #expect(articles.filter(format, argumentArray: arguments).map(\.number) == numbers)
  }

  @Test("a value of any type can be an object that is looked for")
  func object() throws {
    let folder = TemporaryFolder()
    let articles = try Self.articles(in: folder)
    let first = try #require(articles.first)
    #expect(articles.where { $0.any == .object(first) }.map(\.number) == [3])
    #expect(articles.filter("#any == %@", first).map(\.number) == [3])
    #expect(articles.filter("#any == %@", AnyRealmValue.string("five")).map(\.number) == [2])
  }

  @Test("decimal numbers have a least and a greatest, and an order")
  func decimals() throws {
    let folder = TemporaryFolder()
    let articles = try Self.articles(in: folder)
    #expect(articles.min(of: \.price) == 12.5)
    #expect(articles.max(of: \.price) == 100)
    #expect(articles.sorted(by: \.price).map(\.number) == [1, 3, 2])
  }
}
