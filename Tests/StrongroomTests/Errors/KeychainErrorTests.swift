// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainRequests
import Strongroom
import StrongroomTesting
import Testing

@Suite("A keychain error")
struct KeychainErrorTests {
  private let error = KeychainError(.duplicateItem, reason: "cannot do it")

  @Test("says what happened, with name and number, also to Foundation")
  func sentences() {
    let text = "cannot do it [errSecDuplicateItem (-25299)]"
    #expect("\(error)" == text)
    #expect((error as any Error).localizedDescription == text)
    #expect(error.name == "errSecDuplicateItem")
    #expect(error.status == -25299)
  }

  @Test("is an NSError of the OSStatus domain with all of its sentences")
  func bridged() {
    let bridged = error as NSError
    #expect(bridged.domain == NSOSStatusErrorDomain)
    #expect(bridged.code == -25299)
    #expect(bridged.localizedFailureReason == "cannot do it")
    #expect(bridged.localizedRecoverySuggestion == error.suggestion)
  }

  @Test("equals another one by its code alone")
  func equality() {
    #expect(error == KeychainError(.duplicateItem, reason: "something else"))
    #expect(error != KeychainError(.itemNotFound, reason: "cannot do it"))
  }

  @Test("can be caught by its code")
  func caught() {
    var isCaught = false
    do throws(KeychainError) {
      throw error
    } catch .itemNotFound {
      Issue.record("caught as another failure")
    } catch .duplicateItem {
      isCaught = true
    } catch {
      Issue.record("not caught by its code")
    }
    #expect(isCaught)
  }

  @Test(
    "has a suggestion for every number, known or not",
    arguments: Status.allKnown.map(\.rawValue) + [12345])
  func suggestions(_ number: Int32) {
    #expect(!KeychainError(.init(rawValue: number), reason: "x").suggestion.isEmpty)
  }

  @Test(
    "has constants with the numbers of Apple's names",
    arguments: [
      (KeychainError.Code.duplicateItem, "errSecDuplicateItem"),
      (.itemNotFound, "errSecItemNotFound"),
      (.missingEntitlement, "errSecMissingEntitlement"),
      (.interactionNotAllowed, "errSecInteractionNotAllowed"),
      (.notAvailable, "errSecNotAvailable"), (.authenticationFailed, "errSecAuthFailed"),
      (.userCanceled, "errSecUserCanceled"), (.readOnly, "errSecReadOnly"),
      (.invalidKeychain, "errSecInvalidKeychain"), (.diskFull, "errSecDiskFull"),
      (.inputOutput, "errSecIO"),
      (.undecodable, "errSecDecode"), (.invalidParameter, "errSecParam"),
      (.unimplemented, "errSecUnimplemented"),
      (.internalError, "errSecInternalError"),
    ])
  func numbers(_ code: KeychainError.Code, _ name: String) {
    #expect(KeychainError(code, reason: "").name == name)
  }
}
