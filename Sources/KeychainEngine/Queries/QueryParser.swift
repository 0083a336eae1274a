// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// Reads the dictionary of a request by the rules of Apple's item API: what a key means is told by
/// its shape.
///
/// A key of exactly four letters is an attribute; longer ones belong to a family by their first
/// letter. Parsing stops at the first fault.
struct QueryParser {
  private let operation: Request.Operation
  private var query: Query

  private static let mostKeys = 128

  /// - Throws: the error of the first fault: `errSecParam`, `errSecNoSuchAttr`,
  ///   `errSecNoSuchClass`, `errSecUnimplemented` or `errSecMissingEntitlement`, with a reason that
  ///   names the key.
  static func parse(_ request: Request) throws(KeychainEngineError) -> Query {
    guard request.query.count <= mostKeys else {
      throw KeychainEngineError(
        .param, "a dictionary of \(request.query.count) keys; the most are \(mostKeys)")
    }
    var parser = QueryParser(
      operation: request.operation,
      query: Query(itemClass: try ClassResolution.resolve(request.query)))
    for entry in request.query { try parser.take(entry) }
    try parser.finish()
    return parser.query
  }

  private mutating func take(_ entry: Request.Entry) throws(KeychainEngineError) {
    switch entry.key {
    case .number:
      throw KeychainEngineError(
        .noSuchAttribute, "a number as a key of the dictionary names no attribute")
    case .other:
      throw KeychainEngineError(.param, "a key of the dictionary is neither a string nor a number")
    case .name(let name):
      if name.utf16.count == 4 { return try takeAttribute(name, entry.value) }
      switch name.utf8.count > 1 ? name.utf8.first : nil {
      case UInt8(ascii: "c") where name == RequestKeys.itemClass: return
      case UInt8(ascii: "m"): try takeMatch(name, entry.value)
      case UInt8(ascii: "r"): try takeReturn(name, entry.value)
      case UInt8(ascii: "u"): try takeUse(name, entry.value)
      case UInt8(ascii: "v"): try takeValue(name, entry.value)
      case UInt8(ascii: "f"): return
      default: throw unknownKey(name)
      }
    }
  }

  private func unknownKey(_ name: String) -> KeychainEngineError {
    KeychainEngineError(.param, "the key \(name.quoted) means nothing to the keychain")
  }

  // MARK: Attributes

  private mutating func takeAttribute(
    _ name: String, _ value: Request.Value
  ) throws(KeychainEngineError) {
    let key = AttributeKey(name)
    switch key {
    case .dataProtectionKeychain: return
    case .appClip:
      throw KeychainEngineError(.param, "the attribute clip is not for callers")
    case .deriveSyncID:
      guard operation == .add else { throw unknownKey(name) }
      throw KeychainEngineError(
        .missingEntitlement,
        "deriving a sync identity takes an entitlement that no program has here")
    case .synchronizable:
      if case .attribute(.text(RequestKeys.synchronizableAny)) = value {
        query.matchesAnySynchronizable = true
        return
      }
    default: break
    }
    if name == "data" || name == "v_pk" { throw unknownKey(name) }
    guard let key, let schema = query.itemClass.schema(of: key) else {
      throw KeychainEngineError(
        .noSuchAttribute,
        "items of class \(query.itemClass.rawValue) have no attribute \(name.quoted)")
    }
    if schema.kind == .secretData {
      guard operation == .add else {
        throw KeychainEngineError(
          .notAvailable, "items cannot be found by their secret field \(name)")
      }
      query.sideData[key] = try SecretConversion.convert(value, for: name)
      return
    }
    if schema.kind == .accessControl {
      query.accessControl = try AccessControlRules.convert(value)
      return
    }
    let converted = try AttributeConversion.convert(value, for: schema)
    try AttributeRules.check(key, converted, isStored: operation == .add)
    query.attributes[key] = converted
  }

  // MARK: Families

