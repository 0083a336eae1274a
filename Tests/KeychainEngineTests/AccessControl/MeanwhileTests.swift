// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import KeychainRequests
import StrongroomTesting
import TestFolders
import Testing

@Suite("While a person is asked")
struct MeanwhileTests {
  private let folder = TemporaryFolder()
  private let person = ScriptedAuthenticator.withPasscode()
  private let keychain: EngineHarness

  init() throws {
    keychain = EngineHarness(.folder(folder.path + "/keychain"), authenticator: person)
    #expect(try keychain.add("held", .conditions([.userPresence])) == .success)
  }

  @Test("others use the keychain, in this process and in another")
  func others() {
    let keychain = keychain
    let other = EngineHarness(.folder(folder.path + "/keychain"))
    person.willAnswer(
      .yesAfter {
        #expect(keychain.add("here") == .success)
        #expect(other.add("there") == .success)
        #expect(other.read("here").texts == ["secret of here"])
        #expect(other.read("held").status == .authFailed)
      },
      .yesAfter { #expect(other.add("more") == .success) })
    #expect(keychain.read("held").texts == ["secret of held"])
    #expect(
      keychain.update([.genp, .account("held")], [.entry("labl", .text("L"))]).status == .success)
    #expect(other.read("more").texts == ["secret of more"])
  }

  @Test("nobody holds the lock that guards the files")
  func files() throws {
    let path = folder.path + "/keychain/keychain.lock"
    person.willAnswer(
      .yesAfter {
        let file = unsafe open(path, O_RDWR)
        #expect(file >= 0)
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        close(file)
      })
    #expect(keychain.read("held").texts == ["secret of held"])
  }

  @Test("the item may go, and is not found")
  func deleted() {
    let keychain = keychain
    person.willAnswer(
      .yesAfter { #expect(keychain.delete([.genp, .account("held")]).status == .success) })
    #expect(keychain.read("held").status == .itemNotFound)
  }

  @Test("the item may come to demand more, and more is asked for")
  func changed() throws {
    let person = ScriptedAuthenticator(biometry: .face)
    let keychain = EngineHarness(authenticator: person)
    #expect(try keychain.add("a", .conditions([.biometryAny])) == .success)
    let stricter: Request.Dictionary = [try .conditions([.biometryAny, .devicePasscode])]
    person.willAnswer(
      .yesAfter {
        person.willAnswer(.yes)
        #expect(keychain.update([.genp], stricter).status == .success)
        person.willAnswer(.no(.cancelledByPerson))
      })
    #expect(keychain.read("a").status == .userCanceled)
    #expect(person.questions.map(\.policy) == [.biometry, .biometry, .passphrase])
  }

  @Test("an item may come to demand another thing each time, and at some point it is enough")
  func withoutEnd() throws {
    // With each question, the device knows other fingers, and the item is stored anew for them.
    let person = ScriptedAuthenticator(biometry: .fingerprint, biometryState: [1])
    let keychain = EngineHarness(authenticator: person)
    let current: Request.Entry = try .conditions([.biometryCurrentSet])
    #expect(keychain.add("a", current) == .success)
    for number in UInt8(2)..<60 {
      person.willAnswer(
        .yesAfter {
          #expect(keychain.delete([.genp]).status == .success)
          person.biometryState = [number]
          #expect(keychain.add("a", current) == .success)
        })
    }
    #expect(keychain.read("a").status == .authFailed)
    #expect(person.questions.count == 19)
  }

  @Test("the context may be ended, and the question is withdrawn")
  func invalidated() {
    let context = AuthenticationContext()
    let (keychain, person) = (keychain, person)
    person.willAnswer(.silence)
    let thread = Thread {
      person.questionArrived.wait()
      context.session.end()
    }
    thread.start()
    #expect(keychain.read("held", .context(context)).status == .authFailed)
    #expect(person.questions.first?.isWithdrawn == true)
    #expect(keychain.read("held", .context(context)).status == .authFailed)
    #expect(person.questions.count == 1)
  }
}
