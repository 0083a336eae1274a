// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainRequests

extension Caller {
  /// The commands by which a user looks after all of the keychain, or after one access group of it.
  package static func userCommand(_ name: String, group: String? = nil) -> Caller {
    Caller(
      userID: geteuid(), applicationIdentifier: name,
      accessGroups: group.map { .listed([$0]) } ?? .all(default: name), evidence: .userCommand)
  }
}
