// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine
internal import KeychainRequests

/// `set-keychain-settings`: when a keychain locks itself.
struct SetKeychainSettings: Command {
  private static let onSleep = Option("l")
  private static let afterTimeout = Option("u")
  private static let seconds = Option("t", .required)

  static let name = "set-keychain-settings"
  static let options = [onSleep, afterTimeout, seconds]
  static let usage = """
    [-l] [-u] [-t seconds] [keychain]
        -t  Lock the keychain when nobody has used it for so many seconds; never, when left out
        -u  The same as -t says it; taken for the sake of scripts
        -l  Lock the keychain when the system sleeps; taken, and without effect on Linux

    On Linux: a locked keychain asks for its password first.
    \(KeychainOperand.about)
    """
  static let summary = "Set when a keychain locks itself."

  private let operand: KeychainOperand
  private let locksOnSleep: Bool
  private let wantsTimeout: Bool
  private let seconds: UInt32?

  init(_ words: [Word]) throws(CommandLineError) {
    let arguments = try Self.parse(words)
    operand = try KeychainOperand(arguments, of: Self.name)
    locksOnSleep = arguments.has(Self.onSleep)
    wantsTimeout = arguments.has(Self.afterTimeout)
    seconds = try TimeLimit.read(arguments, Self.seconds)
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    let function = "SecKeychainSetSettings \(operand.shown)"
    let keychain = try operand.keychain(session)
    let state = try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in
      try keys.lockState()
    }
    let authorization: Credential?
    switch state {
    case .missing: throw Failure.noKeychain(function)
    case .open, .unlocked: authorization = nil
    case .neverUnlocked, .lockedAgain:
      do throws(CommandLineError) {
        authorization = .passphrase(
          try PassphraseAsker(session.console, .whoeverIsThere)
            .existing("password to unlock \(operand.asked)"))
      } catch {
        throw Failure(error)
      }
    }
    try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in
      try keys.setIdleSeconds(seconds ?? 0, authorizedBy: authorization)
    }
    if locksOnSleep {
      session.console.say(
        "-l has no effect on Linux: a keychain does not lock when the system sleeps; the time limit counts the time asleep"
      )
    }
    if wantsTimeout, seconds == nil {
      session.console.hint("-u without -t sets no time limit; -t says how many seconds")
    }
    if state == .open {
      session.console.hint(
        "the keychain has no password, so it does not lock; security set-keychain-password sets one"
      )
    }
    return 0
  }
}
