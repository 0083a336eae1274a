// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Word: Object {
  @Persisted var text: String
  @Persisted var length: Int
  @Persisted var letters: List<String>

  convenience init(_ text: String) {
    self.init()
    self.text = text
    length = text.count
    letters.append(objectsIn: text.map { String($0) })
  }
}

@Suite struct SectionedQueries {
  private static func words(
    _ texts: [String], in folder: TemporaryFolder
  ) throws -> Results<Word> {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: [Word.self]))
    try realm.write { realm.add(texts.map { Word($0) }) }
    return realm.objects(Word.self)
  }

  private static func texts(_ sections: SectionedResults<Int, Word>) -> [[String]] {
    sections.map { $0.map(\.text) }
  }

  @Test("objects with the same value of a property are together, in its order")
  func property() throws {
    let folder = TemporaryFolder()
    let words = try Self.words(["one", "two", "three", "six", "ten", "four"], in: folder)
    let sections = words.sectioned(by: \.length)
    #expect(sections.allKeys == [3, 4, 5])
    #expect(Self.texts(sections) == [["one", "two", "six", "ten"], ["four"], ["three"]])
    #expect(words.sectioned(by: \.length, ascending: false).allKeys == [5, 4, 3])
    let sorted = words.sectioned(by: \.length, sortDescriptors: ["length", "text"])
    #expect(Self.texts(sorted) == [["one", "six", "ten", "two"], ["four"], ["three"]])
    #expect(sorted[IndexPath(indexes: [0, 1])].text == "six")
    #expect(sorted[1].key == 4)
    #expect(sorted[1].id == 4)
    #expect(sorted.count == 3)
  }

  @Test("a function makes keys, and sections are in the order in which they appear")
  func function() throws {
    let folder = TemporaryFolder()
    let words = try Self.words(["one", "two", "onto", "ten", "six"], in: folder)
    let sections = words.sectioned(by: { String($0.text.prefix(1)) })
    #expect(sections.allKeys == ["o", "t", "s"])
    #expect(sections.map { $0.map(\.text) } == [["one", "onto"], ["two", "ten"], ["six"]])
    let descending = words.sectioned(
      by: { String($0.text.prefix(1)) },
      sortDescriptors: [SortDescriptor(keyPath: "text", ascending: false)])
    #expect(descending.allKeys == ["t", "s", "o"])
  }

  @Test("values are in sections too")
  func values() throws {
    let folder = TemporaryFolder()
    let letters = try #require(Self.words(["banana"], in: folder).first).letters
    let sections = letters.sectioned(by: { $0 == "a" }, ascending: false)
    #expect(sections.allKeys == [false, true])
    #expect(sections.map { Array($0) } == [["n", "n", "b"], ["a", "a", "a"]])
  }

  @Test("sections follow what changes, and frozen ones do not")
  func live() throws {
    let folder = TemporaryFolder()
    let words = try Self.words(["one", "three"], in: folder)
    let sections = words.sectioned(by: \.length)
    let short = sections[0]
    let frozen = sections.freeze()
    #expect(short.map(\.text) == ["one"])
    let realm = try #require(words.realm)
    try realm.write { realm.add(Word("two")) }
    #expect(short.map(\.text) == ["one", "two"])
    #expect(short[1].text == "two")
    try realm.write { realm.delete(words.where { $0.length == 3 }) }
    #expect(short.isEmpty)
    #expect(sections.allKeys == [5])
    #expect(Self.texts(frozen) == [["one"], ["three"]])
    #expect(frozen[1].isFrozen)
    #expect(frozen.thaw()?.allKeys == [5])
  }

  @Test("an order that does not begin with the property of the sections is refused")
  func order() async {
    await #expect(processExitsWith: .failure) {
      let folder = TemporaryFolder()
      _ = try Self.words([], in: folder).sectioned(by: \.length, sortDescriptors: ["text"])
    }
  }
}
