// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import StrongroomTesting
import Testing

@Suite("Reading an item with conditions")
struct QuestionTests {
  @Test(
    "asks for what they demand, and for no more",
    arguments: [
      ([.userPresence], [.owner]), ([.devicePasscode], [.passphrase]),
      ([.biometryAny], [.biometry]), ([.biometryCurrentSet], [.biometry]),
      ([.companion], [.companion]), ([.devicePasscode, .biometryAny, .or], [.owner]),
      ([.devicePasscode, .biometryCurrentSet, .or], [.owner]),
      ([.biometryAny, .companion, .or], [.biometryOrCompanion]),
      ([.devicePasscode, .companion, .or], [.companion]),
      ([.devicePasscode, .biometryAny, .and], [.biometry, .passphrase]),
      ([.devicePasscode, .biometryAny], [.biometry, .passphrase]),
      ([.devicePasscode, .biometryAny, .companion], [.biometry, .companion, .passphrase]),
      ([.devicePasscode, .biometryAny, .companion, .or], [.owner]),
    ] as [(Flags, [AuthenticationPolicy])])
  func policies(_ flags: Flags, _ policies: [AuthenticationPolicy]) throws {
    let person = ScriptedAuthenticator(biometry: .face, biometryState: [7])
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions(flags)) == .success)
    for _ in policies { person.willAnswer(.yes) }
    #expect(keychain.read("a").texts == ["secret of a"])
    #expect(person.questions.map(\.policy) == policies)
    // Each call for itself.
    #expect(keychain.read("a").status == .authFailed)
    #expect(person.questions.count == policies.count + 1)
  }

  @Test("asks for what is left where one of several is enough and the device lacks the others")
  func lacking() throws {
    let person = ScriptedAuthenticator.withPasscode([.yes, .yes])
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions([.devicePasscode, .biometryAny, .or])) == .success)
    #expect(keychain.read("a").texts == ["secret of a"])
    #expect(person.questions.map(\.policy) == [.passphrase])
    person.unavailable[.passphrase] = .noPassphrase
    #expect(keychain.read("a").status == .authFailed)
    #expect(person.questions.count == 1)
  }

  @Test("goes another way where the person chooses that and the conditions have one")
  func fallback() throws {
    let person = ScriptedAuthenticator(
      [.no(.fallbackChosen), .yes, .no(.fallbackChosen)], biometry: .face)
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions([.devicePasscode, .companion, .or])) == .success)
    #expect(try keychain.add("b", .conditions([.biometryAny])) == .success)
    #expect(keychain.read("a").texts == ["secret of a"])
    #expect(person.questions.map(\.policy) == [.companion, .passphrase])
    #expect(keychain.read("b").status == .authFailed)
    #expect(person.questions.count == 3)
  }

  @Test(
    "gives each failure the code that Apple's keychain makes of it",
    arguments: [
      (.noPassphrase, .authFailed), (.noBiometry, .authFailed), (.nobodyEnrolled, .authFailed),
      (.biometryLocked, .authFailed), (.noCompanion, .authFailed),
      (.nobodyToAsk, .interactionNotAllowed), (.rejected, .authFailed),
      (.cancelledByPerson, .userCanceled), (.fallbackChosen, .authFailed),
      (.cancelledBySystem, .authFailed),
    ] as [(AuthenticationFailure, Status)])
  func failures(_ failure: AuthenticationFailure, _ expected: Status) throws {
    let person = ScriptedAuthenticator.withPasscode([.no(failure), .yes])
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions([.userPresence])) == .success)
    let response = keychain.read("a")
    #expect(response.status == expected)
    #expect(response.items.isEmpty)
    #expect(response.reason?.isEmpty == false)
    #expect(person.questions.count == 1, "it is asked once: to try again is the authenticator's")
    #expect(keychain.read("a").texts == ["secret of a"])
    // The same where it cannot even be asked.
    person.unavailable[.owner] = failure
    #expect(keychain.read("a").status == expected)
    #expect(person.questions.count == 2)
  }

  @Test("asks in the words of the call, else of the context, else in its own")
  func words() throws {
    let person = ScriptedAuthenticator.withPasscode([.yes, .yes, .yes])
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions([.userPresence])) == .success)
    func context() -> Request.Entry {
      .context(
        AuthenticationContext(reason: "open the notes", cancelTitle: "Not now", fallbackTitle: ""))
    }
    #expect(keychain.read("a").status == .success)
    #expect(keychain.read("a", context()).status == .success)
    let prompt = Request.Entry.entry("u_OpPrompt", .text("sign in"))
    #expect(keychain.read("a", context(), prompt).status == .success)
    #expect(
      person.questions.map(\.reason) == [
        "use an item of the keychain", "open the notes", "sign in",
      ])
    #expect(person.questions.map(\.cancelTitle) == [nil, "Not now", "Not now"])
    #expect(person.questions.map(\.fallbackTitle) == [nil, "", ""])
  }

  @Test("is of no use with other fingers than those that the device knew")
  func currentSet() throws {
    let person = ScriptedAuthenticator([.yes, .yes], biometry: .fingerprint, biometryState: [1])
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("current", .conditions([.biometryCurrentSet])) == .success)
    #expect(try keychain.add("any", .conditions([.biometryAny])) == .success)
    #expect(keychain.read("current").texts == ["secret of current"])
    person.biometryState = [2]
    #expect(keychain.read("current").status == .authFailed)
    #expect(person.questions.count == 1, "nobody is asked in vain")
    #expect(keychain.read("any").texts == ["secret of any"])
    // With a choice there is the other way.
    let either: Flags = [.biometryCurrentSet, .devicePasscode, .or]
    #expect(try keychain.add("either", .conditions(either)) == .success)
    person.biometryState = [3]
    person.willAnswer(.yes)
    #expect(keychain.read("either").texts == ["secret of either"])
    #expect(person.questions.last?.policy == .passphrase)
  }
}
