// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// When objects of some classes, or of all, may have changed last in a realm.
struct ClassTimes: Equatable {
  private let times: [String: UInt64]
  private let unnoted: Int
  private let layoutGeneration: Int

  /// - Parameter names: the classes; nil for all.
  init(_ names: Set<String>?, in core: RealmCore) {
    core.prepareToRead()
    var times: [String: UInt64] = [:]
    for table in core.tables.values where names?.contains(table.className) ?? true {
      // There may be a second one, for dynamic objects.
      times[table.className, default: 0] &+= table.now
    }
    self.times = times
    unnoted = core.unnotedChanges
    layoutGeneration = core.store.layoutGeneration
  }
}
