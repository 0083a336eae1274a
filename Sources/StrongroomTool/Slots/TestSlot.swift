// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// `slots test`: whether what somebody has opens a keychain.
struct TestSlot: Command {
  static let name = "test"
  static let options = SecretOptions.all
  static let usage = """
    SLOT [KEYCHAIN] [option ...]
    Tries whether a way in opens the keychain, and unlocks nothing. SLOT is a kind, one of
    \(WayInKind.words),
    or the first digits of a slot's id.
    \(SecretOptions.usage)
    \(KeychainTarget.about)
    """
  static let summary = "Try whether a way in opens a keychain"

  private let slot: Word
  private let secrets: SecretOptions
  private let keychain: Word?

  init(_ arguments: Arguments) throws(CommandLineError) {
    guard let word = arguments.operands.first else {
      throw CommandLineError(.missingOption, "say which way in to try: \(WayInKind.words)")
    }
    slot = word
    secrets = try SecretOptions(arguments)
    keychain = try Self.keychain(arguments, after: 1)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    _ = try target.state()
    let slots = try target.slots()
    let questions = WayInQuestions(target, secrets, answer.console)
    let kind = WayInKind(rawValue: slot.shown)
    let isAnyOfKind = kind == .passphrase || kind == .recoveryCode
    let credential: Credential
    if let kind, isAnyOfKind {
      credential = try questions.credential(kind, for: nil)
    } else {
      let chosen = try SlotChoice(slot).find(in: slots)
      guard let kind = WayInKind(chosen.kind) else {
        throw Failure(ExitCode.software, "a slot that cannot be asked for was chosen")
      }
      credential = try questions.credential(kind, for: chosen, among: slots)
    }
    let opened = try target.attempt { (engine) throws(KeychainEngineError) in
      try engine.slot(openedBy: credential)
    }
    answer.give(
      "\(target.path): slot \(opened.shortName) opens",
      [("keychain", .string(target.path)), ("opens", .string(opened.name))])
    return 0
  }
}
