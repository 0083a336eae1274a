// SPDX-License-Identifier: Apache-2.0

/// What is known about one attribute of one class: its kind, its default, and what it takes part
/// in.
package struct AttributeSchema: Sendable {
  /// What a caller may give, and what is kept.
  package enum Kind: Sendable {
    /// Text; bytes are read as UTF-8, a UUID as its text. Kept as text.
    case text
    /// Text, bytes or a number, kept as given.
    case blob
    /// Bytes; text becomes UTF-8, a number four little-endian bytes. Kept as bytes.
    case data
    /// A number; a boolean becomes 0 or 1, text a number where it spells one and stays text
    /// elsewhere.
    case number
    /// A date, nothing else.
    case date
    /// 16 bytes or none; a UUID; null for none.
    case uuid
    /// Exactly 20 bytes.
    case sha1
    /// An access control object.
    case accessControl
    /// Bytes that are as secret as the item's data and are delivered only with it.
    case secretData
  }

  package let key: AttributeKey
  package let kind: Kind
  /// Part of what makes an item unique in its class.
  package let isPrimary: Bool
  /// What Add stores when the caller gives nothing.
  package let defaultValue: AttributeValue?
  /// Has a blind index, so that a query by it does not read every row.
  package let isIndexed: Bool

  init(
    _ key: AttributeKey, _ kind: Kind, primary: Bool = false, default: AttributeValue? = nil,
    indexed: Bool = false
  ) {
    self.key = key
    self.kind = kind
    isPrimary = primary
    defaultValue = `default`
    isIndexed = indexed
  }
}

extension ItemClass {
  /// The attributes of the class, each once.
  package var attributes: [AttributeSchema] {
    switch self {
    case .genericPassword: Self.genericPasswordAttributes
    case .internetPassword: Self.internetPasswordAttributes
    case .certificate: Self.certificateAttributes
    case .key: Self.keyAttributes
    }
  }

  /// What the class knows about `key`; nil when the attribute belongs to other classes only.
  package func schema(of key: AttributeKey) -> AttributeSchema? { table.byKey[key] }

  /// The attributes that make an item unique, in the order of their keys.
  package var primaryAttributes: [AttributeSchema] { table.primary }

  /// The attributes with a blind index, in the order of their keys.
  package var indexedAttributes: [AttributeSchema] { table.indexed }

  /// What every request asks of ``attributes``, worked out once.
  private final class Table: Sendable {
    let byKey: [AttributeKey: AttributeSchema]
    let primary: [AttributeSchema]
    let indexed: [AttributeSchema]

    init(_ itemClass: ItemClass) {
      let attributes = itemClass.attributes.sorted { $0.key < $1.key }
      byKey = Dictionary(uniqueKeysWithValues: attributes.map { ($0.key, $0) })
      primary = attributes.filter(\.isPrimary)
      indexed = attributes.filter(\.isIndexed)
    }
  }

  private var table: Table {
    switch self {
    case .genericPassword: Self.genericPasswordTable
    case .internetPassword: Self.internetPasswordTable
    case .certificate: Self.certificateTable
    case .key: Self.keyTable
    }
  }

  private static let genericPasswordTable = Table(.genericPassword)
  private static let internetPasswordTable = Table(.internetPassword)
  private static let certificateTable = Table(.certificate)
  private static let keyTable = Table(.key)