  private mutating func takeMatch(
    _ name: String, _ value: Request.Value
  ) throws(KeychainEngineError) {
    guard operation == .copyMatching else {
      throw KeychainEngineError(
        .param,
        "the match key \(name) is for SecItemCopyMatching only; update and delete take every item that fits"
      )
    }
    switch name {
    case RequestKeys.matchLimit: query.limit = try Self.limit(value)
    case RequestKeys.matchHostOrSubdomain:
      guard query.itemClass == .internetPassword else {
        throw KeychainEngineError(.unimplemented, "\(name) is for internet passwords only")
      }
      guard case .attribute(.text(let host)) = value else {
        throw KeychainEngineError(.param, "\(name) takes a string, not \(value.typeName)")
      }
      query.hostOrParentDomain = host
    case RequestKeys.matchPolicy, RequestKeys.matchIssuers:
      throw KeychainEngineError(
        .unimplemented, "\(name) needs certificates as objects, which this version does not have")
    case RequestKeys.matchEmailAddress:
      guard case .attribute(.text) = value else {
        throw KeychainEngineError(.param, "\(name) takes a string, not \(value.typeName)")
      }
      try refuseForCertificates(name)
    case RequestKeys.matchValidOnDate:
      switch value {
      case .attribute(.date), .null: try refuseForCertificates(name)
      default: throw KeychainEngineError(.param, "\(name) takes a date, not \(value.typeName)")
      }
    case RequestKeys.matchTrustedOnly:
      if try Self.flag(name, value) { try refuseForCertificates(name) }
    default: break
    }
  }

  /// Filters that look into certificates mean nothing for other classes; on certificates they must
  /// not be ignored.
  private func refuseForCertificates(_ name: String) throws(KeychainEngineError) {
    guard query.itemClass == .certificate else { return }
    throw KeychainEngineError(
      .unimplemented, "\(name) needs certificates as objects, which this version does not have")
  }

  private static func limit(_ value: Request.Value) throws(KeychainEngineError) -> Query.Limit {
    switch value {
    case .attribute(.text(RequestKeys.matchLimitOne)): return .first(1)
    case .attribute(.text(RequestKeys.matchLimitAll)): return .all
    case .attribute(.integer(let number)): return number < 0 ? .all : .first(Int(number))
    case .attribute(.real(let number)) where number.isFinite:
      return number < 0 ? .all : .first(Int(min(number, 1e15)))
    default:
      throw KeychainEngineError(
        .param, "the match limit is one, all or a number, not \(value.typeName)")
    }
  }

  private mutating func takeReturn(
    _ name: String, _ value: Request.Value
  ) throws(KeychainEngineError) {
    let flag: Response.Returns
    switch name {
    case RequestKeys.returnData: flag = .data
    case RequestKeys.returnAttributes: flag = .attributes
    case RequestKeys.returnReference: flag = .reference
    case RequestKeys.returnPersistentReference: flag = .persistentReference
    default: throw unknownKey(name)
    }
    let isWanted = try Self.flag(name, value)
    if operation == .update {
      throw KeychainEngineError(
        .param, "SecItemUpdate returns nothing; take \(name) out of its query")
    }
    if isWanted { query.returns.insert(flag) } else { query.returns.remove(flag) }
  }

  private static func flag(_ name: String, _ value: Request.Value) throws(KeychainEngineError)
    -> Bool
  {
    guard case .attribute(.boolean(let flag)) = value else {
      throw KeychainEngineError(.param, "\(name) takes a boolean, not \(value.typeName)")
    }
    return flag
  }

