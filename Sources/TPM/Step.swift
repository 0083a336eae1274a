// SPDX-License-Identifier: Apache-2.0

/// What was being done when a TPM answered with an error: the same code means different things.
package enum Step: Sendable {
  case asking, makingPrimary, startingSession
  case sealing, loading, unsealing
  case definingIndex, findingIndex, writingIndex, readingIndex, deletingIndex

  var words: String {
    switch self {
    case .asking: "ask the TPM how it is"
    case .makingPrimary: "make the storage key of the TPM"
    case .startingSession: "start an encrypted session with the TPM"
    case .sealing: "seal the key with the TPM"
    case .loading, .unsealing: "open the sealed key with the TPM"
    case .definingIndex, .writingIndex: "keep a secret in the TPM"
    case .findingIndex, .readingIndex: "read the secret in the TPM"
    case .deletingIndex: "delete the secret in the TPM"
    }
  }
}

extension TPMError {
  /// Puts a response code into words.
  package init(responseCode: UInt32, during step: Step) {
    let (code, meaning) = Self.meaning(of: ResponseCode(responseCode).kind, during: step)
    self.init(
      code, "cannot \(step.words): \(meaning) (response code 0x\(String(responseCode, radix: 16)))",
      responseCode: responseCode)
  }

  /// Whether the TPM says that an index exists already.
  var isAlreadyDefined: Bool {
    responseCode.map { ResponseCode($0).kind == .alreadyDefined } ?? false
  }

  private static func meaning(
    of kind: ResponseCode.Kind, during step: Step
  ) -> (Code, String) {
    switch kind {
    case .notStarted: return (.notStarted, "nobody has started the TPM; restart the machine")
    case .failureMode:
      return (.failureMode, "the TPM is in failure mode; switch the machine off and on again")
    case .hierarchyOff:
      return (
        .ownerUnavailable,
        "the owner hierarchy of the TPM is switched off; look into the firmware's setup"
      )
    case .wrongPassword where step == .makingPrimary:
      return (
        .ownerUnavailable,
        "the owner hierarchy of the TPM has a password, which Strongroom does not ask for; remove it with «tpm2_changeauth -c owner -p PASSWORD»"
      )
    // The password is empty and was right a command ago, so what the TPM got is not what we sent.
    case .wrongPassword, .unauthenticatedAnswer: return (.notAuthentic, Self.changedTraffic)
    case .malformedObject where step == .loading:
      return (.damaged, "it is damaged; restore it from a backup, or use the recovery code")
    case .unknownHandle where [.findingIndex, .readingIndex, .deletingIndex].contains(step):
      return (.secretMissing, "the TPM does not hold it any more; what needed it is lost")
    case .noSpace, .alreadyDefined:
      return (.noRoom, "the TPM has no room; «tpm2_getcap handles-nv-index» lists what fills it")
    case .full:
      return (
        .busy,
        "other programs have filled it; use /dev/tpmrm0, which shares the TPM, or try again later"
      )
    case .busy: return (.busy, "it is busy; try again")
    case .lockedOut:
      return (.lockedOut, "it is locked out after too many wrong passwords; try again later")
    case .libraryFailure: return (.refused, "the library tpm2-tss has failed")
    case .malformedObject, .unknownHandle, .other: return (.refused, "the TPM refuses")
    }
  }

  static let changedTraffic =
    "what was said on the way to the TPM and back was changed; the TPM is defective, or something sits between it and the processor"
}