  private static let everyClass: [AttributeSchema] = [
    AttributeSchema(.accessible, .text),
    AttributeSchema(.accessControl, .accessControl),
    AttributeSchema(.accessGroup, .text, primary: true),
    AttributeSchema(.synchronizable, .number, primary: true, default: .integer(0)),
    AttributeSchema(.syncViewHint, .text, primary: true),
    AttributeSchema(.tokenID, .text, primary: true),
    AttributeSchema(.sharingGroup, .text, primary: true),
    AttributeSchema(.multiUser, .uuid, primary: true),
    AttributeSchema(.creationDate, .date),
    AttributeSchema(.modificationDate, .date),
    AttributeSchema(.label, .blob, indexed: true),
    AttributeSchema(.alias, .blob, indexed: true),
    AttributeSchema(.tombstone, .number),
    AttributeSchema(.digest, .sha1),
    AttributeSchema(.systemBound, .number),
    AttributeSchema(.uuid, .text),
    AttributeSchema(.pcsServiceIdentifier, .number),
    AttributeSchema(.pcsPublicKey, .blob),
    AttributeSchema(.pcsPublicIdentity, .blob),
  ]

  private static let everyPassword: [AttributeSchema] = [
    AttributeSchema(.account, .blob, primary: true, default: .text(""), indexed: true),
    AttributeSchema(.kind, .blob),
    AttributeSchema(.comment, .blob),
    AttributeSchema(.creator, .number),
    AttributeSchema(.type, .number),
    AttributeSchema(.isInvisible, .number),
    AttributeSchema(.isNegative, .number),
    AttributeSchema(.hasCustomIcon, .number),
    AttributeSchema(.scriptCode, .number),
    AttributeSchema(.protected, .blob),
  ]

  private static let genericPasswordAttributes =
    everyClass + everyPassword + [
      AttributeSchema(.service, .blob, primary: true, default: .text(""), indexed: true),
      AttributeSchema(.generic, .blob, indexed: true),
    ]

  private static let internetPasswordAttributes =
    everyClass + everyPassword + [
      AttributeSchema(.securityDomain, .blob, primary: true, default: .text("")),
      AttributeSchema(.server, .blob, primary: true, default: .text(""), indexed: true),
      AttributeSchema(.networkProtocol, .number, primary: true, default: .integer(0)),
      AttributeSchema(.authenticationType, .blob, primary: true, default: .text("")),
      AttributeSchema(.port, .number, primary: true, default: .integer(0)),
      AttributeSchema(.path, .blob, primary: true, default: .text("")),
      AttributeSchema(.notes, .secretData),
      AttributeSchema(.history, .secretData),
      AttributeSchema(.clientData0, .secretData),
      AttributeSchema(.clientData1, .secretData),
      AttributeSchema(.clientData2, .secretData),
      AttributeSchema(.clientData3, .secretData),
    ]

  private static let certificateAttributes =
    everyClass + [
      AttributeSchema(.certificateType, .number, primary: true, default: .integer(0)),
      AttributeSchema(.certificateEncoding, .number),
      AttributeSchema(.subject, .data, indexed: true),
      AttributeSchema(.issuer, .data, primary: true, default: .bytes([]), indexed: true),
      AttributeSchema(.serialNumber, .data, primary: true, default: .bytes([]), indexed: true),
      AttributeSchema(.subjectKeyID, .data, indexed: true),
      AttributeSchema(.publicKeyHash, .data, indexed: true),
    ]

  private static let keyAttributes =
    everyClass + [
      AttributeSchema(.keyClass, .number, primary: true, default: .integer(0)),
      AttributeSchema(.applicationLabel, .data, primary: true, default: .bytes([]), indexed: true),
      AttributeSchema(.applicationTag, .blob, primary: true, default: .text(""), indexed: true),
      AttributeSchema(.creator, .number, primary: true, default: .integer(0)),
      AttributeSchema(.type, .number, primary: true, default: .integer(0)),
      AttributeSchema(.keySizeInBits, .number, primary: true, default: .integer(0)),
      AttributeSchema(.effectiveKeySize, .number, primary: true, default: .integer(0)),
      AttributeSchema(.startDate, .date, primary: true, default: .date(0)),
      AttributeSchema(.endDate, .date, primary: true, default: .date(0)),
    ]
    + keyFlags.map { AttributeSchema($0, .number) }

  private static let keyFlags: [AttributeKey] = [
    .isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive, .isExtractable,
    .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify,
    .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
  ]
}
