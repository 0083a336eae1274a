// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Testing

@Suite("Access groups")
struct AccessGroupTests {
  private let engine = KeychainEngine(location: .memory)
  private let genp = Request.Entry.itemClass(.genericPassword)
  private let all = Request.Entry.entry("m_Limit", .text("m_LimitAll"))

  private func execute(
    _ operation: Request.Operation, _ groups: [String], _ query: Request.Dictionary,
    changes: Request.Dictionary = []
  ) -> Response {
    engine.execute(
      Request(operation, query, changes: changes), for: EngineHarness.caller(groups))
  }

  @Test("the first one is where an item goes that names none")
  func defaultGroup() {
    #expect(execute(.add, ["A", "shared"], [genp, .data("1")]).status == .success)
    let found = execute(.copyMatching, ["A"], [genp, .flag("r_Attributes")])
    #expect(found.items.first?[.accessGroup] == .text("A"))
  }

  @Test("keep items of others out of every answer")
  func isolation() {
    #expect(
      execute(.add, ["A"], [genp, .entry("acct", .text("x")), .data("1")]).status == .success)
    for operation in [Request.Operation.copyMatching, .update, .delete] {
      #expect(execute(operation, ["B"], [genp]).status == .itemNotFound)
      #expect(
        execute(operation, ["B"], [genp, .entry("acct", .text("x"))]).status == .itemNotFound)
    }
    #expect(
      execute(.add, ["B"], [genp, .entry("acct", .text("x")), .data("2")]).status == .success)
    #expect(execute(.copyMatching, ["A"], [genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test("that are shared let programs exchange an item")
  func sharing() {
    let name = genp
    #expect(
      execute(.add, ["A", "shared"], [name, .entry("agrp", .text("shared")), .data("s")]).status
        == .success)
    #expect(execute(.copyMatching, ["B", "shared"], [name, .flag("r_Data")]).texts == ["s"])
    #expect(execute(.copyMatching, ["C"], [name]).status == .itemNotFound)
    #expect(
      execute(.copyMatching, ["C"], [name, .entry("agrp", .text("shared"))]).status
        == .missingEntitlement)
  }

  @Test("match exactly: neither prefix nor pattern gives access")
  func noPatterns() {
    #expect(execute(.add, ["TEAM.app"], [genp]).status == .success)
    for group in ["TEAM", "TEAM.", "TEAM.ap", "TEAM.*", "team.app"] {
      #expect(execute(.copyMatching, [group], [genp]).status == .itemNotFound)
    }
  }

  @Test("are searched all at once, in the order in which the items were added")
  func severalGroups() {
    for (i, group) in ["B", "A", "C", "A", "B"].enumerated() {
      let item: Request.Dictionary = [
        genp, .entry("agrp", .text(group)), .entry("acct", .text("\(i)")), .data("\(group)\(i)"),
      ]
      #expect(execute(.add, ["A", "B", "C"], item).status == .success)
    }
    #expect(
      execute(.copyMatching, ["A", "B"], [genp, all, .flag("r_Data")]).texts == [
        "B0", "A1", "A3", "B4",
      ])
    #expect(execute(.copyMatching, ["B", "A"], [genp, .flag("r_Data")]).texts == ["B0"])
  }

  @Test("let an item move, unless the place is taken")
  func moving() {
    let both = ["A", "B"]
    #expect(execute(.add, both, [genp, .data("1")]).status == .success)
    #expect(
      execute(.update, both, [genp], changes: [.entry("agrp", .text("B"))]).status == .success)
    #expect(execute(.copyMatching, ["A"], [genp]).status == .itemNotFound)
    #expect(execute(.copyMatching, ["B"], [genp, .flag("r_Data")]).texts == ["1"])
    #expect(execute(.add, both, [genp, .data("2")]).status == .success)
    let collision = execute(
      .update, both, [genp, .entry("agrp", .text("A"))], changes: [.entry("agrp", .text("B"))])
    #expect(collision.status == .duplicateItem)
    #expect(execute(.copyMatching, ["A"], [genp, .flag("r_Data")]).texts == ["2"])
  }

  @Test("that hold tokens are searched and never written into")
  func tokens() {
    let token = "com.apple.token"
    let inToken: Request.Dictionary = [genp, .entry("agrp", .text(token))]
    #expect(execute(.add, [token, "A"], [genp, .data("1")]).status == .success)
    #expect(execute(.copyMatching, ["A"], [genp]).status == .success)
    #expect(execute(.copyMatching, [token, "A"], inToken).status == .itemNotFound)
    #expect(execute(.copyMatching, [token], [genp]).status == .itemNotFound)
    for operation in [Request.Operation.add, .update, .delete] {
      #expect(execute(operation, ["A", token], inToken).status == .missingEntitlement)
      #expect(execute(operation, [token], [genp]).status == .missingEntitlement)
    }
  }

  @Test("are no bounds for the user's own commands")
  func everyGroup() {
    for group in ["A", "B"] {
      #expect(
        execute(.add, [group], [genp, .entry("acct", .text("x")), .data(group)]).status == .success)
    }
    let command = Caller(
      userID: 1000, applicationIdentifier: "security", accessGroups: .all(default: "security"),
      evidence: .userCommand)
    let found = engine.execute(
      Request(.copyMatching, [genp, .entry("acct", .text("x")), all, .flag("r_Data")]), for: command
    )
    #expect(found.texts == ["A", "B"])
  }
}
