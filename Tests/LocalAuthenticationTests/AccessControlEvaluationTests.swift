// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import LocalAuthentication
import Security
import StrongroomTesting
import Synchronization
import Testing

@Suite("A context that evaluates an access control")
struct AccessControlEvaluationTests {
  private func context(_ authenticator: any Authenticator) -> LAContext {
    AuthenticatorInUse.$authenticator.withValue(authenticator) { LAContext() }
  }

  private func evaluate(
    _ context: LAContext, _ flags: SecAccessControlCreateFlags,
    _ operation: LAAccessControlOperation = .useItem
  ) async throws -> LAError.Code? {
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
    do {
      let isAllowed = try await context.evaluateAccessControl(
        control, operation: operation, localizedReason: "open the notes")
      #expect(isAllowed)
      return nil
    } catch let error as LAError {
      return error.code
    }
  }

  @Test("asks for what it demands, in the context's words, and once")
  func asking() async throws {
    let person = ScriptedAuthenticator([.yes, .yes, .yes], biometry: .face)
    let context = context(person)
    context.localizedCancelTitle = "Not now"
    #expect(try await evaluate(context, .biometryAny) == nil)
    #expect(try await evaluate(context, [.biometryAny, .devicePasscode]) == nil)
    #expect(try await evaluate(context, .userPresence) == nil)
    #expect(person.questions.map(\.policy) == [.biometry, .passphrase])
    #expect(person.questions.first?.reason == "open the notes")
    #expect(person.questions.first?.cancelTitle == "Not now")
    #expect(try await evaluate(self.context(person), .devicePasscode) == nil)
    #expect(person.questions.count == 3)
  }

  @Test(
    "asks for the operation that is to be done",
    arguments: [
      (.userPresence, .createItem, nil, 0), (.userPresence, .useItem, nil, 1),
      ([.privateKeyUsage, .userPresence], .createKey, nil, 0),
      ([.privateKeyUsage, .userPresence], .useKeySign, nil, 1),
      ([.privateKeyUsage, .userPresence], .useKeyKeyExchange, nil, 1),
      ([.privateKeyUsage, .userPresence], .useKeyDecrypt, nil, 1),
      ([.privateKeyUsage, .userPresence], .useItem, .authenticationFailed, 0),
      (.userPresence, .useKeySign, .authenticationFailed, 0),
      ([], .useItem, nil, 0), ([], .useKeySign, nil, 0),
    ]
      as [(SecAccessControlCreateFlags, LAAccessControlOperation, LAError.Code?, Int)])
  func operations(
    _ flags: SecAccessControlCreateFlags, _ operation: LAAccessControlOperation,
    _ expected: LAError.Code?, _ questions: Int
  ) async throws {
    let person = ScriptedAuthenticator.withPasscode([.yes])
    #expect(try await evaluate(context(person), flags, operation) == expected)
    #expect(person.questions.count == questions)
  }

  @Test(
    "answers with the code of what is missing",
    arguments: [
      (.userPresence, .passcodeNotSet), (.devicePasscode, .passcodeNotSet),
      (.biometryAny, .biometryNotAvailable), (.biometryCurrentSet, .biometryNotAvailable),
      (.companion, .companionNotAvailable),
    ] as [(SecAccessControlCreateFlags, LAError.Code)])
  func nobody(_ flags: SecAccessControlCreateFlags, _ expected: LAError.Code) async throws {
    #expect(try await evaluate(LAContext(), flags) == expected)
    #expect(try await evaluate(LAContext(), flags, .createItem) == expected)
    let silent = LAContext()
    silent.interactionNotAllowed = true
    #expect(try await evaluate(silent, flags) == expected)
  }

  @Test("asks nobody where that is not allowed, or the context has ended")
  func notInteractive() async throws {
    let person = ScriptedAuthenticator.withPasscode([.yes])
    let context = context(person)
    context.interactionNotAllowed = true
    #expect(try await evaluate(context, .userPresence) == .notInteractive)
    #expect(try await evaluate(context, []) == nil)
    context.interactionNotAllowed = false
    #expect(try await evaluate(context, .userPresence) == nil)
    context.interactionNotAllowed = true
    #expect(try await evaluate(context, .userPresence) == nil, "it was shown before")
    context.invalidate()
    #expect(try await evaluate(context, .userPresence) == .invalidContext)
    #expect(person.questions.count == 1)
  }

  @Test("is invalidated while it asks")
  func invalidatedMeanwhile() async throws {
    let person = ScriptedAuthenticator.withPasscode([.silence])
    let context = context(person)
    Thread.detachNewThread {
      person.questionArrived.wait()
      context.invalidate()
    }
    #expect(try await evaluate(context, .userPresence) == .appCancel)
    #expect(person.questions.first?.isWithdrawn == true)
  }

  @Test("needs a password of the application where the access control does")
  func password() async throws {
    let context = LAContext()
    #expect(try await evaluate(context, .applicationPassword) == .notInteractive)
    context.setCredential(Data("p".utf8), type: .applicationPassword)
    #expect(try await evaluate(context, .applicationPassword) == nil)
  }

  @Test("counts an earlier answer for as long as it says")
  func reuse() async throws {
    let time = Mutex(0.0)
    let person = ScriptedAuthenticator([.yes], biometry: .face)
    let remembering = RememberingAuthenticator(person) { time.withLock { $0 } }
    try await context(remembering).evaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, localizedReason: "open")
    time.withLock { $0 = 20 }
    let later = context(remembering)
    later.interactionNotAllowed = true
    later.touchIDAuthenticationAllowableReuseDuration = 19
    #expect(try await evaluate(later, .biometryAny) == .notInteractive)
    later.touchIDAuthenticationAllowableReuseDuration = 20
    #expect(try await evaluate(later, .biometryAny) == nil)
    #expect(try await evaluate(later, .userPresence) == nil)
    #expect(try await evaluate(later, .devicePasscode) == .notInteractive)
    let other = context(remembering)
    other.interactionNotAllowed = true
    other.touchIDAuthenticationAllowableReuseDuration = 1000
    time.withLock { $0 = 300 }
    try await other.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "open")
    time.withLock { $0 = 301 }
    await #expect(throws: LAError.self) {
      try await other.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "open")
    }
    #expect(person.questions.count == 1)
  }

  @Test("has the numbers that Apple has for operations")
  func numbers() {
    let operations: [LAAccessControlOperation] = [
      .createItem, .useItem, .createKey, .useKeySign, .useKeyDecrypt, .useKeyKeyExchange,
    ]
    #expect(operations.map(\.rawValue) == Array(0..<6))
  }

  @Test("needs a reason")
  func reason() async {
    await #expect(processExitsWith: .failure) {
      if let control = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, [], nil)
      {
        LAContext().evaluateAccessControl(control, operation: .useItem, localizedReason: "") {
          _, _ in
        }
      }
    }
  }
}
