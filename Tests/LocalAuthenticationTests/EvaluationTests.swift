// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import LocalAuthentication
import StrongroomTesting
import Testing

@Suite("A context that asks a person")
struct EvaluationTests {
  private func context(_ authenticator: ScriptedAuthenticator) -> LAContext {
    AuthenticatorInUse.$authenticator.withValue(authenticator) { LAContext() }
  }

  private func code(_ context: LAContext, _ policy: LAPolicy = .deviceOwnerAuthentication) async
    -> LAError.Code?
  {
    do {
      try await context.evaluatePolicy(policy, localizedReason: "open the notes")
      return nil
    } catch let error as LAError {
      return error.code
    } catch {
      Issue.record("\(error) is no LAError")
      return nil
    }
  }

  @Test("has nobody to ask where the keychain has no passphrase")
  func nobody() async {
    let context = LAContext()
    let answers: [(LAPolicy, LAError.Code)] = [
      (.deviceOwnerAuthentication, .passcodeNotSet),
      (.deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
      (.deviceOwnerAuthenticationWithWatch, .watchNotAvailable),
      (.deviceOwnerAuthenticationWithBiometricsOrWatch, .biometryNotAvailable),
    ]
    for (policy, expected) in answers {
      var error: NSError?
      #expect(!context.canEvaluatePolicy(policy, error: &error))
      #expect(error?.domain == LAErrorDomain)
      #expect(error?.code == expected.rawValue)
      #expect(await code(context, policy) == expected)
    }
    #expect(context.biometryType == .none)
    #expect(context.evaluatedPolicyDomainState == nil)
  }

  @Test("returns true when the person is the owner, and has passed on the words")
  func success() async throws {
    let authenticator = ScriptedAuthenticator([.yes], biometry: .fingerprint)
    let context = context(authenticator)
    context.localizedCancelTitle = "Not now"
    context.localizedFallbackTitle = ""
    #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
    let isOwner = try await context.evaluatePolicy(
      .deviceOwnerAuthentication, localizedReason: "open the notes")
    #expect(isOwner)
    let question = try #require(authenticator.questions.first)
    #expect(authenticator.questions.count == 1)
    #expect(question.policy == .owner)
    #expect(question.reason == "open the notes")
    #expect(question.cancelTitle == "Not now")
    #expect(question.fallbackTitle == "")
    #expect(context.biometryType == .touchID)
  }

  @Test(
    "gives each failure the code that Apple has for it",
    arguments: [
      (.noPassphrase, .passcodeNotSet), (.noBiometry, .biometryNotAvailable),
      (.nobodyEnrolled, .biometryNotEnrolled), (.biometryLocked, .biometryLockout),
      (.noCompanion, .companionNotAvailable), (.nobodyToAsk, .notInteractive),
      (.rejected, .authenticationFailed),
      (.cancelledByPerson, .userCancel), (.fallbackChosen, .userFallback),
      (.cancelledBySystem, .systemCancel),
    ] as [(AuthenticationFailure, LAError.Code)])
  func failures(_ failure: AuthenticationFailure, _ expected: LAError.Code) async {
    #expect(await code(context(ScriptedAuthenticator([.no(failure)]))) == expected)
  }

  @Test("calls the reply once, with false and an error")
  func reply() async {
    let context = context(ScriptedAuthenticator([.no(.cancelledByPerson)]))
    let (isOwner, error) = await withCheckedContinuation { continuation in
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "open") {
        isOwner, error in
        continuation.resume(returning: (isOwner, error))
      }
    }
    #expect(!isOwner)
    #expect((error as? LAError)?.code == .userCancel)
  }

  @Test("asks nobody where interaction is not allowed")
  func notInteractive() async {
    let authenticator = ScriptedAuthenticator([.yes])
    let context = context(authenticator)
    context.interactionNotAllowed = true
    #expect(await code(context) == .notInteractive)
    #expect(authenticator.questions.isEmpty)
    context.interactionNotAllowed = false
    #expect(await code(context) == nil)
  }

  @Test("is of no use once it has been invalidated")
  func invalidated() async {
    let authenticator = ScriptedAuthenticator([.yes])
    let context = context(authenticator)
    context.setCredential(Data("secret".utf8), type: .applicationPassword)
    context.invalidate()
    var error: NSError?
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
    #expect(error?.code == LAError.invalidContext.rawValue)
    #expect(await code(context) == .invalidContext)
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(!context.setCredential(Data("secret".utf8), type: .applicationPassword))
    #expect(authenticator.questions.isEmpty)
  }

  @Test("answers appCancel to an open question when it is invalidated")
  func invalidatedMeanwhile() async {
    let authenticator = ScriptedAuthenticator([.silence])
    let context = context(authenticator)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "open") { _, error in
        continuation.resume(returning: error)
      }
      authenticator.questionArrived.wait()
      context.invalidate()
    }
    #expect((error as? LAError)?.code == .appCancel)
    #expect(authenticator.questions.first?.isWithdrawn == true)
  }

  @Test("reports what cannot be asked without asking")
  func unavailable() async {
    let authenticator = ScriptedAuthenticator([.yes], unavailable: [.biometry: .nobodyEnrolled])
    let context = context(authenticator)
    #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
    #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
    let code = await code(context, .deviceOwnerAuthenticationWithBiometrics)
    #expect(code == .biometryNotEnrolled)
    #expect(authenticator.questions.isEmpty)
  }

  @Test("needs a reason")
  func reason() async {
    await #expect(processExitsWith: .failure) {
      LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in }
    }
  }
}
