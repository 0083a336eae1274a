// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainRequests

/// Why a command did not do what it should, and what the command results in then.
struct Failure: Error {
  /// What is said, without the program's name; nil when the usage says all.
  let message: String?
  let hint: String?
  /// A status, or 1; 2 has the usage shown.
  let result: Int32

  /// A result for which the usage of the command is shown.
  static let usage: Int32 = 2

  /// What a keychain answered, after the name of the function that macOS puts in front of it.
  init(_ function: String, _ response: Response, hint: String? = nil) {
    // For the two everyday failures the general sentence helps more than the engine's reason; for
    // others the reason names the file or the value.
    let isEveryday = response.status == .itemNotFound || response.status == .duplicateItem
    let sentence = isEveryday ? response.status.message : response.reason ?? response.status.message
    message = "\(function): \(sentence)"
    self.hint = hint ?? Self.hint(aboutDamaged: response.damagedCount)
    result = response.status.rawValue
  }

  /// An item that is not found may be there and damaged.
  private static func hint(aboutDamaged count: Int) -> String? {
    guard count > 0 else { return nil }
    return
      "\(count) damaged \(count == 1 ? "item" : "items") may be it; strongroom doctor lists what is damaged"
  }

  init(_ error: CommandLineError, hint: String? = nil) {
    message = error.code == .helpWanted ? nil : error.reason
    self.hint = hint
    result =
      switch error.code {
      case _ where error.isAboutUsage: Self.usage
      case .outputFailed: Status.io.rawValue
      default: 1
      }
  }
}
