// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import StrongroomTesting
import Testing

@Suite("The conditions of an item")
struct ConditionTests {
  private let person = ScriptedAuthenticator.withPasscode()
  private let keychain: EngineHarness

  init() throws {
    keychain = EngineHarness(authenticator: person)
    #expect(keychain.add("free") == .success)
    #expect(try keychain.add("held", .conditions([.userPresence])) == .success)
  }

  @Test(
    "hold for everything that a search tells of it",
    arguments: [[], ["r_Data"], ["r_Attributes"], ["r_PersistentRef"], ["r_Data", "r_Attributes"]])
  func search(_ returns: [String]) {
    let query: Request.Dictionary = [.genp, .account("held")] + returns.map { .flag($0) }
    #expect(keychain.find(query + [.failingUI]).status == .interactionNotAllowed)
    #expect(keychain.find(query + [.flag("u_NoAuthUI")]).status == .interactionNotAllowed)
    let silent = Request.Entry.context(AuthenticationContext(forbidsInteraction: true))
    #expect(keychain.find(query + [silent]).status == .interactionNotAllowed)
    #expect(keychain.find(query + [.skippingUI]).status == .itemNotFound)
    #expect(person.questions.isEmpty)
    person.willAnswer(.no(.cancelledByPerson), .yes)
    #expect(keychain.find(query).status == .userCanceled)
    #expect(keychain.find(query + [.flag("u_NoAuthUI", false)]).status == .success)
    #expect(person.questions.count == 2)
  }

