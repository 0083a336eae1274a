// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// The bytes that `hex` writes down; blanks and line breaks are for the reader.
  init(hex: String) {
    let digits = hex.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue!) }
    precondition(digits.count.isMultiple(of: 2), "half a byte in a test vector")
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
