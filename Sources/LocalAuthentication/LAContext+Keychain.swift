// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Security
internal import Synchronization

extension LAContext: AuthenticationContextObject {
  /// What the keychain learns from the context.
  package var authenticationContext: AuthenticationContext {
    AuthenticationContext(
      forbidsInteraction: interactionNotAllowed, reason: localizedReason,
      cancelTitle: localizedCancelTitle, fallbackTitle: localizedFallbackTitle,
      timeLimit: .seconds(interactionTimeLimit),
      reuseDuration: touchIDAuthenticationAllowableReuseDuration,
      applicationPassword: state.withLock { $0.applicationPassword }, session: session)
  }
}
