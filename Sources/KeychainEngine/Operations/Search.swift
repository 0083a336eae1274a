// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// SecItemCopyMatching: one item unless the query sets another limit.
struct Search: Operation {
  var isWrite: Bool { false }
  private let query: Query
  private let groups: [String]?
  private let limit: Query.Limit

  /// - Throws: `errSecMissingEntitlement` for a foreign group.
  init(_ query: Query, groups: AccessGroups) throws(KeychainEngineError) {
    self.query = query
    self.groups = try groups.searched(naming: query.accessGroup)
    limit = query.limit ?? .first(1)
  }

  /// Damaged rows are passed over, and counted in the answer.
  func run(in store: ItemStore) throws(KeychainEngineError) -> Response {
    guard limit != .first(0) else { return KeychainEngine.nothingFound }
    let most =
      switch limit {
      case .first(let count): count
      case .all: Int.max
      }
    var items: [Response.Item] = []
    let damaged = try store.forEachMatch(
      of: query, groups: groups, wantsSecrets: query.returns.contains(.data)
    ) { match in
      items.append(ResponseShape.found(match.item, query.returns))
      return items.count < most
    }
    guard !items.isEmpty else { return KeychainEngine.nothingFound(passingOver: damaged) }
    return Response(
      returns: query.returns, isList: !limit.isSingle, items: items, damagedCount: damaged)
  }
}
