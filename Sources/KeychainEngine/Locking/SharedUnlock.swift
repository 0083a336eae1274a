// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import KeychainRequests
internal import Secrets

/// The unlock key in the kernel's keyring of the user, where all of the user's processes find it
/// until its time is up or the keychain is locked.
///
/// Any process of the user can read it: it saves typing, and protects against nobody. Where the
/// kernel's keyring is closed, as in many containers, unlocking belongs to one process.
enum SharedUnlock {
  /// The unlock key that somebody has left there; nil when there is none or the kernel does not
  /// say.
  static func key(of keychainID: [UInt8]) -> SharedSecret? {
    let serial = unsafe strongroom_keyring_find(description(keychainID))
    guard serial > 0 else { return nil }
    var status: CInt = 0
    let key = SecretBytes(count: Keybag.unlockKeyByteCount) { (bytes: inout MutableRawSpan) in
      unsafe bytes.withUnsafeMutableBytes {
        status = unsafe strongroom_keyring_read(serial, $0.baseAddress, CInt($0.count))
      }
    }
    return status == Keybag.unlockKeyByteCount ? SharedSecret(key) : nil
  }

  /// Leaves `key` there for so many seconds; 0 for until the machine is restarted.
  ///
  /// - Throws: `errSecNotAvailable` when the kernel does not take it.
  static func put(
    _ key: SharedSecret, of keychainID: [UInt8], seconds: UInt32
  ) throws(KeychainEngineError) {
    let status = key.bytes.withBytes { bytes in
      unsafe bytes.withUnsafeBytes {
        unsafe strongroom_keyring_put(
          description(keychainID), $0.baseAddress, CInt($0.count), seconds)
      }
    }
    guard status < 0 else { return }
    let words = unsafe String(cString: strerror(-status))
    throw KeychainEngineError(
      .notAvailable,
      "the kernel's keyring takes no key here (\(words)), as in many containers; each process unlocks the keychain for itself"
    )
  }

  static func remove(_ keychainID: [UInt8]) {
    let serial = unsafe strongroom_keyring_find(description(keychainID))
    if serial > 0 { _ = strongroom_keyring_invalidate(serial) }
  }

  private static func description(_ keychainID: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let hex = keychainID.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "strongroom:" + String(decoding: hex, as: UTF8.self)
  }
}
