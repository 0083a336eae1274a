// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// SecItemAdd: completes what the caller gave to an item, and stores it.
struct Addition: Operation {
  var makesKeychain: Bool { true }
  let query: Query
  var authenticationContext: AuthenticationContext? { query.authenticationContext }
  private let item: Item
  private let conditions: NewConditions
  private let returns: Response.Returns

  /// - Throws: `errSecMissingEntitlement` for a foreign group, `errSecParam` for what contradicts
  ///   itself, and what the access control cannot be stored for.
  init(
    _ query: Query, groups: AccessGroups, authenticator: any Authenticator, now: Double
  ) throws(KeychainEngineError) {
    self.query = query
    if let group = query.accessGroup { try groups.check(group) }
    var attributes = query.attributes
    let group = query.accessGroup ?? groups.defaultGroup
    attributes[.accessGroup] = .text(group)
    if let control = query.accessControl {
      attributes[.accessible] = .text(control.protection)
      if !control.isUnconstrained { attributes[.accessControl] = .bytes(control.encoded) }
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
    var item = Item(
      itemClass: query.itemClass,
      identifier: RandomBytes.bytes(PersistentReference.identifierByteCount),
      attributes: attributes, data: query.data, sideData: query.sideData)
    conditions = try NewConditions(query.accessControl, for: query, authenticator: authenticator)
    conditions.apply(to: &item)
    item.attributes[.digest] = .bytes(ItemDigest.digest(of: item.attributes))
    self.item = item
    returns = query.returns
  }

  /// - Throws: `errSecDuplicateItem` when such an item is there.
  func run(
    in store: ItemStore, with answers: Answers
  ) throws(KeychainEngineError) -> Outcome {
    var gate = AccessGate(answers)
    conditions.check(by: &gate)
    if let needs = try gate.missing() { return .needs(needs) }
    // Where a damaged row must be moved aside first it is two statements, and it may stay aside.
    try store.write(isOneStatement: true) { () throws(KeychainEngineError) in
      try store.insert(item)
    }
    return .answered(Response(returns: returns, items: [ResponseShape.added(item, returns)]))
  }

  private static func defaultProtection(
    of itemClass: ItemClass, in group: String
  ) -> ProtectionClass {
    if group == "com.apple.apsd" { return .alwaysThisDeviceOnly }
    return itemClass == .certificate ? .always : .whenUnlocked
  }
}
