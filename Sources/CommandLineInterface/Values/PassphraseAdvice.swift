// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// What to say about a new passphrase that somebody could guess.
///
/// A hint and no judgement: words that look long may be the first that everybody tries.
package enum PassphraseAdvice {
  private static let fewestCharacters = 12
  private static let fewestDigits = 20
  private static let fewestDifferent = 6

  /// The advice; nil when there is none to give.
  package static func hint(on passphrase: SharedSecret) -> String? {
    var characters = 0
    var different: UInt64 = 0
    var isNumber = true
    passphrase.bytes.withBytes { bytes in
      for index in 0..<bytes.byteCount {
        let byte = bytes.byte(at: index)
        if byte & 0xC0 != 0x80 { characters += 1 }
        different |= 1 << UInt64(byte & 0x3F)
        isNumber = isNumber && (0x30...0x39).contains(byte)
      }
    }
    guard
      characters < (isNumber ? fewestDigits : fewestCharacters)
        || different.nonzeroBitCount < fewestDifferent
    else { return nil }
    return
      "whoever has a copy of the keychain could guess a passphrase as simple as this one; five words that dice chose, or 16 random characters, are out of reach"
  }
}
