// SPDX-License-Identifier: Apache-2.0

public import Security

/// The domain of the errors of this module.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// Why nobody could be asked, or the person did not show to be the owner.
///
/// ## On Linux
///
/// `catch let error as LAError` and `catch LAError.userCancel` work. `catch let error as NSError`
/// does not match an error that is a Swift type; write `error as NSError` in the body. The error
/// that ``LAContext/canEvaluatePolicy(_:error:)`` hands out is an `NSError`, from which
/// `init(_nsError:)` makes an `LAError`; `as? LAError` does not.
public struct LAError: _BridgedStoredNSError, Sendable {
  /// The same error, as an object.
  public let _nsError: NSError

  /// Takes over an error of the domain ``LAErrorDomain``.
  public init(_nsError error: NSError) {
    precondition(
      error.domain == LAErrorDomain, "an error of the domain \(error.domain) is no LAError")
    _nsError = error
  }

  /// The domain of these errors.
  public static var _nsErrorDomain: String { LAErrorDomain }

  /// The domain of these errors.
  public static var errorDomain: String { LAErrorDomain }

  /// What happened.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The type of error that has these codes.
    public typealias _ErrorType = LAError

    /// What the person gave was wrong.
    case authenticationFailed = -1
    /// The person chose to cancel.
    case userCancel = -2
    /// The person chose the other way, which the program offered.
    case userFallback = -3
    /// Something more important came between.
    case systemCancel = -4
    /// No passcode is set: on Linux, the keychain has no passphrase.
    case passcodeNotSet = -5
    /// The device recognises nobody, or not now.
    case biometryNotAvailable = -6
    /// The device could recognise people, but knows none.
    case biometryNotEnrolled = -7
    /// Too many attempts failed; the passcode is needed first.
    case biometryLockout = -8
    /// The program ended the context while the question was open.
    case appCancel = -9
    /// The program had ended the context before.
    case invalidContext = -10
    /// No paired device is near.
    case companionNotAvailable = -11
    /// The device that recognises people is not paired.
    case biometryNotPaired = -12
    /// The device that recognises people is not connected.
    case biometryDisconnected = -13
    /// What should be shown does not fit.
    case invalidDimensions = -14
    /// Somebody would have to be asked, and the program does not allow it.
    case notInteractive = -1004

    /// The name that macOS has for ``companionNotAvailable``.
    public static var watchNotAvailable: Code { .companionNotAvailable }
    /// The older name of ``biometryNotAvailable``.
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// The older name of ``biometryNotEnrolled``.
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// The older name of ``biometryLockout``.
    public static var touchIDLockout: Code { .biometryLockout }
  }
}
