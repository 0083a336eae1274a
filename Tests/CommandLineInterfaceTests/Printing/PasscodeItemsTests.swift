// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Testing

@Suite("Items that go with the last passphrase")
struct PasscodeItemsTests {
  @Test(
    "are announced, with their number where it is known",
    arguments: [
      (0, "There are no items"), (1, "One item,"), (2, "2 items,"), (nil, "Items that are kept"),
    ] as [(Int?, String)])
  func consequence(_ count: Int?, _ beginning: String) {
    #expect(PasscodeItems.consequence(count).hasPrefix(beginning))
    #expect(PasscodeItems.consequence(count).contains("deleted") == (count != 0))
  }
}
