// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Testing

/// One fault in a dictionary and the error it gives.
///
/// Sources: the specification's §2, §4 and §9.3.
struct Fault: CustomTestStringConvertible, Sendable {
  let what: String
  let operation: Request.Operation
  let query: Request.Dictionary
  let changes: Request.Dictionary
  let status: Status

  init(
    _ what: String, _ operation: Request.Operation, _ query: Request.Dictionary,
    changes: Request.Dictionary = [], _ status: Status
  ) {
    self.what = what
    self.operation = operation
    self.query = query
    self.changes = changes
    self.status = status
  }

  var testDescription: String { what }
}

@Suite("A malformed dictionary")
struct MalformedQueryTests {
  private static let genp = Request.Entry.itemClass(.genericPassword)
  private static let inet = Request.Entry.itemClass(.internetPassword)
  private static let cert = Request.Entry.itemClass(.certificate)

  static let faults: [Fault] = [
    Fault("no class", .copyMatching, [], .param),
    Fault("a class that is no string", .copyMatching, [.entry("class", .integer(1))], .param),
    Fault("an unknown class", .copyMatching, [.entry("class", .text("nope"))], .noSuchClass),
    Fault("AppleShare passwords", .add, [.entry("class", .text("apls"))], .noSuchClass),
    Fault("identities", .copyMatching, [.entry("class", .text("idnt"))], .unimplemented),
    Fault(
      "an attribute of another class", .add, [genp, .entry("srvr", .text("a"))], .noSuchAttribute),
    Fault(
      "an application tag on a certificate", .delete, [cert, .entry("atag", .text("a"))],
      .noSuchAttribute),
    Fault(
      "an unknown key of four letters", .copyMatching, [genp, .entry("zzzz", .text("a"))],
      .noSuchAttribute),
    Fault(
      "four letters that are not ASCII", .copyMatching, [genp, .entry("äöüß", .text("a"))],
      .noSuchAttribute),
    Fault("an unknown return key", .copyMatching, [genp, .flag("r_Something")], .param),
    Fault("an unknown use key", .copyMatching, [genp, .flag("u_Something")], .param),
    Fault("an unknown value key", .add, [genp, .flag("v_Something")], .param),
    Fault("an unknown key with c", .add, [genp, .entry("classes", .text("a"))], .param),
    Fault("an unknown first letter", .add, [genp, .entry("x_Something", .text("a"))], .param),
    Fault("a key of one letter", .add, [genp, .entry("m", .text("a"))], .param),
    Fault("an empty key", .add, [genp, .entry("", .text("a"))], .param),
    Fault("a number as key", .copyMatching, [genp, .init(.number, .text("a"))], .noSuchAttribute),
    Fault("another object as key", .copyMatching, [genp, .init(.other, .text("a"))], .param),
    Fault("a number as return flag", .copyMatching, [genp, .entry("r_Data", .integer(1))], .param),
    Fault("text as return flag", .copyMatching, [genp, .entry("r_Ref", .text("yes"))], .param),
    Fault("text as data", .add, [genp, .entry("v_Data", .text("a"))], .param),
    Fault("null as data", .add, [genp, .entry("v_Data", .null)], .param),
    Fault("a number as data", .add, [genp, .entry("v_Data", .integer(1))], .param),
    Fault("null as attribute", .add, [genp, .entry("acct", .null)], .param),
    Fault("an object as attribute", .add, [genp, .entry("acct", .unsupported("NSURL"))], .param),
    Fault("a list as attribute", .add, [genp, .entry("acct", .attribute(.list([])))], .param),
    Fault("a date as text", .add, [genp, .entry("agrp", .date(1))], .param),
    Fault("text as date", .add, [genp, .entry("cdat", .text("today"))], .param),
    Fault("infinity as date", .copyMatching, [genp, .entry("cdat", .date(.infinity))], .param),
    Fault(
      "bytes that are not UTF-8 as text", .add, [genp, .entry("vwht", .bytes([0xFF]))], .param),
    Fault(
      "a UUID of 15 bytes", .copyMatching,
      [genp, .entry("musr", .bytes([UInt8](repeating: 0, count: 15)))], .param),
    Fault(
      "a SHA-1 of 19 bytes", .copyMatching,
      [genp, .entry("sha1", .bytes([UInt8](repeating: 0, count: 19)))], .param),
    Fault("an unknown accessibility", .add, [genp, .entry("pdmn", .text("xx"))], .param),
    Fault("an accessibility that no item has", .add, [genp, .entry("pdmn", .text("f"))], .param),
    Fault("data as access control", .add, [genp, .entry("accc", .bytes([1]))], .param),
    Fault(
      "a match limit of another word", .copyMatching,
      [genp, .entry("m_Limit", .text("m_LimitTwo"))], .param),
    Fault(
      "a boolean as match limit", .copyMatching, [genp, .entry("m_Limit", .boolean(true))], .param),
    Fault(
      "a match limit of 0", .copyMatching, [genp, .entry("m_Limit", .integer(0))], .itemNotFound),
    Fault(
      "a policy for passwords", .copyMatching,
      [genp, .entry("m_Policy", .unsupported("SecPolicy"))], .unimplemented),
    Fault(
      "issuers for passwords", .copyMatching, [genp, .entry("m_Issuers", .attribute(.list([])))],
      .unimplemented),
    Fault(
      "a host filter for generic passwords", .copyMatching,
      [genp, .entry("m_HostOrSubdomainOfHost", .text("a"))], .unimplemented),
    Fault(
      "a number as host filter", .copyMatching,
      [inet, .entry("m_HostOrSubdomainOfHost", .integer(1))], .param),
    Fault(
      "a number as mail address", .copyMatching,
      [genp, .entry("m_EmailAddressIfPresent", .integer(1))], .param),
    Fault(
      "text as trusted-only", .copyMatching, [genp, .entry("m_TrustedOnly", .text("a"))], .param),
    Fault("a match key in add", .add, [genp, .entry("m_Limit", .text("m_LimitOne"))], .param),
    Fault(
      "a match key in update", .update, [genp, .entry("m_Limit", .text("m_LimitAll"))], .param),
    Fault(
      "a match key in delete", .delete, [genp, .entry("m_Limit", .text("m_LimitAll"))], .param),
    Fault("a return key in update", .update, [genp, .flag("r_Data")], .param),
    Fault(
      "an item list", .copyMatching, [genp, .entry("u_ItemList", .attribute(.list([])))], .param),
    Fault("skipping in add", .add, [genp, .entry("u_AuthUI", .text("u_AuthUIS"))], .param),
    Fault("skipping in delete", .delete, [genp, .entry("u_AuthUI", .text("u_AuthUIS"))], .param),
    Fault(
      "a number as authentication UI", .copyMatching, [genp, .entry("u_AuthUI", .integer(1))],
      .param),
    Fault(
      "the system keychain", .copyMatching, [genp, .flag("u_SystemKeychain")], .missingEntitlement),
    Fault("the attribute clip", .copyMatching, [genp, .entry("clip", .integer(1))], .param),
    Fault("a token", .add, [genp, .entry("tkid", .text("com.apple.setoken"))], .unimplemented),
    Fault(
      "a persistent reference of noise", .copyMatching,
      [genp, .entry("v_PersistentRef", .bytes([1, 2, 3]))], .param),
    Fault(
      "a persistent reference of another class", .copyMatching,
      [genp, .entry("v_PersistentRef", .bytes(Array("inet".utf8) + Array(1...16)))], .noSuchClass),
    Fault(
      "a persistent reference with an attribute", .copyMatching,
      [
        .entry("v_PersistentRef", .bytes(Array("genp".utf8) + Array(1...16))),
        .entry("acct", .text("a")),
      ],
      .param),
    Fault(
      "a persistent reference with the sync flag", .copyMatching,
      [
        .entry("v_PersistentRef", .bytes(Array("genp".utf8) + Array(1...16))),
        .entry("sync", .integer(0)),
      ],
      .param),
    Fault(
      "an old persistent reference in add", .add,
      [genp, .entry("v_PersistentRef", .bytes(Array("genp".utf8) + Array(1...8)))], .param),
    Fault("a reference that is no item", .add, [genp, .entry("v_Ref", .text("a"))], .param),
    Fault("certificates as objects", .copyMatching, [cert, .flag("r_Ref")], .unimplemented),
    Fault(
      "a synchronizable item of this device only", .add,
      [genp, .entry("sync", .boolean(true)), .entry("pdmn", .text("aku"))], .param),
    Fault("a tombstone", .add, [genp, .entry("tomb", .integer(1))], .param),
    Fault(
      "an item that needs a passcode", .add, [genp, .entry("pdmn", .text("akpu"))], .authFailed),
    Fault(
      "a foreign group in add", .add, [genp, .entry("agrp", .text("OTHER"))], .missingEntitlement),
    Fault(
      "a foreign group in a search", .copyMatching, [genp, .entry("agrp", .text("OTHER"))],
      .missingEntitlement),
    Fault(
      "a foreign group in delete", .delete, [genp, .entry("agrp", .text("OTHER"))],
      .missingEntitlement),
    Fault(
      "a foreign group in update", .update, [genp, .entry("agrp", .text("OTHER"))],
      .missingEntitlement),
    Fault(
      "a foreign group to move into", .update, [genp], changes: [.entry("agrp", .text("OTHER"))],
      .missingEntitlement),
    Fault("an empty group", .add, [genp, .entry("agrp", .text(""))], .missingEntitlement),
    Fault(
      "129 keys", .copyMatching, [genp] + Array(repeating: .entry("m_Unknown", .null), count: 128),
      .param),
    Fault(
      "a secret field as filter", .copyMatching, [inet, .entry("binn", .bytes([1]))], .notAvailable),
    Fault("text in a secret field", .add, [inet, .entry("binn", .text("a"))], .param),
    Fault(
      "a class among the changes", .update, [genp], changes: [.entry("class", .text("genp"))],
      .noSuchAttribute),
    Fault(
      "a return key among the changes", .update, [genp], changes: [.flag("r_Data")],
      .noSuchAttribute),
    Fault(
      "a use key among the changes", .update, [genp], changes: [.entry("u_CredRef", .bytes([1]))],
      .noSuchAttribute),
    Fault(
      "an attribute of another class among the changes", .update, [genp],
      changes: [.entry("srvr", .text("a"))], .noSuchAttribute),
    Fault(
      "a number as key of the changes", .update, [genp], changes: [.init(.number, .text("a"))],
      .param),
    Fault(
      "text as data among the changes", .update, [genp], changes: [.entry("v_Data", .text("a"))],
      .param),
    Fault(
      "null as data among the changes", .update, [genp], changes: [.entry("v_Data", .null)], .param),
    Fault("null among the changes", .update, [genp], changes: [.entry("labl", .null)], .param),
    Fault(
      "a sharing group among the changes", .update, [genp], changes: [.entry("ggrp", .text("a"))],
      .param),
  ]

