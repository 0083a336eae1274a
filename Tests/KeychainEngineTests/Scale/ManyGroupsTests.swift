// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Testing

@Suite("5,000 access groups")
struct ManyGroupsTests {
  private static let names = (0..<5000).map { "group \($0)" }
  private let keychain = EngineHarness(groups: names)
  private let genp = Request.Entry.itemClass(.genericPassword)
  private let all = Request.Entry.entry("m_Limit", .text("m_LimitAll"))
  private let data = Request.Entry.flag("r_Data")

  /// Every group has the same account, and two groups another one beside it.
  init() {
    var items: [Request.Dictionary] = Self.names.map { group in
      [
        genp, .entry("agrp", .text(group)), .entry("acct", .text("account")),
        .entry("svce", .text("service")), .data("\(group)'s"),
      ]
    }
    for group in ["group 7", "group 4999"] {
      items.append([
        genp, .entry("agrp", .text(group)), .entry("acct", .text("other")),
        .entry("labl", .text("label")), .data("\(group)'s other"),
      ])
    }
    #expect(keychain.fill(items).status == .success)
  }

  /// The user's own commands, which see every group.
  private var command: EngineHarness {
    var command = keychain
    command.caller = Caller(
      userID: 1000, applicationIdentifier: "security", accessGroups: .all(default: "security"),
      evidence: .userCommand)
    return command
  }

  /// A program with 5,000 groups, of which a thousand have no items.
  private var program: EngineHarness {
    var program = keychain
    program.caller = EngineHarness.caller(
      Array(Self.names[..<4000]) + (0..<1000).map { "empty \($0)" })
    return program
  }

  @Test("are searched by their user's commands, by any attribute or none")
  func searchedByCommand() {
    let account = Request.Entry.entry("acct", .text("account"))
    let service = Request.Entry.entry("svce", .text("service"))
    let everybodys = Self.names.map { "\($0)'s" }
    #expect(command.find([genp, account, all, data]).texts == everybodys)
    #expect(command.find([genp, service, all, data]).texts == everybodys)
    #expect(command.find([genp, account, service, all, data]).texts == everybodys)
    #expect(command.find([genp, account, data]).texts == ["group 0's"])
    #expect(
      command.find([genp, .entry("labl", .text("label")), all, data]).texts == [
        "group 7's other", "group 4999's other",
      ])
    #expect(
      command.find([
        genp, .entry("labl", .text("label")), .entry("acct", .text("other")),
        .entry("pdmn", .text("ak")), all, data,
      ]).texts == ["group 7's other", "group 4999's other"])
    #expect(command.find([genp, all]).items.count == 5002)
    #expect(command.find([genp, account, .entry("pdmn", .text("dk")), all]).items.isEmpty)
  }

  @Test("are searched by a program that is a member of so many, and no other group is")
  func searchedByProgram() {
    let account = Request.Entry.entry("acct", .text("account"))
    let members = Self.names[..<4000].map { "\($0)'s" }
    #expect(program.find([genp, account, all, data]).texts == members)
    #expect(
      program.find([genp, .entry("acct", .text("other")), all, data]).texts == ["group 7's other"])
    #expect(program.find([genp, all, data]).texts == members + ["group 7's other"])
    let few = EngineHarness.caller((0..<9).map { "group \($0)" })
    var keychain = self.keychain
    keychain.caller = few
    #expect(
      keychain.find([genp, all, data]).texts == (0..<9).map { "group \($0)'s" } + [
        "group 7's other"
      ])
    keychain.caller = EngineHarness.caller((0..<5000).map { "empty \($0)" })
    #expect(keychain.find([genp, all]).status == .itemNotFound)
  }

  @Test("are changed and emptied at once")
  func writing() {
    let account = Request.Entry.entry("acct", .text("account"))
    #expect(command.update([genp, account], [.entry("labl", .text("changed"))]).status == .success)
    #expect(
      command.find([genp, .entry("labl", .text("changed")), all]).items.count == 5000)
    #expect(program.delete([genp, account]).status == .success)
    #expect(command.find([genp, all]).items.count == 1002)
    #expect(command.delete([genp]).status == .success)
    #expect(command.find([genp, all]).status == .itemNotFound)
  }
}
