// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Secrets
import Testing

@testable import KeychainEngine

@Suite("The lock of a row with a password")
struct PasswordLockTests {
  /// The test bytes of `Documentation/keychain-format.md`, computed there by another program.
  private static let encoded = [
    [1, 0, 0, 0, 1, 0, 0, 0x20, 0], Array(0x11...0x20),
    [
      0x48, 0x41, 0xf8, 0xea, 0xc9, 0xc6, 0xd6, 0x5f, 0x4e, 0xba, 0x13, 0xd0, 0x68, 0x5b, 0x9d,
      0x93,
    ],
  ].flatMap { $0.map { UInt8($0) } }
  private static let key: [UInt8] = [
    0x61, 0x4c, 0xb7, 0xfc, 0xc1, 0xfb, 0x13, 0xa9, 0x5f, 0x7d, 0x76, 0x18, 0xc2, 0xcc, 0x6e, 0x89,
    0xd1, 0x62, 0x49, 0x87, 0xde, 0xed, 0x5b, 0x53, 0x71, 0x91, 0xeb, 0x77, 0x72, 0x17, 0x83, 0x91,
  ]

  @Test("gives the key of the format's description to its password, and none to another")
  func vector() throws {
    let lock = try #require(PasswordLock(encoded: .bytes(Self.encoded)))
    #expect(lock.encoded == Self.encoded)
    let opened = try lock.open(with: .text("correct horse"))
    let key = try #require(opened)
    let bytes = key.bytes.withBytes { $0.array }
    #expect(bytes == Self.key)
    for wrong in ["correct hors", "Correct horse", "correct horse\0", ""] {
      #expect(try lock.open(with: .text(wrong)) == nil)
    }
  }

  @Test("is not read from other bytes, nor with a price that nobody would set")
  func refused() {
    func isRead(_ change: (inout [UInt8]) -> Void) -> Bool {
      var bytes = Self.encoded
      change(&bytes)
      return PasswordLock(encoded: .bytes(bytes)) != nil
    }
    #expect(isRead { _ in })
    for count in Self.encoded.indices {
      #expect(!isRead { $0.removeLast($0.count - count) })
    }
    #expect(!isRead { $0.append(0) })
    #expect(!isRead { $0[0] = 2 })
    #expect(!isRead { $0[4] = 0 }, "no pass")
    #expect(isRead { $0[4] = 64 })
    #expect(!isRead { $0[4] = 65 })
    #expect(!isRead { $0[1] = 0xFF })
    #expect(!isRead { $0.replaceSubrange(5..<9, with: [0, 0, 0, 7]) }, "under 8 KiB")
    #expect(isRead { $0.replaceSubrange(5..<9, with: [0, 0x10, 0, 0]) })
    #expect(!isRead { $0.replaceSubrange(5..<9, with: [0, 0x10, 0, 1]) }, "over 1 GiB")
    #expect(PasswordLock(encoded: .text("lock")) == nil)
  }
}
