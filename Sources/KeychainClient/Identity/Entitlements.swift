// SPDX-License-Identifier: Apache-2.0

/// What the entries of an entitlements file mean.
struct Entitlements {
  let applicationIdentifier: String?
  /// In Apple's order: the keychain access groups, the application identifier, the application
  /// groups.
  let accessGroups: [String]

  init(_ entries: EntitlementEntries, prefix: String?) {
    let identifier = entries.applicationIdentifier ?? entries.macApplicationIdentifier
    let expansion = EntitlementExpansion(prefix: prefix, applicationIdentifier: identifier)
    applicationIdentifier = identifier.map(expansion.expand)
    var groups: [String] = []
    for group in (entries.keychainAccessGroups ?? []) + [identifier].compactMap(\.self)
      + (entries.applicationGroups ?? [])
    {
      let group = expansion.expand(group)
      if !group.isEmpty, !groups.contains(group) { groups.append(group) }
    }
    // Readable by everybody on Apple's systems, and no place for new items.
    let tokens = "com.apple.token"
    accessGroups =
      groups.contains(tokens) ? groups.filter { $0 != tokens } + [tokens] : groups
  }
}
