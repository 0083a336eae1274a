// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import LocalAuthentication
import Security
import StrongroomTesting
import Testing

@Suite("kSecUseAuthenticationContext")
struct KeychainContextTests {
  private func inMemory<R>(
    _ authenticator: any Authenticator = NoAuthenticator(), _ body: () throws -> R
  ) rethrows -> R {
    let caller = Caller(
      userID: 1000, applicationIdentifier: "TEAM.app", accessGroups: .listed(["TEAM.app"]),
      evidence: .explicit)
    return try KeychainInUse.$connection.withValue(
      KeychainConnection(.embedded(.memory), caller: caller, authenticator: authenticator),
      operation: body)
  }

  private func query(_ context: Any) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: "mail",
      kSecAttrAccount as String: "ada",
      kSecUseAuthenticationContext as String: context,
    ]
  }

  @Test("takes a context in every call")
  func everyCall() {
    inMemory {
      let context = LAContext()
      context.interactionNotAllowed = true
      var attributes = query(context)
      attributes[kSecValueData as String] = Data("secret".utf8)
      #expect(SecItemAdd(attributes as CFDictionary, nil) == errSecSuccess)
      var search = query(context)
      search[kSecReturnData as String] = true
      var result: CFTypeRef?
      #expect(SecItemCopyMatching(search as CFDictionary, &result) == errSecSuccess)
      #expect(result as? Data == Data("secret".utf8))
      let changes = [kSecValueData as String: Data("other".utf8)]
      #expect(
        SecItemUpdate(query(context) as CFDictionary, changes as CFDictionary) == errSecSuccess)
      #expect(SecItemDelete(query(context) as CFDictionary) == errSecSuccess)
    }
  }

  @Test("refuses a context that has been invalidated")
  func invalidated() {
    inMemory {
      let context = LAContext()
      context.invalidate()
      #expect(SecItemCopyMatching(query(context) as CFDictionary, nil) == errSecAuthFailed)
    }
  }

  @Test("fails as not interactive where the context forbids to ask for what an item demands")
  func interaction() {
    inMemory {
      let context = LAContext()
      var attributes = query(context)
      attributes[kSecValueData as String] = Data("secret".utf8)
      attributes[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
      #expect(SecItemAdd(attributes as CFDictionary, nil) == errSecAuthFailed)
      context.interactionNotAllowed = true
      #expect(SecItemAdd(attributes as CFDictionary, nil) == errSecAuthFailed)
    }
    let person = ScriptedAuthenticator.withPasscode()
    inMemory(person) {
      let context = LAContext()
      context.interactionNotAllowed = true
      #expect(add(.userPresence, context) == errSecSuccess)
      #expect(read(context) == errSecInteractionNotAllowed)
      #expect(person.questions.isEmpty)
    }
  }

  private func add(_ flags: SecAccessControlCreateFlags, _ context: LAContext) -> OSStatus {
    var attributes = query(context)
    attributes[kSecValueData as String] = Data("secret".utf8)
    attributes[kSecAttrAccessControl as String] = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    return SecItemAdd(attributes as CFDictionary, nil)
  }

  private func read(_ context: LAContext) -> OSStatus {
    var search = query(context)
    search[kSecReturnData as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(search as CFDictionary, &result)
    #expect((result as? Data == Data("secret".utf8)) == (status == errSecSuccess))
    return status
  }

  @Test("asks on behalf of a context, in its words, and only once")
  func asking() {
    let person = ScriptedAuthenticator.withPasscode([.no(.cancelledByPerson), .yes])
    inMemory(person) {
      let context = LAContext()
      context.localizedReason = "open the mail"
      context.localizedCancelTitle = "Not now"
      context.interactionTimeLimit = 7
      context.localizedFallbackTitle = ""
      #expect(add(.userPresence, context) == errSecSuccess)
      #expect(read(context) == errSecUserCanceled)
      #expect(read(context) == errSecSuccess)
      #expect(read(context) == errSecSuccess)
      #expect(person.questions.map(\.reason) == ["open the mail", "open the mail"])
      #expect(person.questions.last?.cancelTitle == "Not now")
      #expect(person.questions.last?.fallbackTitle == "")
      #expect(person.questions.last?.timeLimit == .seconds(7))
      #expect(read(LAContext()) == errSecAuthFailed, "another context is another question")
      #expect(person.questions.count == 3)
    }
  }

  @Test(
    "does not ask a context that was evaluated before",
    arguments: [true, false])
  func evaluated(_ byAccessControl: Bool) async throws {
    let person = ScriptedAuthenticator.withPasscode([.yes])
    let context = AuthenticatorInUse.$authenticator.withValue(person) { LAContext() }
    if byAccessControl {
      let control = try #require(
        SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil))
      try await context.evaluateAccessControl(
        control, operation: .useItem, localizedReason: "open")
    } else {
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "open")
    }
    inMemory(person) {
      context.interactionNotAllowed = true
      #expect(add(.userPresence, context) == errSecSuccess)
      #expect(read(context) == errSecSuccess)
      context.invalidate()
      #expect(read(context) == errSecAuthFailed)
    }
    #expect(person.questions.count == 1)
  }

  @Test("withdraws its question when the context is invalidated")
  func invalidatedMeanwhile() {
    let person = ScriptedAuthenticator.withPasscode([.silence])
    inMemory(person) {
      let context = LAContext()
      #expect(add(.devicePasscode, context) == errSecSuccess)
      Thread.detachNewThread {
        person.questionArrived.wait()
        context.invalidate()
      }
      #expect(read(context) == errSecAuthFailed)
      #expect(person.questions.first?.isWithdrawn == true)
    }
  }

  @Test("takes the password of the application from the context")
  func password() {
    inMemory {
      let context = LAContext()
      #expect(add(.applicationPassword, context) == errSecInteractionNotAllowed)
      context.setCredential(Data("right".utf8), type: .applicationPassword)
      #expect(add(.applicationPassword, context) == errSecSuccess)
      #expect(read(context) == errSecSuccess)
      context.setCredential(Data("wrong".utf8), type: .applicationPassword)
      #expect(read(context) == errSecAuthFailed)
      context.setCredential(nil, type: .applicationPassword)
      #expect(read(context) == errSecInteractionNotAllowed)
      #expect(SecItemDelete(query(context) as CFDictionary) == errSecSuccess)
    }
  }

  @Test("refuses everything else")
  func otherObjects() {
    inMemory {
      for object in ["context", 1, Data(), NSObject()] as [Any] {
        #expect(SecItemCopyMatching(query(object) as CFDictionary, nil) == errSecParam)
      }
    }
  }
}
