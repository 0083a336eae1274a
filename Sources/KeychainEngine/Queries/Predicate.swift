// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Decides whether an item fits a query, on the item's own attributes: what the blind index finds
/// is a candidate only.
struct Predicate {
  private let query: Query

  init(_ query: Query) { self.query = query }

  func matches(_ attributes: [AttributeKey: AttributeValue]) -> Bool {
    for (key, wanted) in query.attributes {
      guard Self.equal(stored(key, in: attributes), wanted) else { return false }
    }
    if query.attributes[.synchronizable] == nil, !query.matchesAnySynchronizable,
      query.persistentReference == nil
    {
      guard Self.equal(stored(.synchronizable, in: attributes), .integer(0)) else { return false }
    }
    if let host = query.hostOrParentDomain {
      guard case .text(let server)? = attributes[.server],
        server == host || server.hasSuffix("." + host)
      else { return false }
    }
    return true
  }

  /// What an absent attribute counts as: an absent part of the uniqueness is empty, an absent
  /// tombstone mark is 0.
  private func stored(
    _ key: AttributeKey, in attributes: [AttributeKey: AttributeValue]
  ) -> AttributeValue? {
    if let value = attributes[key] { return value }
    if key == .tombstone { return .integer(0) }
    return query.itemClass.schema(of: key)?.isPrimary == true ? .text("") : nil
  }

  /// Text and the bytes of its UTF-8 are equal, and so are numbers of one value.
  ///
  /// Everything else is exact.
  static func equal(_ stored: AttributeValue?, _ wanted: AttributeValue) -> Bool {
    switch (stored, wanted) {
    case (.text(let a)?, .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.text(let a)?, .bytes(let b)): a.utf8.elementsEqual(b)
    case (.bytes(let a)?, .text(let b)): a.elementsEqual(b.utf8)
    case (.integer(let a)?, .real(let b)): Double(a) == b
    case (.real(let a)?, .integer(let b)): a == Double(b)
    default: stored == wanted
    }
  }
}
