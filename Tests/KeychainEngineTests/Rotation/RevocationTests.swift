// SPDX-License-Identifier: Apache-2.0

import Cryptography
import KeychainEngine
import KeychainRequests
import Secrets
import TestFolders
import Testing

/// A copy of a keychain's whole folder, and what opened it, in the hands of somebody who is to be
/// let in no longer.
private struct OldCopy {
  let path: String
  let credential: Credential?

  init(of path: String, in folder: TemporaryFolder, openedBy credential: Credential?) {
    self.path = folder.file("copy")
    self.credential = credential
    Folders.make(self.path)
    for name in Folders.names(in: path) {
      FileBytes.copy(path + "/" + name, to: self.path + "/" + name)
    }
  }

  private var opener: KeybagOpener { get throws { try KeychainFiles(path: path).openKeybag() } }

  private func unlockKey() throws -> SharedSecret {
    if let credential { return try UnlockSlots.open(try opener, with: credential).unlockKey }
    return try #require(try opener.openUnlockKey())
  }

  /// The text of the item `name`, for somebody with the old keybag, device key and passphrase.
  func text(of name: String) -> String? {
    let harness = EngineHarness(.folder(path))
    if let credential { try? harness.engine.unlock(with: credential) }
    return harness.find([
      .itemClass(.genericPassword), .init(.account, .text(name)), .flag(RequestKeys.returnData),
    ]).texts.first
  }

  /// Puts the database of the keychain at `path` in the place of the old one.
  func takeDatabase(from path: String) throws {
    let current = try KeychainFiles(path: path).openKeybag().keybag.databaseName
    let old = try opener.keybag.databaseName
    for suffix in ["", "-wal"] {
      FileBytes.write([], to: self.path + "/" + old + suffix)
      FileBytes.copy(path + "/" + current + suffix, to: self.path + "/" + old + suffix)
    }
  }

  /// Which of the old keys are keys of the keychain at `path` still.
  func keysStillUsed(in path: String, _ credential: Credential?) throws -> [String] {
    let current = try KeychainFiles(path: path).openKeybag()
    let unlockKey =
      if let credential { try UnlockSlots.open(current, with: credential).unlockKey } else {
        try #require(try current.openUnlockKey())
      }
    let (oldKeys, newKeys) = (try opener.keys(), try current.keys())
    var used: [String] = []
    func compare(_ name: String, _ a: borrowing SecretBytes, _ b: borrowing SecretBytes) {
      if a.isEqual(to: b) { used.append(name) }
    }
    compare("database", oldKeys.database, newKeys.database)
    compare("device", try opener.deviceKey.bytes, current.deviceKey.bytes)
    compare("unlock", try self.unlockKey().bytes, unlockKey.bytes)
    let nothing: [UInt8] = []
    if oldKeys.index.tag(of: nothing.rawBytes) == newKeys.index.tag(of: nothing.rawBytes) {
      used.append("index")
    }
    let (old, new) = (try opener.classKeys(try self.unlockKey()), try current.classKeys(unlockKey))
    for one in ProtectionClass.allCases {
      for other in ProtectionClass.allCases {
        guard case .here(let a) = old.current(one), case .here(let b) = new.current(other) else {
          continue
        }
        compare("\(one)", a.key, b.key)
      }
    }
    return used
  }

  /// Whether the old unlock key opens the keybag of the keychain at `path`.
  func unlocksKeybag(of path: String) throws -> Bool {
    let current = try KeychainFiles(path: path).openKeybag()
    let key = try unlockKey()
    return (try? current.classKeys(key)) != nil
  }
}

@Suite("Who has the old keybag, device key, database and passphrase")
struct RevocationTests {
  private let folder = TemporaryFolder()
  private let passphrase = Credential.passphrase(LockedKeychain.passphrase)

  enum Change: CaseIterable {
    case compromisedPassphrase, firstPassphrase, removedSlot, lastPassphraseRemoved, newDeviceKey
    case none
  }

  /// Makes the keychain of before the change, and what opens it.
  private func before(_ change: Change) throws -> (path: String, Credential?) {
    switch change {
    case .firstPassphrase, .newDeviceKey:
      let path = folder.file("keychain")
      let added = EngineHarness(.folder(path)).add([
        .itemClass(.genericPassword), .init(.account, .text("first")),
      ])
      #expect(added.status == .success)
      return (path, nil)
    case .removedSlot:
      let keychain = try LockedKeychain(in: folder)
      try keychain.harness.engine.addSlot(
        .init(.passphrase("removed"), cost: .ofTests), authorizedBy: passphrase)
      return (keychain.path, .passphrase("removed"))
    default: return (try LockedKeychain(in: folder).path, passphrase)
    }
  }

  /// Does what is to let somebody in no longer, and returns what opens the keychain from then on.
  private func make(_ change: Change, _ engine: KeychainEngine) throws -> Credential? {
    switch change {
    case .compromisedPassphrase:
      try engine.rotate(.passphrase("new"), authorizedBy: passphrase)
      return .passphrase("new")
    case .firstPassphrase:
      try engine.rotate(.passphrase("new"), authorizedBy: nil)
      return .passphrase("new")
    case .removedSlot:
      try engine.rotate(.passphrase(LockedKeychain.passphrase), authorizedBy: passphrase)
      return passphrase
    case .lastPassphraseRemoved:
      try engine.rotate(.open, authorizedBy: passphrase)
      return nil
    case .newDeviceKey:
      try engine.rotate(RotationPlan(waysIn: [], device: .newFile), authorizedBy: nil)
      return nil
    case .none:
      try engine.unlock(with: passphrase)
      return passphrase
    }
  }

  @Test(
    "opens what was there before a change of keys, and nothing that is written after it",
    arguments: Change.allCases)
  func revoked(_ change: Change) throws {
    let (path, credential) = try before(change)
    let harness = EngineHarness(.folder(path))
    let copy = OldCopy(of: path, in: folder, openedBy: credential)
    let next = try make(change, harness.engine)
    let added = harness.add([
      .itemClass(.genericPassword), .init(.account, .text("later")), .data("secret"),
    ])
    #expect(added.status == .success)

    let isRevoked = change != .none
    #expect(copy.text(of: "first") == "-")
    let used = try copy.keysStillUsed(in: path, next)
    if isRevoked {
      #expect(used == (change == .newDeviceKey ? [] : ["device"]))
    } else {
      // The test looks in the right place.
      #expect(used.count > 10)
    }
    #expect(try copy.unlocksKeybag(of: path) == !isRevoked)
    try copy.takeDatabase(from: path)
    #expect(copy.text(of: "later") == (isRevoked ? nil : "secret"))
    // The old keybag in the place of the current one: neither.
    for name in ["keybag", "device.key"] {
      FileBytes.copy(copy.path + "/" + name, to: path + "/" + name)
    }
    let thief = EngineHarness(.folder(path))
    if let credential { try? thief.engine.unlock(with: credential) }
    let found = thief.find([
      .itemClass(.genericPassword), .init(.account, .text("later")), .flag(RequestKeys.returnData),
    ])
    #expect(found.texts == (isRevoked ? [] : ["secret"]))
  }
}
