// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("configurations") struct ConfigurationTests {
  private let key = Data("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/".utf8)

  @Test("a key is in no description, dump or reflection of its configuration")
  func secrecy() {
    let configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: "/a.realm"), encryptionKey: key)
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(!text.contains("0123") && !text.contains("48, 49") && !text.contains("64 bytes"))
    }
    #expect("\(configuration)".contains("/a.realm"))
    #expect("\(configuration)".contains("encrypted"))
  }

  @Test("a file and a realm in memory exclude each other")
  func exclusion() {
    var configuration = Realm.Configuration(fileURL: URL(fileURLWithPath: "/a.realm"))
    configuration.inMemoryIdentifier = "m"
    #expect(configuration.fileURL == nil && configuration.inMemoryIdentifier == "m")
    configuration.fileURL = URL(fileURLWithPath: "/b.realm")
    #expect(configuration.inMemoryIdentifier == nil)
  }

  @Test("configurations are equal when all that they say is")
  func equality() {
    let url = URL(fileURLWithPath: "/a.realm")
    let one = Realm.Configuration(fileURL: url, encryptionKey: key, objectTypes: [Jotting.self])
    #expect(
      one == Realm.Configuration(fileURL: url, encryptionKey: key, objectTypes: [Jotting.self]))
    #expect(one != Realm.Configuration(fileURL: url, objectTypes: [Jotting.self]))
    #expect(one != Realm.Configuration(fileURL: url, encryptionKey: key))
    var other = one
    other.schemaVersion = 3
    #expect(one != other)
  }

  @Test("an address that is no file is refused")
  func address() {
    let configuration = Realm.Configuration(fileURL: URL(string: "https://example.org/a.realm"))
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.errorCode == .invalidInput)
    #expect(error?.reason.contains("https://example.org/a.realm") == true)
  }
}
