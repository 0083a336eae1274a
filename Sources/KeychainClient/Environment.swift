// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The environment variables of this process, or none of them in a program that runs with more
/// rights than its caller.
///
/// Such a program's environment belongs to somebody else (`AT_SECURE`), and must not decide where
/// its secrets are.
package struct Environment: Sendable {
  private let variables: [String: String]?

  /// The process's own.
  package static let process = Environment(
    variables: strongroom_is_secure_execution() ? [:] : nil)

  /// A made-up one, for tests.
  package init(_ variables: [String: String]) { self.init(variables: variables) }

  private init(variables: [String: String]?) { self.variables = variables }

  /// The value of `name`; nil when it is not set or empty.
  package subscript(name: String) -> String? {
    let value =
      if let variables {
        variables[name]
      } else {
        unsafe getenv(name).map { unsafe String(cString: $0) }
      }
    return value?.isEmpty == false ? value : nil
  }
}
