// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Synchronization
import Testing

@Suite("An update")
struct UpdateTests {
  private let keychain = EngineHarness()
  private let genp = Request.Entry.itemClass(.genericPassword)
  private let all = Request.Entry.entry("m_Limit", .text("m_LimitAll"))

  private func add(_ account: String, _ service: String = "", data: String) {
    #expect(
      keychain.add([
        genp, .entry("acct", .text(account)), .entry("svce", .text(service)), .data(data),
      ]).status == .success)
  }

  @Test("changes every item that fits, and keeps what it does not name")
  func severalItems() {
    for account in ["a", "b", "c"] { add(account, "s", data: account) }
    add("d", "t", data: "d")
    #expect(
      keychain.update([genp, .entry("svce", .text("s"))], [.entry("labl", .text("L"))]).status
        == .success)
    #expect(
      keychain.find([genp, .entry("labl", .text("L")), all, .flag("r_Data")]).texts == [
        "a", "b", "c",
      ])
  }

  @Test("that would make two items equal changes none")
  func allOrNothing() {
    add("a", "s", data: "1")
    add("b", "s", data: "2")
    #expect(
      keychain.update([genp], [.entry("acct", .text("x")), .data("new")]).status == .duplicateItem)
    #expect(keychain.find([genp, all, .flag("r_Data")]).texts == ["1", "2"])
    #expect(keychain.find([genp, .entry("acct", .text("x"))]).status == .itemNotFound)
  }

  @Test("to the name of another item is refused, to its own name is not")
  func collision() {
    add("a", data: "1")
    add("b", data: "2")
    #expect(
      keychain.update([genp, .entry("acct", .text("a"))], [.entry("acct", .text("b"))]).status
        == .duplicateItem)
    #expect(
      keychain.update([genp, .entry("acct", .text("a"))], [.entry("acct", .text("a"))]).status
        == .success)
  }

  @Test("without changes is a change of the date alone, always forward")
  func dates() {
    let time = Mutex(1000.0)
    let engine = KeychainEngine(location: .memory) { time.withLock { $0 } }
    let caller = EngineHarness.caller(["A"])
    func dates() -> [AttributeValue?] {
      let found = engine.execute(
        Request(.copyMatching, [genp, .flag("r_Attributes")]), for: caller)
      return [found.items.first?[.creationDate], found.items.first?[.modificationDate]]
    }
    let added = engine.execute(
      Request(.add, [genp, .entry("cdat", .date(5)), .entry("mdat", .date(6))]), for: caller)
    #expect(added.status == .success)
    #expect(dates() == [.date(1000), .date(1000)])
    time.withLock { $0 = 900 }
    #expect(engine.execute(Request(.update, [genp]), for: caller).status == .success)
    #expect(dates() == [.date(1000), .date(1000.001)])
    time.withLock { $0 = 2000 }
    let set = engine.execute(
      Request(.update, [genp], changes: [.entry("mdat", .date(1)), .entry("cdat", .date(7))]),
      for: caller)
    #expect(set.status == .success)
    #expect(dates() == [.date(7), .date(2000)])
  }

  @Test("of nothing finds nothing")
  func nothing() {
    #expect(keychain.update([genp], [.data("x")]).status == .itemNotFound)
  }

  @Test(
    "moves an item to another protection class and keeps its data",
    arguments: ["ak", "ck", "dk", "aku", "cku", "dku"])
  func protection(_ name: String) {
    add("a", data: "1")
    #expect(keychain.update([genp], [.entry("pdmn", .text(name))]).status == .success)
    #expect(keychain.find([genp, .entry("pdmn", .text(name)), .flag("r_Data")]).texts == ["1"])
    #expect(keychain.update([genp], [.entry("pdmn", .text("akpu"))]).status == .authFailed)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test("with an array where text belongs, or to an impossible combination, changes nothing")
  func refused() {
    add("a", data: "1")
    #expect(keychain.update([genp], [.entry("acct", .attribute(.list([])))]).status == .param)
    #expect(
      keychain.update([genp], [.entry("sync", .boolean(true)), .entry("pdmn", .text("aku"))]).status
        == .param)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }
}
