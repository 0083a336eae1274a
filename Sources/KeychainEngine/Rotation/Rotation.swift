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
  private static let batch = 5000
  /// How many rows may be left for the end, when nobody else writes.
  private static let fewEnough = 200
  /// How long those who write wait at a time, in seconds: less than half of what makes them give
  /// up.
  private static let longestHold = 2.0
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
    let lock = try RotationRemains.takeLock(in: folder)
    defer { lock.unlock() }
    let unlockKey = try replaceKeys(authorizedBy: authorization)
    // What is left is for whoever opens the keychain next.
    try? RotationRemains.cleanAlone(in: folder) {}
    return unlockKey
  }

  private func replaceKeys(
    authorizedBy authorization: Credential?
  ) throws(KeychainEngineError) -> SharedSecret {
    var unlocked = UnlockState(credentialsFolder: nil)
    unlocked.hasTriedOwnMeans = true
    guard
      let current = try OpenKeychain(in: folder, createIfMissing: false, unlocked: &unlocked)
    else {
      throw .noKeychain
    }
    if !current.opener.keybag.isOpen {
      guard let authorization else { throw .locked }
      let (key, _) = try UnlockSlots.open(current.opener, with: authorization)
      try current.unlock(&unlocked, with: key, after: try current.lockSignal())
    }
    do throws(KeychainEngineError) {
      // The mark of one that has taken over says what is to go yet; it is about to be replaced.
      if try folder.stamp(of: RotationRemains.markerName) != nil {
        try? RotationRemains.cleanAlone(in: folder) { () throws(KeychainEngineError) in
          try current.forgetChanges()
        }
      }
      try RotationRemains.mark(current.opener.keybag, in: folder)
      return try replaceKeys(of: current, &unlocked)
    } catch {
      guard error.status == .diskFull else { throw error }
      // Those who write need the room more.
      try? RotationRemains.giveUp(in: folder) { () throws(KeychainEngineError) in
        try current.forgetChanges()
      }
      throw KeychainEngineError(
        .diskFull, "the keys are as before, for the disk is full: \(error.reason)",
        underlying: error.underlying)
    }
  }

  private func replaceKeys(
    of current: OpenKeychain, _ unlocked: inout UnlockState
  ) throws(KeychainEngineError) -> SharedSecret {
    let target = try use(current, &unlocked) { (store) throws(KeychainEngineError) in
      try translated { () throws(SQLiteError) in try ChangeLog(store.connection).target() }
    }
    let next = try NextKeychain(after: current.opener, plan, loggedFor: target, in: folder)
    try use(current, &unlocked) { (store) throws(KeychainEngineError) in
      try WritersHeldBack.during(in: folder) { () throws(KeychainEngineError) in
        try translated { () throws(SQLiteError) in
          try ChangeLog(store.connection).begin(for: next.id)
        }
      }
    }
    try fill(next, from: current, &unlocked)
    for _ in 0..<Self.attempts {
      try follow(current, &unlocked, into: next)
      if try takeOver(next, from: current, &unlocked) { return next.unlockKey }
      try current.followTouch()
      // Those who waited come first.
      usleep(50_000)
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

  /// Does again what was written meanwhile, until little is left, or others write as fast as it is
  /// done again.
  private func follow(
    _ current: OpenKeychain, _ unlocked: inout UnlockState, into next: NextKeychain
  ) throws(KeychainEngineError) {
    var left = Int.max
    while true {
      let count = try use(current, &unlocked) { (store) throws(KeychainEngineError) in
        try translated { () throws(SQLiteError) in try ChangeLog(store.connection).count() }
      }
      guard count > Self.fewEnough, count <= left / 2 else { return }
      left = count
      var done = 0
      while done < left {
        let followed = try use(current, &unlocked) { (store) throws(KeychainEngineError) in
          let changes = try carryOver(store, into: next)
          return try WritersHeldBack.during(in: folder) { () throws(KeychainEngineError) in
            try forget(changes, in: store)
          }
        }
        guard followed > 0 else { return }
        done += followed
      }
    }
  }

  /// Does again one batch of what was written, where nobody else writes, and returns how much it
  /// was.
  private func followOnce(
    _ store: ItemStore, into next: NextKeychain
  ) throws(KeychainEngineError) -> Int {
    try forget(try carryOver(store, into: next), in: store)
  }

  private func carryOver(
    _ store: ItemStore, into next: NextKeychain
  ) throws(KeychainEngineError) -> [ChangeLog.Entry] {
    let log = ChangeLog(store.connection)
    let entries = try translated { () throws(SQLiteError) in try log.entries(limit: Self.batch) }
    guard !entries.isEmpty else { return [] }
    var changes: [(entry: ChangeLog.Entry, row: TransferredRow?)] = []
    var byteCount = 0
    for entry in entries where byteCount < ItemStore.transferByteCount {
      let row = try store.row(entry.row, of: entry.itemClass)
      changes.append((entry, row))
      byteCount += row?.byteCount ?? 0
    }
    try next.follow(changes)
    return changes.map(\.entry)
  }

  /// Forgets what is on the disk there, and returns how much it was.
  private func forget(
    _ entries: [ChangeLog.Entry], in store: ItemStore
  ) throws(KeychainEngineError) -> Int {
    guard !entries.isEmpty else { return 0 }
    try translated { () throws(SQLiteError) in try ChangeLog(store.connection).forget(entries) }
    return entries.count
  }

  /// Ends the rotation while nobody else uses the keychain; false when they do not let go, or have
  /// left too much to do.
  private func takeOver(
    _ next: NextKeychain, from current: OpenKeychain, _ unlocked: inout UnlockState
  ) throws(KeychainEngineError) -> Bool {
    guard
      let writers = try WritersHeldBack(from: folder, waitingAtMost: Self.longestWaitForOthers)
    else { return false }
    do throws(KeychainEngineError) {
      guard try catchUp(next, with: current, &unlocked) else {
        writers.end()
        return false
      }
    } catch {
      writers.end()
      throw error
    }
    guard
      let locks = try ExclusiveUse(over: writers, of: folder, waitingAtMost: Self.longestHold)
    else { return false }
    defer { locks.end() }
    // What those wrote who had begun before.
    while try followOnce(current.store, into: next) > 0 {}
    try next.close()
    try next.takeOver()
    return true
  }

  /// Does again all that is left, while readers go on; false when it takes too long.
  private func catchUp(
    _ next: NextKeychain, with current: OpenKeychain, _ unlocked: inout UnlockState
  ) throws(KeychainEngineError) -> Bool {
    let limit = ContinuousClock.now + .seconds(Self.longestHold)
    while ContinuousClock.now < limit {
      let followed = try current.use(&unlocked, isWrite: false) {
        (store, _) throws(KeychainEngineError) in try followOnce(store, into: next)
      }
      guard let followed else { throw Self.replaced }
      if followed == 0 { return true }
    }
    return false
  }

  private static let replaced = KeychainEngineError(
    .notAvailable, "the keychain's files were replaced; try again")

  private func use<R>(
    _ current: OpenKeychain, _ unlocked: inout UnlockState,
    _ body: (ItemStore) throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R {
    let result = try current.use(&unlocked, isWrite: true) {
      (store, _) throws(KeychainEngineError) in try body(store)
    }
    guard let result else { throw Self.replaced }
    return result
  }

  private func translated<R>(_ body: () throws(SQLiteError) -> R) throws(KeychainEngineError) -> R {
    do throws(SQLiteError) { return try body() } catch { throw StoreFailure.translate(error) }
  }
}
