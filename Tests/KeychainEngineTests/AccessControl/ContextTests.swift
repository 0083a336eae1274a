// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import StrongroomTesting
import Synchronization
import Testing

@Suite("A context that comes with a call")
struct ContextTests {
  private let person = ScriptedAuthenticator.withPasscode()

  @Test("is asked once for what several calls need, and stands for nothing else")
  func once() throws {
    let person = ScriptedAuthenticator([.yes, .yes], biometry: .face)
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions([.biometryAny])) == .success)
    #expect(try keychain.add("b", .conditions([.devicePasscode])) == .success)
    let context = AuthenticationContext()
    let silent = AuthenticationContext(forbidsInteraction: true, session: context.session)
    #expect(keychain.read("a", .context(context)).status == .success)
    #expect(keychain.read("a", .context(silent)).status == .success)
    #expect(keychain.read("a", .context(context), .skippingUI).status == .success)
    #expect(keychain.read("b", .context(silent)).status == .interactionNotAllowed)
    #expect(keychain.read("a", .failingUI).status == .interactionNotAllowed)
    #expect(keychain.read("b", .context(context)).status == .success)
    #expect(keychain.read("b", .context(silent)).status == .success)
    #expect(person.questions.map(\.policy) == [.biometry, .passphrase])
  }

  @Test("has not been shown a passphrase by an owner who may have shown a face")
  func owner() throws {
    let person = ScriptedAuthenticator([.yes, .yes], biometry: .face)
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions([.userPresence])) == .success)
    #expect(try keychain.add("b", .conditions([.devicePasscode])) == .success)
    let context = Request.Entry.context(AuthenticationContext())
    #expect(keychain.read("a", context).status == .success)
    #expect(keychain.read("b", context).status == .success)
    #expect(person.questions.map(\.policy) == [.owner, .passphrase])
    // A passphrase is an owner's, though.
    let other = Request.Entry.context(AuthenticationContext())
    person.willAnswer(.yes)
    #expect(keychain.read("b", other).status == .success)
    #expect(keychain.read("a", other).status == .success)
    #expect(person.questions.count == 3)
  }

  @Test("counts an earlier answer for as long as it says, and never for the passphrase")
  func reuse() throws {
    let time = Mutex(100.0)
    let remembering = RememberingAuthenticator(person) { time.withLock { $0 } }
    let keychain = EngineHarness(authenticator: remembering)
    #expect(try keychain.add("a", .conditions([.userPresence])) == .success)
    #expect(try keychain.add("b", .conditions([.devicePasscode])) == .success)
    func read(_ account: String, reusing seconds: Double) -> Status {
      keychain.read(
        account,
        .context(AuthenticationContext(forbidsInteraction: true, reuseDuration: seconds))
      ).status
    }
    #expect(read("a", reusing: 300) == .interactionNotAllowed, "nobody has answered yet")
    person.willAnswer(.yes)
    #expect(keychain.read("a").status == .success)
    time.withLock { $0 += 10 }
    #expect(read("a", reusing: 0) == .interactionNotAllowed)
    #expect(read("a", reusing: 9) == .interactionNotAllowed)
    #expect(read("a", reusing: 10) == .success)
    #expect(read("b", reusing: 10) == .interactionNotAllowed)
    person.unavailable[.owner] = .noPassphrase
    #expect(read("a", reusing: 10) == .authFailed, "whoever has no passphrase now is no owner")
    person.unavailable[.owner] = nil
    #expect(read("a", reusing: 10) == .success)
    remembering.forget()
    #expect(read("a", reusing: 10) == .interactionNotAllowed)
    #expect(person.questions.count == 1)
  }

  @Test("counts a passphrase as an owner, and biometry for itself")
  func whatCounts() throws {
    let person = ScriptedAuthenticator([.yes, .yes], biometry: .face)
    let remembering = RememberingAuthenticator(person) { 0 }
    func ask(_ policy: AuthenticationPolicy) throws {
      try remembering.ask(AuthenticationQuestion(policy, reason: "r"))
    }
    try ask(.passphrase)
    #expect(remembering.hasRecognised(by: .owner, within: 1))
    #expect(!remembering.hasRecognised(by: .biometry, within: 1))
    try ask(.biometry)
    #expect(remembering.hasRecognised(by: .biometry, within: 1))
    #expect(!remembering.hasRecognised(by: .companion, within: 1))
    remembering.forget()
    #expect(throws: AuthenticationFailure.cancelledBySystem) { try ask(.owner) }
    #expect(!remembering.hasRecognised(by: .owner, within: 1), "a failure is no answer")
  }
}
