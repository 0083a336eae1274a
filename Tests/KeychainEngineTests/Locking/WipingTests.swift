// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import ProcessMemory
import Secrets
import TestFolders
import Testing

/// The keys of a keychain as somebody knows them who has the passphrase, to look for in memory.
private struct KnownKeys {
  let classA: ClassKey
  let classC: ClassKey
  let unlockKey: SharedSecret

  init(of path: String) throws {
    let opener = try KeychainFiles(path: path).openKeybag()
    unlockKey = try UnlockSlots.open(opener, with: .passphrase(LockedKeychain.passphrase)).unlockKey
    let keys = try opener.classKeys(unlockKey)
    guard case .here(let classA) = keys.current(.whenUnlocked),
      case .here(let classC) = keys.current(.afterFirstUnlock)
    else { fatalError("an unlocked keychain has all of its keys") }
    (self.classA, self.classC) = (classA, classC)
  }

  /// How often each is in memory beside the copy here.
  var copies: (classA: Int, classC: Int, unlockKey: Int) {
    (
      MemoryScan.occurrences(of: classA.key) - 1, MemoryScan.occurrences(of: classC.key) - 1,
      MemoryScan.occurrences(of: unlockKey.bytes) - 1
    )
  }
}

@Suite("After a lock, in the memory of the process")
struct WipingTests {
  private let folder = TemporaryFolder()
  private let first: Request.Dictionary = [
    .itemClass(.genericPassword), .init(.account, .text("first")),
    .flag(RequestKeys.returnData),
  ]

  @Test("no key of the unlocked keychain is left, and those of the first unlock are")
  func keys() throws {
    let keychain = try LockedKeychain(in: folder)
    let keys = try KnownKeys(of: keychain.path)
    #expect(keychain.harness.find(first).status == .success)
    var copies = keys.copies
    #expect(copies.classA > 0 && copies.classC > 0 && copies.unlockKey > 0)
    try keychain.harness.engine.lock()
    copies = keys.copies
    #expect(copies == (0, copies.classC, 0))
    #expect(copies.classC > 0)
  }

  @Test("locked by another, no key is left a second later, though nobody made a call")
  func watch() throws {
    let keychain = try LockedKeychain(in: folder)
    let keys = try KnownKeys(of: keychain.path)
    let other = keychain.another()
    try other.engine.lock()
    // It takes half a second, and on a machine with other work as long as that lets it wait.
    let limit = ContinuousClock.now + .seconds(20)
    while keys.copies.classA > 0, ContinuousClock.now < limit { usleep(50_000) }
    #expect(keys.copies.classA == 0)
    #expect(keys.copies.unlockKey == 0)
    #expect(try keychain.harness.engine.lockState() == .lockedAgain)
  }

  @Test("no secret of an item is left once its answer has gone, whichever call it came through")
  func secrets() throws {
    let keychain = try LockedKeychain(in: folder)
    let canary = SharedSecret(SecretBytes.random(count: 48))
    let harness = keychain.harness
    let item: Request.Dictionary = [.itemClass(.genericPassword), .init(.account, .text("canary"))]
    func copies() -> Int { MemoryScan.occurrences(of: canary.bytes) - 1 }
    let added = harness.add(item + [.entry(RequestKeys.valueData, .secret(canary))])
    #expect(added.status == .success)
    #expect(copies() == 0)
    do {
      let found = harness.find(item + [.flag(RequestKeys.returnData)])
      #expect(found.items.first?.data?.bytes.isEqual(to: canary.bytes) == true)
      #expect(copies() == 1)
    }
    #expect(copies() == 0)
    #expect(harness.update(item, [.init(.label, .text("l"))]).status == .success)
    #expect(copies() == 0)
    try harness.engine.rotate(
      .passphrase("p"), authorizedBy: .passphrase(LockedKeychain.passphrase))
    #expect(copies() == 0)
    #expect(harness.delete(item).status == .success)
    #expect(copies() == 0)
  }
}
