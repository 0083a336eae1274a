// SPDX-License-Identifier: Apache-2.0

extension LAError {
  /// What the person gave was wrong.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// The person chose to cancel.
  public static var userCancel: Code { .userCancel }
  /// The person chose the other way, which the program offered.
  public static var userFallback: Code { .userFallback }
  /// Something more important came between.
  public static var systemCancel: Code { .systemCancel }
  /// No passcode is set.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// The device recognises nobody, or not now.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// The device could recognise people, but knows none.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// Too many attempts failed.
  public static var biometryLockout: Code { .biometryLockout }
  /// The program ended the context while the question was open.
  public static var appCancel: Code { .appCancel }
  /// The program had ended the context before.
  public static var invalidContext: Code { .invalidContext }
  /// No paired device is near.
  public static var companionNotAvailable: Code { .companionNotAvailable }
  /// The name that macOS has for ``companionNotAvailable``.
  public static var watchNotAvailable: Code { .companionNotAvailable }
  /// The device that recognises people is not paired.
  public static var biometryNotPaired: Code { .biometryNotPaired }
  /// The device that recognises people is not connected.
  public static var biometryDisconnected: Code { .biometryDisconnected }
  /// What should be shown does not fit.
  public static var invalidDimensions: Code { .invalidDimensions }
  /// Somebody would have to be asked, and the program does not allow it.
  public static var notInteractive: Code { .notInteractive }
  /// The older name of ``biometryNotAvailable``.
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  /// The older name of ``biometryNotEnrolled``.
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  /// The older name of ``biometryLockout``.
  public static var touchIDLockout: Code { .biometryLockout }
}
