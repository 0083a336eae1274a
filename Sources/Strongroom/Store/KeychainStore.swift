// SPDX-License-Identifier: Apache-2.0

package import KeychainClient
package import KeychainRequests
internal import ProgramIdentity

/// A keychain that ``Keychain``, ``Keyring`` and ``Strongbox`` work on.
///
/// Programs leave it out and get ``default``; tests pass another one, such as `.inMemory()` from
/// `StrongroomTesting`.
public struct KeychainStore: Sendable {
  private let answer: @Sendable (Request) -> Response

  /// What the program is called, for names that are made of it.
  package let applicationIdentifier: String

  /// The keychain that the process's surroundings give it.
  ///
  /// **On Linux**, `STRONGROOM_KEYCHAIN` chooses (`file:FOLDER`, `memory:`); unset, it is the
  /// user's own folder. A chosen keychain that cannot be reached is an error, never a reason to use
  /// another one.
  public static let `default` = KeychainStore(.shared)

  /// Sends requests through `connection`.
  package init(_ connection: KeychainConnection) {
    self.init(applicationIdentifier: connection.caller.applicationIdentifier) {
      connection.execute($0)
    }
  }

  /// Answers requests by `answer`.
  package init(
    applicationIdentifier: String, answer: @escaping @Sendable (Request) -> Response
  ) {
    self.applicationIdentifier = applicationIdentifier
    self.answer = answer
  }

  /// Executes `request`.
  ///
  /// - Parameter task: what the request is for, as the rest of a sentence after «cannot».
  /// - Throws: what the keychain answers, with the task in front of its reason.
  func execute(
    _ request: Request, to task: @autoclosure () -> String
  ) throws(KeychainError) -> Response {
    let response = answer(request)
    guard response.status.isSuccess else {
      throw KeychainError(
        KeychainError.Code(rawValue: response.status.rawValue),
        reason: "cannot \(task()): \(response.reason ?? response.status.message)")
    }
    return response
  }
}
