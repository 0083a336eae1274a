// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// SecItemDelete: removes every item that fits, all of them or none, also those that are locked
/// away.
///
/// Whether a damaged row would fit cannot be known, so it stays.
struct Deletion: Operation {
  let query: Query
  var authenticationContext: AuthenticationContext? { query.authenticationContext }
  private let groups: [String]?

  /// - Throws: `errSecMissingEntitlement` for a foreign group.
  init(_ query: Query, groups: AccessGroups) throws(KeychainEngineError) {
    self.query = query
    self.groups = try groups.searched(naming: query.accessGroup)
  }

  func run(
    in store: ItemStore, with answers: Answers
  ) throws(KeychainEngineError) -> Outcome {
    try store.attempt { () throws(KeychainEngineError) in
      var rows = RowRanges()
      var isFound = false
      func take(_ row: Int64) throws(KeychainEngineError) {
        isFound = true
        rows.append(row)
        guard rows.isFull else { return }
        try store.delete(rows, of: query.itemClass)
        rows = RowRanges()
      }
      var gate = AccessGate(answers)
      let damaged = try store.forEachMatch(
        of: query, groups: groups, wantsSecrets: false, locked: take
      ) { (match) throws(KeychainEngineError) in
        if gate.admits(match.item, to: .delete) { try take(match.row) }
        return true
      }
      if let needs = try gate.missing() { return .needs(needs) }
      guard isFound else {
        return .answered(KeychainEngine.nothingFound(passingOver: damaged))
      }
      try store.delete(rows, of: query.itemClass)
      return .answered(Response(damagedCount: damaged))
    }
  }
}
