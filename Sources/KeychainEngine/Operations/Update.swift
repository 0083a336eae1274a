// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// SecItemUpdate: changes every item that fits, all of them or none.
struct Update: Operation {
  let query: Query
  var authenticationContext: AuthenticationContext? { query.authenticationContext }
  private let changes: Changes
  /// What the items demand afterwards; nil where it stays.
  private let conditions: NewConditions?
  private let groups: [String]?
  private let now: Double

  /// How much later than before an item says it was changed, when the clock does not.
  private static let smallestStep = 0.001

  /// - Throws: `errSecMissingEntitlement` for a foreign group, in the query or to move into, and
  ///   what the access control cannot be stored for.
  init(
    _ query: Query, _ changes: Changes, groups: AccessGroups, authenticator: any Authenticator,
    now: Double
  ) throws(KeychainEngineError) {
    self.query = query
    self.changes = changes
    self.groups = try groups.searched(naming: query.accessGroup)
    self.now = now
    if case .text(let group)? = changes.attributes[.accessGroup] { try groups.check(group) }
    // A new accessibility is a new access control, one without conditions.
    conditions =
      changes.accessControl == nil && changes.attributes[.accessible] == nil
      ? nil : try NewConditions(changes.accessControl, for: query, authenticator: authenticator)
  }

  /// - Throws: `errSecDuplicateItem` when a changed item would equal another one.
  func run(
    in store: ItemStore, with answers: Answers
  ) throws(KeychainEngineError) -> Outcome {
    try store.attempt { () throws(KeychainEngineError) in
      var isFound = false
      var gate = AccessGate(answers)
      let damaged = try store.forEachMatch(
        of: query, groups: groups, wantsSecrets: true, passwordKeys: answers.passwordKeys,
        isForChanging: true
      ) { (match) throws(KeychainEngineError) in
        if !isFound { conditions?.check(by: &gate) }
        isFound = true
        guard gate.admits(match.item, to: .change) else { return true }
        try store.update(match, to: try changed(match.item))
        return true
      }
      if let needs = try gate.missing() { return .needs(needs) }
      guard isFound else {
        return .answered(KeychainEngine.nothingFound(passingOver: damaged))
      }
      return .answered(Response(damagedCount: damaged))
    }
  }

  private func changed(_ item: Item) throws(KeychainEngineError) -> Item {
    var item = item
    item.attributes.merge(changes.attributes) { $1 }
    if let control = changes.accessControl {
      item.attributes[.accessible] = .text(control.protection)
    }
    conditions?.apply(to: &item)
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
