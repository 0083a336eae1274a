// SPDX-License-Identifier: Apache-2.0

/// Why a TPM did not do what it was asked.
package struct TPMError: Error, Equatable, CustomStringConvertible {
  /// What went wrong, for programs.
  package enum Code: Sendable {
    /// This build cannot use a TPM: the headers of tpm2-tss were not there.
    case unsupported
    /// The library libtss2-esys is not on this machine.
    case libraryMissing
    /// The name of a TPM that nobody understands.
    case malformedAddress
    /// There is no TPM, or nobody answers for it.
    case deviceMissing
    /// This user may not use the TPM.
    case permissionDenied
    /// Another program has the TPM to itself, or it has no room left for a moment.
    case busy
    /// No answer within the time limit.
    case timeLimit
    /// The connection ended in the middle.
    case connectionLost
    /// The TPM has failed its own test and does nothing more until it is restarted.
    case failureMode
    /// Nobody has started the TPM.
    case notStarted
    /// Too many wrong passwords were tried on this TPM.
    case lockedOut
    /// The owner hierarchy has a password, or is switched off.
    case ownerUnavailable
    /// The TPM is not the one that holds the key, or it has been cleared since.
    case anotherTPM
    /// What should open is not what the TPM made.
    case damaged
    /// Written by a later version of Strongroom.
    case laterVersion
    /// The TPM holds the secret no longer.
    case secretMissing
    /// The TPM has no room for another secret.
    case noRoom
    /// An answer that the TPM cannot have given: something between changes the traffic.
    case notAuthentic
    /// Any other answer.
    case refused
  }

  package let code: Code
  /// What happened, to which thing, what to try.
  ///
  /// Never a secret.
  package let reason: String
  /// The response code of the TPM or of tpm2-tss, where there was one.
  package let responseCode: UInt32?
  /// How long to wait before another attempt, where the TPM says so.
  package let retryAfter: Duration?

  package init(
    _ code: Code, _ reason: String, responseCode: UInt32? = nil, retryAfter: Duration? = nil
  ) {
    self.code = code
    self.reason = reason
    self.responseCode = responseCode
    self.retryAfter = retryAfter
  }

  package var description: String { reason }

  package static func == (a: TPMError, b: TPMError) -> Bool { a.code == b.code }
}
