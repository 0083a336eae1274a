// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine
internal import KeychainRequests

/// `unlock-keychain`: unlocks for all of the user's processes, by way of the kernel's keyring.
struct UnlockKeychain: Command {
  private static let password = Option("p", .required, isSecret: true)
  private static let withoutPassword = Option("u")
  private static let seconds = Option("t", .required)

  static let name = "unlock-keychain"
  static let options = [password, withoutPassword, seconds]
  static let usage = """
    [-u] [-p password] [-t seconds] [keychain]
        -p  The password; it asks when left out
        -u  Use no password: succeeds where the keychain is unlocked already, or a key file or a
            credential of systemd opens it
        -t  On Linux: for how long the user's other programs find the keychain unlocked; the
            keychain's own time limit when left out, and without one until the machine restarts

    Everybody on this machine can see a password on the command line while the command runs.
    On Linux the key waits in the kernel's keyring of the user. Where that is closed, as in many
    containers, the password is checked and nothing is unlocked; each program asks for itself.
    \(KeychainOperand.about)
    """
  static let summary = "Unlock a keychain."

  private let operand: KeychainOperand
  private let given: Word?
  private let usesPassword: Bool
  private let seconds: UInt32?

  init(_ words: [Word]) throws(CommandLineError) {
    let arguments = try Self.parse(words)
    operand = try KeychainOperand(arguments, of: Self.name)
    given = arguments.value(of: Self.password)
    usesPassword = !arguments.has(Self.withoutPassword)
    guard usesPassword || given == nil else {
      throw CommandLineError(.illegalOption, "\(Self.name): -u and -p exclude each other")
    }
    seconds = try TimeLimit.read(arguments, Self.seconds)
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    let function = "SecKeychainUnlock \(operand.shown)"
    let keychain = try operand.keychain(session)
    switch try keychain.withKeys(
      function,
      { (keys) throws(KeychainEngineError) in
        try keys.lockState()
      })
    {
    case .missing: throw Failure.noKeychain(function)
    case .open:
      session.console.hint(
        "the keychain has no password and is always open; security set-keychain-password sets one")
      return 0
    case .unlocked where !usesPassword: return 0
    case .neverUnlocked, .lockedAgain, .unlocked: break
    }
    guard usesPassword else {
      throw Failure(
        function,
        Response(
          failure: .interactionNotAllowed,
          reason: "the keychain is locked, and nothing but a password opens it here"))
    }
    let secret = try password(session)
    try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in
      try keys.unlock(with: .passphrase(secret))
    }
    return try share(keychain, function, session)
  }

  private func password(_ session: Session) throws(Failure) -> SharedSecret {
    if let given { return given.secret }
    do throws(CommandLineError) {
      return try PassphraseAsker(session.console, .whoeverIsThere)
        .existing("password to unlock \(operand.asked)")
    } catch {
      throw Failure(error)
    }
  }

  /// Leaves the key where the user's other processes find it; this one alone is unlocked so far.
  private func share(
    _ keychain: Keychain, _ function: String, _ session: Session
  ) throws(Failure) -> Int32 {
    let refusal: KeychainEngineError? = try keychain.withKeys(function) {
      (keys) throws(KeychainEngineError) in
      let ownLimit = try keys.idleSeconds()
      do throws(KeychainEngineError) {
        try keys.shareUnlock(for: seconds ?? ownLimit)
        return nil
      } catch {
        guard error.status == .notAvailable else { throw error }
        return error
      }
    }
    guard let refusal else { return 0 }
    guard !session.isInteractive else {
      session.console.hint(
        "the keychain is unlocked for the commands of this session only: \(refusal.reason)")
      return 0
    }
    throw Failure(
      function,
      Response(
        failure: refusal.status,
        reason: "the password is right, and nothing is unlocked: \(refusal.reason)"),
      hint:
        "a key file or a credential of systemd opens a keychain without anybody: strongroom slots add -h"
    )
  }
}
