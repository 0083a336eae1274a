// SPDX-License-Identifier: Apache-2.0

package import KeychainClient
package import KeychainRequests

/// Says who this process is to an embedded keychain.
package enum CallerIdentity {
  /// The identity of this process, or of the program at the path `executable`.
  package static func resolve(_ environment: Environment, executable: String? = nil) -> Caller {
    ProgramSurroundings(environment, executable: executable)
      .identity(reading: FoundationPropertyLists())
  }
}
