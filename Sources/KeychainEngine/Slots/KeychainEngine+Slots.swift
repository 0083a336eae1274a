// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets
internal import TPM

/// One way to open a keychain, as it can be shown.
package struct SlotDescription: Equatable, Sendable {
  package let id: [UInt8]
  package let kind: Keybag.UnlockSlot.Kind
  package let parameters: SlotParameters

  init(_ slot: Keybag.UnlockSlot) throws(KeychainEngineError) {
    id = slot.id
    kind = slot.kind
    parameters = try SlotParameters(slot.parameters, of: slot.kind)
  }
}

/// Where the device key of a keychain is kept.
package enum DeviceKeyPlace: Equatable, Sendable {
  /// A file of this path: whoever can read it has the key.
  case file(String)
  /// The TPM of this address has sealed it, and no other opens it.
  case tpm2(String)
}

extension KeychainEngine {
  /// The ways to open the keychain; none when there is no keychain.
  package func slots() throws(KeychainEngineError) -> [SlotDescription] {
    let slots = try onKeychain { (keychain, _) throws(KeychainEngineError) in
      keychain.opener.keybag.unlockSlots
    }
    var descriptions: [SlotDescription] = []
    for slot in slots ?? [] {
      descriptions.append(try SlotDescription(slot))
    }
    return descriptions
  }

  /// The slot that `credential` opens; unlocks nothing.
  ///
  /// - Throws: `errSecAuthFailed` when it opens none; `errSecNoSuchKeychain` when there is no
  ///   keychain.
  package func slot(
    openedBy credential: Credential
  ) throws(KeychainEngineError) -> SlotDescription {
    guard let opener = try onKeychain({ (keychain, _) in keychain.opener }) else {
      throw .noKeychain
    }
    let (_, id) = try UnlockSlots.open(opener, with: credential)
    guard let slot = opener.keybag.unlockSlots.first(where: { $0.id == id }) else {
      throw KeychainEngineError(.internalError, "a slot without a place was opened")
    }
    return try SlotDescription(slot)
  }

  /// Where the device key is kept; nil when there is no keychain.
  package func deviceKeyPlace() throws(KeychainEngineError) -> DeviceKeyPlace? {
    let folder = try folderOfKeys()
    guard try folder.exists(), try folder.stamp(of: Keybag.fileName) != nil else { return nil }
    let slot = try KeybagCodec.read(Keybag.fileName, in: folder).keybag.deviceSlot
    if let name = DeviceKeyFile.name(in: slot) { return .file(folder.path(of: name)) }
    return .tpm2(tpm.address.description)
  }

  /// After how many seconds without use the keychain locks itself; 0 for never.
  package func idleSeconds() throws(KeychainEngineError) -> UInt32 {
    try onKeychain { (keychain, _) throws(KeychainEngineError) in
      keychain.opener.keybag.idleSeconds
    } ?? 0
  }

  /// Has the keychain lock itself after so many seconds without use; 0 for never.
  ///
  /// - Parameters:
  ///   - seconds: the time limit.
  ///   - authorization: what opens the keychain; nil for one that is open or that this process has
  ///     unlocked.
  /// - Throws: `errSecInteractionNotAllowed` when it is locked and there is no `authorization`.
  package func setIdleSeconds(
    _ seconds: UInt32, authorizedBy authorization: Credential?
  ) throws(KeychainEngineError) {
    let edit = KeybagEdit(in: try folderOfKeys())
    let own: SharedSecret?? = try onKeychain { (_, unlocked) in unlocked.unlockKey }
    try edit.run(authorizedBy: authorization, holding: own ?? nil) {
      (keybag, _, _) throws(KeychainEngineError) in keybag.idleSeconds = seconds
    }
  }

  /// Adds a way in beside the others, whose keys stay.
  ///
  /// - Throws: `errSecParam` where only new keys will do: the first passphrase, and any way but a
  ///   recovery code into an open keychain; see ``rotate(_:authorizedBy:progress:)``.
  package func addSlot(
    _ wayIn: RotationPlan.WayIn, authorizedBy authorization: Credential?
  ) throws(KeychainEngineError) {
    try KeybagEdit(in: try folderOfKeys()).run(authorizedBy: authorization) {
      (keybag, opener, unlockKey) throws(KeychainEngineError) in
      let kind = wayIn.credential.kind
      guard !keybag.isOpen || kind == .recoveryCode else {
        throw KeychainEngineError(
          .param, "an open keychain needs new keys before it can be locked; rotate them")
      }
      guard kind != .passphrase || keybag.hasPassphrase else {
        throw KeychainEngineError(.param, "the first passphrase needs new keys; rotate them")
      }
      keybag.unlockSlots.append(try slot(wayIn, in: keybag, opener, unlockKey))
    }
  }

