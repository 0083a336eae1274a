// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The access groups of a caller, as Apple's rules use them: the first one is the default, and
/// naming a foreign one is an error of its own.
struct AccessGroups {
  /// The group of the items on tokens: programs look into it, and nobody writes into it.
  private static let tokens = "com.apple.token"

  private let granted: Caller.AccessGroups
  private let applicationIdentifier: String

  /// The groups that `caller` may use for `operation`.
  ///
  /// - Throws: `errSecMissingEntitlement` for a caller without any.
  init(
    of caller: Caller, for operation: Request.Operation
  ) throws(KeychainEngineError) {
    applicationIdentifier = caller.applicationIdentifier
    guard case .listed(var groups) = caller.accessGroups else {
      granted = caller.accessGroups
      return
    }
    if groups.contains(Self.tokens) {
      groups.removeAll { $0 == Self.tokens }
      // Never the default, wherever it was listed.
      if operation == .copyMatching { groups.append(Self.tokens) }
    }
    granted = .listed(groups)
    if groups.isEmpty {
      throw KeychainEngineError(
        .missingEntitlement,
        "\(caller.applicationIdentifier) has no access group of its own; list one under keychain-access-groups in its entitlements; strongroom doctor --program shows what a program has"
      )
    }
  }

  /// Where Add puts an item that names no group.
  var defaultGroup: String {
    switch granted {
    case .listed(let groups): groups[0]
    case .all(let group): group
    }
  }

  /// - Throws: `errSecMissingEntitlement` when `group` is not the caller's.
  func check(_ group: String) throws(KeychainEngineError) {
    guard case .listed(let groups) = granted, !groups.contains(group) else { return }
    throw KeychainEngineError(
      .missingEntitlement,
      "\(applicationIdentifier) is not a member of the access group \(group); its groups are \(groups.joined(separator: ", ")); strongroom doctor --program shows where a program has them from"
    )
  }

  /// The groups that a query searches: the one it names, or all of the caller's; nil for every
  /// group there is.
  func searched(naming group: String?) throws(KeychainEngineError) -> [String]? {
    if let group {
      try check(group)
      return [group]
    }
    switch granted {
    case .listed(let groups): return groups
    case .all: return nil
    }
  }
}
