// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import Secrets
import TestFolders
import Testing

@Suite("A keychain with a passphrase")
struct LockingTests {
  private let folder = TemporaryFolder()
  private let first: Request.Dictionary = [
    .itemClass(.genericPassword), .init(.account, .text("first")),
  ]

  @Test("is unlocked for the process that set the passphrase, and locked for every other one")
  func states() throws {
    let keychain = try LockedKeychain(in: folder)
    #expect(try keychain.harness.engine.lockState() == .unlocked)
    let other = keychain.another()
    #expect(try other.engine.lockState() == .neverUnlocked)
    #expect(other.find(first).status == .interactionNotAllowed)
    try other.engine.unlock(with: .passphrase(LockedKeychain.passphrase))
    #expect(try other.engine.lockState() == .unlocked)
    #expect(other.find(first).status == .success)
    try other.engine.lock()
    #expect(try other.engine.lockState() == .lockedAgain)
  }

  @Test("a wrong passphrase is refused, and so is another spelling of the same letters")
  func wrongPassphrase() throws {
    let keychain = try LockedKeychain(in: folder)
    let other = keychain.another()
    for wrong in ["", "correct hors", "Correct horse", "correct horse\n", "correct\u{A0}horse"] {
      #expect(throws: KeychainEngineError(.authFailed, "")) {
        try other.engine.unlock(with: .passphrase(wrong))
      }
    }
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try other.engine.unlock(with: .recoveryCode(.random()))
    }
    #expect(try other.engine.lockState() == .neverUnlocked)
  }

  @Test("verifying a passphrase unlocks nothing")
  func verify() throws {
    let other = try LockedKeychain(in: folder).another()
    try other.engine.verify(.passphrase(LockedKeychain.passphrase))
    #expect(try other.engine.lockState() == .neverUnlocked)
  }

  @Test("locked by one process is locked for all at their next call")
  func lockedByAnother() throws {
    let keychain = try LockedKeychain(in: folder)
    let other = keychain.another()
    try other.engine.unlock(with: .passphrase(LockedKeychain.passphrase))
    try keychain.harness.engine.lock()
    #expect(other.find(first).status == .interactionNotAllowed)
    #expect(try other.engine.lockState() == .lockedAgain)
  }

  @Test("a locked row is neither damaged nor gone: adding its equal is refused")
  func lockedIsNotDamaged() throws {
    let keychain = try LockedKeychain(in: folder)
    let other = keychain.another()
    let equal = first + [.init(.accessible, .text("dk")), .data("x")]
    #expect(other.add(equal).status == .duplicateItem)
    #expect(keychain.harness.find(first).status == .success)
  }

  @Test("deleting what is locked away takes what the query names, and nothing beside it")
  func deletion() throws {
    let keychain = try LockedKeychain(in: folder) {
      for service in ["a", "b"] {
        _ = $0.add([
          .itemClass(.genericPassword), .init(.account, .text("u")),
          .init(.service, .text(service)),
        ])
      }
      let synchronizable = $0.add([
        .itemClass(.genericPassword), .init(.account, .text("u")), .init(.service, .text("a")),
        .init(.synchronizable, .boolean(true)),
      ])
      #expect(synchronizable.status == .success)
    }
    let other = keychain.another()
    let a: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.account, .text("u")), .init(.service, .text("a")),
    ]
    #expect(other.delete(a).status == .success)
    #expect(other.delete(a).status == .itemNotFound)
    #expect(
      other.delete(a + [.init(.comment, .text("?"))]).status == .itemNotFound)
    let b: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.service, .text("b")), .init(.comment, .text("?")),
    ]
    #expect(other.delete(b).status == .interactionNotAllowed)
    let all = keychain.harness.find([
      .itemClass(.genericPassword), .init(.account, .text("u")),
      .entry(RequestKeys.matchLimit, .text(RequestKeys.matchLimitAll)),
      .init(.synchronizable, .text("syna")), .flag(RequestKeys.returnAttributes),
    ])
    #expect(all.items.count == 2)
  }

  @Test("an open keychain cannot be locked, and unlocking it is no mistake")
  func openKeychain() throws {
    let keychain = EngineHarness(.folder(folder.file("keychain")))
    #expect(throws: KeychainEngineError(.noSuchKeychain, "")) { try keychain.engine.lock() }
    #expect(try keychain.engine.lockState() == .missing)
    #expect(keychain.add(first).status == .success)
    #expect(try keychain.engine.lockState() == .open)
    #expect(throws: KeychainEngineError(.passphraseRequired, "")) { try keychain.engine.lock() }
    try keychain.engine.unlock(with: .passphrase("anything"))
    #expect(keychain.find(first).status == .success)
  }
}
