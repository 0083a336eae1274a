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
  /// How a password takes part in the encryption of its secrets; nil where none does.
  private(set) var passwordLock: PasswordLock?
  /// What the password gave; without it the secrets of an item with a lock stay sealed.
  var passwordKey: SharedSecret?
  /// The secrets of an item with a lock as they were read.
  var lockedSecret: [UInt8]?
  /// What it demands beyond its protection class; nil where nothing.
  ///
  /// Stored and returned as the attribute of that name.
  private(set) var accessControl: AccessControl?

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

  /// Gives the item other conditions, or none.
  mutating func setAccessControl(
    _ control: AccessControl?, lock: PasswordLock? = nil, key: SharedSecret? = nil
  ) {
    accessControl = control
    attributes[.accessControl] = control.map { .bytes($0.encoded) }
    passwordLock = lock
    passwordKey = key
    lockedSecret = nil
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
