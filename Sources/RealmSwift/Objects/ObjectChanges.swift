// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// When objects of a class changed, in the time of their table, as far as it is known which.
struct ObjectChanges {
  /// When any object may have changed, last.
  private(set) var floor: UInt64 = 2
  /// When single objects changed, since `floor`.
  private var times: [ObjectKey: UInt64] = [:]
  /// When an object came or went, last.
  private var lastComingOrGoing: UInt64 = 2

  /// How many single changes are remembered.
  var count: Int { times.count }

  /// Notes that an object has changed.
  mutating func insert(_ key: ObjectKey, at time: UInt64) { times[key] = time }

  /// Notes that an object is new or gone.
  mutating func noteComingOrGoing(at time: UInt64) { lastComingOrGoing = time }

  /// Notes that any object may have changed, come or gone.
  mutating func insertEverything(at time: UInt64) {
    floor = time
    lastComingOrGoing = time
    times = [:]
  }

  /// The objects that have changed after a time, as far as that is known.
  func keys(after time: UInt64) -> [ObjectKey] { times.filter { $0.value > time }.map(\.key) }

  /// Whether an object has changed after a time, as far as that is known.
  func contains(_ key: ObjectKey, after time: UInt64) -> Bool { times[key] ?? 0 > time }

  /// Whether there may be other objects than at a time.
  func haveComeOrGone(after time: UInt64) -> Bool { lastComingOrGoing > time }
}
