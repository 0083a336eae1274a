// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// `show-keychain-info`: when a keychain locks itself.
struct ShowKeychainInfo: Command {
  static let name = "show-keychain-info"
  static let options: [Option] = []
  static let usage = """
    [keychain]
    Prints on standard error, as on macOS. "no-timeout" is a keychain that does not lock itself.
    \(KeychainOperand.about)
    """
  static let summary = "Show when a keychain locks itself."

  private let operand: KeychainOperand

  init(_ words: [Word]) throws(CommandLineError) {
    operand = try KeychainOperand(try Self.parse(words), of: Self.name)
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    let function = "SecKeychainCopySettings \(operand.shown)"
    let (state, seconds) = try operand.keychain(session).withKeys(function) {
      (keys) throws(KeychainEngineError) in (try keys.lockState(), try keys.idleSeconds())
    }
    guard state != .missing else { throw Failure.noKeychain(function) }
    session.console.print(
      "Keychain \"\(operand.shown)\"" + (seconds == 0 ? " no-timeout" : " timeout=\(seconds)s")
        + "\n")
    return 0
  }
}
