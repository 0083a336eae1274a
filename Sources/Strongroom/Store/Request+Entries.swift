// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// The entries that the requests of this module are made of.
extension Request.Entry {
  static func itemClass(_ itemClass: ItemClass) -> Self {
    Self(.name(RequestKeys.itemClass), .text(itemClass.rawValue))
  }

  static func data(_ secret: SharedSecret) -> Self {
    Self(.name(RequestKeys.valueData), .secret(secret))
  }

  static func accessibility(_ accessibility: Accessibility) -> Self {
    Self(.accessible, .text(accessibility.rawValue))
  }

  static let returnsData = Self(.name(RequestKeys.returnData), .boolean(true))
  static let returnsAttributes = Self(.name(RequestKeys.returnAttributes), .boolean(true))
  static let matchesAll = Self(.name(RequestKeys.matchLimit), .text(RequestKeys.matchLimitAll))
}

extension AttributeValue {
  /// The value as text, also where it was stored as the bytes of one; nil when it is none.
  var asText: String? {
    switch self {
    case .text(let text): text
    case .bytes(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }
}
