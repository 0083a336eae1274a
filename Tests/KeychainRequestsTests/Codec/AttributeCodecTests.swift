// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Secrets
import Testing

@Suite("The codec of attributes")
struct AttributeCodecTests {
  private static let everyType: [AttributeKey: AttributeValue] = [
    .account: .text("Grüße, \0 and 🔑"), .service: .text(""), .generic: .bytes([0, 1, 255]),
    .port: .integer(.min), .creator: .integer(0x8000_0001), .type: .real(-0.5),
    .creationDate: .date(760_000_000.125), .isInvisible: .boolean(true),
    .comment: .list([.text("a"), .list([.integer(1), .boolean(false)]), .bytes([])]),
  ]

  private func decode(_ bytes: [UInt8]) throws(DecodingError) -> [AttributeKey: AttributeValue] {
    var attributes: [AttributeKey: AttributeValue] = [:]
    for (key, value) in try AttributeCodec.decode(bytes.rawBytes) { attributes[key] = value }
    return attributes
  }

  @Test("gives back what it took, for every type")
  func roundTrip() throws {
    #expect(try decode(AttributeCodec.encode(Self.everyType)) == Self.everyType)
    #expect(try decode(AttributeCodec.encode([:])).isEmpty)
  }

  @Test("writes the bytes that the format's description shows")
  func documentedBytes() {
    let bytes = AttributeCodec.encode([.port: .integer(443), .account: .text("ada")])
    #expect(
      bytes == [
        1, 0, 2,
        0x61, 0x63, 0x63, 0x74, 1, 0, 0, 0, 3, 0x61, 0x64, 0x61,
        0x70, 0x6F, 0x72, 0x74, 3, 0, 0, 0, 0, 0, 0, 1, 0xBB,
      ])
  }

  @Test("refuses every truncation and every addition")
  func lengths() {
    let bytes = AttributeCodec.encode(Self.everyType)
    for count in 0..<bytes.count {
      #expect(throws: DecodingError.self) { try decode(Array(bytes[..<count])) }
    }
    #expect(throws: DecodingError.self) { try decode(bytes + [0]) }
  }

  @Test("decodes a changed byte to something that encodes to the same bytes, or not at all")
  func oneEncodingForOneMeaning() {
    let bytes = AttributeCodec.encode(Self.everyType)
    for position in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[position] ^= 1 << bit
        if let attributes = try? decode(changed) {
          #expect(AttributeCodec.encode(attributes) == changed)
        }
      }
    }
  }

  @Test(
    "refuses what no encoder makes",
    arguments: [
      ("version 2", [2, 0, 0] as [UInt8]),
      ("text that is not UTF-8", [1, 0, 1, 0x61, 0x63, 0x63, 0x74, 1, 0, 0, 0, 1, 0xFF]),
      ("a boolean of 2", [1, 0, 1, 0x61, 0x63, 0x63, 0x74, 6, 2]),
      ("an unknown type", [1, 0, 1, 0x61, 0x63, 0x63, 0x74, 9, 0]),
      ("a length of 4 GiB", [1, 0, 1, 0x61, 0x63, 0x63, 0x74, 2, 255, 255, 255, 255]),
      ("a list of 4 billion", [1, 0, 1, 0x61, 0x63, 0x63, 0x74, 7, 255, 255, 255, 255, 6]),
      (
        "a key twice",
        [1, 0, 2, 0x61, 0x63, 0x63, 0x74, 6, 1, 0x61, 0x63, 0x63, 0x74, 6, 1]
      ),
      (
        "lists five deep",
        [1, 0, 1, 0x61, 0x63, 0x63, 0x74]
          + [[UInt8]](repeating: [7, 0, 0, 0, 1], count: 5).joined()
          + [6, 0]
      ),
    ])
  func refuses(_ what: String, _ bytes: [UInt8]) {
    #expect(throws: DecodingError.self, "\(what)") { try decode(bytes) }
  }
}
