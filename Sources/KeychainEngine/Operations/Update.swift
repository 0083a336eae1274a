// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// SecItemUpdate: changes every item that fits, all of them or none.
struct Update: Operation {
  private let query: Query
  private let changes: Changes
  private let groups: [String]?
  private let now: Double

  /// How much later than before an item says it was changed, when the clock does not.
  private static let smallestStep = 0.001

  /// - Throws: `errSecMissingEntitlement` for a foreign group, in the query or to move into.
  init(
    _ query: Query, _ changes: Changes, groups: AccessGroups, now: Double
  ) throws(KeychainEngineError) {
    self.query = query
    self.changes = changes
    self.groups = try groups.searched(naming: query.accessGroup)
    self.now = now
    if case .text(let group)? = changes.attributes[.accessGroup] { try groups.check(group) }
  }

  /// - Throws: `errSecDuplicateItem` when a changed item would equal another one.
  func run(in store: ItemStore) throws(KeychainEngineError) -> Response {
    try store.write { () throws(KeychainEngineError) in
      var matches: [ItemStore.Match] = []
      let damaged = try store.forEachMatch(of: query, groups: groups, wantsSecrets: true) {
        matches.append($0)
        return true
      }
      guard !matches.isEmpty else { return KeychainEngine.nothingFound(passingOver: damaged) }
      for match in matches {
        try store.update(match.row, to: try changed(match.item))
      }
      return Response(damagedCount: damaged)
    }
  }

  private func changed(_ item: Item) throws(KeychainEngineError) -> Item {
    var item = item
    item.attributes.merge(changes.attributes) { $1 }
    if let control = changes.accessControl {
      try AccessControlRules.checkStoring(
        control, in: item.attributes, forbidsInteraction: query.forbidsInteraction)
      item.attributes[.accessible] = .text(control.protection)
    }
    if let data = changes.data { item.data = data }
    item.sideData.merge(changes.sideData) { $1 }
    try ItemRules.check(item.attributes)
    var modified = now
    if case .date(let last)? = item.attributes[.modificationDate] {
      modified = max(now, last + Self.smallestStep)
    }
    item.attributes[.modificationDate] = .date(modified)
    item.attributes[.digest] = .bytes(ItemDigest.digest(of: item.attributes))
    return item
  }
}
