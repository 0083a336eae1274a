// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// An item as the store reads and writes it, with its secrets when they were asked for.
struct Item {
  var itemClass: ItemClass
  /// The 16 bytes of its persistent reference.
  var identifier: [UInt8]
  var attributes: [AttributeKey: AttributeValue]
  var data: SharedSecret?
  var sideData: [AttributeKey: SharedSecret] = [:]

  var group: String {
    if case .text(let group)? = attributes[.accessGroup] { group } else { "" }
  }

  var protection: ProtectionClass? {
    guard case .text(let name)? = attributes[.accessible] else { return nil }
    return ProtectionClass(rawValue: name)
  }

  var persistentReference: PersistentReference {
    PersistentReference(itemClass: itemClass, identifier: identifier)
  }
}
