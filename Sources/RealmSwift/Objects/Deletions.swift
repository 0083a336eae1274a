// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// When objects of a class were deleted whose keys others may get: an object that was read before
/// is not the one that has the key now.
struct Deletions {
  private var times: [ObjectKey: UInt64] = [:]
  /// When all objects were deleted at once.
  private var everything: UInt64 = 0
  /// What was known before each change that the write transaction has made.
  private var undo: [(inout Deletions) -> Void] = []

  /// Whether the object with a key was deleted after a time.
  func contains(_ key: ObjectKey, after time: UInt64) -> Bool {
    if everything > time { return true }
    guard let deleted = times[key] else { return false }
    return deleted > time
  }

  mutating func insert(_ key: ObjectKey, at time: UInt64) {
    let old = times.updateValue(time, forKey: key)
    undo.append { $0.times[key] = old }
  }

  mutating func insertEverything(at time: UInt64) {
    let old = everything
    everything = time
    undo.append { $0.everything = old }
  }

  /// Begins a write transaction.
  mutating func begin() { undo = [] }

  /// Forgets what the write transaction did.
  mutating func rollBack() {
    for step in undo.reversed() { step(&self) }
    undo = []
  }
}
