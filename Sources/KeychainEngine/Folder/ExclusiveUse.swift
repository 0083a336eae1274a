// SPDX-License-Identifier: Apache-2.0

/// The keychain to oneself, for replacing its files.
///
/// Who writes holds the shared lock while the disk works, and many who do so never leave a gap: so
/// they queue at a second lock before, and whoever holds that keeps new ones out.
struct ExclusiveUse {
  static let queueName = "keychain.queue.lock"

  private let queue: File
  private let lock: File

  /// Waits until all others have let go; nil when they do not within `seconds`.
  init?(
    of folder: KeychainFolder, waitingAtMost seconds: Double
  ) throws(KeychainEngineError) {
    queue = try folder.openLock(Self.queueName)
    guard try queue.lock(exclusive: true, waitingAtMost: seconds) else { return nil }
    lock = try folder.openLock()
    guard try lock.lock(exclusive: true, waitingAtMost: seconds) else {
      queue.unlock()
      return nil
    }
  }

  func end() {
    lock.unlock()
    queue.unlock()
  }
}
