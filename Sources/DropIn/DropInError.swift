// SPDX-License-Identifier: Apache-2.0

/// Why a package could not be built against our modules.
///
/// Equality is the code.
package struct DropInError: Error, Equatable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The words of the command line make no sense.
    case usage
    /// There is no package to build.
    case noPackage
    /// There is no Swift.
    case noSwift
    /// Our modules are neither built nor can they be.
    case noModules
    /// A program that was needed went wrong, and has said why.
    case programFailed
    /// A file or folder could not be read or written.
    case inputOutput
  }

  package let code: Code
  /// What happened, to which thing.
  package let reason: String
  /// What may help.
  package let hint: String?

  package init(_ code: Code, _ reason: String, hint: String? = nil) {
    self.code = code
    self.reason = reason
    self.hint = hint
  }

  package var description: String { reason }

  package static func == (a: DropInError, b: DropInError) -> Bool { a.code == b.code }
}
