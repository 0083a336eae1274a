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
  /// What it demands beyond its protection class; nil where nothing.
  private(set) var conditions: ItemConditions?
  /// The secrets of an item with a password as they were read; nil once they are open.
  var lockedSecret: [UInt8]?

  /// An item without conditions.
  init(
    itemClass: ItemClass, identifier: [UInt8], attributes: [AttributeKey: AttributeValue],
    data: SharedSecret? = nil, sideData: [AttributeKey: SharedSecret] = [:]
  ) {
    self.itemClass = itemClass
    self.identifier = identifier
    self.attributes = attributes
    self.data = data
    self.sideData = sideData
  }

  /// Gives the item other conditions, or none; its secrets are sealed as they say from then on.
  ///
  /// - Parameters:
  ///   - conditions: what it demands; stored and returned as the attribute `kSecAttrAccessControl`,
  ///     too.
  ///   - lockedSecret: its secrets as they were read, where a password is needed to open them.
  mutating func setConditions(_ conditions: ItemConditions?, lockedSecret: [UInt8]? = nil) {
    self.conditions = conditions
    self.lockedSecret = lockedSecret
    attributes[.accessControl] = conditions.map { .bytes($0.control.encoded) }
  }

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
