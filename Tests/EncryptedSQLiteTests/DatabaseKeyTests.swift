// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Secrets
import Testing

@Suite("DatabaseKey")
struct DatabaseKeyTests {
  @Test("only 64 bytes are a key", arguments: [0, 1, 32, 63, 65, 128])
  func length(count: Int) {
    let bytes = RandomBytes.bytes(count)
    let error = #expect(throws: EncryptedSQLiteError.self) {
      _ = try DatabaseKey(copying: bytes.rawBytes)
    }
    #expect(error?.code == .invalidKey)
    #expect(error?.reason.contains("64") == true)
  }

  @Test("a constant is not a key", arguments: [0, 0x41, 0xFF])
  func constant(byte: UInt8) {
    let bytes = [UInt8](repeating: byte, count: 64)
    let error = #expect(throws: EncryptedSQLiteError.self) {
      _ = try DatabaseKey(copying: bytes.rawBytes)
    }
    #expect(error?.code == .invalidKey)
  }

  @Test("a key gives back its bytes, and two random ones differ")
  func bytes() throws {
    let bytes = RandomBytes.bytes(64)
    let key = try DatabaseKey(copying: bytes.rawBytes)
    #expect(key.withBytes { $0.array } == bytes)
    #expect(key.copy().withBytes { $0.array } == bytes)
    let a = DatabaseKey.random(), b = DatabaseKey.random()
    #expect(a.withBytes { $0.array } != b.withBytes { $0.array })
  }
}
