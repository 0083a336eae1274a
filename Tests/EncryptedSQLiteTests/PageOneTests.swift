// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import EncryptedSQLite

@Suite("PageOne")
struct PageOneTests {
  private let ours: [UInt8] = Array("SRD\u{1}".utf8) + (0..<12) + [0x10, 0, 1, 1, 48, 7, 8, 9]

  @Test("the first bytes tell our files, plain ones, foreign ones and other versions apart")
  func recognition() {
    #expect(
      PageOne.recognize(ours + [1, 2, 3])
        == .encrypted(PageOne(salt: Array(0..<12), keyCheck: [7, 8, 9])))
    #expect(PageOne.recognize(PageOne.plainMagic + ours) == .plainSQLite)
    #expect(PageOne.recognize([]) == .unwritten)
    #expect(PageOne.recognize([UInt8](repeating: 0, count: 4096)) == .unwritten)
    #expect(PageOne.recognize(Array("SRD\u{2}".utf8) + ours.dropFirst(4)) == .otherVersion(2))
    #expect(PageOne.recognize(Array("%PDF-1.7 and so on, for long".utf8)) == .foreign)
  }

  @Test("every beginning of our header is a file cut short", arguments: 2..<24)
  func truncations(count: Int) {
    #expect(PageOne.recognize(Array(ours.prefix(count))) == .cutShort)
  }
}
