// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The values that an attribute cannot have although their type is right.
enum AttributeRules {
  /// - Throws: `errSecParam`, or `errSecUnimplemented` for token identifiers.
  static func check(_ key: AttributeKey, _ value: AttributeValue) throws(KeychainEngineError) {
    switch key {
    case .accessible:
      guard case .text(let name) = value, ProtectionClass(rawValue: name) != nil else {
        throw KeychainEngineError(
          .param, "kSecAttrAccessible has a value that is none of the kSecAttrAccessible… constants"
        )
      }
    case .tokenID where value != .text(""):
      throw KeychainEngineError(
        .unimplemented, "keys on a token or in an enclave (kSecAttrTokenID) do not exist here")
    default: break
    }
  }
}
