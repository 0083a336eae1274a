// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The values that an attribute cannot have although their type is right.
enum AttributeRules {
  /// Checks a value to be stored, or else to be looked for.
  ///
  /// - Throws: `errSecParam`, or `errSecUnimplemented` for an item on a token; looking for such
  ///   finds none.
  static func check(
    _ key: AttributeKey, _ value: AttributeValue, isStored: Bool
  ) throws(KeychainEngineError) {
    switch key {
    case .accessible:
      guard case .text(let name) = value, ProtectionClass(rawValue: name) != nil else {
        throw KeychainEngineError(
          .param, "kSecAttrAccessible has a value that is none of the kSecAttrAccessible… constants"
        )
      }
    case .tokenID where isStored && value != .text(""):
      throw KeychainEngineError(
        .unimplemented, "keys on a token or in an enclave (kSecAttrTokenID) do not exist here")
    default: break
    }
  }
}
