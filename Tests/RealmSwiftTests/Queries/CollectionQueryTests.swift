// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Bookcase: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var books: List<Book>
  @Persisted var favourites: MutableSet<Book>
  @Persisted var numbers: List<Int>
  @Persisted var words: Map<String, String>
}

class Book: Object {
  @Persisted var title: String
  @Persisted var pages: Int?
  @Persisted(originProperty: "books") var shelves: LinkingObjects<Bookcase>
}

@Suite struct CollectionQueries {
  /// Bookcase 1 with Emma twice and Ulysses, shelf 2 with Walden, shelf 3 with nothing.
  private static func bookcases(in folder: TemporaryFolder) throws -> Results<Bookcase> {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"),
        objectTypes: [Bookcase.self, Book.self]))
    try realm.write {
      let emma = Book(value: ["title": "Emma", "pages": 474])
      let ulysses = Book(value: ["title": "Ulysses", "pages": 732])
      let walden = Book(value: ["title": "Walden"])
      let shelves = (1...3).map { Bookcase(value: ["id": $0]) }
      realm.add(shelves)
      shelves[0].books.append(objectsIn: [ulysses, emma, emma])
      shelves[0].favourites.insert(emma)
      shelves[0].numbers.append(objectsIn: [5, 1])
      shelves[0].words["de"] = "Buch"
      shelves[1].books.append(walden)
      shelves[1].numbers.append(3)
      shelves[1].words["en"] = "book"
    }
    return realm.objects(Bookcase.self)
  }

  typealias Condition = @Sendable (Query<Bookcase>) -> Query<Bool>

  static let conditions: [(Condition, [Int])] = [
    ({ $0.books.count == 0 }, [3]),
    ({ $0.books.count > 1 }, [1]),
    ({ $0.books.title == "Emma" }, [1]),
    ({ !($0.books.title == "Emma") }, [2, 3]),
    ({ $0.books.title.starts(with: "w", options: .caseInsensitive) }, [2]),
    ({ $0.books.pages == nil }, [2]),
    ({ $0.books.pages.max > 700 }, [1]),
    ({ $0.books.pages.sum == 0 }, [2, 3]),
    ({ $0.books.pages.avg > 500 }, [1]),
    ({ $0.favourites.title == "Emma" }, [1]),
    ({ $0.favourites.count == 0 }, [2, 3]),
    ({ $0.numbers.contains(3) }, [2]),
    ({ $0.numbers.containsAny(in: [1, 3]) }, [1, 2]),
    ({ $0.numbers.contains(1...5) }, [1, 2]),
    ({ $0.numbers.contains(1..<5) }, [2]),
    ({ $0.words.containsAny(in: ["Buch", "x"]) }, [1]),
    ({ $0.numbers.max > 4 }, [1]),
    ({ $0.numbers.min == 1 }, [1]),
    ({ $0.numbers.sum == 6 }, [1]),
    ({ $0.numbers.avg == 3 }, [1, 2]),
    ({ $0.books.shelves.id == 2 }, [2]),
    ({ $0.words.count == 0 }, [3]),
    ({ $0.words.keys == "de" }, [1]),
    ({ $0.words.values.starts(with: "b") }, [2]),
    ({ $0.words["de"] == "Buch" }, [1]),
    ({ $0.words["de"] != "Buch" }, [2, 3]),
    ({ $0.words.contains("book") }, [2]),
    ({ ($0.books.title == "Emma" && $0.books.pages > 400).count == 2 }, [1]),
    ({ ($0.books.title == "Emma" && $0.books.pages > 500).count == 0 }, [1, 2, 3]),
    ({ ($0.books.pages == nil || !($0.books.title == "Emma")).count == 1 }, [1, 2]),
    ({ ($0.books.shelves.id == 1).count > 0 }, [1]),
    ({ ($0.books.shelves.count > 1).count == 2 }, [1]),
    ({ $0.numbers.contains(3).count == 1 }, [2]),
    ({ ($0.numbers.contains(1) || $0.numbers.contains(5)).count == 2 }, [1]),
    ({ ($0.words.keys == "de").count == 1 }, [1]),
  ]

  @Test("a condition in Swift looks at elements", arguments: conditions)
  func find(condition: @escaping Condition, ids: [Int]) throws {
    let folder = TemporaryFolder()
    #expect(try Self.bookcases(in: folder).where(condition).map(\.id) == ids)
  }

  static let predicates: [(String, [any Sendable], [Int])] = [
    ("ANY books.title == 'Emma'", [], [1]),
    ("ALL books.title == 'Walden'", [], [2, 3]),
    ("NONE books.title == 'Walden'", [], [1, 3]),
    ("books.@count > 2", [], [1]),
    ("books.@avg.pages > 500", [], [1]),
    ("numbers.@max == 5", [], [1]),
    ("%@ IN numbers", [3], [2]),
    ("numbers CONTAINS 3", [], [2]),
    ("ANY numbers IN {1, 3}", [], [1, 2]),
    ("ANY books.shelves.id == 2", [], [2]),
    ("ANY books.shelves.@count == 2", [], [1]),
    ("ANY words.@allKeys == 'de'", [], [1]),
    ("SUBQUERY(books, $book, $book.title == 'Emma' AND $book.pages > %@).@count > 1", [400], [1]),
    ("SUBQUERY(%K, $b, $b.pages == nil).@count = %@", ["books", 1], [2]),
    ("2 == SUBQUERY(numbers, $n, $n > 0).@count", [], [1]),
    ("SUBQUERY(words.@allKeys, $k, $k == 'de').@count == 1", [], [1]),
    ("words['de'] == 'Buch'", [], [1]),
    ("words[%@] != %@", ["de", "Buch"], [2, 3]),
    ("books.@max.pages > 700", [], [1]),
    ("books.pages.@max > 700", [], [1]),
    ("ANY words.@allValues BEGINSWITH[c] 'B'", [], [1, 2]),
  ]

  @Test("a written predicate looks at elements", arguments: predicates)
  func findByText(format: String, arguments: [any Sendable], ids: [Int]) throws {
    let folder = TemporaryFolder()
    let shelves = try Self.bookcases(in: folder)
    #expect(shelves.filter(format, argumentArray: arguments).map(\.id) == ids)
  }

  @Test("a list can be asked, in its order")
  func list() throws {
    let folder = TemporaryFolder()
    let shelves = try Self.bookcases(in: folder)
    let books = try #require(shelves.first).books
    let thick = books.where { $0.pages > 400 }
    #expect(thick.map(\.title) == ["Ulysses", "Emma", "Emma"])
    #expect(thick.first?.title == "Ulysses")
    #expect(thick.last?.title == "Emma")
    #expect(books.sorted(by: \.title).map(\.title) == ["Emma", "Emma", "Ulysses"])
    #expect(books.distinct(by: ["title"]).map(\.title) == ["Ulysses", "Emma"])
    #expect(books.sum(of: \.pages) == 474 * 2 + 732)
    #expect(books.index(matching: "title == 'Emma'") == 1)
    #expect(AnyRealmCollection(books).max(of: \.pages) == 732)
    try books.realm?.write { books.remove(at: 1) }
    #expect(thick.map(\.title) == ["Ulysses", "Emma"])
    try books.realm?.write { books[0].pages = 3 }
    #expect(thick.map(\.title) == ["Emma"])
  }

  @Test("sets and backlinks can be asked")
  func setsAndBacklinks() throws {
    let folder = TemporaryFolder()
    let shelves = try Self.bookcases(in: folder)
    let shelf = try #require(shelves.first)
    #expect(shelf.favourites.filter("pages > 400").map(\.title) == ["Emma"])
    let emma = try #require(shelf.favourites.first)
    #expect(shelf.favourites.index(of: emma) == 0)
    #expect(emma.shelves.where { $0.id < 9 }.map(\.id) == [1])
    #expect(emma.shelves.filter("id > 9").isEmpty)
  }

  @Test("frozen results stay, and any thread reads them")
  func frozen() async throws {
    let folder = TemporaryFolder()
    let reference: ThreadSafeReference<Results<Book>> = try {
      let shelves = try Self.bookcases(in: folder)
      let realm = try #require(shelves.realm)
      let books = realm.objects(Book.self).where { $0.pages > 400 }
      let frozen = books.freeze()
      #expect(frozen.isFrozen)
      try realm.write { realm.delete(books) }
      #expect(books.isEmpty)
      #expect(frozen.map(\.title) == ["Ulysses", "Emma"])
      #expect(frozen.thaw()?.isEmpty == true)
      return ThreadSafeReference(to: frozen)
    }()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { #expect(!reference.isInvalidated) }
      }
    }
  }

  @Test("results that are frozen give several threads the same")
  func frozenAcrossThreads() async throws {
    let folder = TemporaryFolder()
    let shelves = try Self.bookcases(in: folder)
    let books = ThreadSafe(wrappedValue: shelves.realm?.objects(Book.self).sorted(by: \.title))
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask { Self.titles(books) }
      }
      for await titles in group { #expect(titles == ["Emma", "Ulysses", "Walden"]) }
    }
  }

  private static func titles(_ books: ThreadSafe<Results<Book>>) -> [String] {
    books.wrappedValue.map { $0.map(\.title) } ?? []
  }
}
