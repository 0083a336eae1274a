// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import KeychainRequests

extension LAError {
  /// An error of our own, with its sentence.
  static func make(_ code: Code, _ reason: String? = nil) -> LAError {
    LAError(code, userInfo: [NSLocalizedDescriptionKey: reason ?? code.reason])
  }

  init(_ failure: AuthenticationFailure) {
    let code: Code =
      switch failure {
      case .noPassphrase: .passcodeNotSet
      case .noBiometry: .biometryNotAvailable
      case .nobodyEnrolled: .biometryNotEnrolled
      case .biometryLocked: .biometryLockout
      case .noCompanion: .companionNotAvailable
      case .nobodyToAsk: .notInteractive
      case .rejected: .authenticationFailed
      case .cancelledByPerson: .userCancel
      case .fallbackChosen: .userFallback
      case .cancelledBySystem: .systemCancel
      }
    self = .make(code)
  }
}

extension LAError.Code {
  fileprivate var reason: String {
    switch self {
    case .authenticationFailed: "what the person gave was wrong; ask again"
    case .userCancel: "the person cancelled"
    case .userFallback: "the person chose the other way that the program offers"
    case .systemCancel: "the system withdrew the question; ask again"
    case .passcodeNotSet:
      "the keychain has no passphrase, so nobody can be asked for it; set one first"
    case .biometryNotAvailable:
      "no device here recognises people; use deviceOwnerAuthentication"
    case .biometryNotEnrolled: "the device knows nobody yet; enrol a finger or a face first"
    case .biometryLockout: "too many attempts failed; authenticate with the passphrase first"
    case .appCancel: "the program invalidated the context while the question was open"
    case .invalidContext: "the context has been invalidated; make a new one"
    case .companionNotAvailable: "no paired device is near; use deviceOwnerAuthentication"
    case .biometryNotPaired: "the device that recognises people is not paired; pair it"
    case .biometryDisconnected: "the device that recognises people is not connected; connect it"
    case .invalidDimensions: "what should be shown does not fit; make it smaller"
    case .notInteractive:
      "somebody would have to be asked, and nobody can be: interactionNotAllowed of the context is "
        + "set, or there is no terminal, no display and no askpass program"
    }
  }
}
