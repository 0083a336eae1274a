// SPDX-License-Identifier: Apache-2.0

/// What went wrong in a cryptographic operation.
///
/// Equality is the code.
package struct CryptographyError: Error, Equatable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The tag does not fit: another key, other associated data, or changed bytes. The mathematics
    /// cannot tell which.
    case authenticationFailed
    /// An input has a length or a value that the construction does not take.
    case invalidParameter
    /// The memory that a password hash needs is not there.
    case outOfMemory
    /// The library refused; ``reason`` keeps its words.
    case libraryFailure
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  package var description: String { reason }

  package static func == (a: CryptographyError, b: CryptographyError) -> Bool { a.code == b.code }
}
