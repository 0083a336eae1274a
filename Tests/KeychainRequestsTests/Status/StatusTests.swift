// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainRequests
import Testing

@Suite("Status")
struct StatusTests {
  /// A name and a number of Apple's header.
  struct Fact {
    let name: String
    let number: Int32
  }

  static func facts() throws -> [Fact] {
    let url = try #require(Bundle.module.url(forResource: "ResultCodes", withExtension: "tsv"))
    return try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: "\t")
        return Fact(name: String(fields[0]), number: try #require(Int32(fields[1])))
      }
  }

  @Test("every code of Apple's header is there, under its name and number, and no other")
  func isComplete() throws {
    let facts = try Self.facts()
    #expect(facts.count == 381)
    for fact in facts {
      #expect(Status(name: fact.name)?.rawValue == fact.number, "\(fact.name)")
      #expect(Status(rawValue: fact.number).name == fact.name)
    }
    #expect(Set(Status.allKnown.compactMap(\.name)) == Set(facts.map(\.name)))
  }

  @Test("every code has a sentence of its own")
  func sentencesDiffer() {
    var owners: [String: String] = [:]
    for status in Status.allKnown {
      let message = status.message
      #expect(message.first?.isUppercase == true && message.last == ".", "\(status): \(message)")
      #expect(message.count > 12, "\(status): \(message)")
      #expect(owners.updateValue(status.description, forKey: message) == nil, "\(message)")
    }
  }

  @Test(
    "a number without a name is told as OSStatus and the number",
    arguments: [1, -1, 99999, Int32.min])
  func unknown(number: Int32) {
    let status = Status(rawValue: number)
    #expect(status.name == nil)
    #expect(status.message == "OSStatus \(number)")
    #expect(status.description == "OSStatus \(number)")
  }

  @Test("an unknown name is no code", arguments: ["", "errSec", "errsecparam", "errSecParam "])
  func unknownName(name: String) {
    #expect(Status(name: name) == nil)
  }

  @Test(
    "the codes with a member of their own stand for the names they abbreviate",
    arguments: [
      (Status.success, "errSecSuccess"),
      (Status.unimplemented, "errSecUnimplemented"),
      (Status.diskFull, "errSecDiskFull"),
      (Status.io, "errSecIO"),
      (Status.param, "errSecParam"),
      (Status.wrPerm, "errSecWrPerm"),
      (Status.allocate, "errSecAllocate"),
      (Status.userCanceled, "errSecUserCanceled"),
      (Status.badReq, "errSecBadReq"),
      (Status.internalComponent, "errSecInternalComponent"),
      (Status.internalError, "errSecInternalError"),
      (Status.missingEntitlement, "errSecMissingEntitlement"),
      (Status.restrictedAPI, "errSecRestrictedAPI"),
      (Status.notAvailable, "errSecNotAvailable"),
      (Status.readOnly, "errSecReadOnly"),
      (Status.authFailed, "errSecAuthFailed"),
      (Status.noSuchKeychain, "errSecNoSuchKeychain"),
      (Status.invalidKeychain, "errSecInvalidKeychain"),
      (Status.duplicateKeychain, "errSecDuplicateKeychain"),
      (Status.duplicateItem, "errSecDuplicateItem"),
      (Status.itemNotFound, "errSecItemNotFound"),
      (Status.dataTooLarge, "errSecDataTooLarge"),
      (Status.noSuchAttribute, "errSecNoSuchAttr"),
      (Status.invalidItemReference, "errSecInvalidItemRef"),
      (Status.noSuchClass, "errSecNoSuchClass"),
      (Status.interactionNotAllowed, "errSecInteractionNotAllowed"),
      (Status.readOnlyAttribute, "errSecReadOnlyAttr"),
      (Status.wrongVersion, "errSecWrongSecVersion"),
      (Status.keySizeNotAllowed, "errSecKeySizeNotAllowed"),
      (Status.interactionRequired, "errSecInteractionRequired"),
      (Status.dataNotAvailable, "errSecDataNotAvailable"),
      (Status.dataNotModifiable, "errSecDataNotModifiable"),
      (Status.passphraseRequired, "errSecPassphraseRequired"),
      (Status.decode, "errSecDecode"),
      (Status.serviceNotAvailable, "errSecServiceNotAvailable"),
      (Status.databaseLocked, "errSecDatabaseLocked"),
      (Status.quotaExceeded, "errSecQuotaExceeded"),
      (Status.verifyFailed, "errSecVerifyFailed"),
      (Status.unsupportedFormat, "errSecUnsupportedFormat"),
      (Status.unknownFormat, "errSecUnknownFormat"),
    ])
  func members(status: Status, name: String) {
    #expect(status.name == name)
  }

  @Test("only success is success")
  func success() {
    #expect(Status.allKnown.filter(\.isSuccess) == [.success])
  }
}
