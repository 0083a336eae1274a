// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Testing

@Suite("The life of an item")
struct ItemLifeTests {
  let keychain = EngineHarness()

  @Test("is added, found, changed, deleted, and then not found")
  func wholeLife() {
    let name: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.account, .text("ada")), .init(.service, .text("mail")),
    ]
    #expect(keychain.add(name + [.data("first")]).status == .success)
    #expect(keychain.add(name + [.data("other")]).status == .duplicateItem)
    #expect(keychain.find(name + [.flag("r_Data")]).texts == ["first"])
    #expect(keychain.update(name, [.data("second")]).status == .success)
    #expect(keychain.find(name + [.flag("r_Data")]).texts == ["second"])
    #expect(keychain.delete(name).status == .success)
    #expect(keychain.find(name).status == .itemNotFound)
  }
}