  @Test(
    "gives its own error, in words that say nothing secret, and stores nothing", arguments: faults)
  func fault(_ fault: Fault) {
    let keychain = EngineHarness()
    let response = keychain.engine.execute(
      Request(fault.operation, fault.query, changes: fault.changes), for: keychain.caller)
    #expect(response.status == fault.status, "\(response.reason ?? "no reason")")
    #expect(response.reason?.isEmpty == false)
    #expect(response.reason?.last != ".")
    for itemClass in ItemClass.allCases {
      let rest = keychain.find([
        .itemClass(itemClass), .entry("sync", .text("syna")),
        .entry("m_Limit", .text("m_LimitAll")),
      ])
      #expect(rest.status == .itemNotFound)
    }
  }

  @Test("with nothing but keys that are ignored finds what is there")
  func ignoredKeys() {
    let keychain = EngineHarness()
    #expect(keychain.add([Self.genp, .entry("acct", .text("a"))]).status == .success)
    let ignored: Request.Dictionary = [
      .entry("m_SubjectContains", .text("zzz")), .entry("m_Unknown", .null), .flag("nleg"),
      .entry("f_Callback", .null), .entry("u_OpPrompt", .text("why")), .flag("u_NoAuthUI"),
      .entry("m_EmailAddressIfPresent", .text("nobody")), .entry("m_ValidOnDate", .null),
    ]
    #expect(keychain.find([Self.genp] + ignored).status == .success)
  }

  @Test("to delete may ask for anything back, and gets nothing", arguments: ItemClass.allCases)
  func returnsInDelete(_ itemClass: ItemClass) {
    let keychain = EngineHarness()
    #expect(keychain.add([.itemClass(itemClass)]).status == .success)
    let flags = ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"].map {
      Request.Entry.flag($0)
    }
    let deleted = keychain.delete([.itemClass(itemClass)] + flags)
    #expect(deleted.status == .success)
    #expect(deleted.items.isEmpty)
  }

  @Test("of a caller without groups gives -34018 for every call")
  func noGroups() {
    let keychain = EngineHarness(groups: [])
    for operation in [Request.Operation.add, .copyMatching, .update, .delete] {
      let response = keychain.engine.execute(Request(operation, [Self.genp]), for: keychain.caller)
      #expect(response.status == .missingEntitlement)
    }
  }
}
