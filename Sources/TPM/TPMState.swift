// SPDX-License-Identifier: Apache-2.0

/// What a TPM says of itself.
///
/// The answer is not authenticated: it is for people, and nothing is decided by it.
package struct TPMState: Equatable, Sendable {
  /// Four letters, such as `IBM` or `IFX`.
  package let manufacturer: String
  /// Two numbers, as the manufacturer counts.
  package let firmwareVersion: String
  /// Whether the owner hierarchy has a password; Strongroom then cannot use the TPM.
  package let ownerHasPassword: Bool
  /// Whether too many wrong passwords were tried, by any program.
  ///
  /// What Strongroom keeps has no password to guess and is exempt, so it works on; keys of others
  /// with a PIN do not.
  package let isLockedOut: Bool
  /// How many wrong passwords count at present, and how many lock the TPM.
  package let failedTries: UInt32
  package let permittedTries: UInt32
  /// After this long, one wrong password less counts; a lock-out is over then at the latest.
  package let forgivingInterval: Duration

  /// The properties that are asked for (TPM_PT).
  private enum Property {
    static let manufacturer: UInt32 = 0x105
    static let firmwareVersion: UInt32 = 0x10B
    static let permanent: UInt32 = 0x200
    static let lockoutCounter: UInt32 = 0x20E
  }

  init(of connection: Connection) throws(TPMError) {
    let name = try connection.properties(from: Property.manufacturer, count: 1)
    let firmware = try connection.properties(from: Property.firmwareVersion, count: 2)
    let permanent = try connection.properties(from: Property.permanent, count: 1)[0]
    let lockOut = try connection.properties(from: Property.lockoutCounter, count: 3)
    let letters = stride(from: 24, through: 0, by: -8)
      .map { UInt8(truncatingIfNeeded: name[0] >> $0) }
    manufacturer = String(
      decoding: letters.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
    firmwareVersion = "\(firmware[0]).\(firmware[1])"
    ownerHasPassword = permanent & 1 << 0 != 0
    isLockedOut = permanent & 1 << 9 != 0
    failedTries = lockOut[0]
    permittedTries = lockOut[1]
    forgivingInterval = .seconds(Int64(lockOut[2]))
  }

  /// The lock-out as an error that says when to try again.
  func lockOutError(responseCode: UInt32? = nil) -> TPMError {
    TPMError(
      .lockedOut,
      "the TPM is locked out after \(failedTries) wrong passwords; try again in \(forgivingInterval.components.seconds) s",
      responseCode: responseCode, retryAfter: forgivingInterval)
  }
}
