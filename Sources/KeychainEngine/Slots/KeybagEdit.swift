// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// A change of the keybag that keeps its keys: slots rewrapped, the time limit.
///
/// It commits by the rename of the file `keybag`, while nobody else uses the keychain.
struct KeybagEdit {
  private let folder: KeychainFolder

  init(in folder: KeychainFolder) { self.folder = folder }

  /// Writes what `change` makes of the keybag, as its next generation.
  ///
  /// - Parameters:
  ///   - authorization: what opens the keychain; nil for an open one.
  ///   - held: the unlock key that this process has, which counts where there is no authorization.
  ///   - change: is given the keybag, and the opener and the unlock key that slots are made with.
  func run(
    authorizedBy authorization: Credential?, holding held: SharedSecret? = nil,
    _ change: (inout Keybag, KeybagOpener, SharedSecret) throws(KeychainEngineError) -> Void
  ) throws(KeychainEngineError) {
    let lock = try RotationRemains.takeLock(in: folder)
    defer { lock.unlock() }
    guard try folder.exists(), try folder.stamp(of: Keybag.fileName) != nil else {
      throw .noKeychain
    }
    // Nobody else writes the keybag while the lock is held, so it is read before others are kept
    // out: trying a passphrase takes a while.
    let opener = try KeybagOpener(reading: Keybag.fileName, in: folder)
    let unlockKey: SharedSecret
    if let open = try opener.openUnlockKey() {
      unlockKey = open
    } else if authorization == nil, let held, opener.isAuthentic(under: held) {
      unlockKey = held
    } else {
      guard let authorization else { throw .locked }
      (unlockKey, _) = try UnlockSlots.open(opener, with: authorization)
    }
    try write(opener, unlockKey) { (keybag) throws(KeychainEngineError) in
      try change(&keybag, opener, unlockKey)
    }
  }

  /// Writes the next generation of what `opener` has opened; for who holds the lock of all who
  /// change keys.
  func write(
    _ opener: KeybagOpener, _ unlockKey: SharedSecret,
    _ change: (inout Keybag) throws(KeychainEngineError) -> Void
  ) throws(KeychainEngineError) {
    var keybag = opener.keybag
    keybag.generation += 1
    // It is bound to the generation, and takes nothing but the device.
    if let index = keybag.unlockSlots.firstIndex(where: { $0.kind == .open }) {
      keybag.unlockSlots[index] = KeybagMaker.openSlot(for: unlockKey, in: keybag, opener.deviceKey)
    }
    try change(&keybag)
    let file = KeybagMaker.file(of: keybag, opener.deviceKey, unlockKey)
    guard let others = try ExclusiveUse(of: folder, waitingAtMost: OpenKeychain.longestWait) else {
      throw KeychainEngineError(
        .notAvailable, "other processes have been using the keychain for 5 seconds; try again")
    }
    defer { others.end() }
    try folder.replace(Keybag.fileName, with: file.rawBytes)
  }
}
