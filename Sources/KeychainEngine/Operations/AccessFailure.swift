// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Says in the keychain's terms why somebody was not let at an item.
enum AccessFailure {
  /// The codes are those into which Apple's keychain turns the errors of its authentication.
  static func error(for failure: AuthenticationFailure) -> KeychainEngineError {
    let status: Status =
      switch failure {
      case .cancelledByPerson: .userCanceled
      case .nobodyToAsk: .interactionNotAllowed
      case .noPassphrase, .noBiometry, .nobodyEnrolled, .biometryLocked, .noCompanion, .rejected,
        .fallbackChosen, .cancelledBySystem:
        .authFailed
      }
    return KeychainEngineError(status, "the access control of an item \(failure.words)")
  }

  static let noPassword = KeychainEngineError(
    .interactionNotAllowed,
    "an item needs the application's own password, and there is nobody to ask for it; give it to an LAContext by setCredential and that to the call as kSecUseAuthenticationContext"
  )
}

extension AuthenticationFailure {
  fileprivate var words: String {
    switch self {
    case .noPassphrase:
      "needs a person to authenticate, and this keychain has no passcode to do it with; set a passphrase first, or leave the flags out"
    case .noBiometry: "needs a finger or a face, and no device here recognises people"
    case .nobodyEnrolled:
      "needs a finger or a face, and the device knows none, or others than when the item was stored"
    case .biometryLocked:
      "needs a finger or a face, and too many attempts failed; authenticate with the passphrase first"
    case .noCompanion: "needs a paired device, and none is near"
    case .nobodyToAsk: "needs a person, and nobody may or can be asked now"
    case .rejected: "was not satisfied: what the person gave was wrong"
    case .cancelledByPerson: "was not satisfied: the person cancelled"
    case .fallbackChosen: "was not satisfied: the person chose another way, which there is not"
    case .cancelledBySystem: "was not satisfied: the question was withdrawn; try again"
    }
  }
}
