// SPDX-License-Identifier: Apache-2.0

import Secrets
import Testing

@Suite("ConstantTime")
struct ConstantTimeTests {
  @Test("equal bytes are equal", arguments: [0, 1, 16, 32, 33, 4096])
  func equal(count: Int) {
    let bytes = RandomBytes.bytes(count)
    let same = bytes.map { $0 }
    let isEqual = ConstantTime.areEqual(bytes.rawBytes, same.rawBytes)
    #expect(isEqual)
  }

  @Test("one changed bit anywhere makes bytes unequal", arguments: [32, 33], 0..<32 * 8)
  func oneBit(count: Int, bit: Int) {
    let bytes = RandomBytes.bytes(count)
    var changed = bytes
    changed[count - 1 - bit / 8] ^= 1 << (bit % 8)
    let isEqual = ConstantTime.areEqual(bytes.rawBytes, changed.rawBytes)
    #expect(!isEqual)
  }

  @Test("a prefix is not equal to the whole", arguments: 0..<32)
  func prefix(count: Int) {
    let bytes = RandomBytes.bytes(32)
    let isEqual = ConstantTime.areEqual(Array(bytes[..<count]).rawBytes, bytes.rawBytes)
    #expect(!isEqual)
  }
}
