// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Security

/// The longest value of ``LAContext/touchIDAuthenticationAllowableReuseDuration``: five minutes.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// Where a function of Objective-C's kind puts an error; Foundation has the name on Apple's systems
/// only.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometrics``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
/// The number of ``LAPolicy/deviceOwnerAuthentication``.
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
/// The number of ``LAPolicy/deviceOwnerAuthenticationWithWatch``.
public let kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 = 3
/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometricsOrWatch``.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 = 4

/// The number of ``LAError/Code/authenticationFailed``.
public let kLAErrorAuthenticationFailed: Int32 = -1
/// The number of ``LAError/Code/userCancel``.
public let kLAErrorUserCancel: Int32 = -2
/// The number of ``LAError/Code/userFallback``.
public let kLAErrorUserFallback: Int32 = -3
/// The number of ``LAError/Code/systemCancel``.
public let kLAErrorSystemCancel: Int32 = -4
/// The number of ``LAError/Code/passcodeNotSet``.
public let kLAErrorPasscodeNotSet: Int32 = -5
/// The number of ``LAError/Code/touchIDNotAvailable``.
public let kLAErrorTouchIDNotAvailable: Int32 = -6
/// The number of ``LAError/Code/touchIDNotEnrolled``.
public let kLAErrorTouchIDNotEnrolled: Int32 = -7
/// The number of ``LAError/Code/touchIDLockout``.
public let kLAErrorTouchIDLockout: Int32 = -8
/// The number of ``LAError/Code/appCancel``.
public let kLAErrorAppCancel: Int32 = -9
/// The number of ``LAError/Code/invalidContext``.
public let kLAErrorInvalidContext: Int32 = -10
/// The number of ``LAError/Code/watchNotAvailable``.
public let kLAErrorWatchNotAvailable: Int32 = -11
/// The number of ``LAError/Code/biometryNotPaired``.
public let kLAErrorBiometryNotPaired: Int32 = -12
/// The number of ``LAError/Code/biometryDisconnected``.
public let kLAErrorBiometryDisconnected: Int32 = -13
/// The number of ``LAError/Code/invalidDimensions``.
public let kLAErrorInvalidDimensions: Int32 = -14
/// The number of ``LAError/Code/notInteractive``.
public let kLAErrorNotInteractive: Int32 = -1004
/// The number of ``LAError/Code/biometryNotAvailable``.
public let kLAErrorBiometryNotAvailable: Int32 = -6
/// The number of ``LAError/Code/biometryNotEnrolled``.
public let kLAErrorBiometryNotEnrolled: Int32 = -7
/// The number of ``LAError/Code/biometryLockout``.
public let kLAErrorBiometryLockout: Int32 = -8
