// SPDX-License-Identifier: Apache-2.0

internal import KeychainClient
package import KeychainRequests
internal import ProgramIdentity
internal import Security

/// Who asks the person, for contexts that are made now.
package enum AuthenticatorInUse {
  /// For tests: who asks in the task that runs and the tasks it starts; nil for who owns the
  /// keychain in use.
  @TaskLocal package static var authenticator: (any Authenticator)?

  static var current: any Authenticator {
    authenticator ?? (KeychainInUse.connection ?? .shared).owner
  }
}
