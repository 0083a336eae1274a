// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import Secrets
import Strongroom
import Testing

@Suite("The item behind a key")
struct KeyItemTests {
  private let connection = KeychainConnection(
    .embedded(.memory),
    caller: Caller(
      userID: 1, applicationIdentifier: "a", accessGroups: .listed(["a"]), evidence: .explicit))
  private var keyring: Keyring {
    Keyring(accessibility: .afterFirstUnlock, in: KeychainStore(connection))
  }

  /// What code for Apple's systems passes to SecItemAdd, except for the value.
  private let attributes: Request.Dictionary = [
    .init(.name(RequestKeys.itemClass), .text("keys")),
    .init(.applicationTag, .bytes(Array("notes".utf8))),
    .init(.keySizeInBits, .integer(512)),
  ]

  private func add(_ attributes: Request.Dictionary, _ bytes: [UInt8]) -> Status {
    let value = Request.Entry(.name(RequestKeys.valueData), .bytes(bytes))
    return connection.execute(Request(.add, attributes + [value])).status
  }

  @Test("that SecItemAdd made is found, and cannot be made again")
  func foundFromOutside() throws {
    let bytes = (0..<64).map { UInt8($0) }
    #expect(add(attributes, bytes) == .success)
    let key = try #require(try keyring.find("notes"))
    #expect(key.withBytes { $0.array } == bytes)
    #expect(throws: KeychainError(.duplicateItem, reason: "")) { try keyring.make("notes") }
  }

  @Test("with a key class of its own is found too, and is no reason for a second one")
  func keyClass() throws {
    let symmetric = attributes + [.init(.keyClass, .integer(2))]
    #expect(add(symmetric, (0..<64).map { UInt8($0) }) == .success)
    #expect(try keyring.find("notes") != nil)
    #expect(throws: KeychainError(.duplicateItem, reason: "")) { try keyring.make("notes") }
  }

  @Test(
    "that a keyring made is a duplicate to SecItemAdd, and has the accessibility that was asked for"
  )
  func foundFromInside() throws {
    try keyring.make("notes")
    #expect(add(attributes, [1]) == .duplicateItem)
    let query = attributes + [.init(.accessible, .text("ck"))]
    #expect(connection.execute(Request(.copyMatching, query)).status == .success)
  }

  @Test(
    "that holds no key is an error that says why",
    arguments: [
      ([], "0 bytes"), (Array(repeating: 1, count: 63), "63 bytes"),
      (Array(repeating: 7, count: 65), "65 bytes"), (Array(repeating: 9, count: 64), "the same"),
    ] as [([UInt8], String)])
  func noKey(_ bytes: [UInt8], _ words: String) throws {
    #expect(add(attributes, bytes) == .success)
    for attempt in [keyring.find, keyring.findOrMake]
      as [(String) throws(KeychainError) -> EncryptionKey?]
    {
      let error = #expect(throws: KeychainError.self) { try attempt("notes") }
      #expect(error?.code == .undecodable)
      #expect(error?.reason.contains(words) == true)
      #expect(error?.reason.contains("\"notes\"") == true)
    }
  }
}