  @Test("of one item hold up a search for several, which asks once for all that demand the same")
  func several() throws {
    #expect(try keychain.add("too", .conditions([.userPresence])) == .success)
    #expect(try keychain.add("more", .conditions([.devicePasscode])) == .success)
    let query: Request.Dictionary = [.genp, .all, .flag("r_Data")]
    #expect(keychain.find(query + [.failingUI]).status == .interactionNotAllowed)
    #expect(keychain.find(query + [.skippingUI]).texts == ["secret of free"])
    person.willAnswer(.no(.rejected))
    #expect(keychain.find(query).status == .authFailed)
    person.willAnswer(.yes)
    #expect(
      keychain.find(query).texts
        == ["free", "held", "too", "more"].map { "secret of \($0)" })
    // Without biometry, the owner has given the passphrase.
    #expect(person.questions.map(\.policy) == [.owner, .owner])
  }

  @Test("matter to a search that comes to the item, and not to one that ends before")
  func limit() {
    let two: Request.Dictionary = [
      .genp, .entry("m_Limit", .integer(2)), .flag("r_Data"), .failingUI,
    ]
    #expect(keychain.find([.genp, .flag("r_Data"), .failingUI]).texts == ["secret of free"])
    #expect(keychain.find(two).status == .interactionNotAllowed)
    #expect(keychain.add("last") == .success)
    let skipping: Request.Dictionary = [
      .genp, .entry("m_Limit", .integer(2)), .flag("r_Data"), .skippingUI,
    ]
    #expect(keychain.find(skipping).texts == ["secret of free", "secret of last"])
    #expect(person.questions.isEmpty)
  }

  @Test("hold for an update, which changes all items or none")
  func update() {
    let changes: Request.Dictionary = [.entry("labl", .text("L"))]
    #expect(keychain.update([.genp, .failingUI], changes).status == .interactionNotAllowed)
    person.willAnswer(.no(.cancelledByPerson), .yes)
    #expect(keychain.update([.genp], changes).status == .userCanceled)
    let labelled: Request.Dictionary = [.genp, .all, .entry("labl", .text("L")), .flag("r_Data")]
    #expect(keychain.find(labelled).status == .itemNotFound)
    #expect(keychain.update([.genp], changes).status == .success)
    // It keeps them.
    #expect(keychain.find(labelled + [.skippingUI]).texts == ["secret of free"])
    person.willAnswer(.yes)
    #expect(keychain.find(labelled).texts == ["secret of free", "secret of held"])
  }

  @Test("do not hold for its deletion")
  func deletion() {
    #expect(keychain.delete([.genp, .failingUI]).status == .success)
    #expect(keychain.find([.genp]).status == .itemNotFound)
    #expect(person.questions.isEmpty)
  }

  @Test("may hold for its deletion, or forbid it, and then nothing is deleted")
  func keeping() throws {
    let asking = AccessControl(
      protection: "ak", requirements: [.delete: .init([.passcode], count: 1), .any: .none])
    let forbidding = AccessControl(
      protection: "ak", requirements: [.decrypt: .none, .encrypt: .none])
    #expect(keychain.add("asking", .conditions(asking)) == .success)
    #expect(keychain.delete([.genp, .failingUI]).status == .interactionNotAllowed)
    person.willAnswer(.no(.rejected), .yes)
    #expect(keychain.delete([.genp]).status == .authFailed)
    #expect(keychain.read("free").texts == ["secret of free"])
    #expect(keychain.delete([.genp, .account("asking")]).status == .success)
    #expect(person.questions.map(\.policy) == [.passphrase, .passphrase])
    #expect(keychain.add("forbidding", .conditions(forbidding)) == .success)
    #expect(keychain.delete([.genp]).status == .authFailed)
    #expect(keychain.read("forbidding").texts == ["secret of forbidding"])
    #expect(keychain.read("free").texts == ["secret of free"])
  }

  @Test("may forbid everybody to read it")
  func unreadable() {
    let control = AccessControl(
      protection: "ak", requirements: [.encrypt: .none, .delete: .none])
    #expect(keychain.add("sealed", .conditions(control)) == .success)
    #expect(keychain.read("sealed").status == .authFailed)
    #expect(keychain.read("sealed", .skippingUI).status == .itemNotFound)
    #expect(keychain.update([.genp, .account("sealed")], []).status == .authFailed)
    #expect(keychain.delete([.genp, .account("sealed")]).status == .success)
    #expect(person.questions.isEmpty)
  }

  @Test("go when an update names an accessibility, once they were satisfied")
  func dropped() {
    let held: Request.Dictionary = [.genp, .account("held")]
    let changes: Request.Dictionary = [.entry("pdmn", .text("ck"))]
    #expect(keychain.update(held + [.failingUI], changes).status == .interactionNotAllowed)
    person.willAnswer(.yes)
    #expect(keychain.update(held, changes).status == .success)
    let found = keychain.find(held + [.flag("r_Data"), .flag("r_Attributes"), .failingUI])
    #expect(found.texts == ["secret of held"])
    #expect(found.items.first?[.accessible] == .text("ck"))
    #expect(found.items.first?[.accessControl] == nil)
  }

  @Test("go with the same accessibility, too, and with an access control that has none")
  func droppedOtherwise() throws {
    for changes in [[.entry("pdmn", .text("ak"))], [try .conditions([])]] as [Request.Dictionary] {
      #expect(try keychain.add("x", .conditions([.devicePasscode])) == .success)
      person.willAnswer(.yes)
      #expect(keychain.update([.genp, .account("x")], changes).status == .success)
      #expect(keychain.read("x", .failingUI).texts == ["secret of x"])
      #expect(keychain.delete([.genp, .account("x")]).status == .success)
    }
  }

  @Test("are replaced by others, once the old ones were satisfied")
  func replaced() throws {
    let held: Request.Dictionary = [.genp, .account("held")]
    let changes: Request.Dictionary = [try .conditions([.devicePasscode], "cku")]
    person.willAnswer(.no(.cancelledByPerson), .yes)
    #expect(keychain.update(held, changes).status == .userCanceled)
    #expect(keychain.update(held, changes).status == .success)
    #expect(person.questions.map(\.policy) == [.owner, .owner])
    person.willAnswer(.yes)
    #expect(keychain.read("held").texts == ["secret of held"])
    #expect(person.questions.last?.policy == .passphrase)
    // An item that had none gets them unasked, if the device has what they ask for.
    #expect(keychain.update([.genp, .account("free"), .failingUI], changes).status == .success)
    #expect(keychain.read("free", .failingUI).status == .interactionNotAllowed)
    #expect(try keychain.update(held, [.conditions([.biometryAny])]).status == .authFailed)
    #expect(
      keychain.update([.genp, .account("free")], [.entry("sync", .boolean(true))]).status
        == .authFailed)
    person.willAnswer(.yes)
    #expect(
      keychain.update([.genp, .account("free")], [.entry("sync", .boolean(true))]).status == .param)
  }

  @Test("of several requests at once hold for each by itself")
  func bulk() {
    person.willAnswer(.yes)
    let read: Request.Dictionary = [.genp, .account("held"), .flag("r_Data")]
    let responses = keychain.engine.execute(
      [
        Request(.add, [.genp, .account("new")]), Request(.copyMatching, read),
        Request(.copyMatching, read + [.failingUI]), Request(.delete, [.genp, .account("free")]),
      ], for: keychain.caller)
    #expect(
      responses.map(\.status) == [.success, .success, .interactionNotAllowed, .success])
    #expect(responses[1].texts == ["secret of held"])
  }
}
