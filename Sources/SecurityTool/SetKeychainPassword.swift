// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine
internal import KeychainRequests
internal import Secrets

/// `set-keychain-password`: the first password, another one, or none any more.
struct SetKeychainPassword: Command {
  private static let old = Option("o", .required, isSecret: true)
  private static let new = Option("p", .required, isSecret: true)

  static let name = "set-keychain-password"
  static let options = [old, new]
  static let usage = """
    [-o oldPassword] [-p newPassword] [keychain]
        -o  The password so far; it asks when left out, if there is one
        -p  The new password; it asks when left out

    Everybody on this machine can see a password on the command line while the command runs.
    On Linux: the first password makes all keys of the keychain anew. Another password leaves the
    keys as they are; for one that somebody else knows, use strongroom rotate --compromised. An
    empty password takes the password away, after a question.
    \(KeychainOperand.about)
    """
  static let summary = "Set the password of a keychain."

  private static let function = "SecKeychainChangePassword"

  private let operand: KeychainOperand
  private let givenOld: Word?
  private let givenNew: Word?

  init(_ words: [Word]) throws(CommandLineError) {
    let arguments = try Self.parse(words)
    operand = try KeychainOperand(arguments, of: Self.name)
    givenOld = arguments.value(of: Self.old)
    givenNew = arguments.value(of: Self.new)
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    let function = "\(Self.function) \(operand.shown)"
    let keychain = try operand.keychain(session)
    let (state, slots) = try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in
      (try keys.lockState(), try keys.slots())
    }
    switch state {
    case .missing: throw Failure.noKeychain(function)
    case .open: try setFirst(keychain, slots, function, session)
    case .neverUnlocked, .unlocked, .lockedAgain:
      guard slots.contains(where: { $0.kind == .passphrase }) else {
        throw Self.otherWays("has no password, but other ways in: ", function)
      }
      try change(keychain, slots, function, session)
    }
    return 0
  }

  // MARK: The first password

  private func setFirst(
    _ keychain: Keychain, _ slots: [SlotDescription], _ function: String, _ session: Session
  ) throws(Failure) {
    guard slots.count == 1 else {
      throw Self.otherWays("has no password, but a recovery code: ", function)
    }
    guard givenOld?.isEmpty != false else {
      throw Failure(
        function,
        Response(
          failure: .authFailed, reason: "the keychain has no password so far; leave -o out"))
    }
    let new = try newPassword(session)
    guard new.bytes.count > 0 else {
      throw Failure(
        CommandLineError(.invalidValue, "\(Self.name): the keychain has no password to take away"))
    }
    try rotate(keychain, to: [new], authorizedBy: nil, function)
    session.console.hint(
      "a way in for the day when nobody knows the password: strongroom slots add recovery-code")
  }

  // MARK: Another password

  private func change(
    _ keychain: Keychain, _ slots: [SlotDescription], _ function: String, _ session: Session
  ) throws(Failure) {
    let old = Credential.passphrase(
      try secret(givenOld, session) { (asker) throws(CommandLineError) in
        try asker.existing("Old Password")
      })
    // Before anybody thinks of a new one.
    try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in try keys.verify(old) }
    let new = try newPassword(session)
    guard new.bytes.count > 0 else {
      return try remove(old, keychain, slots, function, session)
    }
    try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in
      try keys.replaceSlot(
        of: old, by: .init(.passphrase(new), cost: try PassphraseCost.calibrated()))
    }
    session.console.hint(
      "the keys are as before: the old password still opens a copy of the keychain's files of before, and those keys open what is stored from now on; strongroom rotate --compromised is for a password that somebody else knows"
    )
  }

  private func newPassword(_ session: Session) throws(Failure) -> SharedSecret {
    let new = try secret(givenNew, session) { (asker) throws(CommandLineError) in
      try asker.new("New Password", again: "Retype New Password")
    }
    if new.bytes.count > 0, let advice = PassphraseAdvice.hint(on: new) {
      session.console.hint(advice)
    }
    return new
  }

  // MARK: None any more

  private func remove(
    _ old: Credential, _ keychain: Keychain, _ slots: [SlotDescription], _ function: String,
    _ session: Session
  ) throws(Failure) {
    guard slots.count == 1 else {
      throw Self.otherWays("has other ways in beside the password: ", function)
    }
    try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in
      try keys.unlock(with: old)
    }
    let isAgreed = try asked(session) { (asker) throws(CommandLineError) in
      try asker.agrees(
        to: "Without a password, whoever can read the keychain's folder reads all of it. "
          + PasscodeItems.consequence(keychain.passcodeItemCount))
    }
    guard isAgreed else {
      throw Failure(
        function,
        Response(failure: .userCanceled, reason: "nobody agreed at a terminal; the password stays"),
        hint: "scripts use: strongroom slots remove --make-open --yes")
    }
    try rotate(keychain, to: [], authorizedBy: old, function)
  }

  // MARK: Both

  private func rotate(
    _ keychain: Keychain, to passwords: [SharedSecret], authorizedBy old: Credential?,
    _ function: String
  ) throws(Failure) {
    let bar = RotationBar()
    defer { bar.end() }
    try keychain.withKeys(function) { (keys) throws(KeychainEngineError) in
      let cost = try PassphraseCost.calibrated()
      let ways = passwords.map { RotationPlan.WayIn(.passphrase($0), cost: cost) }
      try keys.rotate(RotationPlan(waysIn: ways), authorizedBy: old) { bar.show($0, of: $1) }
    }
  }

  private func secret(
    _ given: Word?, _ session: Session,
    _ ask: (PassphraseAsker) throws(CommandLineError) -> SharedSecret
  ) throws(Failure) -> SharedSecret {
    if let given { return given.secret }
    return try asked(session, ask)
  }

  private func asked<R>(
    _ session: Session, _ body: (PassphraseAsker) throws(CommandLineError) -> R
  ) throws(Failure) -> R {
    do throws(CommandLineError) {
      return try body(PassphraseAsker(session.console, .whoeverIsThere))
    } catch {
      throw Failure(error)
    }
  }

  private static func otherWays(_ state: String, _ function: String) -> Failure {
    Failure(
      function,
      Response(
        failure: .unimplemented,
        reason: "the keychain \(state)use strongroom slots list, add and remove"))
  }
}
