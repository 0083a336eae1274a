// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// SecItemDelete: removes every item that fits, all of them or none, also those that are locked
/// away.
///
/// Whether a damaged row would fit cannot be known, so it stays.
struct Deletion: Operation {
  let query: Query
  private let groups: [String]?

  /// - Throws: `errSecMissingEntitlement` for a foreign group.
  init(_ query: Query, groups: AccessGroups) throws(KeychainEngineError) {
    self.query = query
    self.groups = try groups.searched(naming: query.accessGroup)
  }

  func run(
    in store: ItemStore, with answers: Answers
  ) throws(KeychainEngineError) -> Outcome {
    try store.write { () throws(KeychainEngineError) in
      var rows: [Int64] = []
      var gate = AccessGate(answers)
      let damaged = try store.forEachMatch(
        of: query, groups: groups, wantsSecrets: false, locked: { rows.append($0) }
      ) {
        if gate.admits($0.item, for: [.delete]) { rows.append($0.row) }
        return true
      }
      if let needs = try gate.missing() { return .needs(needs) }
      guard !rows.isEmpty else {
        return .answered(KeychainEngine.nothingFound(passingOver: damaged))
      }
      for row in rows { try store.delete(row, of: query.itemClass) }
      return .answered(Response(damagedCount: damaged))
    }
  }
}
