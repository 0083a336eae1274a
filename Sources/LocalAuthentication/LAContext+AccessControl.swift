// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import KeychainRequests
internal import Security
internal import Synchronization

extension LAContext {
  /// Asks for what `control` demands and the context does not stand for yet, on a thread of its
  /// own, and replies once.
  func begin(
    _ control: AccessControl, _ operation: LAAccessControlOperation, _ reason: String,
    _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let (cancelTitle, fallbackTitle) = (localizedCancelTitle, localizedFallbackTitle)
    let reuseDuration = touchIDAuthenticationAllowableReuseDuration
    let timeLimit = Duration.seconds(interactionTimeLimit)
    let hasPassword = isCredentialSet(.applicationPassword)
    let isForbidden = interactionNotAllowed
    let interview = AccessInterview(authenticator, session: session) { policy in
      AuthenticationQuestion(
        policy, reason: reason, cancelTitle: cancelTitle, fallbackTitle: fallbackTitle,
        timeLimit: timeLimit)
    }
    evaluate("evaluateAccessControl", reason, reply) { [authenticator, session] in
      // One that no item has yet is for the fingers and faces that the device knows now.
      let control = control.isBound ? control : control.bound(to: authenticator.biometryState)
      guard let demand = operation.demand(of: control) else {
        return .make(.authenticationFailed, "the access control allows the operation to nobody")
      }
      guard hasPassword || !control.requiresPassword else {
        return .make(
          .notInteractive,
          "the access control needs a password of the application; give the context one by setCredential(_:type:)"
        )
      }
      session.reuse(of: authenticator, within: reuseDuration)
      do throws(AuthenticationFailure) {
        if operation.isCreation {
          // Nothing can be stored for somebody who could never use it.
          for later in control.demands { try authenticator.checkExistence(of: later) }
        }
        if session.evidence.satisfies(demand) { return nil }
        if isForbidden {
          try authenticator.checkExistence(of: demand)
          return .make(.notInteractive)
        }
        try interview.satisfy(demand)
        return nil
      } catch {
        return LAError(error)
      }
    }
  }
}
