// SPDX-License-Identifier: Apache-2.0

/// By what the person may be recognised.
public enum LAPolicy: Int, Sendable {
  /// A finger, a face or an iris that the device knows.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// Biometry, or else the passcode: on Linux, the passphrase of the keychain.
  case deviceOwnerAuthentication = 2
  /// A paired device, such as a watch.
  case deviceOwnerAuthenticationWithCompanion = 3
  /// Biometry or a paired device.
  case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

  /// The name that macOS has for ``deviceOwnerAuthenticationWithCompanion``.
  public static var deviceOwnerAuthenticationWithWatch: LAPolicy {
    .deviceOwnerAuthenticationWithCompanion
  }

  /// The name that macOS has for ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
  public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
    .deviceOwnerAuthenticationWithBiometricsOrCompanion
  }
}
