// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import Secrets
import TestFolders
import Testing

@Suite("The slots of a keychain")
struct SlotTests {
  private let folder = TemporaryFolder()
  private let first: Request.Dictionary = [
    .itemClass(.genericPassword), .init(.account, .text("first")),
  ]
  private let passphrase = Credential.passphrase(LockedKeychain.passphrase)

  private func keyFile(_ name: String = "key") throws -> KeyMaterial {
    try KeyMaterial.makeKeyFile(at: folder.file(name))
  }

  private func opens(_ keychain: LockedKeychain, _ credential: Credential) throws -> Bool {
    let other = keychain.another()
    do throws(KeychainEngineError) {
      try other.engine.unlock(with: credential)
    } catch {
      guard error.status == .authFailed else { throw error }
      return false
    }
    return other.find(first).status == .success
  }

  @Test("open it one as well as the other, and are listed without what opens them")
  func several() throws {
    let keychain = try LockedKeychain(in: folder)
    let engine = keychain.harness.engine
    let code = RecoveryCode.random()
    // A path that is not there any more when the keychain is opened, so that nobody opens by
    // itself.
    let material = try keyFile()
    #expect(unsafe unlink(folder.file("key")) == 0)
    for credential in [.passphrase("two"), .recoveryCode(code), Credential.keyFile(material)] {
      try engine.addSlot(.init(credential, cost: .ofTests), authorizedBy: passphrase)
    }
    for credential in [
      passphrase, .passphrase("two"), .recoveryCode(code), Credential.keyFile(material),
    ] { #expect(try opens(keychain, credential)) }
    let slots = try engine.slots()
    #expect(slots.map(\.kind) == [.passphrase, .passphrase, .recoveryCode, .keyFile])
    #expect(slots[3].parameters == .origin(folder.file("key")))
    // The programs that had it unlocked go on.
    #expect(keychain.harness.find(first).status == .success)
  }

  @Test("are told apart by what opens them, also in an open keychain")
  func opened() throws {
    let keychain = try LockedKeychain(in: folder)
    let engine = keychain.harness.engine
    try engine.addSlot(.init(.passphrase("two"), cost: .ofTests), authorizedBy: passphrase)
    #expect(try engine.slot(openedBy: passphrase) == engine.slots()[0])
    #expect(try engine.slot(openedBy: .passphrase("two")) == engine.slots()[1])
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try engine.slot(openedBy: .passphrase("three"))
    }
    try engine.rotate(.open, authorizedBy: passphrase)
    let code = RecoveryCode.random()
    try engine.addSlot(.init(.recoveryCode(code)), authorizedBy: nil)
    #expect(try engine.slot(openedBy: .recoveryCode(code)).kind == .recoveryCode)
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try engine.slot(openedBy: passphrase)
    }
    #expect(throws: KeychainEngineError(.noSuchKeychain, "")) {
      try KeychainEngine(location: .folder(folder.file("none"))).slot(openedBy: passphrase)
    }
  }

  @Test("wait for a time limit that whoever has unlocked the keychain may set, and nobody else")
  func timeLimit() throws {
    let keychain = try LockedKeychain(in: folder)
    try keychain.harness.engine.setIdleSeconds(300, authorizedBy: nil)
    let other = keychain.another().engine
    #expect(try other.idleSeconds() == 300)
    #expect(throws: KeychainEngineError(.interactionNotAllowed, "")) {
      try other.setIdleSeconds(0, authorizedBy: nil)
    }
    #expect(throws: KeychainEngineError(.interactionNotAllowed, "")) {
      try other.shareUnlock(for: 1)
    }
    try other.setIdleSeconds(9, authorizedBy: passphrase)
    #expect(try other.idleSeconds() == 9)
  }

  @Test("stand beside a device key whose place is told also when it is lost")
  func devicePlace() throws {
    let keychain = try LockedKeychain(in: folder)
    let place = DeviceKeyPlace.file(keychain.path + "/device.key")
    #expect(try keychain.another().engine.deviceKeyPlace() == place)
    #expect(unsafe unlink(keychain.path + "/device.key") == 0)
    #expect(try keychain.another().engine.deviceKeyPlace() == place)
    #expect(try KeychainEngine(location: .folder(folder.file("none"))).deviceKeyPlace() == nil)
  }

  @Test("a passphrase that is changed opens it no more, and the new one does, for the same keys")
  func change() throws {
    let keychain = try LockedKeychain(in: folder)
    try keychain.harness.engine.replaceSlot(
      of: passphrase, by: .init(.passphrase("new"), cost: .ofTests))
    #expect(try !opens(keychain, passphrase))
    #expect(try opens(keychain, .passphrase("new")))
    #expect(keychain.harness.find(first).status == .success)
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try keychain.harness.engine.replaceSlot(
        of: passphrase, by: .init(.passphrase("newer"), cost: .ofTests))
    }
  }

  @Test("a copy of the keybag of before still opens with the old passphrase after a plain change")
  func rewrappingDoesNotRevoke() throws {
    let keychain = try LockedKeychain(in: folder)
    let old = FileBytes.read(keychain.path + "/keybag") ?? []
    try keychain.harness.engine.replaceSlot(
      of: passphrase, by: .init(.passphrase("new"), cost: .ofTests))
    let written: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.account, .text("later")), .data("secret"),
    ]
    #expect(keychain.harness.add(written).status == .success)
    FileBytes.write(old, to: keychain.path + "/keybag")
    let thief = keychain.another()
    try thief.engine.unlock(with: passphrase)
    #expect(
      thief.find([
        .itemClass(.genericPassword), .init(.account, .text("later")),
        .flag(RequestKeys.returnData),
      ]).texts == ["secret"])
  }

  @Test("the first passphrase, and ways into an open keychain, are refused without new keys")
  func needsNewKeys() throws {
    let open = EngineHarness(.folder(folder.file("open")))
    #expect(open.add(first).status == .success)
    let material = try keyFile()
    for credential in [passphrase, Credential.keyFile(material)] {
      #expect(throws: KeychainEngineError(.param, "")) {
        try open.engine.addSlot(.init(credential, cost: .ofTests), authorizedBy: nil)
      }
    }
    let code = RecoveryCode.random()
    try open.engine.addSlot(.init(.recoveryCode(code)), authorizedBy: nil)
    #expect(try open.engine.slots().map(\.kind) == [.open, .recoveryCode])
    #expect(open.find(first).status == .success)
  }

  @Test("a key file that is where the slot says opens it by itself, until somebody locks it")
  func keyFileByItself() throws {
    let path = folder.file("keychain")
    let keychain = EngineHarness(.folder(path))
    #expect(keychain.add(first).status == .success)
    try keychain.engine.rotate(
      RotationPlan(waysIn: [.init(.keyFile(try keyFile()))]), authorizedBy: nil)
    let other = EngineHarness(.folder(path))
    #expect(other.find(first).status == .success)
    try other.engine.lock()
    #expect(other.find(first).status == .interactionNotAllowed)
    #expect(keychain.find(first).status == .interactionNotAllowed)
    // As after a restart.
    #expect(EngineHarness(.folder(path)).find(first).status == .success)
    #expect(unsafe chmod(folder.file("key"), 0o644) == 0)
    #expect(EngineHarness(.folder(path)).find(first).status == .interactionNotAllowed)
  }

  @Test("a credential of systemd opens it by itself where the unit has it")
  func systemCredential() throws {
    let path = folder.file("keychain")
    let keychain = EngineHarness(.folder(path))
    #expect(keychain.add(first).status == .success)
    let credentials = folder.file("credentials")
    #expect(unsafe mkdir(credentials, 0o700) == 0)
    FileBytes.write(RandomBytes.bytes(40), to: credentials + "/unlock")
    #expect(unsafe chmod(credentials + "/unlock", 0o400) == 0)
    let material = try KeyMaterial.systemCredential("unlock", in: credentials)
    try keychain.engine.rotate(
      RotationPlan(waysIn: [.init(.systemCredential(material))]), authorizedBy: nil)
    #expect(EngineHarness(.folder(path)).find(first).status == .interactionNotAllowed)
    let unit = KeychainEngine(location: .folder(path), credentialsFolder: credentials)
    let found = unit.execute(Request(.copyMatching, first), for: keychain.caller)
    #expect(found.status == .success)
  }

  @Test("the recovery code puts back a device key that was lost")
  func lostDeviceKey() throws {
    let keychain = try LockedKeychain(in: folder)
    let code = RecoveryCode.random()
    try keychain.harness.engine.addSlot(.init(.recoveryCode(code)), authorizedBy: passphrase)
    let key = FileBytes.read(keychain.path + "/device.key")
    #expect(unsafe unlink(keychain.path + "/device.key") == 0)
    let other = keychain.another()
    #expect(other.find(first).status == .notAvailable)
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try other.engine.recoverDeviceKey(with: .random())
    }
    #expect(FileBytes.read(keychain.path + "/device.key") == nil)
    try other.engine.recoverDeviceKey(with: code)
    #expect(FileBytes.read(keychain.path + "/device.key") == key)
    try other.engine.unlock(with: .recoveryCode(code))
    #expect(other.find(first).status == .success)
  }

  @Test("a keychain locks itself after the time that was set, and use puts it off")
  func idle() throws {
    let keychain = try LockedKeychain(in: folder)
    let engine = keychain.harness.engine
    try engine.setIdleSeconds(4, authorizedBy: passphrase)
    #expect(try engine.idleSeconds() == 4)
    #expect(keychain.harness.find(first).status == .success)
    for _ in 0..<10 {
      usleep(500_000)
      #expect(keychain.harness.find(first).status == .success)
    }
    let limit = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < limit { usleep(50_000) }
    #expect(keychain.harness.find(first).status == .interactionNotAllowed)
  }

  @Test(
    "key material that anybody could guess is refused",
    arguments: [[UInt8](repeating: 7, count: 64), [UInt8](0..<31), [UInt8](repeating: 0, count: 0)])
  func weakMaterial(_ bytes: [UInt8]) {
    #expect(throws: KeychainEngineError(.param, "")) {
      try KeyMaterial(SharedSecret(copying: bytes.rawBytes), origin: "x")
    }
  }

  @Test("a forged slot that would take all memory is refused before it does")
  func forgedCost() {
    for cost in [
      PassphraseCost(memory: 2 << 20, passes: 4), PassphraseCost(memory: 64, passes: 65),
      PassphraseCost(memory: 64, passes: 0), PassphraseCost(memory: 0, passes: 1),
    ] {
      #expect(throws: KeychainEngineError(.decode, "")) {
        try cost.stretch(
          SharedSecret(SecretBytes(count: 8)), salt: [UInt8](repeating: 1, count: 16))
      }
    }
  }
}
