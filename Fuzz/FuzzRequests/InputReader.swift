// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Secrets

/// Turns any bytes into a request: mostly with names and words that mean something, as others are
/// refused at once.
struct InputReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func request() -> Request {
    let operation: Request.Operation =
      switch byte() % 4 {
      case 0: .add
      case 1: .copyMatching
      case 2: .update
      default: .delete
      }
    return Request(operation, dictionary(), changes: operation == .update ? dictionary() : [])
  }

  private mutating func dictionary() -> Request.Dictionary {
    (0..<byte() % 8).map { _ in entry() }
  }

  private mutating func entry() -> Request.Entry {
    let choice = Int(byte())
    let key: Request.Key =
      switch choice {
      case 255: .number
      case 254: .other
      case 253: .name(String(decoding: bytes(), as: UTF8.self))
      default: .name(Self.names[choice % Self.names.count])
      }
    return Request.Entry(key, value())
  }

  private mutating func value() -> Request.Value {
    switch byte() % 8 {
    case 0: .secret(SharedSecret(copying: bytes().rawBytes))
    case 1: .uuid(bytes())
    case 2: .null
    case 3: .unsupported("a kettle")
    case 4: accessControl()
    default: .attribute(attribute(depth: 0))
    }
  }

  /// An access control; where the flags contradict each other, a context.
  private mutating func accessControl() -> Request.Value {
    if byte() % 2 == 0 {
      // Bytes may demand what no flags do.
      return (try? AccessControl(encoded: bytes())).map { .accessControl($0) } ?? .null
    }
    let flags = AccessControl.Flags(
      rawValue: UInt(byte() & 0x3B) | UInt(byte() & 3) << 14 | UInt(byte() & 1) << 30)
    let protection = Self.protections[Int(byte()) % Self.protections.count]
    guard let control = try? AccessControl(protection: protection, flags: flags) else {
      return .authenticationContext(AuthenticationContext(forbidsInteraction: byte() % 2 == 0))
    }
    return .accessControl(control)
  }

  private static let protections = ["ak", "ck", "dku", "akpu", "f"]

  private mutating func attribute(depth: Int) -> AttributeValue {
    switch byte() % 8 {
    case 0: .text(String(decoding: bytes(), as: UTF8.self))
    case 1: .bytes(bytes())
    case 2: .integer(number())
    case 3: .real(Double(bitPattern: UInt64(bitPattern: number())))
    case 4: .date(Double(bitPattern: UInt64(bitPattern: number())))
    case 5: .boolean(byte() % 2 == 1)
    case 6 where depth < 3: .list((0..<byte() % 4).map { _ in attribute(depth: depth + 1) })
    default: .text(Self.words[Int(byte()) % Self.words.count])
    }
  }

  private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  private mutating func bytes() -> [UInt8] {
    let count = min(Int(byte()), rest.count)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private mutating func number() -> Int64 {
    let count = byte() % 9
    return (0..<count).reduce(0) { number, _ in number << 8 | Int64(byte()) }
  }

  private static let names = [
    "class", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef", "v_Data", "v_Ref",
    "v_PersistentRef", "m_Limit", "m_Policy", "m_Issuers", "m_EmailAddressIfPresent",
    "m_ValidOnDate", "m_TrustedOnly", "m_HostOrSubdomainOfHost", "u_ItemList", "u_OpPrompt",
    "u_NoAuthUI", "u_AuthUI", "u_AuthCtx", "u_Tomb", "pdmn", "accc", "agrp", "sync", "tkid", "cdat",
    "mdat", "labl", "alis", "sha1", "UUID", "acct", "svce", "gena", "desc", "icmt", "crtr", "type",
    "invi", "nega", "scrp", "prot", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "ctyp", "cenc",
    "subj", "issr", "slnr", "skid", "pkhh", "kcls", "klbl", "atag", "bsiz", "esiz", "sdat", "edat",
    "perm", "priv",
  ]

  private static let words = [
    "genp", "inet", "keys", "cert", "idnt", "m_LimitOne", "m_LimitAll", "ak", "ck", "dk", "aku",
    "cku", "dku", "akpu", "syna", "group", "other", "a", "b", "", "42", "0", "1", "http",
    "com.apple.x",
  ]
}
