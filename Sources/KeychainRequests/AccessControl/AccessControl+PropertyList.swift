// SPDX-License-Identifier: Apache-2.0

/// The form in which an access control travels and is kept: a property list of its protection
/// (`prot`), of what each operation demands (`acl`), and, where they hold, of `prp` (a password is
/// needed) and `bound`.
///
/// What an operation demands is true, where it is allowed, or a dictionary: `cpo` with the name of
/// a policy, `cup` for the passcode, `cbio` with `pbioc` for biometry and beside it `pbioh` for the
/// present one, which says what the device knew when the item was stored, `cwtch` for a companion,
/// and `pkofn` with the number of them that must hold where there are several.
extension AccessControl {
  fileprivate enum Name {
    static let protection = "prot"
    static let requirements = "acl"
    static let requiresPassword = "prp"
    static let isBound = "bound"

    static let policy = "cpo"
    static let passcode = "cup"
    static let biometry = "cbio"
    static let anyBiometry = "pbioc"
    static let currentBiometry = "pbioh"
    static let companion = "cwtch"
    static let count = "pkofn"
  }

  fileprivate static let presencePolicy = PropertyList.text("DeviceOwnerAuthentication")

  /// The bytes of the access control.
  package var encoded: [UInt8] { DERPropertyList.encode(propertyList) }

  /// Reads ``encoded``.
  ///
  /// - Throws: ``DecodingError`` for everything else.
  package init(encoded bytes: [UInt8]) throws(DecodingError) {
    guard case .dictionary(var entries) = try DERPropertyList.decode(bytes),
      case .text(let protection)? = entries.removeValue(forKey: Name.protection),
      case .dictionary(let operations)? = entries.removeValue(forKey: Name.requirements)
    else { throw DecodingError("an access control without protection or operations") }
    let requiresPassword = entries.removeValue(forKey: Name.requiresPassword)
    let isBound = entries.removeValue(forKey: Name.isBound)
    guard entries.isEmpty, [nil, .boolean(true)].contains(requiresPassword),
      [nil, .boolean(true)].contains(isBound),
      ProtectionClass(rawValue: protection) != nil || protection == "f"
    else { throw DecodingError("an access control with what none has") }
    var requirements: [Operation: Requirement] = [:]
    var states: Set<[UInt8]> = []
    for (name, demand) in operations {
      guard let operation = Operation(rawValue: name) else {
        throw DecodingError("an access control of an unknown operation")
      }
      requirements[operation] = try Requirement(demand, &states)
    }
    guard states.count <= 1 else {
      throw DecodingError("an access control that was stored with several biometries")
    }
    self.init(
      protection: protection, requirements: requirements,
      requiresPassword: requiresPassword != nil, isBound: isBound != nil,
      biometryState: states.first.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// The access control in one line, for people.
  package var summary: String {
    let operations = requirements.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "\($0.rawValue)(\($1.propertyList(biometryState).words))"
    }
    let marks = [requiresPassword ? Name.requiresPassword : nil, isBound ? Name.isBound : nil]
    return ([protection] + operations + marks.compactMap { $0.map { "\($0)(true)" } })
      .joined(separator: ";")
  }

  private var propertyList: PropertyList {
    var entries: [String: PropertyList] = [
      Name.protection: .text(protection),
      Name.requirements: .dictionary(
        Dictionary(
          uniqueKeysWithValues: requirements.map { ($0.rawValue, $1.propertyList(biometryState)) })),
    ]
    if requiresPassword { entries[Name.requiresPassword] = .boolean(true) }
    if isBound { entries[Name.isBound] = .boolean(true) }
    return .dictionary(entries)
  }
}

extension AccessControl.Requirement {
  fileprivate typealias Name = AccessControl.Name

  /// Reads what an operation demands; adds to `states` with which biometry the item was stored.
  fileprivate init(
    _ list: PropertyList, _ states: inout Set<[UInt8]>
  ) throws(DecodingError) {
    if list == .boolean(true) {
      self = .none
      return
    }
    guard case .dictionary(var entries) = list else {
      throw DecodingError("an operation that demands neither nothing nor something")
    }
    var count: Int64?
    if case .integer(let number)? = entries.removeValue(forKey: Name.count) { count = number }
    var factors: Set<AccessControl.Factor> = []
    for (name, value) in entries {
      var state: [UInt8]?
      if case .dictionary(let biometry) = value,
        case .bytes(let bytes)? = biometry[Name.currentBiometry]
      {
        state = bytes
        states.insert(bytes)
      }
      guard
        let factor = AccessControl.Factor.allCases.first(where: {
          $0.entry(state) == (name, value)
        })
      else { throw DecodingError("an operation that demands something unknown") }
      factors.insert(factor)
    }
    guard !factors.isEmpty, count == nil ? factors.count == 1 : factors.count > 1,
      (1...Int64(factors.count)).contains(count ?? 1)
    else { throw DecodingError("an operation that demands too many or too few") }
    self.init(factors, count: Int(count ?? 1))
  }

  fileprivate func propertyList(_ biometryState: [UInt8]?) -> PropertyList {
    guard !factors.isEmpty else { return .boolean(true) }
    // `biometry` and `currentBiometry` share an entry; flags and bytes hold one of them at most.
    var entries = Dictionary(factors.map { $0.entry(biometryState) }) { $1 }
    if factors.count > 1 { entries[Name.count] = .integer(Int64(count)) }
    return .dictionary(entries)
  }
}

extension AccessControl.Factor {
  /// How the factor is written down, for an item that was stored with the biometry
  /// `biometryState`; empty where none was yet.
  fileprivate func entry(_ biometryState: [UInt8]?) -> (String, PropertyList) {
    switch self {
    case .presence: (AccessControl.Name.policy, AccessControl.presencePolicy)
    case .passcode: (AccessControl.Name.passcode, .boolean(true))
    case .biometry:
      (AccessControl.Name.biometry, .dictionary([AccessControl.Name.anyBiometry: .bytes([])]))
    case .currentBiometry:
      (
        AccessControl.Name.biometry,
        .dictionary([
          AccessControl.Name.anyBiometry: .bytes([]),
          AccessControl.Name.currentBiometry: .bytes(biometryState ?? []),
        ])
      )
    case .companion: (AccessControl.Name.companion, .boolean(true))
    }
  }
}

extension PropertyList {
  /// The list as a person reads it.
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .integer(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .dictionary(let entries):
      entries.sorted { $0.key < $1.key }.map { "\($0)(\($1.words))" }.joined(separator: ";")
    }
  }
}
