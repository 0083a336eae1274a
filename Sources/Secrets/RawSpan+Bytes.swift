// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// The bytes of the array as a span, for the calls that take secrets and plain bytes alike.
  package var rawBytes: RawSpan {
    @_lifetime(borrow self) get { unsafe span.bytes }
  }
}

extension RawSpan {
  /// The byte at `offset`, bounds-checked.
  package func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// A copy of the bytes as an array.
  ///
  /// Not for secrets: nobody wipes an array.
  package var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
