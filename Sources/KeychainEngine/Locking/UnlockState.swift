// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What this process has unlocked of a keychain, as long as it lives.
///
/// The unlock key is kept while the keychain is unlocked, so that a new slot or another time limit
/// in the keybag does not lock out the programs that run; it is wiped with the keys of class A.
struct UnlockState {
  /// Nil while the keychain is locked, and where it has no passcode.
  private(set) var unlockKey: SharedSecret?
  /// The class keys that were at hand last: some stay from the first unlock on.
  var classKeys: ClassKeys?
  /// Whether key files and credentials were tried: once, when the keychain is opened, as at boot.
  var hasTriedOwnMeans = false

  /// Where systemd puts the credentials of this unit; nil without any.
  let credentialsFolder: String?

  /// After how long without use it locks itself; 0 for never.
  var idleSeconds: UInt32 = 0 {
    didSet { if idleSeconds != oldValue { lastUse = Self.now() } }
  }

  private var signal: File.Status?
  private var lastUse = 0.0

  init(credentialsFolder: String?) { self.credentialsFolder = credentialsFolder }

  var isUnlocked: Bool { unlockKey != nil }

  /// Keeps `key`, which opened the keychain after `signal` was looked at.
  mutating func unlock(
    with key: SharedSecret, after signal: File.Status?, idleSeconds: UInt32
  ) {
    unlockKey = key
    self.idleSeconds = idleSeconds
    self.signal = signal
    lastUse = Self.now()
  }

  mutating func lock() {
    unlockKey = nil
    classKeys = classKeys?.locked()
  }

  /// Whether the keychain is to be locked: somebody asked for it, or nobody used it long enough.
  func isDue(_ current: File.Status?) -> Bool {
    isUnlocked && (current != signal || isIdle)
  }

  /// Whether nobody used it for as long as it may stay unlocked.
  var isIdle: Bool {
    isUnlocked && idleSeconds > 0 && Self.now() - lastUse >= Double(idleSeconds)
  }

  mutating func noteUse() { if idleSeconds > 0 { lastUse = Self.now() } }

  private static func now() -> Double { RememberingAuthenticator.secondsSinceStart() }
}
