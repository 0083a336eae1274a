// SPDX-License-Identifier: Apache-2.0

import LocalAuthentication
import Testing

/// As tests of programs make one.
private final class MockContext: LAContext, @unchecked Sendable {
  override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

  override func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    reply(true, nil)
  }
}

@Suite("Code of programs that use LocalAuthentication")
struct AppCodeTests {
  @Test("catches an error by its code, by its type, and as an object")
  func catching() {
    let thrown: any Error = LAError(.userCancel)
    func rethrow() throws { throw thrown }
    #expect {
      try rethrow()
    } throws: { error in
      switch error {
      case LAError.appCancel: false
      case LAError.userCancel: true
      default: false
      }
    }
    #expect((thrown as? LAError)?.code == .userCancel)
    #expect((thrown as NSError).domain == "com.apple.LocalAuthentication")
    #expect((thrown as NSError).code == -2)
    #expect(LAError(_nsError: thrown as NSError).code == .userCancel)
    #expect(LAError.errorDomain == LAErrorDomain)
  }

  @Test("finds the numbers that Apple has")
  func numbers() {
    let codes: [(LAError.Code, Int32, Int)] = [
      (LAError.authenticationFailed, kLAErrorAuthenticationFailed, -1),
      (LAError.userCancel, kLAErrorUserCancel, -2),
      (LAError.userFallback, kLAErrorUserFallback, -3),
      (LAError.systemCancel, kLAErrorSystemCancel, -4),
      (LAError.passcodeNotSet, kLAErrorPasscodeNotSet, -5),
      (LAError.biometryNotAvailable, kLAErrorBiometryNotAvailable, -6),
      (LAError.touchIDNotAvailable, kLAErrorTouchIDNotAvailable, -6),
      (LAError.biometryNotEnrolled, kLAErrorBiometryNotEnrolled, -7),
      (LAError.touchIDNotEnrolled, kLAErrorTouchIDNotEnrolled, -7),
      (LAError.biometryLockout, kLAErrorBiometryLockout, -8),
      (LAError.touchIDLockout, kLAErrorTouchIDLockout, -8),
      (LAError.appCancel, kLAErrorAppCancel, -9),
      (LAError.invalidContext, kLAErrorInvalidContext, -10),
      (LAError.watchNotAvailable, kLAErrorWatchNotAvailable, -11),
      (LAError.companionNotAvailable, kLAErrorWatchNotAvailable, -11),
      (LAError.biometryNotPaired, kLAErrorBiometryNotPaired, -12),
      (LAError.biometryDisconnected, kLAErrorBiometryDisconnected, -13),
      (LAError.invalidDimensions, kLAErrorInvalidDimensions, -14),
      (LAError.notInteractive, kLAErrorNotInteractive, -1004),
    ]
    for (code, constant, number) in codes {
      #expect(code.rawValue == number)
      #expect(constant == number)
    }
    let policies: [(LAPolicy, Int32, Int)] = [
      (
        .deviceOwnerAuthenticationWithBiometrics,
        kLAPolicyDeviceOwnerAuthenticationWithBiometrics, 1
      ),
      (.deviceOwnerAuthentication, kLAPolicyDeviceOwnerAuthentication, 2),
      (.deviceOwnerAuthenticationWithWatch, kLAPolicyDeviceOwnerAuthenticationWithWatch, 3),
      (
        .deviceOwnerAuthenticationWithBiometricsOrWatch,
        kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch, 4
      ),
    ]
    for (policy, constant, number) in policies {
      #expect(policy.rawValue == number)
      #expect(constant == number)
    }
    #expect(
      [LABiometryType.none, .touchID, .faceID, .opticID].map(\.rawValue) == [0, 1, 2, 4])
    #expect(LACredentialType.applicationPassword.rawValue == 0)
    #expect(LACredentialType.smartCardPIN.rawValue == -3)
  }

  @Test("overrides a context to script it")
  func mock() async throws {
    let context: LAContext = MockContext()
    #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
    let isOwner = try await context.evaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, localizedReason: "open")
    #expect(isOwner)
  }

  @Test("gives a context a password, and takes it away")
  func credentials() {
    let context = LAContext()
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(context.setCredential(Data("secret".utf8), type: .applicationPassword))
    #expect(context.isCredentialSet(.applicationPassword))
    #expect(context.setCredential(nil, type: .applicationPassword))
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(!context.setCredential(Data("1234".utf8), type: .smartCardPIN))
    #expect(!context.isCredentialSet(.smartCardPIN))
  }

  @Test("sets how long an answer may be used again, within Apple's bounds")
  func reuseDuration() {
    let context = LAContext()
    #expect(context.touchIDAuthenticationAllowableReuseDuration == 0)
    context.touchIDAuthenticationAllowableReuseDuration = 10
    #expect(context.touchIDAuthenticationAllowableReuseDuration == 10)
    context.touchIDAuthenticationAllowableReuseDuration = 1000
    #expect(
      context.touchIDAuthenticationAllowableReuseDuration
        == LATouchIDAuthenticationMaximumAllowableReuseDuration)
  }
}
