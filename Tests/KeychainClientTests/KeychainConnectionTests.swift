// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

@Suite("A connection to a keychain")
struct KeychainConnectionTests {
  private let caller = Caller.userCommand("test", group: "g")
  private let query: Request.Dictionary = [.init(.name("class"), .text("genp"))]

  @Test("that cannot be made says why, in every answer")
  func unavailable() {
    let connection = KeychainConnection(.unavailable(reason: "because"), caller: caller)
    for operation in [Request.Operation.add, .copyMatching, .update, .delete] {
      let response = connection.execute(Request(operation, query))
      #expect(response.status == .notAvailable)
      #expect(response.reason == "because")
    }
  }

  @Test("in memory is a keychain of its own each time")
  func memory() {
    let first = KeychainConnection(.embedded(.memory), caller: caller)
    let second = KeychainConnection(.embedded(.memory), caller: caller)
    #expect(first.execute(Request(.add, query)).status == .success)
    #expect(first.execute(Request(.copyMatching, query)).status == .success)
    #expect(second.execute(Request(.copyMatching, query)).status == .itemNotFound)
  }

  @Test("to one folder shows what another connection stored, at once")
  func folder() {
    let folder = TemporaryFolder()
    let location = KeychainSelection.embedded(.folder(folder.file("keychain")))
    let first = KeychainConnection(location, caller: caller)
    let second = KeychainConnection(location, caller: caller)
    for number in Int64(0)..<20 {
      let item = query + [.init(.account, .integer(number))]
      #expect((number % 2 == 0 ? first : second).execute(Request(.add, item)).status == .success)
      #expect(
        (number % 2 == 0 ? second : first).execute(Request(.copyMatching, item)).status == .success)
    }
  }
}
