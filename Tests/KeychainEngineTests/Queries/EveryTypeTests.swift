// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Secrets
import Testing

/// Every attribute of every class with a value of every type.
///
/// Source: the specification's §2, value conversion.
@Suite("An attribute with a value of some type")
struct EveryTypeTests {
  private static let values: [(name: String, value: Request.Value)] = [
    ("text", .text("t")), ("bytes", .bytes([0x62])), ("bytes that are no UTF-8", .bytes([0xFF])),
    ("secret", .secret(SharedSecret(copying: [UInt8]("s".utf8).rawBytes))),
    ("integer", .integer(7)),
    ("real", .attribute(.real(1.5))), ("date", .date(5)), ("boolean", .boolean(true)),
    ("list", .attribute(.list([.text("l")]))), ("uuid", .uuid([UInt8](0..<16))), ("null", .null),
    ("object", .unsupported("NSURL")), ("16 bytes", .bytes([UInt8](0..<16))),
    ("20 bytes", .bytes([UInt8](0..<20))),
  ]

  private static func accepted(_ kind: AttributeSchema.Kind) -> Set<String> {
    switch kind {
    case .text: ["text", "bytes", "secret", "uuid", "16 bytes", "20 bytes"]
    case .blob:
      [
        "text", "bytes", "bytes that are no UTF-8", "secret", "integer", "real", "16 bytes",
        "20 bytes",
      ]
    case .data:
      [
        "text", "bytes", "bytes that are no UTF-8", "secret", "integer", "16 bytes", "20 bytes",
      ]
    case .number: ["text", "integer", "real", "boolean"]
    case .date: ["date"]
    case .uuid: ["uuid", "null", "16 bytes"]
    case .sha1: ["20 bytes"]
    case .accessControl: []
    case .secretData: ["bytes", "bytes that are no UTF-8", "secret", "16 bytes", "20 bytes"]
    }
  }

  /// What a value of the right type must not be: the rules of the attribute itself decide.
  private static let ruled: Set<AttributeKey> = [
    .accessible, .accessGroup, .tokenID, .tombstone, .synchronizable,
  ]

  @Test(
    "is stored and found again, or refused by all three calls, by the kind of the attribute",
    arguments: ItemClass.allCases)
  func everyType(_ itemClass: ItemClass) {
    for schema in itemClass.attributes where !Self.ruled.contains(schema.key) {
      for (name, value) in Self.values {
        let keychain = EngineHarness()
        let entry = Request.Entry(schema.key, value)
        let item: Request.Dictionary = [.itemClass(itemClass), entry, .data("d")]
        let isAccepted = Self.accepted(schema.kind).contains(name)
        let added = keychain.add(item)
        #expect(added.status == (isAccepted ? .success : .param), "\(schema.key) \(name)")
        let rest = keychain.find([.itemClass(itemClass)])
        #expect(rest.status == (isAccepted ? .success : .itemNotFound), "\(schema.key) \(name)")
        if !isAccepted { #expect(keychain.add([.itemClass(itemClass)]).status == .success) }
        let changed = keychain.update([.itemClass(itemClass)], [entry])
        // A user's view cannot be changed, and is passed over whatever its value.
        let mayChange = isAccepted || schema.key == .multiUser
        let expected: Status =
          schema.key == .sharingGroup ? .param : mayChange ? .success : .param
        #expect(changed.status == expected, "\(schema.key) \(name)")
        if schema.kind != .secretData, schema.key != .creationDate,
          schema.key != .modificationDate, schema.key != .digest, isAccepted
        {
          let found = keychain.find([.itemClass(itemClass), entry])
          #expect(found.status == .success, "\(schema.key) \(name)")
        }
      }
    }
  }
}
