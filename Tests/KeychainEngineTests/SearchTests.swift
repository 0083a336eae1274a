// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Testing

@Suite("A search")
struct SearchTests {
  private let keychain = EngineHarness()
  private let genp = Request.Entry.itemClass(.genericPassword)
  private let inet = Request.Entry.itemClass(.internetPassword)
  private let all = Request.Entry.entry("m_Limit", .text("m_LimitAll"))

  private func addNumbered(_ count: Int) {
    for i in 0..<count {
      #expect(
        keychain.add([
          genp, .entry("acct", .text("\(i)")), .entry("svce", .text("s\(i % 2)")), .data("d\(i)"),
        ]).status == .success)
    }
  }

  @Test(
    "delivers one item unless it sets a limit",
    arguments: [
      (nil, 1, false), (.text("m_LimitOne"), 1, false), (.integer(1), 1, false),
      (.integer(2), 2, true), (.integer(100), 5, true), (.integer(-1), 5, true),
      (.integer(-7), 5, true), (.integer(.max), 5, true), (.text("m_LimitAll"), 5, true),
      (.attribute(.real(2.9)), 2, true),
    ] as [(Request.Value?, Int, Bool)])
  func limits(_ limit: Request.Value?, _ count: Int, _ isList: Bool) {
    addNumbered(5)
    let found = keychain.find(
      [genp, .flag("r_Data")] + (limit.map { [.entry("m_Limit", $0)] } ?? []))
    #expect(found.items.count == count)
    #expect(found.isList == isList)
    #expect(found.texts == (0..<count).map { "d\($0)" })
  }

  @Test("by any attribute of an item finds it, by any other value does not")
  func everyAttribute() {
    let attributes: [(AttributeKey, Request.Value, Request.Value)] = [
      (.account, .text("a"), .text("b")), (.server, .text("h"), .text("i")),
      (.path, .text("/"), .text("")),
      (.port, .integer(1), .integer(2)), (.networkProtocol, .text("htps"), .text("http")),
      (.securityDomain, .text("d"), .text("e")),
      (.authenticationType, .text("dflt"), .text("form")),
      (.label, .text("l"), .text("m")), (.comment, .text("c"), .text("")),
      (.kind, .text("k"), .text("j")),
      (.creator, .integer(5), .integer(6)), (.type, .integer(7), .integer(8)),
      (.isInvisible, .boolean(true), .boolean(false)), (.alias, .bytes([1]), .bytes([2])),
      (.accessible, .text("ck"), .text("ak")), (.systemBound, .integer(1), .integer(0)),
    ]
    #expect(keychain.add([inet] + attributes.map { .init($0.0, $0.1) }).status == .success)
    #expect(keychain.add([inet, .init(.account, .text("other"))]).status == .success)
    for (key, value, other) in attributes {
      #expect(keychain.find([inet, .init(key, value), all]).items.count == 1, "by \(key)")
      #expect(
        keychain.find([inet, .init(.server, .text("h")), .init(key, other), all]).items.isEmpty,
        "by another \(key)")
    }
    #expect(keychain.find([inet] + attributes.map { .init($0.0, $0.1) }).status == .success)
  }

  @Test("passes synchronizable items over unless it asks for them")
  func synchronizable() {
    #expect(
      keychain.add([genp, .entry("sync", .boolean(true)), .data("synced")]).status == .success)
    #expect(keychain.find([genp]).status == .itemNotFound)
    #expect(keychain.update([genp], []).status == .itemNotFound)
    #expect(keychain.delete([genp]).status == .itemNotFound)
    #expect(keychain.add([genp, .data("local")]).status == .success)
    #expect(
      keychain.find([genp, .flag("r_Data"), .entry("sync", .integer(1)), all]).texts == ["synced"])
    #expect(
      keychain.find([genp, .flag("r_Data"), .entry("sync", .boolean(false)), all]).texts == [
        "local"
      ])
    #expect(
      keychain.find([genp, .flag("r_Data"), .entry("sync", .text("syna")), all]).texts == [
        "synced", "local",
      ])
  }

  @Test("by a host finds the host and its subdomains, filtered before the limit")
  func hosts() {
    for server in ["badexample.org", "example.org", "www.example.org", "EXAMPLE.ORG"] {
      #expect(
        keychain.add([inet, .entry("srvr", .text(server)), .data(server)]).status == .success)
    }
    #expect(
      keychain.add([inet, .entry("srvr", .bytes(Array("a.example.org".utf8)))]).status == .success)
    let host = Request.Entry.entry("m_HostOrSubdomainOfHost", .text("example.org"))
    #expect(
      keychain.find([inet, host, all, .flag("r_Data")]).texts == ["example.org", "www.example.org"])
    #expect(keychain.find([inet, host, .flag("r_Data")]).texts == ["example.org"])
  }

  @Test("by persistent reference finds the item through every change, and no other group's")
  func persistentReference() throws {
    addNumbered(3)
    let found = keychain.find([genp, .entry("acct", .text("1")), .flag("r_PersistentRef")])
    let reference = Request.Entry.entry(
      "v_PersistentRef", .bytes(try #require(found.items.first?.persistentReference.bytes)))
    #expect(keychain.find([reference, .flag("r_Data")]).texts == ["d1"])
    #expect(
      keychain.update(
        [genp, .entry("acct", .text("1"))], [.entry("acct", .text("renamed")), .data("new")]
      ).status == .success)
    #expect(keychain.find([genp, reference, .flag("r_Data")]).texts == ["new"])
    var stranger = keychain
    stranger.caller = EngineHarness.caller(["OTHER"])
    #expect(stranger.find([reference]).status == .itemNotFound)
    #expect(keychain.delete([reference]).status == .success)
    #expect(keychain.find([reference]).status == .itemNotFound)
    #expect(keychain.find([genp, all]).items.count == 2)
  }

  @Test("by the older form of reference finds the row")
  func rowReference() {
    addNumbered(3)
    let second = Request.Entry.entry(
      "v_PersistentRef", .bytes(Array("genp".utf8) + [0, 0, 0, 0, 0, 0, 0, 2]))
    #expect(keychain.find([second, .flag("r_Data")]).texts == ["d1"])
    let negative = Request.Entry.entry(
      "v_PersistentRef", .bytes(Array("genp".utf8) + [UInt8](repeating: 255, count: 8)))
    #expect(keychain.find([negative]).status == .itemNotFound)
  }

  @Test("with the attributes that a search returned finds the item again")
  func returnedAttributes() throws {
    addNumbered(3)
    let found = keychain.find([genp, .entry("acct", .text("1")), .flag("r_Attributes")])
    let item = try #require(found.items.first)
    let query = item.attributes.filter { $0.key != .digest }.map {
      Request.Entry($0.key, .attribute($0.value))
    }
    #expect(keychain.find([genp, .flag("r_Data")] + query).texts == ["d1"])
  }

  @Test("returns what Apple's returns and no more")
  func shapes() throws {
    #expect(keychain.add([genp, .entry("acct", .text("a")), .data("d")]).status == .success)
    let attributes = try #require(keychain.find([genp, .flag("r_Attributes")]).items.first)
    #expect(
      attributes.attributes.map(\.key.description) == [
        "acct", "agrp", "cdat", "mdat", "musr", "pdmn", "sha1", "svce", "sync", "tomb",
      ])
    #expect(attributes.data == nil)
    #expect(attributes[.service] == .text(""))
    #expect(
      keychain.find([genp, .flag("r_Data"), .flag("r_PersistentRef")]).items.first?.attributes
        .isEmpty == false)
    #expect(
      keychain.find([genp, .flag("r_PersistentRef")]).items.first?.attributes.isEmpty == true)
    #expect(keychain.find([genp]).returns == [])
    let added = keychain.add([
      genp, .entry("acct", .text("b")), .data("d"), .flag("r_Attributes"), .flag("r_Data"),
    ])
    #expect(
      added.items.first?.attributes.map(\.key.description) == [
        "acct", "agrp", "cdat", "mdat", "pdmn", "sha1", "svce", "sync",
      ])
    #expect(added.texts == ["d"])
  }

  @Test("for items on a token finds none")
  func tokens() {
    let keychain = EngineHarness()
    #expect(keychain.add([.itemClass(.key)]).status == .success)
    let onToken: Request.Dictionary = [
      .itemClass(.key), .entry("tkid", .text("com.apple.setoken")),
    ]
    #expect(keychain.find(onToken).status == .itemNotFound)
    #expect(keychain.delete(onToken).status == .itemNotFound)
  }

  @Test("tells an item without data from one with empty data")
  func emptyData() {
    #expect(keychain.add([genp, .entry("acct", .text("none"))]).status == .success)
    #expect(keychain.add([genp, .entry("acct", .text("empty")), .data("")]).status == .success)
    #expect(keychain.find([genp, all, .flag("r_Data")]).texts == ["-", ""])
  }

  @Test("of internet passwords delivers the secret side fields with the data only")
  func sideFields() {
    #expect(
      keychain.add([inet, .entry("binn", .bytes([1, 2])), .entry("bin0", .bytes([3])), .data("d")])
        .status == .success)
    let with = keychain.find([inet, .flag("r_Data"), .flag("r_Attributes")])
    #expect(with.items.first?.sideData.map(\.key.description) == ["bin0", "binn"])
    #expect(with.texts == ["d"])
    #expect(keychain.find([inet, .flag("r_Attributes")]).items.first?.sideData.isEmpty == true)
    #expect(keychain.update([inet], [.entry("bini", .bytes([9]))]).status == .success)
    #expect(keychain.find([inet, .flag("r_Data")]).items.first?.sideData.count == 3)
  }
}
