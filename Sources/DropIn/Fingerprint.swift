// SPDX-License-Identifier: Apache-2.0

/// A short name for a long text, by FNV-1a; it tells folders apart and protects nothing.
enum Fingerprint {
  static func of(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash &*= 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
