// SPDX-License-Identifier: Apache-2.0

import Foundation
import Secrets
import Strongroom
import StrongroomTesting
import Testing

@Suite("A value in a keychain")
struct KeychainValueTests {
  let keychain = Keychain(service: "values", in: .inMemory())

  private func roundTrip<Value: KeychainValue & Equatable>(_ value: Value) throws -> Bool {
    try keychain.set(value, for: "it")
    return try keychain.find("it", as: Value.self) == value
  }

  @Test(
    "comes back as it went in: text",
    arguments: ["", "ä\u{0}b", "🗝️", String(repeating: "x", count: 1 << 20)])
  func text(_ value: String) throws { #expect(try roundTrip(value)) }

  @Test("comes back as it went in: numbers")
  func numbers() throws {
    for value in [Int.min, -1, 0, Int.max] { #expect(try roundTrip(value)) }
    for value in [0.1, -0.0, .infinity, .leastNonzeroMagnitude, 1e300] {
      #expect(try roundTrip(value))
    }
    for value in [true, false] { #expect(try roundTrip(value)) }
  }

  @Test("comes back as it went in: bytes", arguments: [[], [0], Array(0...255)] as [[UInt8]])
  func bytes(_ value: [UInt8]) throws {
    #expect(try roundTrip(value))
    #expect(try roundTrip(Data(value)))
    try keychain.set(SecretBytes(copying: value.rawBytes), for: "it")
    guard let secret = try keychain.find("it", as: SecretBytes.self) else {
      Issue.record("the secret is not found")
      return
    }
    let found = secret.withBytes { $0.array }
    #expect(found == value)
  }

  @Test("is text where it is a number, for scripts to read")
  func numbersAreText() throws {
    try keychain.set(42, for: "it")
    #expect(try keychain.find("it") == "42")
    try keychain.set(true, for: "it")
    #expect(try keychain.find("it") == "true")
  }

  @Test("of the wrong type is an error that names the item and not its content")
  func wrongType() throws {
    try keychain.set([0xff, 0xfe] as [UInt8], for: "it")
    let error = #expect(throws: KeychainError.self) { try keychain.find("it") }
    #expect(error?.code == .undecodable)
    #expect(error?.reason == "what is kept for \"it\" in the service \"values\" is no String")
    try keychain.set("hunter2", for: "it")
    let second = #expect(throws: KeychainError.self) { try keychain.find("it", as: Int.self) }
    #expect(second?.code == .undecodable)
    #expect(second?.description.contains("hunter2") == false)
  }

  struct Account: Codable, Equatable, Sendable {
    var token: String
    var scopes: [String]
  }

  @Test("of a Codable type comes back, and is updated")
  func codable() throws {
    var account = Account(token: "t", scopes: ["read"])
    try keychain.insert(encoding: account, for: "ada")
    #expect(try keychain.find("ada", decoding: Account.self) == account)
    account.scopes.append("write")
    try keychain.update(encoding: account, for: "ada")
    #expect(try keychain.find("ada", decoding: Account.self) == account)
    try keychain.set(encoding: account, for: "mary")
    #expect(try keychain.find("mary", decoding: Account.self) == account)
    #expect(try keychain.find("nobody", decoding: Account.self) == nil)
  }

  @Test("that is no JSON of the type is an error without its content")
  func brokenJSON() throws {
    try keychain.set("hunter2", for: "ada")
    let error = #expect(throws: KeychainError.self) {
      try keychain.find("ada", decoding: Account.self)
    }
    #expect(error?.code == .undecodable)
    #expect(error?.description.contains("Account") == true)
    #expect(error?.description.contains("hunter") == false)
  }

  @Test("that cannot be encoded is an error, and nothing is stored")
  func notEncodable() throws {
    let error = #expect(throws: KeychainError.self) {
      try keychain.set(encoding: Double.nan, for: "ada")
    }
    #expect(error?.code == .invalidParameter)
    #expect(try !keychain.contains("ada"))
  }
}
