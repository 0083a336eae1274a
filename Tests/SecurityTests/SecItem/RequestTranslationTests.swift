// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainRequests
import Secrets
import Testing

@testable import Security

@Suite("Dictionaries become requests")
struct RequestTranslationTests {
  func value(_ key: String, _ value: Any) throws -> Request.Value {
    try #require(Request(.add, NSDictionary(object: value, forKey: key as NSString)).query.first)
      .value
  }

  @Test(
    "values keep their kind",
    arguments: [
      ("text" as any Sendable, AttributeValue.text("text")), ("", .text("")),
      (Data([1, 2]), .bytes([1, 2])),
      (Data(), .bytes([])), (true, .boolean(true)), (kCFBooleanFalse!, .boolean(false)),
      (1, .integer(1)), (Int8(1), .integer(1)), (UInt8(255), .integer(255)),
      (-3 as CFNumber, .integer(-3)),
      (Int64.min, .integer(.min)), (UInt64.max, .real(Double(UInt64.max))), (1.5, .real(1.5)),
      (Float(0.5), .real(0.5)), (Date(timeIntervalSinceReferenceDate: 7.25), .date(7.25)),
      (["a", 1, Data([9])] as [any Sendable], .list([.text("a"), .integer(1), .bytes([9])])),
    ])
  func kinds(object: any Sendable, expected: AttributeValue) throws {
    guard case .attribute(let value) = try value("labl", object) else {
      Issue.record("no attribute")
      return
    }
    #expect(value == expected)
  }

  @Test(
    "the secret, and what is as secret, goes into locked memory",
    arguments: ["v_Data", "u_CredRef", "binn", "bin3"])
  func secrets(key: String) throws {
    for data in [Data(), Data([5]), Data(repeating: 3, count: 5000)] {
      guard case .secret(let secret) = try value(key, data) else {
        Issue.record("\(key) is not kept as a secret")
        return
      }
      #expect(secret.bytes.withBytes { $0.array } == Array(data))
    }
  }

  @Test("a secret that the keychain handed out goes back without a copy")
  func handedBack() throws {
    let secret = SharedSecret(copying: [1, 2, 3].rawBytes)
    for key in ["v_Data", "labl"] {
      guard case .secret(let back) = try value(key, SecretData(secret)) else {
        Issue.record("no secret")
        return
      }
      #expect(back === secret)
    }
  }

  @Test("a text in the secret's place stays a text, for the engine to refuse")
  func textAsSecret() throws {
    guard case .attribute(.text("x")) = try value("v_Data", "x") else {
      Issue.record("not a text")
      return
    }
  }

  @Test("null, identifiers and foreign objects are told apart")
  func others() throws {
    let id = UUID()
    guard case .uuid(let bytes) = try value("musr", id) else {
      Issue.record("no identifier")
      return
    }
    #expect(bytes == withUnsafeBytes(of: id.uuid) { Array($0) })
    guard case .null = try value("labl", NSNull()) else {
      Issue.record("no null")
      return
    }
    guard case .unsupported(let type) = try value("accc", NSObject()) else {
      Issue.record("an object that no key takes was let through")
      return
    }
    #expect(type == "NSObject")
    for object in [["a": 1] as NSDictionary, [NSObject()] as NSArray, [[[[[1]]]]] as NSArray] {
      guard case .unsupported = try value("labl", object) else {
        Issue.record("\(type) was let through")
        return
      }
    }
  }

  @Test("keys that are no text are told apart from each other")
  func keys() throws {
    func key(_ key: NSCopying) throws -> Request.Key {
      try #require(Request(.add, NSDictionary(object: 1, forKey: key)).query.first).key
    }
    #expect(try key(kSecAttrLabel) == .name("labl"))
    #expect(try key(NSMutableString(string: "labl")) == .name("labl"))
    #expect(try key(5 as NSNumber) == .number)
    #expect(try key(Date() as NSDate) == .other)
    #expect(try key(NSNull()) == .other)
  }

  @Test("every spelling of a dictionary comes to the same request")
  func spellings() {
    func names(_ dictionary: CFDictionary) -> Set<Request.Key> {
      Set(Request(.copyMatching, dictionary).query.map(\.key))
    }
    let changeable = NSMutableDictionary()
    changeable[kSecClass] = kSecClassKey
    changeable.setObject("a", forKey: kSecAttrLabel)
    let expected: Set<Request.Key> = [.name("class"), .name("labl")]
    #expect(names(changeable) == expected)
    #expect(names([kSecClass: kSecClassKey, kSecAttrLabel: "a"] as CFDictionary) == expected)
    #expect(names(["class": "keys", "labl": "a"] as [String: Any] as CFDictionary) == expected)
    #expect(
      names(["class": "keys", kSecAttrLabel: "a"] as [AnyHashable: Any] as CFDictionary) == expected
    )
  }

  @Test("each key goes with its own value, whatever the size of the dictionary")
  func pairs() {
    let dictionary = NSMutableDictionary()
    for i in 0..<200 { dictionary["key \(i)"] = i }
    for entry in Request(.copyMatching, dictionary).query {
      guard case .name(let name) = entry.key, case .attribute(.integer(let number)) = entry.value
      else {
        Issue.record("lost")
        return
      }
      #expect(name == "key \(number)")
    }
  }

  @Test("an update has two dictionaries, each in its place")
  func update() {
    let request = Request(.update, ["class": "genp"], changes: ["labl": "new"])
    #expect(request.operation == .update)
    #expect(request.query.map(\.key) == [.name("class")])
    #expect(request.changes.map(\.key) == [.name("labl")])
  }
}
