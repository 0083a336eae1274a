// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import Secrets
import SoftwareTPMs
import TPM
import TestFolders
import Testing

extension Trait where Self == ConditionTrait {
  /// Tests that need a software TPM.
  fileprivate static var softwareTPM: Self {
    .enabled(
      if: SoftwareTPM.canRun, "swtpm or libtss2-dev is missing; Scripts/setup installs both")
  }
}

@Suite("A keychain on a TPM", .softwareTPM)
struct TPMKeychainTests {
  private let folder = TemporaryFolder()
  private let tpm = SoftwareTPM()
  private let code = RecoveryCode.random()
  private let passphrase = Credential.passphrase("correct horse")

  private var path: String { folder.file("keychain") }

  /// The keychain as a process has it that has just started, on a TPM.
  private func start(_ tpm: SoftwareTPM? = nil) -> EngineHarness {
    EngineHarness(
      KeychainEngine(location: .folder(path), tpm: (tpm ?? self.tpm).configuration))
  }

  private func item(_ protection: String) -> Request.Dictionary {
    [.itemClass(.genericPassword), .init(.account, .text(protection))]
  }

  private func add(_ protection: String, to keychain: EngineHarness) -> Status {
    keychain.add(
      item(protection) + [.init(.accessible, .text(protection)), .data("secret")]
    ).status
  }

  private func secret(_ protection: String, in keychain: EngineHarness) -> Response {
    keychain.find(item(protection) + [.flag(RequestKeys.returnData)])
  }

  /// Closed again: a software TPM talks to one at a time.
  private func storedIndexes() throws -> [UInt32] {
    var device = try tpm.open()
    return try device.storedIndexes()
  }

  private func onTPM(_ more: RotationPlan.WayIn...) -> RotationPlan {
    RotationPlan(waysIn: [.init(.recoveryCode(code))] + more, device: .tpm2)
  }

  private var withPassphrase: RotationPlan.WayIn { .init(passphrase, cost: .ofTests) }

  /// A keychain on the TPM with a passphrase, and an item of every class.
  private func make() throws -> EngineHarness {
    let keychain = start()
    #expect(add("ak", to: keychain) == .success)
    #expect(add("dk", to: keychain) == .success)
    try keychain.engine.rotate(onTPM(withPassphrase), authorizedBy: nil)
    #expect(add("akpu", to: keychain) == .success)
    return keychain
  }

