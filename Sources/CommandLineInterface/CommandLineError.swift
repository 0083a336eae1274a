// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a command line, or with the terminal and files it works on.
///
/// Equality is the code.
package struct CommandLineError: Error, Equatable, CustomStringConvertible {
  /// The kind of failure.
  package enum Code: Sendable {
    /// The command does not have the option, or the option is used against its declaration.
    case illegalOption
    /// An option stands at the end without the value that it needs.
    case missingValue
    /// An option that the command cannot do without was not given.
    case missingOption
    /// The usage was asked for in the place of the work.
    case helpWanted
    /// The value of an option, or an operand, cannot be read as what it should be.
    case invalidValue
    /// Nobody typed a secret, or not the same one twice.
    case noSecret
    /// An answer could not be written.
    case outputFailed
  }

  package let code: Code
  /// What happened, to which thing, what to try.
  ///
  /// Never a secret.
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  package var description: String { reason }

  /// Whether the command line itself is at fault, so that its usage should be shown.
  package var isAboutUsage: Bool {
    switch code {
    case .illegalOption, .missingValue, .missingOption, .helpWanted: true
    case .invalidValue, .noSecret, .outputFailed: false
    }
  }

  package static func == (a: CommandLineError, b: CommandLineError) -> Bool { a.code == b.code }
}
