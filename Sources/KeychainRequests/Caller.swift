// SPDX-License-Identifier: Apache-2.0

/// Who makes a request, and what makes us think so.
package struct Caller: Sendable {
  /// Which access groups a caller may use.
  package enum AccessGroups: Sendable, Equatable {
    /// In order: the first one is where Add puts an item that names no group.
    case listed([String])
    /// Every group of the keychain, for the commands by which a user looks after all of it; Add
    /// without a group puts an item into `default`.
    case all(default: String)
  }

  /// Where the identity comes from, from strong to weak.
  package enum Evidence: String, Sendable {
    /// The program's surroundings said so: true unless somebody lies. Groups are labels then, not
    /// protection.
    case environmentVariable, entitlementsFile, informationPropertyList, executableName
    /// A command of the user's own.
    case userCommand
    /// Code that made the caller, in tests.
    case explicit
  }

  package let userID: UInt32
  package let applicationIdentifier: String
  package let accessGroups: AccessGroups
  package let evidence: Evidence

  package init(
    userID: UInt32, applicationIdentifier: String, accessGroups: AccessGroups, evidence: Evidence
  ) {
    self.userID = userID
    self.applicationIdentifier = applicationIdentifier
    self.accessGroups = accessGroups
    self.evidence = evidence
  }
}
