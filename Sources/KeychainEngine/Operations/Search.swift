// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// SecItemCopyMatching: one item unless the query sets another limit.
struct Search: Operation {
  var isWrite: Bool { false }
  let query: Query
  var authenticationContext: AuthenticationContext? { query.authenticationContext }
  private let groups: [String]?
  private let limit: Query.Limit

  /// - Throws: `errSecMissingEntitlement` for a foreign group.
  init(_ query: Query, groups: AccessGroups) throws(KeychainEngineError) {
    self.query = query
    self.groups = try groups.searched(naming: query.accessGroup)
    limit = query.limit ?? .first(1)
  }

  private var hasPassword: Bool { query.authenticationContext?.applicationPassword != nil }

  /// Damaged rows are passed over, and counted in the answer.
  ///
  /// A condition holds for the attributes, too, and for the answer that an item is there.
  func run(
    in store: ItemStore, with answers: Answers
  ) throws(KeychainEngineError) -> Outcome {
    guard limit != .first(0) else { return .answered(KeychainEngine.nothingFound) }
    let most =
      switch limit {
      case .first(let count): count
      case .all: Int.max
      }
    var items: [Response.Item] = []
    var count = 0
    var gate = AccessGate(answers)
    let damaged = try store.forEachMatch(
      of: query, groups: groups, wantsSecrets: query.returns.contains(.data),
      passwordKeys: answers.passwordKeys
    ) { match in
      if query.skipsItemsThatAsk, gate.asksPerson(for: match.item, hasPassword: hasPassword) {
        return true
      }
      if gate.admits(match.item, to: .read) {
        items.append(ResponseShape.found(match.item, query.returns))
      }
      count += 1
      return count < most
    }
    if let needs = try gate.missing() { return .needs(needs) }
    guard !items.isEmpty else {
      return .answered(KeychainEngine.nothingFound(passingOver: damaged))
    }
    return .answered(
      Response(
        returns: query.returns, isList: !limit.isSingle, items: items, damagedCount: damaged))
  }
}
