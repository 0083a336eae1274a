// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// Who asks the person, for contexts that are made now.
package enum AuthenticatorInUse {
  /// For tests: who asks in the task that runs and the tasks it starts.
  @TaskLocal package static var authenticator: any Authenticator = NoAuthenticator()
}
