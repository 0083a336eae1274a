// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// A request that was checked: what its dictionary means, in the terms of the store.
struct Query {
  enum Limit: Equatable {
    case first(Int)
    case all

    /// Whether the caller gets one item and not a list.
    var isSingle: Bool { self == .first(1) }
  }

  var itemClass: ItemClass
  /// For Add what to store, elsewhere what must be equal.
  var attributes: [AttributeKey: AttributeValue] = [:]
  var data: SharedSecret?
  var sideData: [AttributeKey: SharedSecret] = [:]
  var persistentReference: PersistentReference?
  var limit: Limit?
  var returns = Response.Returns()
  /// Synchronizable items and others alike (`kSecAttrSynchronizableAny`).
  var matchesAnySynchronizable = false
  var hostOrParentDomain: String?
  var accessControl: AccessControl?
  /// Whether nobody may be asked to authenticate.
  var forbidsInteraction = false
  /// Whether items for which somebody would have to be asked are passed over.
  var skipsItemsThatAsk = false
  /// What the program wants to do, in its own words.
  var operationPrompt: String?
  var authenticationContext: AuthenticationContext?

  init(itemClass: ItemClass) { self.itemClass = itemClass }

  var accessGroup: String? {
    if case .text(let group)? = attributes[.accessGroup] { group } else { nil }
  }

  var protection: ProtectionClass? {
    guard case .text(let name)? = attributes[.accessible] else { return nil }
    return ProtectionClass(rawValue: name)
  }
}
