// SPDX-License-Identifier: Apache-2.0

/// The keychain to oneself, for replacing its files.
///
/// Who writes holds the shared lock while the disk works, and many who do so never leave a gap: so
/// they queue at a second lock before, and whoever holds that keeps new ones out.
///
/// Readers do not queue, which would cost each look-up a microsecond. The keybag is touched
/// instead: then it is not the one that they have opened, and they queue to open it anew, as they
/// have to anyway when it is replaced.
struct ExclusiveUse {
  static let queueName = "keychain.queue.lock"

  private let writers: WritersHeldBack
  private let lock: File

  /// Waits until all others have let go; nil when they do not within `seconds`.
  init?(
    of folder: KeychainFolder, waitingAtMost seconds: Double
  ) throws(KeychainEngineError) {
    guard let writers = try WritersHeldBack(from: folder, waitingAtMost: seconds) else {
      return nil
    }
    try self.init(over: writers, of: folder, waitingAtMost: seconds)
  }

  /// The same where those who write are held back already; they go on when it comes to nothing.
  init?(
    over writers: WritersHeldBack, of folder: KeychainFolder, waitingAtMost seconds: Double
  ) throws(KeychainEngineError) {
    self.writers = writers
    do throws(KeychainEngineError) {
      lock = try folder.openLock()
      try File.touch(folder.path(of: Keybag.fileName))
      guard try lock.lock(exclusive: true, waitingAtMost: seconds) else {
        writers.end()
        return nil
      }
    } catch {
      writers.end()
      throw error
    }
  }

  func end() {
    lock.unlock()
    writers.end()
  }
}

/// Nobody new writes; who was writing ends, and readers go on.
struct WritersHeldBack {
  private let queue: File

  /// Waits until nobody queues; nil when somebody does for `seconds`.
  init?(
    from folder: KeychainFolder, waitingAtMost seconds: Double
  ) throws(KeychainEngineError) {
    queue = try folder.openLock(ExclusiveUse.queueName)
    guard try queue.lock(exclusive: true, waitingAtMost: seconds) else { return nil }
  }

  func end() { queue.unlock() }

  /// Writes something small into the database, for which SQLite would have us wait until nobody
  /// else happens to write; for who holds the lock of all who change keys.
  static func during<R>(
    in folder: KeychainFolder, _ body: () throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R {
    let others = try WritersHeldBack(from: folder, waitingAtMost: 1)
    defer { others?.end() }
    return try body()
  }
}