  /// Puts `next` in the place of the slot that `current` opens; the keys stay.
  ///
  /// Whoever has a copy of the keybag of before and what opened it still gets the same keys:
  /// ``rotate(_:authorizedBy:progress:)`` is for a passphrase that somebody else knows.
  ///
  /// - Throws: `errSecAuthFailed` when `current` opens no slot; `errSecParam` when `next` is of
  ///   another kind.
  package func replaceSlot(
    of current: Credential, by next: RotationPlan.WayIn
  ) throws(KeychainEngineError) {
    guard current.kind == next.credential.kind else {
      throw KeychainEngineError(.param, "a slot is replaced by one of its kind")
    }
    try KeybagEdit(in: try folderOfKeys()).run(authorizedBy: current) {
      (keybag, opener, unlockKey) throws(KeychainEngineError) in
      let (_, id) = try UnlockSlots.open(opener, with: current)
      let new = try slot(next, in: keybag, opener, unlockKey)
      keybag.unlockSlots = keybag.unlockSlots.map { $0.id == id ? new : $0 }
    }
  }

  /// Makes a keychain whose device key is lost open again: puts back what the recovery code holds,
  /// in a file.
  ///
  /// - Throws: `errSecAuthFailed` when the code is none of this keychain's; `errSecNoSuchKeychain`
  ///   when there is none.
  package func recoverDeviceKey(with code: RecoveryCode) throws(KeychainEngineError) {
    let folder = try folderOfKeys()
    guard try folder.exists(), try folder.stamp(of: Keybag.fileName) != nil else {
      throw KeychainEngineError(.noSuchKeychain, "there is no keychain in \(folder.path)")
    }
    let lock = try RotationRemains.takeLock(in: folder)
    defer { lock.unlock() }
    let decoded = try KeybagCodec.read(Keybag.fileName, in: folder)
    let deviceKey = try UnlockSlots.deviceKey(from: code, in: decoded.keybag)
    // It fits the keybag, or nothing is written.
    let opener = try KeybagOpener(decoded, deviceKey: deviceKey)
    let (unlockKey, _) = try UnlockSlots.open(opener, with: .recoveryCode(code))
    if let name = DeviceKeyFile.name(in: decoded.keybag.deviceSlot) {
      let file = DeviceKeyFile.encode(
        deviceKey: deviceKey.bytes, keychainID: decoded.keybag.keychainID)
      try file.withBytes { (bytes) throws(KeychainEngineError) in
        try folder.replace(name, with: bytes)
      }
    } else {
      try leaveTPM(opener, unlockKey, in: folder)
    }
  }

  /// Writes a keybag whose device key is in a file, and no longer in a TPM that has gone.
  ///
  /// What that TPM kept for items that need a passcode has gone with it.
  private func leaveTPM(
    _ opener: KeybagOpener, _ unlockKey: SharedSecret, in folder: KeychainFolder
  ) throws(KeychainEngineError) {
    try KeybagEdit(in: folder).write(opener, unlockKey) { (keybag) throws(KeychainEngineError) in
      keybag.deviceSlot = try DeviceKeyFile.write(opener.deviceKey, for: keybag, in: folder)
      keybag.keys.removeAll { $0.purpose == .items(.whenPasscodeSetThisDeviceOnly) }
    }
  }

  private func slot(
    _ wayIn: RotationPlan.WayIn, in keybag: Keybag, _ opener: KeybagOpener,
    _ unlockKey: SharedSecret
  ) throws(KeychainEngineError) -> Keybag.UnlockSlot {
    try UnlockSlots.make(
      for: wayIn.credential, cost: wayIn.cost, unlockKey: unlockKey, deviceKey: opener.deviceKey,
      keychainID: keybag.keychainID, generation: keybag.generation)
  }
}
