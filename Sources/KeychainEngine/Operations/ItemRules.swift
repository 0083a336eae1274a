// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
internal import Secrets

/// What no item may be, whether it is added or changed into it.
enum ItemRules {
  /// - Throws: `errSecParam`.
  static func check(_ attributes: [AttributeKey: AttributeValue]) throws(KeychainEngineError) {
    if case .text(let name)? = attributes[.accessible],
      ProtectionClass(rawValue: name)?.isThisDeviceOnly == true,
      !Predicate.equal(attributes[.synchronizable], .integer(0))
    {
      throw KeychainEngineError(
        .param,
        "an item cannot be synchronizable and stay on this device; choose another kSecAttrAccessible"
      )
    }
    if attributes[.accessControl] != nil,
      !Predicate.equal(attributes[.synchronizable] ?? .integer(0), .integer(0))
    {
      throw KeychainEngineError(
        .param, "a synchronizable item cannot have an access control with conditions")
    }
    if let tombstone = attributes[.tombstone], !Predicate.equal(tombstone, .integer(0)) {
      throw KeychainEngineError(.param, "an item cannot be stored as a deleted one (tomb)")
    }
  }
}

/// The attribute `sha1`: a digest by which two readings of an item can be compared.
///
/// Over the attributes only, without the dates: a digest that covers the secret would let whoever
/// may read attributes test guesses of it.
enum ItemDigest {
  static func digest(of attributes: [AttributeKey: AttributeValue]) -> [UInt8] {
    let lasting = attributes.filter {
      ![.digest, .creationDate, .modificationDate].contains($0.key)
    }
    return InsecureSHA1.sha1(AttributeCodec.encode(lasting).rawBytes)
  }
}
