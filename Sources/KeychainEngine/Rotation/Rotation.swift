// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import SQLite

/// Replaces all keys of a keychain while others read and write it.
///
/// Every row is sealed anew into the next database; rows that are written meanwhile are written
/// down by triggers, and done again. Only the last of them are done under the exclusive lock, and
/// then the next keybag takes over by its rename. Whenever it is interrupted, the keychain is the
/// one of before or the one of after, and the next attempt goes on.
struct Rotation {
  /// Rows in one transaction.
  private static let batch = 500
  /// How many rows may be left for the end, when nobody else can go on.
  private static let fewEnough = 200
  private static let longestWaitForOthers = 5.0
  private static let attempts = 12

  private let folder: KeychainFolder
  private let plan: RotationPlan
  private let progress: @Sendable (_ done: Int, _ total: Int) -> Void

  init(
    _ plan: RotationPlan, in folder: KeychainFolder,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) {
    self.plan = plan
    self.folder = folder
    self.progress = progress
  }

  /// Does it, or what is left of it.
  ///
  /// - Parameter authorization: what opens the keychain now; nil for an open one.
  /// - Returns: the new unlock key.
  func run(
    authorizedBy authorization: Credential?
  ) throws(KeychainEngineError) -> SharedSecret {
    guard let lock = try RotationRemains.lock(in: folder) else {
      throw KeychainEngineError(
        .notAvailable, "another process is changing the keys of this keychain; try again later")
    }
    defer { lock.unlock() }
    var unlocked = UnlockState(credentialsFolder: nil)
    unlocked.hasTriedOwnMeans = true
    guard
      let current = try OpenKeychain(in: folder, createIfMissing: false, unlocked: &unlocked)
    else {
      throw KeychainEngineError(
        .noSuchKeychain, "there is no keychain yet; the first item makes one")
    }
    if !current.opener.keybag.isOpen {
      guard let authorization else { throw .locked }
      let (key, _) = try UnlockSlots.open(current.opener, with: authorization)
      try current.unlock(&unlocked, with: key, after: try current.lockSignal())
    }
    try folder.replace(RotationRemains.markerName, with: RawSpan())
    let next = try NextKeychain(after: current.opener, plan, in: folder)
    try use(current, &unlocked) { (store) throws(KeychainEngineError) in
      try translated { () throws(SQLiteError) in try ChangeLog(store.connection).begin() }
    }
    try fill(next, from: current, &unlocked)
    for _ in 0..<Self.attempts {
      try follow(current, &unlocked, into: next)
      if try takeOver(next, from: current) {
        // What is left is for whoever opens the keychain next.
        try? RotationRemains.cleanAlone(in: folder)
        return next.unlockKey
      }
    }
    throw KeychainEngineError(
      .notAvailable,
      "other processes did not let go of the keychain; its keys are as before, and the next attempt goes on where this one ended"
    )
  }

  // MARK: Steps

  private func fill(
    _ next: NextKeychain, from current: OpenKeychain, _ unlocked: inout UnlockState
  ) throws(KeychainEngineError) {
    let total = try use(current, &unlocked) { (store) throws(KeychainEngineError) in
      try translated { () throws(SQLiteError) in try store.rowCount() }
    }
    var done = try translated { () throws(SQLiteError) in try next.store.rowCount() }
    progress(min(done, total), total)
    for itemClass in ItemClass.allCases {
      while let position = try next.position(of: itemClass) {
        let rows = try use(current, &unlocked) { (store) throws(KeychainEngineError) in
          try store.rows(of: itemClass, after: position, limit: Self.batch)
        }
        guard !rows.isEmpty else { break }
        try next.fill(rows, of: itemClass)
        done += rows.count
        progress(min(done, total), total)
      }
    }
  }

  /// Does again what was written meanwhile, until little is left.
  private func follow(
    _ current: OpenKeychain, _ unlocked: inout UnlockState, into next: NextKeychain
  ) throws(KeychainEngineError) {
    var count = Int.max
    while count > Self.fewEnough {
      count = try use(current, &unlocked) { (store) throws(KeychainEngineError) in
        try followOnce(store, into: next)
      }
    }
  }

  /// Does again one batch of what was written, and returns how much it was.
  private func followOnce(
    _ store: ItemStore, into next: NextKeychain
  ) throws(KeychainEngineError) -> Int {
    let log = ChangeLog(store.connection)
    let entries = try translated { () throws(SQLiteError) in try log.entries(limit: Self.batch) }
    guard !entries.isEmpty else { return 0 }
    var changes: [(entry: ChangeLog.Entry, row: TransferredRow?)] = []
    for entry in entries {
      changes.append((entry, try store.row(entry.row, of: entry.itemClass)))
    }
    try next.follow(changes)
    // Only now: what is forgotten here is on the disk there.
    try translated { () throws(SQLiteError) in try log.forget(entries) }
    return entries.count
  }

  /// Ends the rotation while nobody else uses the keychain; false when they do not let go.
  private func takeOver(
    _ next: NextKeychain, from current: OpenKeychain
  ) throws(KeychainEngineError) -> Bool {
    guard let locks = try ExclusiveUse(of: folder, waitingAtMost: Self.longestWaitForOthers) else {
      return false
    }
    defer { locks.end() }
    while try followOnce(current.store, into: next) > 0 {}
    try next.close()
    try next.takeOver()
    return true
  }

  private func use<R>(
    _ current: OpenKeychain, _ unlocked: inout UnlockState,
    _ body: (ItemStore) throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R {
    let result = try current.use(&unlocked, isWrite: true) {
      (store, _) throws(KeychainEngineError) in try body(store)
    }
    guard let result else {
      throw KeychainEngineError(.notAvailable, "the keychain's files were replaced; try again")
    }
    return result
  }

  private func translated<R>(_ body: () throws(SQLiteError) -> R) throws(KeychainEngineError) -> R {
    do throws(SQLiteError) { return try body() } catch { throw StoreFailure.translate(error) }
  }
}
