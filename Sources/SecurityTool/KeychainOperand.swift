// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine
internal import KeychainRequests

/// The one keychain that a command about a whole keychain works on.
struct KeychainOperand {
  static let about = """
    A keychain is the path of its folder; login.keychain is the user's own, which is used when none
    is named.
    """

  private let word: Word?

  init(_ arguments: Arguments, of command: String) throws(CommandLineError) {
    guard arguments.operands.count <= 1, arguments.operands.first?.isEmpty != true else {
      throw CommandLineError(
        .missingOption, "\(command): one keychain can be named, after all options")
    }
    word = arguments.operands.first
  }

  /// What macOS prints in the place of a keychain that nobody named.
  var shown: String { word?.shown ?? "<NULL>" }

  /// How a question calls it.
  var asked: String { word?.shown ?? "default" }

  func keychain(_ session: Session) throws(Failure) -> Keychain {
    try session.keychains(word.map { [$0] } ?? [], group: nil)[0]
  }
}

extension Failure {
  /// There is no keychain to work on.
  static func noKeychain(_ function: String) -> Failure {
    Failure(
      function,
      Response(
        failure: .noSuchKeychain, reason: "there is no keychain yet; the first item makes one"))
  }
}
