// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import SQLite
import TestFolders
import Testing

/// A way to spoil the row of the account «victim», as somebody could who has the database's key.
struct Damage: CustomTestStringConvertible, Sendable {
  let what: String
  let statements: [String]

  var testDescription: String { what }

  var spoilsSecretOnly: Bool {
    ["a byte of its secret", "its secret cut", "its secret for another row's"].contains(what)
  }

  init(_ what: String, _ statements: String...) {
    (self.what, self.statements) = (what, statements)
  }
}

@Suite("A row of which something was changed")
struct DamagedRowTests {
  private static let victim = "rowid = 1"
  private static func flip(_ column: String) -> String {
    "UPDATE genp SET \(column) = CAST(substr(\(column), 1, 30) || x'5A5A' || substr(\(column), 33) AS BLOB) WHERE \(victim)"
  }

  static let damages: [Damage] = [
    Damage("a byte of its keys", flip("keys")),
    Damage("a byte of its attributes", flip("meta")),
    Damage("a byte of its secret", flip("data")),
    Damage("its keys cut", "UPDATE genp SET keys = substr(keys, 1, 60) WHERE \(victim)"),
    Damage("its attributes emptied", "UPDATE genp SET meta = x'' WHERE \(victim)"),
    Damage("its secret cut", "UPDATE genp SET data = substr(data, 1, 20) WHERE \(victim)"),
    Damage("its secret taken away", "UPDATE genp SET data = NULL WHERE \(victim)"),
    Damage("its group", "UPDATE genp SET agrp = 'OTHER' WHERE \(victim)"),
    Damage("its protection class", "UPDATE genp SET pdmn = 8 WHERE \(victim)"),
    Damage("its protection class to none", "UPDATE genp SET pdmn = 99 WHERE \(victim)"),
    Damage("its key generation", "UPDATE genp SET ckgn = 2 WHERE \(victim)"),
    Damage("its reference", "UPDATE genp SET pref = randomblob(16) WHERE \(victim)"),
    Damage("its reference cut", "UPDATE genp SET pref = x'01' WHERE \(victim)"),
    Damage("the token of its label", "UPDATE genp SET labl = randomblob(16) WHERE \(victim)"),
    Damage(
      "all of its sealed parts for another row's",
      "UPDATE genp SET (keys, meta, data) = (SELECT keys, meta, data FROM genp WHERE rowid = 2) WHERE \(victim)"
    ),
    Damage(
      "its secret for another row's",
      "UPDATE genp SET data = (SELECT data FROM genp WHERE rowid = 2) WHERE \(victim)"),
    Damage(
      "its place for another row's",
      "UPDATE genp SET rowid = 3 WHERE rowid = 1; UPDATE genp SET rowid = 1 WHERE rowid = 2; UPDATE genp SET rowid = 2 WHERE rowid = 3",
      "CREATE TEMP TABLE t AS SELECT pref p, uniq u FROM genp WHERE rowid = 2",
      "UPDATE genp SET pref = randomblob(16), uniq = randomblob(16) WHERE rowid = 2"),
  ]

  private let folder = TemporaryFolder()

  private var keychain: EngineHarness {
    EngineHarness(.folder(folder.path + "/keychain"), groups: ["A", "OTHER"])
  }
  private let genp = Request.Entry.itemClass(.genericPassword)
  private let all = Request.Entry.entry("m_Limit", .text("m_LimitAll"))

  private func item(_ account: String) -> Request.Dictionary {
    [
      genp, .entry("acct", .text(account)), .entry("labl", .text("L")),
      .data("secret of \(account)"),
    ]
  }

  private func spoil(_ damage: Damage) throws {
    let database = try KeychainFiles(path: folder.path + "/keychain").openDatabase()
    for statement in damage.statements { try database.execute(statement) }
    try database.close()
  }

  @Test("is passed over by every call and stays where it is", arguments: damages)
  func passedOver(_ damage: Damage) throws {
    #expect(keychain.add(item("victim")).status == .success)
    #expect(keychain.add(item("witness")).status == .success)
    try spoil(damage)
    let found = keychain.find([genp, all, .flag("r_Data")])
    #expect(!found.texts.contains("secret of victim"))
    #expect(found.texts == ["secret of witness"])
    #expect(
      keychain.find([genp, .entry("acct", .text("victim")), .flag("r_Data")]).status
        == .itemNotFound)
    #expect(
      keychain.update([genp, .entry("acct", .text("victim"))], [.data("new")]).status
        == .itemNotFound)
    // Attributes that are sound identify the item also when its secret is not: its owner may delete
    // it.
    let deleted = keychain.delete([genp, .entry("acct", .text("victim"))])
    #expect(deleted.status == (damage.spoilsSecretOnly ? .success : .itemNotFound))
    let database = try KeychainFiles(path: folder.path + "/keychain").openDatabase()
    let count = try database.prepare("SELECT count(*) FROM genp")
    #expect(try count.step())
    #expect(count.integer(at: 0) == (damage.spoilsSecretOnly ? 1 : 2))
  }

  @Test(
    "makes room for a new item of its name",
    arguments: damages.filter { !$0.what.contains("place") })
  func replaced(_ damage: Damage) throws {
    #expect(keychain.add(item("victim")).status == .success)
    #expect(keychain.add(item("witness")).status == .success)
    try spoil(damage)
    #expect(keychain.add(item("victim")).status == .success)
    #expect(keychain.add(item("victim")).status == .duplicateItem)
    #expect(
      keychain.find([genp, .entry("acct", .text("victim")), .flag("r_Data")]).texts == [
        "secret of victim"
      ])
    #expect(keychain.find([genp, all]).items.count == 2)
  }

  @Test("of two writes of one item cannot be mixed")
  func mixed() throws {
    #expect(keychain.add(item("victim")).status == .success)
    var database = try KeychainFiles(path: folder.path + "/keychain").openDatabase()
    try database.execute("CREATE TABLE kept AS SELECT data FROM genp")
    try database.close()
    #expect(keychain.update([genp], [.data("newer")]).status == .success)
    database = try KeychainFiles(path: folder.path + "/keychain").openDatabase()
    try database.execute("UPDATE genp SET data = (SELECT data FROM kept)")
    try database.close()
    #expect(keychain.find([genp, .flag("r_Data")]).status == .itemNotFound)
  }
}
