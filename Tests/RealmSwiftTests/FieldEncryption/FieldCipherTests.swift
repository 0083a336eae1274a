// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Strongroom
import TestFolders
import Testing

class Account: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var secret: Data
  @Persisted var other: Data?
  @Persisted var note: String
}

class Loose: Object {
  @Persisted var secret: Data
}

@Suite("field encryption") struct FieldCipherTests {
  let folder = TemporaryFolder()
  let cipher = FieldCipher(.random())

  func open() throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("shared.realm")), objectTypes: [Account.self]))
  }

  @Test("a sealed property comes back, and the file does not show it")
  func roundTrip() throws {
    let secret = Data("correct horse battery staple".utf8)
    do {
      let realm = try open()
      let account = Account(value: ["id": 1, "note": "in the clear for all to see"])
      try realm.write {
        realm.add(account)
        try cipher.store(secret, in: "secret", of: account)
      }
      #expect(try cipher.load("secret", of: account) == secret)
      #expect(account.secret.count == secret.count + 1 + 24 + 16)
    }
    var bytes: [UInt8] = []
    for name in folder.names { bytes += FileBytes.read(folder.file(name)) ?? [] }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("in the clear for all to see"))
    #expect(!text.contains("correct horse"))
  }

  @Test("two seals of one value differ")
  func nonces() throws {
    let a = Account(value: ["id": 1])
    try cipher.store(Data([1, 2, 3]), in: "secret", of: a)
    let first = a.secret
    try cipher.store(Data([1, 2, 3]), in: "secret", of: a)
    #expect(a.secret != first)
  }

  @Test("a value opens in its own place only")
  func places() throws {
    let a = Account(value: ["id": 1])
    let b = Account(value: ["id": 2])
    try cipher.store(Data("a".utf8), in: "secret", of: a)
    b.secret = a.secret
    #expect(throws: Realm.Error.self) { try cipher.load("secret", of: b) }
    a.other = a.secret
    #expect(throws: Realm.Error.self) { try cipher.load("other", of: a) }
    let loose = Loose()
    loose.secret = a.secret
    #expect(throws: Realm.Error.self) { try cipher.load("secret", of: loose) }
    #expect(throws: Realm.Error.self) { try FieldCipher(.random()).load("secret", of: a) }
    #expect(try cipher.load("secret", of: a) == Data("a".utf8))
  }

  @Test("each changed byte is noticed")
  func tampering() throws {
    let a = Account(value: ["id": 1])
    try cipher.store(Data("value".utf8), in: "secret", of: a)
    let whole = a.secret
    for place in whole.indices {
      a.secret = whole
      a.secret[place] ^= 1
      #expect(throws: Realm.Error.self) { try cipher.load("secret", of: a) }
    }
    for count in 1..<whole.count {
      a.secret = whole.prefix(count)
      #expect(throws: Realm.Error.self) { try cipher.load("secret", of: a) }
    }
  }

  @Test("nothing sealed is nothing, and what is no Data property is refused")
  func mistakes() throws {
    let a = Account(value: ["id": 1])
    #expect(try cipher.load("secret", of: a) == nil)
    #expect(try cipher.load("other", of: a) == nil)
    let error = #expect(throws: Realm.Error.self) { try cipher.store(Data(), in: "note", of: a) }
    #expect(error?.errorCode == .invalidInput)
    #expect(error?.reason.contains("note") == true)
    #expect(throws: Realm.Error.self) { try cipher.load("nothing", of: a) }
  }
}
