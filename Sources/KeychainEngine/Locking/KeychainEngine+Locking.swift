// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Synchronization

/// Whether a keychain's items can be read.
package enum LockState: Equatable, Sendable {
  /// There is no keychain yet; the first Add makes one that is open.
  case missing
  /// It has no passcode, and cannot be locked.
  case open
  /// Locked, and this process has not unlocked it since it started.
  case neverUnlocked
  case unlocked
  case lockedAgain
}

extension KeychainEngine {
  /// Whether the keychain is locked for this process.
  package func lockState() throws(KeychainEngineError) -> LockState {
    try onKeychain { (keychain, unlocked) throws(KeychainEngineError) in
      if keychain.opener.keybag.isOpen { return LockState.open }
      if unlocked.isUnlocked { return .unlocked }
      if case .here = keychain.store.classKeys.current(.afterFirstUnlock) { return .lockedAgain }
      return .neverUnlocked
    } ?? .missing
  }

  /// Unlocks the keychain for this process; with `sharingFor`, also for the user's others.
  ///
  /// It takes as long as the passphrase's cost; other calls go on meanwhile.
  ///
  /// - Parameters:
  ///   - credential: what opens one of the slots.
  ///   - seconds: how long the user's other processes find the key in the kernel's keyring; 0 for
  ///     until the machine restarts, nil for not at all.
  /// - Throws: `errSecAuthFailed` when it opens no slot; `errSecNoSuchKeychain` when there is no
  ///   keychain; `errSecNotAvailable` when the kernel's keyring takes no key: this process is
  ///   unlocked then.
  package func unlock(
    with credential: Credential, sharingFor seconds: UInt32? = nil
  ) throws(KeychainEngineError) {
    let key = try unlockKey(with: credential) {
      (keychain, unlocked, key, signal) throws(KeychainEngineError) in
      try keychain.unlock(&unlocked, with: key, after: signal)
    }
    if let seconds, let key { try SharedUnlock.put(key.key, of: key.keychainID, seconds: seconds) }
  }

  /// Lets the user's other processes find the key by which this one has unlocked the keychain.
  ///
  /// - Parameter seconds: for how long; 0 for until the machine restarts.
  /// - Throws: `errSecNotAvailable` when the kernel's keyring takes no key;
  ///   `errSecInteractionNotAllowed` when this process has not unlocked the keychain.
  package func shareUnlock(for seconds: UInt32) throws(KeychainEngineError) {
    let held = try onKeychain { (keychain, unlocked) in
      (unlocked.unlockKey, keychain.opener.keybag.keychainID)
    }
    guard let (key, id) = held, let key else { throw .locked }
    try SharedUnlock.put(key, of: id, seconds: seconds)
  }

  /// Whether `credential` opens one of the slots; unlocks nothing.
  ///
  /// - Throws: `errSecAuthFailed` when it does not; what ``unlock(with:sharingFor:)`` throws.
  package func verify(_ credential: Credential) throws(KeychainEngineError) {
    _ = try unlockKey(with: credential) { (_, _, _, _) in }
  }

  /// Opens a slot without keeping others from the store meanwhile, and hands the unlock key to
  /// `body`; nil for an open keychain, which takes none.
  private func unlockKey(
    with credential: Credential,
    _ body:
      @Sendable (OpenKeychain, inout UnlockState, SharedSecret, File.Status?)
      throws(KeychainEngineError) -> Void
  ) throws(KeychainEngineError) -> (key: SharedSecret, keychainID: [UInt8])? {
    for _ in 0..<8 {
      guard
        let (opener, signal) = try onKeychain({
          (keychain, _) throws(KeychainEngineError) in (keychain.opener, try keychain.lockSignal())
        })
      else {
        throw .noKeychain
      }
      guard !opener.keybag.isOpen else { return nil }
      let (key, _) = try UnlockSlots.open(opener, with: credential)
      let isCurrent = try onKeychain { (keychain, unlocked) throws(KeychainEngineError) in
        guard keychain.opener.isAuthentic(under: key) else { return false }
        try body(keychain, &unlocked, key, signal)
        return true
      }
      if isCurrent == true { return (key, opener.keybag.keychainID) }
    }
    throw KeychainEngineError(.notAvailable, "the keychain's keys keep being replaced; try again")
  }

  /// Locks the keychain for every process of the user.
  ///
  /// - Throws: `errSecPassphraseRequired` when it has no passphrase or another lock, so that it
  ///   cannot be locked; `errSecNoSuchKeychain` when there is none.
  package func lock() throws(KeychainEngineError) {
    let done: Void? = try onKeychain { (keychain, unlocked) throws(KeychainEngineError) in
      guard !keychain.opener.keybag.isOpen else {
        throw KeychainEngineError(
          .passphraseRequired,
          "the keychain has no passphrase, so it cannot be locked; set one with: security set-keychain-password"
        )
      }
      // In this order nobody unlocks with the shared key after having seen the signal.
      SharedUnlock.remove(keychain.opener.keybag.keychainID)
      try keychain.sendLockSignal()
      keychain.lock(&unlocked)
    }
    guard done != nil else {
      throw .noKeychain
    }
  }

  /// Locks if somebody asked for it or the time is up; false once there is nothing to look after.
  func lockIfDue() -> Bool {
    state.withLock { state in
      guard state.watchingProcessID == getpid() else { return false }
      if isLockDue(state.unlocked) {
        state.unlocked.lock()
        if state.processID == getpid() { state.keychain?.lock(&state.unlocked) }
      }
      if !state.unlocked.isUnlocked { state.watchingProcessID = 0 }
      return state.unlocked.isUnlocked
    }
  }

  /// What cannot be looked at is locked: better once too often.
  private func isLockDue(_ unlocked: UnlockState) -> Bool {
    guard case .folder(let path) = location else { return false }
    do throws(KeychainEngineError) {
      return unlocked.isDue(try LockSignal.stamp(in: KeychainFolder(path: path, tpm: tpm)))
    } catch {
      return true
    }
  }

  /// Runs `body` on the open keychain under its shared lock; nil when there is none.
  func onKeychain<R: Sendable>(
    _ body: @Sendable (OpenKeychain, inout UnlockState) throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R? {
    try state.withLock { (state) throws(KeychainEngineError) in
      try withKeychain(&state, createIfMissing: false) {
        (keychain, unlocked) throws(KeychainEngineError) -> R? in
        try keychain.use(&unlocked, isWrite: false) { (_, unlocked) throws(KeychainEngineError) in
          try body(keychain, &unlocked)
        }
      }
    }
  }
}