  @Test("needs a recovery code before it is put there")
  func recoveryCodeFirst() throws {
    let keychain = start()
    #expect(add("ak", to: keychain) == .success)
    let before = KeychainFiles(path: path).contents()["keybag"]
    #expect(throws: KeychainEngineError(.param, "")) {
      try keychain.engine.rotate(
        RotationPlan(waysIn: [withPassphrase], device: .tpm2), authorizedBy: nil)
    }
    #expect(KeychainFiles(path: path).contents()["keybag"] == before)
    #expect(secret("ak", in: keychain).texts == ["secret"])
  }

  @Test("opens with its TPM, after a restart of both, and has no device key in a file")
  func opens() throws {
    _ = try make()
    let files = Folders.names(in: path)
    #expect(!files.contains { $0.hasPrefix("device") })
    tpm.restart()
    let keychain = start()
    #expect(secret("dk", in: keychain).texts == ["secret"])
    #expect(secret("ak", in: keychain).status == .interactionNotAllowed)
    try keychain.engine.unlock(with: passphrase)
    for protection in ["ak", "dk", "akpu"] {
      #expect(secret(protection, in: keychain).texts == ["secret"])
    }
  }

  @Test("does not open with another TPM, or without one, and says so; nothing changes")
  func anotherTPM() throws {
    _ = try make()
    let before = KeychainFiles(path: path).contents()["keybag"]
    let other = SoftwareTPM()
    let found = secret("dk", in: start(other))
    #expect(found.status == .notAvailable)
    #expect(found.reason?.contains("TPM") == true)
    tpm.stop()
    let alone = secret("dk", in: start())
    #expect(alone.status == .notAvailable)
    #expect(alone.reason?.contains("TPM") == true)
    #expect(KeychainFiles(path: path).contents()["keybag"] == before)
  }

  @Test("with the TPM gone, the recovery code opens it; what needed a passcode has gone too")
  func recovery() throws {
    _ = try make()
    tpm.stop()
    let keychain = start()
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try keychain.engine.recoverDeviceKey(with: .random())
    }
    try keychain.engine.recoverDeviceKey(with: code)
    #expect(secret("dk", in: keychain).texts == ["secret"])
    #expect(secret("ak", in: keychain).status == .interactionNotAllowed)
    try keychain.engine.unlock(with: .recoveryCode(code))
    #expect(secret("ak", in: keychain).texts == ["secret"])
    #expect(secret("akpu", in: keychain).status == .itemNotFound)
    // From here on it is one whose device key is a file; the passphrase is the same.
    let later = start()
    try later.engine.unlock(with: passphrase)
    #expect(secret("ak", in: later).texts == ["secret"])
    #expect(add("akpu", to: later) == .authFailed)
    try later.engine.rotate(
      RotationPlan(waysIn: [withPassphrase], device: .newFile), authorizedBy: passphrase)
    #expect(add("akpu", to: later) == .success)
  }

  @Test("a removed passphrase is the end of what needed it, whatever copies of the files there are")
  func destruction() throws {
    let keychain = try make()
    let copy = folder.file("copy")
    Folders.make(copy)
    for name in Folders.names(in: path) where !name.hasSuffix("-shm") {
      FileBytes.copy(path + "/" + name, to: copy + "/" + name)
      #expect(unsafe chmod(copy + "/" + name, 0o600) == 0)
    }
    #expect(unsafe chmod(copy, 0o700) == 0)
    try keychain.engine.rotate(
      RotationPlan(waysIn: [.init(.recoveryCode(code))]), authorizedBy: passphrase)
    #expect(try keychain.engine.isRotating() == false)
    #expect(secret("akpu", in: keychain).status == .itemNotFound)
    #expect(try storedIndexes() == [])
    let thief = EngineHarness(
      KeychainEngine(location: .folder(copy), tpm: tpm.configuration))
    try thief.engine.unlock(with: passphrase)
    #expect(secret("ak", in: thief).texts == ["secret"])
    #expect(secret("akpu", in: thief).status == .itemNotFound)
  }

  @Test("leaves the TPM for a file again, and takes its secret out of the TPM")
  func backToFile() throws {
    let keychain = try make()
    try keychain.engine.rotate(
      RotationPlan(waysIn: [withPassphrase], device: .newFile), authorizedBy: passphrase)
    #expect(try storedIndexes() == [])
    tpm.stop()
    let later = start()
    try later.engine.unlock(with: passphrase)
    for protection in ["ak", "dk", "akpu"] {
      #expect(secret(protection, in: later).texts == ["secret"])
    }
  }

  @Test("a rotation that stays on the TPM keeps one secret there and no more")
  func stays() throws {
    let keychain = try make()
    for _ in 0..<3 {
      try keychain.engine.rotate(
        RotationPlan(waysIn: [.init(.recoveryCode(code)), withPassphrase]),
        authorizedBy: passphrase)
    }
    #expect(try storedIndexes().count == 1)
    #expect(secret("akpu", in: keychain).texts == ["secret"])
  }

  @Test("the sealed key of another keychain on the same TPM does not open this one")
  func exchanged() throws {
    _ = try make()
    let other = folder.file("other")
    let second = EngineHarness(
      KeychainEngine(location: .folder(other), tpm: tpm.configuration))
    #expect(add("ak", to: second) == .success)
    try second.engine.rotate(onTPM(withPassphrase), authorizedBy: nil)
    #expect(try storedIndexes().count == 2)
    let slot = try KeybagCodec.decode(FileBytes.read(other + "/keybag") ?? []).keybag.deviceSlot
    var keybag = try KeybagCodec.decode(FileBytes.read(path + "/keybag") ?? [])
    var forged = keybag.keybag
    forged.deviceSlot = slot
    let file = KeybagCodec.encode(forged) + keybag.deviceMAC + keybag.unlockMAC
    FileBytes.write(file, to: path + "/keybag")
    #expect(secret("dk", in: start()).status == .decode)
    keybag = try KeybagCodec.decode(file)
    #expect(keybag.keybag.deviceSlot == slot)
  }

  @Test("is put there also after a rotation to another file that was interrupted")
  func afterInterruptedFile() throws {
    let keychain = start()
    #expect(add("ak", to: keychain) == .success)
    try keychain.engine.interruptRotation(
      RotationPlan(waysIn: [.init(.recoveryCode(code)), withPassphrase], device: .newFile),
      of: path)
    try keychain.engine.rotate(onTPM(withPassphrase), authorizedBy: nil)
    #expect(
      try KeybagCodec.decode(FileBytes.read(path + "/keybag") ?? []).keybag.deviceSlot.kind == .tpm2
    )
    #expect(secret("ak", in: keychain).texts == ["secret"])
    #expect(!Folders.names(in: path).contains { $0.hasPrefix("device.") })
  }
}
