// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// SecItemAdd: completes what the caller gave to an item, and stores it.
struct Addition: Operation {
  var makesKeychain: Bool { true }
  private let item: Item
  private let returns: Response.Returns

  /// - Throws: `errSecMissingEntitlement` for a foreign group, `errSecParam` for what contradicts
  ///   itself.
  init(_ query: Query, groups: AccessGroups, now: Double) throws(KeychainEngineError) {
    if let group = query.accessGroup { try groups.check(group) }
    var attributes = query.attributes
    let group = query.accessGroup ?? groups.defaultGroup
    attributes[.accessGroup] = .text(group)
    if let control = query.accessControl {
      try AccessControlRules.checkStoring(
        control, in: attributes, forbidsInteraction: query.forbidsInteraction)
      attributes[.accessible] = .text(control.protection)
    }
    if attributes[.accessible] == nil {
      let protection = Self.defaultProtection(of: query.itemClass, in: group)
      attributes[.accessible] = .text(protection.rawValue)
    }
    for schema in query.itemClass.attributes where attributes[schema.key] == nil {
      attributes[schema.key] = schema.defaultValue
    }
    attributes[.creationDate] = .date(now)
    attributes[.modificationDate] = .date(now)
    try ItemRules.check(attributes)
    attributes[.digest] = .bytes(ItemDigest.digest(of: attributes))
    item = Item(
      itemClass: query.itemClass,
      identifier: RandomBytes.bytes(PersistentReference.identifierByteCount),
      attributes: attributes, data: query.data, sideData: query.sideData)
    returns = query.returns
  }

  /// - Throws: `errSecDuplicateItem` when such an item is there.
  func run(in store: ItemStore) throws(KeychainEngineError) -> Response {
    // Where a damaged row must be moved aside first it is two statements, and it may stay aside.
    try store.write(isOneStatement: true) { () throws(KeychainEngineError) in
      try store.insert(item)
    }
    return Response(returns: returns, items: [ResponseShape.added(item, returns)])
  }

  private static func defaultProtection(
    of itemClass: ItemClass, in group: String
  ) -> ProtectionClass {
    if group == "com.apple.apsd" { return .alwaysThisDeviceOnly }
    return itemClass == .certificate ? .always : .whenUnlocked
  }
}
