// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// A file whose replacement tells every process that has the keychain unlocked to lock it.
///
/// It is empty. Whoever may write into the folder can lock the keychain, and nothing worse.
enum LockSignal {
  static let name = "keychain.locked"

  /// What tells one signal from the next; nil before the first.
  static func stamp(in folder: KeychainFolder) throws(KeychainEngineError) -> File.Status? {
    try folder.stamp(of: name)
  }

  static func send(in folder: KeychainFolder) throws(KeychainEngineError) {
    try folder.replace(name, with: RawSpan())
    // Every call looks at the keybag, so none has to look at the signal, too.
    try File.touch(folder.path(of: Keybag.fileName))
  }
}
