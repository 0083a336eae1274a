// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Testing

@Suite("A property list in DER")
struct DERPropertyListTests {
  @Test(
    "has the bytes that X.690 gives it, and is read back",
    arguments: [
      (.boolean(true), [1, 1, 0xFF]), (.boolean(false), [1, 1, 0]), (.integer(0), [2, 1, 0]),
      (.integer(127), [2, 1, 0x7F]), (.integer(128), [2, 2, 0, 0x80]),
      (.integer(-128), [2, 1, 0x80]), (.integer(-129), [2, 2, 0xFF, 0x7F]),
      (.integer(.max), [2, 8, 0x7F] + [UInt8](repeating: 0xFF, count: 7)),
      (.integer(.min), [2, 8, 0x80] + [UInt8](repeating: 0, count: 7)),
      (.text("ab"), [0x0C, 2, 0x61, 0x62]), (.text(""), [0x0C, 0]), (.bytes([7]), [4, 1, 7]),
      (
        .bytes([UInt8](repeating: 1, count: 200)),
        [4, 0x81, 200] + [UInt8](repeating: 1, count: 200)
      ),
      (
        .bytes([UInt8](repeating: 1, count: 300)),
        [4, 0x82, 1, 44] + [UInt8](repeating: 1, count: 300)
      ),
      (.dictionary([:]), [0x31, 0]),
      (
        .dictionary(["b": .integer(1), "a": .integer(2)]),
        [0x31, 16, 0x30, 6, 0x0C, 1, 0x61, 2, 1, 2, 0x30, 6, 0x0C, 1, 0x62, 2, 1, 1]
      ),
    ] as [(PropertyList, [UInt8])])
  func examples(_ list: PropertyList, _ bytes: [UInt8]) throws {
    #expect(DERPropertyList.encode(list) == bytes)
    #expect(try DERPropertyList.decode(bytes) == list)
  }

  @Test(
    "is not read from another encoding of the same",
    arguments: [
      [1, 1, 1], [1, 2, 0xFF, 0xFF], [2, 2, 0, 1], [2, 0], [2, 9, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      [0x0C, 0x81, 1, 0x61], [0x0C, 0x80, 0x61, 0, 0], [0x0C, 1, 0xFF], [4, 0x82, 0, 0x90], [5, 0],
      [0x31, 16, 0x30, 6, 0x0C, 1, 0x62, 2, 1, 1, 0x30, 6, 0x0C, 1, 0x61, 2, 1, 2],
      [0x31, 16, 0x30, 6, 0x0C, 1, 0x61, 2, 1, 2, 0x30, 6, 0x0C, 1, 0x61, 2, 1, 3],
      [0x31, 8, 0x30, 6, 4, 1, 0x61, 2, 1, 2], [0x31, 3, 1, 1, 0xFF], [], [4, 0xFF, 1],
      [4, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
    ] as [[UInt8]])
  func others(_ bytes: [UInt8]) {
    #expect(throws: DecodingError.self) { try DERPropertyList.decode(bytes) }
  }

  @Test("nested without end is refused, and does not exhaust the stack")
  func nested() {
    var list = PropertyList.integer(1)
    for _ in 0..<50 { list = .dictionary(["a": list]) }
    #expect(throws: DecodingError.self) {
      try DERPropertyList.decode(DERPropertyList.encode(list))
    }
  }
}
