// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Testing

@Suite("Persistent references")
struct PersistentReferenceTests {
  @Test("are four letters and 16 bytes, and read back", arguments: ItemClass.allCases)
  func roundTrip(_ itemClass: ItemClass) {
    let reference = PersistentReference(itemClass: itemClass, identifier: Array(1...16))
    #expect(reference.bytes.count == 20)
    #expect(PersistentReference(reference.bytes) == reference)
  }

  @Test("of the older form name a row")
  func rowForm() {
    let reference = PersistentReference(Array("inet".utf8) + [0, 0, 0, 0, 0, 0, 1, 2])
    #expect(reference?.itemClass == .internetPassword)
    #expect(reference?.identity == .row(258))
  }

  @Test("of no known form are refused", arguments: [0, 4, 11, 13, 19, 21])
  func refused(_ count: Int) {
    #expect(PersistentReference(Array("genp----------------------".utf8.prefix(count))) == nil)
    #expect(PersistentReference(Array("xxxx".utf8) + Array(repeating: 0, count: 16)) == nil)
  }
}
