// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

@Suite("Writes that come together")
struct SharedTransactionTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/keychain" }
  private var keychain: EngineHarness { EngineHarness(.folder(path)) }

  private static func item(_ name: String) -> Request.Dictionary {
    [.itemClass(.genericPassword), Request.Entry(.account, .text(name)), .data(name)]
  }

  @Test("succeed or fail one by one, in one transaction")
  func bulk() {
    let keychain = self.keychain
    #expect(keychain.add(Self.item("there")).status == .success)
    let before = KeychainFiles(path: path).commitCount()
    let requests =
      ["a", "there", "b", "a"].map { Request(.add, Self.item($0)) }
      + [
        Request(.add, Self.item("c") + [.entry("zzzz", .text("1"))]),
        Request(.copyMatching, [.itemClass(.genericPassword), .entry("acct", .text("b"))]),
        Request(.delete, [.itemClass(.genericPassword), .entry("acct", .text("nobody"))]),
        Request(.add, Self.item("d")),
      ]
    let statuses = keychain.engine.execute(requests, for: keychain.caller).map(\.status)
    #expect(
      statuses == [
        .success, .duplicateItem, .success, .duplicateItem, .noSuchAttribute, .success,
        .itemNotFound, .success,
      ])
    #expect(KeychainFiles(path: path).commitCount() == before + 1)
    let all: Request.Dictionary = [
      .itemClass(.genericPassword), .flag("r_Data"), .entry("m_Limit", .text("m_LimitAll")),
    ]
    #expect(keychain.find(all).texts == ["there", "a", "b", "d"])
  }

  @Test("from many threads are all there, in fewer transactions than writes")
  func threads() {
    let keychain = self.keychain
    #expect(keychain.add(Self.item("first")).status == .success)
    let group = DispatchGroup()
    for thread in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        for number in 0..<12 {
          #expect(keychain.add(Self.item("\(thread)/\(number)")).status == .success)
          // Everybody wants this one.
          let status = keychain.add(Self.item("race \(number)")).status
          #expect(status == .success || status == .duplicateItem)
        }
        group.leave()
      }
    }
    group.wait()
    #expect(KeychainFiles(path: path).commitCount() < 8 * 12)
    let all: Request.Dictionary = [
      .itemClass(.genericPassword), .flag("r_Data"), .entry("m_Limit", .text("m_LimitAll")),
    ]
    let expected =
      ["first"] + (0..<12).map { "race \($0)" }
      + (0..<8).flatMap { thread in (0..<12).map { "\(thread)/\($0)" } }
    #expect(EngineHarness(.folder(path)).find(all).texts.sorted() == expected.sorted())
  }

  @Test("do not fail with one for which the disk is too small")
  func fullDisk() throws {
    let process = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
    try #require(process.line()?.hasPrefix("ready") == true)
    #expect(process.ask("add first 1 1") == "0 ")
    #expect(process.ask("limit 1000000") == "0")
    #expect(process.ask("together a 10 b 2000000 c 10") == "0 \(Status.diskFull.rawValue) 0")
    #expect(process.ask("find a") == "0 xxxxxxxxxx")
    #expect(process.ask("find c") == "0 xxxxxxxxxx")
    #expect(process.ask("find b")?.hasPrefix("\(Status.itemNotFound.rawValue) ") == true)
  }
}
