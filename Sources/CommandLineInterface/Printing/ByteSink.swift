// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// Something that bytes are printed to, one after another, so that a secret needs no string on its
/// way.
package protocol ByteSink: AnyObject {
  func write(_ byte: UInt8)
}

extension ByteSink {
  package func write(_ text: String) {
    for byte in text.utf8 { write(byte) }
  }

  package func write(_ bytes: RawSpan) {
    for index in 0..<bytes.byteCount { write(bytes.byte(at: index)) }
  }
}
