// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import LocalAuthentication
import Security
import Testing

@Suite("kSecUseAuthenticationContext")
struct KeychainContextTests {
  private func inMemory<R>(_ body: () throws -> R) rethrows -> R {
    let caller = Caller(
      userID: 1000, applicationIdentifier: "TEAM.app", accessGroups: .listed(["TEAM.app"]),
      evidence: .explicit)
    return try KeychainInUse.$connection.withValue(
      KeychainConnection(.embedded(.memory), caller: caller), operation: body)
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
      #expect(SecItemAdd(attributes as CFDictionary, nil) == errSecInteractionNotAllowed)
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
