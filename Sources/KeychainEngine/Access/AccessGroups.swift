// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The access groups of a caller, as Apple's rules use them: the first one is the default, and
/// naming a foreign one is an error of its own.
struct AccessGroups {
  private let granted: Caller.AccessGroups
  private let applicationIdentifier: String

  /// - Throws: `errSecMissingEntitlement` for a caller without any group.
  init(of caller: Caller) throws(KeychainEngineError) {
    granted = caller.accessGroups
    applicationIdentifier = caller.applicationIdentifier
    if case .listed(let groups) = granted, groups.isEmpty {
      throw KeychainEngineError(
        .missingEntitlement,
        "\(caller.applicationIdentifier) has no access group; list one under keychain-access-groups in its entitlements"
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
      "\(applicationIdentifier) is not a member of the access group \(group); its groups are \(groups.joined(separator: ", "))"
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
