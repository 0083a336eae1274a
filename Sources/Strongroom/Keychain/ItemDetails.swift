// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What a person may write about an item.
///
/// None of it is secret, and none of it tells items apart.
public struct ItemDetails: Hashable, Sendable {
  /// The name to show in lists.
  public var label: String?
  /// What kind of secret it is, such as «API token».
  public var kind: String?
  /// Anything else.
  public var comment: String?

  /// Writes what is given, and leaves the rest.
  public init(label: String? = nil, kind: String? = nil, comment: String? = nil) {
    self.label = label
    self.kind = kind
    self.comment = comment
  }

  var entries: Request.Dictionary {
    [(AttributeKey.label, label), (.kind, kind), (.comment, comment)].compactMap { key, text in
      text.map { Request.Entry(key, .text($0)) }
    }
  }
}