  private mutating func takeUse(
    _ name: String, _ value: Request.Value
  ) throws(KeychainEngineError) {
    switch name {
    case RequestKeys.useAuthenticationUI:
      guard case .attribute(.text(let mode)) = value else {
        throw KeychainEngineError(.param, "\(name) takes a string, not \(value.typeName)")
      }
      switch mode {
      case RequestKeys.authenticationUIAllow: return
      case RequestKeys.authenticationUIFail: query.forbidsInteraction = true
      case RequestKeys.authenticationUISkip where operation == .copyMatching:
        query.skipsItemsThatAsk = true
      case RequestKeys.authenticationUISkip:
        throw KeychainEngineError(
          .param, "items that need a person can be skipped by SecItemCopyMatching only")
      default: throw KeychainEngineError(.param, "\(name) does not have the value \(mode.quoted)")
      }
    case RequestKeys.useOperationPrompt, RequestKeys.useCallerName:
      guard case .attribute(.text(let text)) = value else {
        throw KeychainEngineError(.param, "\(name) takes a string, not \(value.typeName)")
      }
      if name == RequestKeys.useOperationPrompt { query.operationPrompt = text }
    case RequestKeys.useNoAuthenticationUI:
      if try Self.flag(name, value) { query.forbidsInteraction = true }
    case RequestKeys.useTombstones, RequestKeys.useTokenRawItems,
      RequestKeys.useCertificatesWithMatchIssuers:
      _ = try Self.flag(name, value)
    case RequestKeys.useSystemKeychain, RequestKeys.useSystemKeychainAlways,
      RequestKeys.useSyncBubbleKeychain, RequestKeys.useUserIndependentKeychain:
      if try Self.flag(name, value) {
        throw KeychainEngineError(
          .missingEntitlement,
          "\(name) selects a keychain that takes an entitlement no program has here")
      }
    case RequestKeys.useAuthenticationContext:
      guard case .authenticationContext(let context) = value else {
        throw KeychainEngineError(.param, "\(name) takes an LAContext, not \(value.typeName)")
      }
      guard !context.session.hasEnded else {
        throw KeychainEngineError(
          .authFailed, "the LAContext of \(name) has been invalidated; make a new one")
      }
      if context.forbidsInteraction { query.forbidsInteraction = true }
      query.authenticationContext = context
    default:
      // Item lists and credentials name things that do not exist here.
      throw unknownKey(name)
    }
  }

  private mutating func takeValue(
    _ name: String, _ value: Request.Value
  ) throws(KeychainEngineError) {
    switch name {
    case RequestKeys.valueData: query.data = try SecretConversion.convert(value, for: name)
    case RequestKeys.valuePersistentReference:
      guard let reference = value.plainBytes.flatMap({ PersistentReference($0) }) else {
        throw KeychainEngineError(.param, "\(name) is not a persistent reference of this keychain")
      }
      if operation == .add, case .row = reference.identity {
        throw KeychainEngineError(
          .param, "an item cannot be added at a given row; leave \(name) out")
      }
      query.persistentReference = reference
    case RequestKeys.valueReference:
      throw KeychainEngineError(
        .param, "\(name) takes a key, a certificate or an identity, not \(value.typeName)")
    default: throw unknownKey(name)
    }
  }

  // MARK: Rules that need the whole dictionary

  private mutating func finish() throws(KeychainEngineError) {
    if let control = query.accessControl {
      try AccessControlRules.check(control, beside: query.attributes)
    }
    if let reference = query.persistentReference {
      guard reference.itemClass == query.itemClass else {
        throw KeychainEngineError(
          .noSuchClass,
          "the persistent reference is of class \(reference.itemClass.rawValue), the query of class \(query.itemClass.rawValue)"
        )
      }
      let hasFilters =
        !query.attributes.isEmpty || query.matchesAnySynchronizable || query.accessControl != nil
      let excludesFilters =
        switch (operation, reference.identity) {
        case (.copyMatching, .identifier), (.update, .row): true
        default: false
        }
      if hasFilters, excludesFilters {
        throw KeychainEngineError(
          .param, "a persistent reference names one item; take the attributes out of the query")
      }
    }
    // Delete returns nothing, whatever is asked.
    if operation != .delete, query.returns.contains(.reference),
      query.itemClass == .key || query.itemClass == .certificate
    {
      throw KeychainEngineError(
        .unimplemented,
        "keys and certificates as objects are not part of this version; ask for data or attributes")
    }
  }
}
