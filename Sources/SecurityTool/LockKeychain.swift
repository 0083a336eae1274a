// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// `lock-keychain`: locks for all of the user's processes.
struct LockKeychain: Command {
  private static let all = Option("a")

  static let name = "lock-keychain"
  static let options = [all]
  static let usage = """
    [-a] [keychain]
        -a  Lock all keychains of the user, which is the one that is used when none is named

    On Linux: every program of the user finds it locked within a second. A keychain without a
    password cannot be locked.
    \(KeychainOperand.about)
    """
  static let summary = "Lock a keychain."

  private let operand: KeychainOperand

  init(_ words: [Word]) throws(CommandLineError) {
    let arguments = try Self.parse(words)
    operand = try KeychainOperand(arguments, of: Self.name)
    guard !arguments.has(Self.all) || arguments.operands.isEmpty else {
      throw CommandLineError(.illegalOption, "\(Self.name): -a and a keychain exclude each other")
    }
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    try operand.keychain(session).withKeys("SecKeychainLock \(operand.shown)") {
      (keys) throws(KeychainEngineError) in try keys.lock()
    }
    return 0
  }
}
