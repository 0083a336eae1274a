// SPDX-License-Identifier: Apache-2.0

/// Replaces the variables that Xcode expands in entitlements: `$(AppIdentifierPrefix)` and
/// `$(TeamIdentifierPrefix)`.
///
/// The prefix comes from `STRONGROOM_APP_IDENTIFIER_PREFIX`, else from the application identifier:
/// what stands before its first dot, if that looks like the ten characters of a team. It ends with
/// a dot.
struct EntitlementExpansion {
  let prefix: String

  init(prefix: String?, applicationIdentifier: String?) {
    if let prefix {
      self.prefix = prefix.isEmpty || prefix.hasSuffix(".") ? prefix : prefix + "."
    } else if let team = applicationIdentifier?.split(separator: ".").first, team.utf8.count == 10,
      team.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
    {
      self.prefix = team + "."
    } else {
      self.prefix = ""
    }
  }

  func expand(_ text: String) -> String {
    for variable in ["$(AppIdentifierPrefix)", "$(TeamIdentifierPrefix)"] {
      if text.hasPrefix(variable) { return prefix + text.dropFirst(variable.count) }
    }
    return text
  }
}
