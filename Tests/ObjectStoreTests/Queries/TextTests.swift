// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import SQLite
import Testing

@Suite struct TextComparisons {
  static let foldings: [(String, TextOptions, String)] = [
    ("Ada", .caseInsensitive, "ada"),
    ("ÄÖÜ", .caseInsensitive, "äöü"),
    ("ΑΣ", .caseInsensitive, "ασ"),
    ("ÇÉñ", .diacriticInsensitive, "CEn"),
    ("e\u{301}", .diacriticInsensitive, "e"),
    ("ÅÉ", [.caseInsensitive, .diacriticInsensitive], "ae"),
    ("😀", [.caseInsensitive, .diacriticInsensitive], "😀"),
    ("a\0B", .caseInsensitive, "a\0b"),
    ("ﬁ", [.caseInsensitive, .diacriticInsensitive], "ﬁ"),
  ]

  @Test("texts lose what a comparison does not look at", arguments: foldings)
  func fold(text: String, options: TextOptions, folded: String) {
    #expect(Array(TextFolding.fold(text, options).utf8) == Array(folded.utf8))
  }

  static let patterns: [(String, TextOptions, [String])] = [
    ("*", [], ["", "a", "ab", "aXb", "éb", "a*b"]),
    ("", [], [""]),
    ("a?b", [], ["aXb", "a*b"]),
    ("a*b", [], ["ab", "aXb", "a*b"]),
    (#"a\*b"#, [], ["a*b"]),
    ("?", [], ["a"]),
    ("??", [], ["ab", "éb"]),
    ("A*", [], []),
    ("A*", .caseInsensitive, ["a", "ab", "aXb", "a*b"]),
    ("ax*", .caseInsensitive, ["aXb"]),
    ("e?", .diacriticInsensitive, ["éb"]),
    ("*b*", [], ["ab", "aXb", "éb", "a*b"]),
    ("a[bX]", [], []),
    ("%", [], []),
  ]

  @Test("patterns fit whole texts", arguments: patterns)
  func like(pattern: String, options: TextOptions, fitting: [String]) throws {
    let texts = ["", "a", "ab", "aXb", "éb", "a*b"]
    let store = try Self.store(holding: texts)
    var query = ObjectQuery("Text")
    query.predicate = .compare(PropertyPath("text"), .like, .text(pattern), options)
    #expect(try store.keys(of: query).map { texts[Int($0) - 1] } == fitting)
  }

  @Test("a pattern with many stars is no trap")
  func stars() throws {
    let store = try Self.store(holding: [String(repeating: "a", count: 2_000)])
    var query = ObjectQuery("Text")
    query.predicate = .compare(
      PropertyPath("text"), .like, .text(String(repeating: "*a", count: 200) + "b"))
    #expect(try store.keys(of: query) == [])
  }

  private static func store(holding texts: [String]) throws -> ObjectStore {
    let store = try ObjectStore(try .inMemory())
    _ = try store.beginWrite()
    let schema = ClassSchema(
      name: "Text", properties: [PropertySchema(name: "text", type: .string)])
    try store.apply(SchemaAdditions(of: [schema], to: store.schema), version: 0) { _, _ in .null }
    let layout = try #require(store.layout(of: "Text"))
    for (index, text) in texts.enumerated() {
      let statement = try layout.insertion.statement
      try statement.bind(Int64(index + 1), at: 1)
      try statement.bind(text, at: 2)
      try statement.run()
    }
    try store.commit()
    return store
  }
}
