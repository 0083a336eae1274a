// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import StrongroomTesting
import Testing

@Suite("An item with conditions is stored")
struct StoringTests {
  private static let finger = ScriptedAuthenticator(
    biometry: .fingerprint, biometryState: [1], unavailable: [.companion: .noCompanion])

  @Test(
    "where the device has what they ask for, and nobody is asked",
    arguments: [
      ([.userPresence], .success, .success), ([.devicePasscode], .success, .success),
      ([.biometryAny], .authFailed, .success), ([.biometryCurrentSet], .authFailed, .success),
      ([.companion], .authFailed, .authFailed),
      ([.devicePasscode, .biometryAny, .or], .success, .success),
      ([.devicePasscode, .biometryAny, .and], .authFailed, .success),
      ([.devicePasscode, .companion], .authFailed, .authFailed),
      ([.biometryAny, .companion, .or], .authFailed, .success),
    ] as [(Flags, Status, Status)])
  func device(_ flags: Flags, _ withPasscode: Status, _ withFinger: Status) throws {
    let person = ScriptedAuthenticator.withPasscode()
    for (authenticator, expected) in [(person, withPasscode), (Self.finger, withFinger)] {
      let keychain = EngineHarness(authenticator: authenticator)
      #expect(try keychain.add("a", .conditions(flags)) == expected)
      #expect(try keychain.add("b", .conditions(flags), .failingUI) == expected)
      #expect(authenticator.questions.isEmpty)
    }
    #expect(try EngineHarness().add("a", .conditions(flags)) == .authFailed)
  }

  @Test(
    "also where nobody can be asked just now",
    arguments: [.nobodyToAsk, .biometryLocked] as [AuthenticationFailure])
  func absent(_ failure: AuthenticationFailure) throws {
    let keychain = EngineHarness(
      authenticator: ScriptedAuthenticator(unavailable: [.owner: failure, .biometry: failure]))
    #expect(try keychain.add("a", .conditions([.userPresence])) == .success)
    #expect(try keychain.add("b", .conditions([.biometryAny])) == .success)
  }

  @Test("and not where nobody tells which fingers there are, if these are to stay the ones")
  func currentSet() throws {
    let keychain = EngineHarness(authenticator: ScriptedAuthenticator(biometry: .fingerprint))
    #expect(try keychain.add("a", .conditions([.biometryCurrentSet])) == .authFailed)
    #expect(try keychain.add("a", .conditions([.biometryAny])) == .success)
  }

  @Test("unless it is synchronizable, or a private key that is used and never read")
  func refused() throws {
    let keychain = EngineHarness(authenticator: ScriptedAuthenticator.withPasscode())
    let sync = Request.Entry.entry("sync", .boolean(true))
    #expect(try keychain.add("a", .conditions([.userPresence]), sync) == .param)
    for flags in [[.privateKeyUsage], [.privateKeyUsage, .userPresence]] as [Flags] {
      #expect(try keychain.add("b", .conditions(flags)) == .unimplemented)
      let key = Request.Entry.itemClass(.key)
      #expect(try keychain.add([key, .conditions(flags), .data("k")]).status == .unimplemented)
    }
    #expect(try keychain.add("c", .conditions([.userPresence])) == .success)
  }

  @Test("and returned with its conditions, which fit another item")
  func returned() throws {
    let keychain = EngineHarness(authenticator: ScriptedAuthenticator.withPasscode([.yes]))
    let added = keychain.add(
      [.genp, .account("a"), try .conditions([.userPresence], "aku"), .flag("r_Attributes")])
    let found = keychain.find([.genp, .account("a"), .flag("r_Attributes")])
    #expect(found.items.first?[.accessible] == .text("aku"))
    #expect(found.items.first?[.accessControl] == added.items.first?[.accessControl])
    guard case .bytes(let bytes)? = found.items.first?[.accessControl] else {
      Issue.record("no access control in the answer")
      return
    }
    let control = try AccessControl(encoded: bytes)
    #expect(control.isBound)
    #expect(control.requirement(for: .decrypt) == .init([.presence], count: 1))
    #expect(keychain.add("b", .conditions(control)) == .success)
  }

  @Test("in every class")
  func everyClass() throws {
    for itemClass in ItemClass.allCases {
      let person = ScriptedAuthenticator.withPasscode([.yes])
      let keychain = EngineHarness(authenticator: person)
      let item: Request.Dictionary = [.itemClass(itemClass)]
      #expect(
        try keychain.add(item + [.data("s"), .conditions([.devicePasscode])]).status == .success)
      #expect(keychain.find(item + [.flag("r_Data"), .failingUI]).status == .interactionNotAllowed)
      #expect(keychain.find(item + [.flag("r_Data")]).texts == ["s"])
      #expect(person.questions.map(\.policy) == [.passphrase])
    }
  }

  @Test("only if a condition on writing itself is satisfied")
  func writing() throws {
    let person = ScriptedAuthenticator.withPasscode([.no(.cancelledByPerson), .yes])
    let keychain = EngineHarness(authenticator: person)
    let control = AccessControl(
      protection: "ak", requirements: [.encrypt: .init([.presence], count: 1), .any: .none])
    #expect(keychain.add("a", .conditions(control)) == .userCanceled)
    #expect(keychain.find([.genp]).status == .itemNotFound)
    #expect(keychain.add("a", .conditions(control)) == .success)
    let readOnly = AccessControl(protection: "ak", requirements: [.decrypt: .none, .delete: .none])
    #expect(keychain.add("b", .conditions(readOnly)) == .authFailed)
    #expect(person.questions.count == 2)
  }
}
