// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
internal import KeychainRequests

/// What is known about an item of a ``Keychain``, without its secret.
public struct KeychainItem: Hashable, Sendable {
  /// Whose secret it is.
  public let account: String
  /// The group that holds it.
  public let accessGroup: String
  /// When its secret can be read.
  public let accessibility: Accessibility
  /// Whether it is marked as meant for all devices of a person.
  public let isSynchronizable: Bool
  /// When it was inserted.
  public let created: Date
  /// When it was last changed.
  public let modified: Date
  /// What a person wrote about it.
  public let details: ItemDetails

  /// Reads an item of an answer; nil when its account is no text, as only other programs can store
  /// it.
  init?(_ item: Response.Item) {
    guard let account = item[.account]?.asText else { return nil }
    self.account = account
    accessGroup = item[.accessGroup]?.asText ?? ""
    accessibility = Accessibility(rawValue: item[.accessible]?.asText ?? "")
    isSynchronizable = item[.synchronizable] == .integer(1)
    created = Self.date(item[.creationDate])
    modified = Self.date(item[.modificationDate])
    details = ItemDetails(
      label: item[.label]?.asText, kind: item[.kind]?.asText, comment: item[.comment]?.asText)
  }

  private static func date(_ value: AttributeValue?) -> Date {
    guard case .date(let seconds)? = value else { return .distantPast }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }
}

extension Keychain {
  /// What is known about the item of `account`; nil when there is none.
  ///
  /// Its secret is not decrypted.
  public func item(_ account: String) throws(KeychainError) -> KeychainItem? {
    let query = name(account) + [.returnsAttributes]
    return try search(query, to: "read about \(label(account))")?.items.first.flatMap(
      KeychainItem.init)
  }

  /// What is known about all items of this service, oldest first.
  ///
  /// No secret is decrypted.
  public var items: [KeychainItem] {
    get throws(KeychainError) {
      let query = scope + [.returnsAttributes, .matchesAll]
      let task = "list the service \(service.debugDescription)"
      return try search(query, to: task)?.items.compactMap(KeychainItem.init) ?? []
    }
  }
}
