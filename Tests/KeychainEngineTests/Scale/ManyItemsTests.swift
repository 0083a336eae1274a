// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import SQLite
import TestFolders
import Testing

@Suite("Ten thousand items")
struct ManyItemsTests {
  private static let count = 10_000
  private let folder = TemporaryFolder()
  private let keychain: EngineHarness
  private let genp = Request.Entry.itemClass(.genericPassword)
  private let all = Request.Entry.entry("m_Limit", .text("m_LimitAll"))

  init() {
    let engine = KeychainEngine(location: .folder(folder.path + "/keychain")) { 1000 }
    keychain = EngineHarness(engine, groups: ["A", "B"])
    let items = (0..<Self.count).map { Self.item($0) }
    #expect(keychain.fill(items).status == .success)
  }

  private static func item(_ number: Int) -> Request.Dictionary {
    [
      .itemClass(.genericPassword), .entry("acct", .text("\(number)")),
      .entry("svce", .text(number.isMultiple(of: 2) ? "even" : "odd")), .data("\(number)"),
    ]
  }

  private func texts(_ query: Request.Entry...) -> [String] {
    keychain.find([genp, all, .flag("r_Data")] + query).texts
  }

  @Test("come in one transaction, as if each had been added alone")
  func filling() {
    #expect(texts() == (0..<Self.count).map { "\($0)" })
    #expect(keychain.add(Self.item(9999)).status == .duplicateItem)
  }

  @Test("leave no long log behind, which the next who opens would have to read")
  func log() {
    let log = folder.path + "/keychain/keychain.1.db-wal"
    #expect((FileBytes.read(log) ?? []).isEmpty)
    #expect(keychain.delete([genp]).status == .success)
    #expect(FileBytes.read(log)?.isEmpty == true)
  }

  @Test("all fail with the first that cannot be added, which says why")
  func refusedFilling() {
    let new = (0..<3).map { Self.item(Self.count + $0) }
    #expect(keychain.fill(new + [Self.item(5)]).status == .duplicateItem)
    #expect(keychain.fill(new + [[genp, .entry("zzzz", .text("1"))]]).status == .noSuchAttribute)
    #expect(
      keychain.fill(new + [Self.item(Self.count + 9) + [.entry("agrp", .text("C"))]]).status
        == .missingEntitlement)
    #expect(texts().count == Self.count)
    #expect(keychain.fill(new).status == .success)
    #expect(texts().count == Self.count + 3)
  }

  @Test("are deleted where they fit, and no others, also when these lie in between")
  func deletion() {
    #expect(keychain.delete([genp, .entry("svce", .text("even"))]).status == .success)
    #expect(texts() == stride(from: 1, to: Self.count, by: 2).map { "\($0)" })
    #expect(keychain.delete([genp]).status == .success)
    #expect(texts() == [])
    #expect(keychain.delete([genp]).status == .itemNotFound)
  }

  @Test("are all deleted but for a damaged one, which is kept")
  func damage() throws {
    let database = try KeychainFiles(path: folder.path + "/keychain").openDatabase()
    try database.execute("UPDATE genp SET meta = x'00' WHERE rowid = 5000")
    #expect(keychain.delete([genp]).status == .success)
    let rows = try database.prepare("SELECT group_concat(rowid) FROM genp")
    #expect(try rows.step())
    #expect(rows.text(at: 0) == "5000")
  }

  @Test("are each changed once, though they move in every index by which they are found")
  func update() {
    let changes: Request.Dictionary = [
      .entry("agrp", .text("B")), .entry("svce", .text("moved")), .entry("labl", .text("new")),
    ]
    for query in [[.entry("svce", .text("odd"))], []] as [Request.Dictionary] {
      #expect(
        keychain.update([genp, .entry("agrp", .text("A"))] + query, changes).status == .success)
    }
    let found = keychain.find([genp, .entry("agrp", .text("B")), all, .flag("r_Attributes")])
    #expect(found.items.count == Self.count)
    #expect(found.items.allSatisfy { $0[.modificationDate] == .date(1000.001) })
    #expect(keychain.find([genp, .entry("agrp", .text("A"))]).status == .itemNotFound)
    for attribute in ["svce": "moved", "labl": "new", "acct": "77"] {
      let query = Request.Entry.entry(attribute.key, .text(attribute.value))
      #expect(texts(query).count == (attribute.key == "acct" ? 1 : Self.count))
    }
    #expect(texts(.entry("svce", .text("odd"))) == [])
  }

  @Test("stay as they are when one of them cannot be changed")
  func refusedUpdate() {
    #expect(keychain.update([genp], [.entry("acct", .text("x"))]).status == .duplicateItem)
    #expect(texts(.entry("acct", .text("0"))) == ["0"])
    #expect(texts().count == Self.count)
  }
}
