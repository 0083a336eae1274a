// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import TPM

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

  /// Where systemd has put the credentials of this unit; nil without any.
  package var credentialsFolder: String? {
    self["CREDENTIALS_DIRECTORY"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  static let tpmVariable = "STRONGROOM_TPM"

  /// The TPM to use: the first of the machine, unless `STRONGROOM_TPM` names another.
  var tpm: TPMDevice.Configuration {
    get throws(TPMError) {
      guard let text = self[Self.tpmVariable] else { return TPMDevice.Configuration() }
      return TPMDevice.Configuration(address: try TPMAddress(text))
    }
  }

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
