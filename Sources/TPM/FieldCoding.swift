// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of an encoding, big-endian, checking every length against what is left.
struct FieldReader {
  private var rest: ArraySlice<UInt8>
  /// What is being read, for the error.
  private let subject: String

  init(_ bytes: [UInt8], subject: String) {
    rest = bytes[...]
    self.subject = subject
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) throws(TPMError) -> [UInt8] {
    guard count <= rest.count else { throw damage }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func number16() throws(TPMError) -> UInt16 {
    try take(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  mutating func number32() throws(TPMError) -> UInt32 {
    try take(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads a `u16` length and as many bytes: what the TPM's own structures (`TPM2B`) look like.
  mutating func counted() throws(TPMError) -> [UInt8] { try take(Int(try number16())) }

  /// Reads the magic and the version that every encoding begins with.
  mutating func header(_ magic: String, version: UInt16) throws(TPMError) {
    guard try take(magic.utf8.count) == Array(magic.utf8) else { throw damage }
    let found = try number16()
    guard found == version else {
      throw TPMError(
        .laterVersion,
        "\(subject) has format \(found); this version of Strongroom reads format \(version)")
    }
  }

  var damage: TPMError {
    TPMError(.damaged, "\(subject) is damaged; restore it from a backup, or use the recovery code")
  }
}

extension [UInt8] {
  /// Appends a number, big-endian.
  mutating func append(number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Appends a `u16` length and the bytes.
  mutating func append(counted bytes: [UInt8]) {
    append(number: UInt16(bytes.count))
    append(contentsOf: bytes)
  }
}
