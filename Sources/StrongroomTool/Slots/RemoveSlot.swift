// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// `slots remove`: one way in less, which takes new keys; or none any more.
struct RemoveSlot: Command {
  private static let makeOpen = Option("make-open")
  private static let agrees = Option("yes")

  static let name = "remove"
  static let options = [makeOpen, agrees] + SecretOptions.allOfOne
  static let usage = """
    SLOT [KEYCHAIN] [option ...]
           strongroom slots remove --make-open [KEYCHAIN] [option ...]
    Takes a way in away. All keys are made anew, so that it opens nothing that is stored from now on;
    for that, every way in that stays is asked for again. SLOT is the first digits of a slot's id,
    or a kind where there is one of it.
        --make-open             Take all ways in away: whoever can read the folder reads all of it
        --yes                   Do not ask whether that is wanted
    \(SecretOptions.usageOfOne)
    \(KeychainTarget.about)
    """
  static let summary = "Take a way into a keychain away"

  private let slot: Word?
  private let isAgreed: Bool
  private let secrets: SecretOptions
  private let keychain: Word?

  init(_ arguments: Arguments) throws(CommandLineError) {
    let makesOpen = arguments.has(Self.makeOpen)
    guard makesOpen || !arguments.operands.isEmpty else {
      throw CommandLineError(
        .missingOption, "say which SLOT to remove; strongroom slots list shows them")
    }
    slot = makesOpen ? nil : arguments.operands.first
    isAgreed = arguments.has(Self.agrees)
    secrets = try SecretOptions(arguments)
    keychain = try Self.keychain(arguments, after: makesOpen ? 0 : 1)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    let isOpen = try target.state() == .open
    let slots = try target.slots()
    let questions = WayInQuestions(target, secrets, answer.console)
    guard let slot else {
      guard !isOpen else {
        throw Failure(ExitCode.dataError, "the keychain is open already", name: "open")
      }
      return try makeOpen(target, slots, questions, answer)
    }
    let removed = try SlotChoice(slot).find(in: slots)
    let others = slots.filter { $0.id != removed.id }
    guard !others.isEmpty else {
      throw Failure(
        ExitCode.noPermission,
        "slot \(removed.shortName) is the last way in; without it, whoever can read the keychain's folder would read all of it",
        hint: "slots remove --make-open does that; slots add adds another way in first",
        name: "lastSlot")
    }
    answer.console.say(
      "all keys are made anew, so that slot \(removed.shortName) opens nothing that is stored from now on; who has used it may have kept what was stored so far"
    )
    let credentials = try questions.again(others)
    if isOpen {
      try OpenKeychainRotation.run(target, keeping: credentials)
    } else {
      if isLastPassphrase(removed, others) {
        try unlock(target, with: credentials[0])
        try questions.requireAgreement(
          to: PasscodeItems.consequence(target.passcodeItemCount), isGiven: isAgreed)
      }
      try target.rotate(to: try credentials.waysIn(), authorizedBy: credentials[0])
    }
    answer.give(
      "\(target.path): slot \(removed.shortName) is gone",
      [("keychain", .string(target.path)), ("removed", .string(removed.name))])
    if !isOpen, others.allSatisfy({ $0.kind == .recoveryCode }) {
      answer.console.hint("nothing but a recovery code opens the keychain now")
    }
    return 0
  }

  private func isLastPassphrase(
    _ removed: SlotDescription, _ others: [SlotDescription]
  ) -> Bool {
    removed.kind == .passphrase && !others.contains { $0.kind == .passphrase }
  }

  private func makeOpen(
    _ target: KeychainTarget, _ slots: [SlotDescription], _ questions: WayInQuestions,
    _ answer: Answer
  ) throws(Failure) -> Int32 {
    guard let authorization = try questions.current(slots) else {
      throw Failure(ExitCode.dataError, "the keychain is open already", name: "open")
    }
    try unlock(target, with: authorization)
    let others = slots.count == 1 ? "" : "All \(slots.count) ways in go. "
    try questions.requireAgreement(
      to: "Whoever can read the keychain's folder will read all of it. \(others)"
        + PasscodeItems.consequence(target.passcodeItemCount), isGiven: isAgreed)
    try target.rotate(to: [], authorizedBy: authorization)
    answer.give(
      "\(target.path): is open",
      [("keychain", .string(target.path)), ("removed", .string("all"))])
    return 0
  }

  /// Unlocks for this process, which has to see which items go.
  private func unlock(
    _ target: KeychainTarget, with credential: Credential
  ) throws(Failure) {
    try target.attempt { (engine) throws(KeychainEngineError) in
      try engine.unlock(with: credential)
    }
  }
}
