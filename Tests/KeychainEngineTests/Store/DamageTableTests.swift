// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import SQLite
import TestFolders
import Testing

@Suite("A row with any damage there is")
struct DamageTableTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/keychain" }
  private let all = Request.Entry.entry("m_Limit", .text("m_LimitAll"))

  /// A keychain whose row 1 of a class is the victim, with an older write of it kept aside.
  private struct Scene {
    let itemClass: ItemClass
    let keychain: EngineHarness
    let database: Connection

    /// The attribute by which an item is called.
    var nameKey: String {
      switch itemClass {
      case .genericPassword, .internetPassword: "acct"
      case .certificate: "slnr"
      case .key: "atag"
      }
    }

    func named(_ name: String, in group: String = "A") -> Request.Dictionary {
      [.itemClass(itemClass), .entry(nameKey, .text(name)), .entry("agrp", .text(group))]
    }

    /// An item with every indexed attribute but the alias.
    func item(_ name: String, in group: String = "A") -> Request.Dictionary {
      named(name, in: group)
        + itemClass.indexedAttributes.map(\.key.description)
        .filter { $0 != nameKey && $0 != "alis" }.map { .entry($0, .text("\($0) of all")) }
        + [.data("secret of \(name)")]
    }

    func put(_ item: Request.Dictionary) {
      #expect(keychain.add(item).status == .success)
    }

    /// Everything in the victim's row but where its token is.
    func victim() throws -> [[UInt8]?] {
      let columns =
        ["rowid", "pref", "pdmn", "ckgn", "agrp", "coalesce(uniq, quar)", "keys", "meta", "data"]
        + itemClass.indexedAttributes.map(\.key.description)
      let statement = try database.prepare(
        "SELECT \(columns.joined(separator: ", ")) FROM \(itemClass.rawValue) WHERE rowid = 1")
      defer { statement.reset() }
      try #require(try statement.step())
      return columns.indices.map { statement.isNull(at: $0) ? nil : statement.bytes(at: $0) }
    }

    func restore() throws {
      let table = itemClass.rawValue
      try database.execute(
        "BEGIN IMMEDIATE; DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM kept; COMMIT")
    }
  }

  private func scene(_ itemClass: ItemClass) throws -> Scene {
    let keychain = EngineHarness(.folder(path), groups: ["A", "B"])
    func scene(_ itemClass: ItemClass) throws -> Scene {
      Scene(
        itemClass: itemClass, keychain: keychain,
        database: try KeychainFiles(path: path).openDatabase())
    }
    #expect(
      keychain.add([
        .itemClass(itemClass == .key ? .genericPassword : .key), .data("secret of another class"),
      ]).status == .success)
    let own = try scene(itemClass)
    own.put(own.item("victim").filter { $0.key != .name(RequestKeys.valueData) } + [.data("older")])
    try own.database.execute("CREATE TABLE older AS SELECT * FROM \(itemClass.rawValue)")
    #expect(
      keychain.update(own.named("victim"), [.data("secret of victim")]).status == .success)
    own.put(own.item("neighbour"))
    own.put(own.item("stranger", in: "B"))
    try own.database.execute("CREATE TABLE kept AS SELECT * FROM \(itemClass.rawValue)")
    return own
  }

  private func onlyDamage(_ damage: RowDamage, _ scene: Scene, isSetAside: Bool) throws {
    let health = KeychainCheckup.examine(path)
    let items = try #require(health.items, "\(health.problems)")
    let row = try #require(items.damaged.first, "\(damage.what)")
    #expect(items.damaged.count == 1)
    #expect(row.itemClass == scene.itemClass && row.row == 1)
    #expect(row.parts == damage.parts, "\(damage.what)")
    #expect(row.isSetAside == isSetAside, "\(damage.what)")
    let victim = try scene.victim()
    #expect(row.persistentReference == Array(scene.itemClass.rawValue.utf8) + (victim[1] ?? []))
    #expect(Array(row.accessGroup.utf8) == victim[4])
    #expect(health.problems.map(\.part) == (isSetAside ? [] : [.items]), "\(health.problems)")
  }

  @Test(
    "is passed over, counted and kept as it is, and makes room for a new item",
    arguments: ItemClass.allCases, DamageTable.allCases)
  func everyDamage(_ itemClass: ItemClass, _ table: DamageTable) throws {
    let scene = try scene(itemClass)
    let keychain = scene.keychain
    let everything: Request.Dictionary = [.itemClass(itemClass), all]
    let sound = ["secret of neighbour", "secret of stranger"]
    for damage in table.damages(of: itemClass) {
      let what = Comment(rawValue: "\(itemClass) \(damage.what)")
      try damage.apply(to: itemClass, scene.database)
      let spoiled = try scene.victim()
      let showsAttributes = damage.parts == [.secret]

      let found = keychain.find(everything + [.flag("r_Data")])
      #expect(found.texts == sound, what)
      #expect(found.damagedCount == (damage.isSearched ? 1 : 0), what)
      let attributes = keychain.find(everything + [.flag("r_Attributes")])
      #expect(attributes.items.count == (showsAttributes ? 3 : 2), what)
      let one = keychain.find(scene.named("victim") + [.flag("r_Data")])
      #expect(one.status == .itemNotFound, what)
      #expect(one.reason?.contains("strongroom doctor") == (one.damagedCount > 0), what)
      #expect(
        keychain.update(scene.named("victim"), [.data("x")]).status == .itemNotFound, what)
      try onlyDamage(damage, scene, isSetAside: damage.isSetAside)

      #expect(
        keychain.update(scene.named("neighbour"), [.data("changed")]).status == .success, what)
      #expect(keychain.find(everything + [.flag("r_Data")]).texts == ["changed", sound[1]], what)
      #expect(keychain.delete(scene.named("neighbour")).status == .success, what)
      #expect(try scene.victim() == spoiled, what)

      scene.put(scene.item("victim"))
      #expect(keychain.add(scene.item("victim")).status == .duplicateItem, what)
      #expect(
        keychain.find(scene.named("victim") + [.flag("r_Data")]).texts == ["secret of victim"], what
      )
      #expect(
        keychain.find(everything + [.flag("r_Data")]).texts == [sound[1], "secret of victim"], what)
      #expect(keychain.find(everything).items.count == 2, what)
      try onlyDamage(damage, scene, isSetAside: damage.isSetAside || damage.keepsToken)

      #expect(keychain.delete([.itemClass(itemClass)]).status == .success, what)
      #expect(keychain.find(everything).items.isEmpty, what)
      #expect(try scene.victim() == spoiled, what)
      try scene.restore()
    }
    let found = keychain.find(everything + [.flag("r_Data")])
    #expect(found.texts == ["secret of victim"] + sound)
    #expect(found.damagedCount == 0)
  }

  @Test(
    "whose place another item is renamed to makes room for it, too", arguments: ItemClass.allCases)
  func renamed(_ itemClass: ItemClass) throws {
    let scene = try scene(itemClass)
    try scene.database.execute("UPDATE \(itemClass.rawValue) SET keys = x'' WHERE rowid = 1")
    let spoiled = try scene.victim()
    let renamed = scene.keychain.update(
      scene.named("neighbour"), [.entry(scene.nameKey, .text("victim"))])
    #expect(renamed.status == .success)
    let found = scene.keychain.find(scene.named("victim") + [.flag("r_Data")])
    #expect(found.texts == ["secret of neighbour"])
    #expect(try scene.victim() == spoiled)
  }

  @Test("is not one that is an older version of itself as a whole, which nothing tells from it")
  func stale() throws {
    for itemClass in ItemClass.allCases {
      let folder = TemporaryFolder()
      let keychain = EngineHarness(.folder(folder.path + "/keychain"), groups: ["A", "B"])
      let item: Request.Dictionary = [.itemClass(itemClass), .entry("labl", .text("old"))]
      #expect(keychain.add(item + [.data("old")]).status == .success)
      let database = try KeychainFiles(path: folder.path + "/keychain").openDatabase()
      let table = itemClass.rawValue
      try database.execute("CREATE TABLE older AS SELECT * FROM \(table)")
      let replay = "DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM older"
      #expect(
        keychain.update(
          [.itemClass(itemClass)], [.entry("labl", .text("new")), .data("new")]
        ).status == .success)
      try database.execute(replay)
      // Its place says who it is, and not when: it is taken for the item, and also where that was
      // deleted.
      #expect(keychain.find(item + [.flag("r_Data")]).texts == ["old"])
      #expect(keychain.delete([.itemClass(itemClass)]).status == .success)
      try database.execute(replay)
      #expect(keychain.find(item + [.flag("r_Data")]).texts == ["old"])
      // Nor does the number of a row belong to it, by which results are put in order.
      try database.execute("UPDATE \(table) SET rowid = 77")
      #expect(keychain.find(item + [.flag("r_Data")]).texts == ["old"])
      #expect(KeychainCheckup.examine(folder.path + "/keychain").problems.isEmpty)
    }
  }

  @Test("is not one that has a second token as if it were set aside")
  func secondToken() throws {
    let scene = try scene(.genericPassword)
    try scene.database.execute("UPDATE genp SET quar = randomblob(16)")
    #expect(
      scene.keychain.find(scene.named("victim") + [.flag("r_Data")]).texts == ["secret of victim"])
    #expect(scene.keychain.add(scene.item("victim")).status == .duplicateItem)
    #expect(KeychainCheckup.examine(path).items?.damaged.isEmpty == true)
  }

  @Test("is listed when it was set aside and is sound")
  func setAsideSound() throws {
    let scene = try scene(.genericPassword)
    try scene.database.execute("UPDATE genp SET quar = uniq, uniq = NULL WHERE rowid = 1")
    #expect(scene.keychain.find(scene.named("victim")).status == .itemNotFound)
    let damaged = try #require(KeychainCheckup.examine(path).items?.damaged.first)
    #expect(damaged.isSetAside && damaged.parts.isEmpty)
    scene.put(scene.item("victim"))
  }
}
