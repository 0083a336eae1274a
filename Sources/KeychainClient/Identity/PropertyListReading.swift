// SPDX-License-Identifier: Apache-2.0

/// Reads the two property lists that may lie beside a program.
///
/// There are two readers, for one of them takes Foundation, which the commands do without.
package protocol PropertyListReading {
  /// What an entitlements file says; nil for bytes that are no property list.
  func entitlements(_ bytes: [UInt8]) -> EntitlementEntries?
  /// The bundle identifier in an `Info.plist`; nil when there is none, or an empty one.
  func bundleIdentifier(_ bytes: [UInt8]) -> String?
}

/// The entries of an entitlements file that the keychain needs, as they are written there.
///
/// An entry of another type counts as absent, as on Apple's systems.
package struct EntitlementEntries: Equatable, Sendable {
  package var applicationIdentifier: String?
  package var macApplicationIdentifier: String?
  package var keychainAccessGroups: [String]?
  package var applicationGroups: [String]?

  package init(
    applicationIdentifier: String?, macApplicationIdentifier: String?,
    keychainAccessGroups: [String]?, applicationGroups: [String]?
  ) {
    self.applicationIdentifier = applicationIdentifier
    self.macApplicationIdentifier = macApplicationIdentifier
    self.keychainAccessGroups = keychainAccessGroups
    self.applicationGroups = applicationGroups
  }

  /// The names of the entries in the file.
  package enum Name: String, CodingKey {
    case applicationIdentifier = "application-identifier"
    case macApplicationIdentifier = "com.apple.application-identifier"
    case keychainAccessGroups = "keychain-access-groups"
    case applicationGroups = "com.apple.security.application-groups"
  }
}
