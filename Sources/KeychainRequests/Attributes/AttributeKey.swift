// SPDX-License-Identifier: Apache-2.0

/// The four letters that name an attribute, as in the value of its `kSecAttr…` constant.
package struct AttributeKey: RawRepresentable, Hashable, Comparable, Sendable,
  CustomStringConvertible
{
  /// The letters as one big-endian number; keys sort by it.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The key that `name` spells, when it has exactly four ASCII characters.
  package init?(_ name: String) {
    guard name.utf8.count == 4, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    rawValue = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private init(letters name: StaticString) {
    precondition(name.utf8CodeUnitCount == 4)
    rawValue = name.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  package var description: String {
    String(
      decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }, as: UTF8.self)
  }

  /// Mixes the letters by one multiplication.
  ///
  /// The library's own way, which guards against keys that somebody chose to collide, took 1/35 of
  /// a look-up. Here at most 128 keys meet in a table.
  package func _rawHashValue(seed: Int) -> Int {
    let mixed = (UInt64(rawValue) ^ UInt64(bitPattern: Int64(seed))) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ mixed >> 32)
  }

  package static func < (a: AttributeKey, b: AttributeKey) -> Bool { a.rawValue < b.rawValue }
}

extension AttributeKey {
  // Every class.
  package static let accessible = AttributeKey(letters: "pdmn")
  package static let accessControl = AttributeKey(letters: "accc")
  package static let accessGroup = AttributeKey(letters: "agrp")
  package static let synchronizable = AttributeKey(letters: "sync")
  package static let syncViewHint = AttributeKey(letters: "vwht")
  package static let tokenID = AttributeKey(letters: "tkid")
  package static let sharingGroup = AttributeKey(letters: "ggrp")
  package static let multiUser = AttributeKey(letters: "musr")
  package static let creationDate = AttributeKey(letters: "cdat")
  package static let modificationDate = AttributeKey(letters: "mdat")
  package static let label = AttributeKey(letters: "labl")
  package static let alias = AttributeKey(letters: "alis")
  package static let tombstone = AttributeKey(letters: "tomb")
  package static let digest = AttributeKey(letters: "sha1")
  package static let systemBound = AttributeKey(letters: "sysb")
  package static let uuid = AttributeKey(letters: "UUID")
  package static let pcsServiceIdentifier = AttributeKey(letters: "pcss")
  package static let pcsPublicKey = AttributeKey(letters: "pcsk")
  package static let pcsPublicIdentity = AttributeKey(letters: "pcsi")

  // Passwords.
  package static let account = AttributeKey(letters: "acct")
  package static let service = AttributeKey(letters: "svce")
  package static let generic = AttributeKey(letters: "gena")
  package static let kind = AttributeKey(letters: "desc")
  package static let comment = AttributeKey(letters: "icmt")
  package static let creator = AttributeKey(letters: "crtr")
  package static let type = AttributeKey(letters: "type")
  package static let isInvisible = AttributeKey(letters: "invi")
  package static let isNegative = AttributeKey(letters: "nega")
  package static let hasCustomIcon = AttributeKey(letters: "cusi")
  package static let scriptCode = AttributeKey(letters: "scrp")
  package static let protected = AttributeKey(letters: "prot")
  package static let securityDomain = AttributeKey(letters: "sdmn")
  package static let server = AttributeKey(letters: "srvr")
  package static let networkProtocol = AttributeKey(letters: "ptcl")
  package static let authenticationType = AttributeKey(letters: "atyp")
  package static let port = AttributeKey(letters: "port")
  package static let path = AttributeKey(letters: "path")
  package static let notes = AttributeKey(letters: "binn")
  package static let history = AttributeKey(letters: "bini")
  package static let clientData0 = AttributeKey(letters: "bin0")
  package static let clientData1 = AttributeKey(letters: "bin1")
  package static let clientData2 = AttributeKey(letters: "bin2")
  package static let clientData3 = AttributeKey(letters: "bin3")

  // Certificates.
  package static let certificateType = AttributeKey(letters: "ctyp")
  package static let certificateEncoding = AttributeKey(letters: "cenc")
  package static let subject = AttributeKey(letters: "subj")
  package static let issuer = AttributeKey(letters: "issr")
  package static let serialNumber = AttributeKey(letters: "slnr")
  package static let subjectKeyID = AttributeKey(letters: "skid")
  package static let publicKeyHash = AttributeKey(letters: "pkhh")

  // Keys.
  package static let keyClass = AttributeKey(letters: "kcls")
  package static let applicationLabel = AttributeKey(letters: "klbl")
  package static let applicationTag = AttributeKey(letters: "atag")
  package static let keySizeInBits = AttributeKey(letters: "bsiz")
  package static let effectiveKeySize = AttributeKey(letters: "esiz")
  package static let startDate = AttributeKey(letters: "sdat")
  package static let endDate = AttributeKey(letters: "edat")
  package static let isPermanent = AttributeKey(letters: "perm")
  package static let isPrivate = AttributeKey(letters: "priv")
  package static let isModifiable = AttributeKey(letters: "modi")
  package static let isSensitive = AttributeKey(letters: "sens")
  package static let wasAlwaysSensitive = AttributeKey(letters: "asen")
  package static let isExtractable = AttributeKey(letters: "extr")
  package static let wasNeverExtractable = AttributeKey(letters: "next")
  package static let canEncrypt = AttributeKey(letters: "encr")
  package static let canDecrypt = AttributeKey(letters: "decr")
  package static let canDerive = AttributeKey(letters: "drve")
  package static let canSign = AttributeKey(letters: "sign")
  package static let canVerify = AttributeKey(letters: "vrfy")
  package static let canSignRecover = AttributeKey(letters: "snrc")
  package static let canVerifyRecover = AttributeKey(letters: "vyrc")
  package static let canWrap = AttributeKey(letters: "wrap")
  package static let canUnwrap = AttributeKey(letters: "unwp")

  // Known to the dictionaries of the API, and no attribute of an item.
  package static let dataProtectionKeychain = AttributeKey(letters: "nleg")
  package static let appClip = AttributeKey(letters: "clip")
  package static let deriveSyncID = AttributeKey(letters: "dspk")
}
