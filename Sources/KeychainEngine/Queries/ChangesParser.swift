// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What an update changes.
struct Changes {
  var attributes: [AttributeKey: AttributeValue] = [:]
  var data: SharedSecret?
  var sideData: [AttributeKey: SharedSecret] = [:]
  var accessControl: AccessControl?
}

/// Reads the second dictionary of SecItemUpdate: the value's data, and otherwise attributes only.
enum ChangesParser {
  /// - Throws: `errSecNoSuchAttr` for every key that is no attribute of the class, `errSecParam`
  ///   for values that do not fit.
  static func parse(
    _ dictionary: Request.Dictionary, for itemClass: ItemClass
  ) throws(KeychainEngineError) -> Changes {
    var changes = Changes()
    for entry in dictionary {
      guard case .name(let name) = entry.key else {
        throw KeychainEngineError(.param, "a key of the changes is not a string")
      }
      if name == RequestKeys.valueData {
        changes.data = try SecretConversion.convert(entry.value, for: name)
        continue
      }
      guard let key = AttributeKey(name) else { throw noSuchAttribute(name, itemClass) }
      switch key {
      case .multiUser, .dataProtectionKeychain: continue
      case .sharingGroup, .appClip:
        throw KeychainEngineError(.param, "the attribute \(name) cannot be changed")
      default: break
      }
      guard let schema = itemClass.schema(of: key) else { throw noSuchAttribute(name, itemClass) }
      if schema.kind == .secretData {
        changes.sideData[key] = try SecretConversion.convert(entry.value, for: name)
        continue
      }
      if schema.kind == .accessControl {
        changes.accessControl = try AccessControlRules.convert(entry.value)
        continue
      }
      let value = try AttributeConversion.convert(entry.value, for: schema)
      try AttributeRules.check(key, value, isStored: true)
      changes.attributes[key] = value
    }
    if let control = changes.accessControl {
      try AccessControlRules.check(control, beside: changes.attributes)
    }
    // The time of a change is when it happens.
    changes.attributes[.modificationDate] = nil
    return changes
  }

  private static func noSuchAttribute(_ name: String, _ itemClass: ItemClass) -> KeychainEngineError
  {
    KeychainEngineError(
      .noSuchAttribute,
      "items of class \(itemClass.rawValue) have no attribute \(name.quoted) that could be changed")
  }
}
