// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// One word of a command line.
///
/// Nobody knows whether a word is a secret before its option has been read, so every word is kept
/// like one: in locked memory, wiped when it goes. ``text`` and ``bytes`` make copies, for words
/// that turned out to be names.
package struct Word: Sendable {
  package let secret: SharedSecret

  package init(_ secret: SharedSecret) { self.secret = secret }

  package init(_ bytes: RawSpan) { secret = SharedSecret(copying: bytes) }

  package init(_ text: String) { self.init(Array(text.utf8).rawBytes) }

  package var count: Int { secret.bytes.count }

  package var isEmpty: Bool { count == 0 }

  /// The bytes, copied to memory that nobody wipes.
  package var bytes: [UInt8] { secret.bytes.withBytes { $0.array } }

  /// The text, copied to memory that nobody wipes; nil when the bytes are no UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The text for a message, with a mark in the place of every byte that is no UTF-8.
  package var shown: String { String(decoding: bytes, as: UTF8.self) }

  package func byte(at index: Int) -> UInt8 { secret.bytes.withBytes { $0.byte(at: index) } }

  package func firstIndex(of byte: UInt8) -> Int? {
    secret.bytes.withBytes { bytes in (0..<bytes.byteCount).first { bytes.byte(at: $0) == byte } }
  }

  /// The part of the word that `range` covers, as a word of its own.
  package subscript(range: Range<Int>) -> Word {
    secret.bytes.withBytes { Word($0.extracting(range)) }
  }
}

extension Word: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
