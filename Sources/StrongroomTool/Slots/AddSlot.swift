// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import Glibc
internal import KeychainEngine

/// `slots add`: another way into a keychain.
struct AddSlot: Command {
  static let name = "add"
  static let options = NewWayIn.options + SecretOptions.allOfOne
  static let usage = """
    KIND [KEYCHAIN] [option ...]
    Adds a way into the keychain. KIND is one of
        passphrase              It is asked for, twice
        recovery-code           Made here, shown once, to be written down; it also opens a keychain
                                whose device key is lost
        key-file --file PATH [--make]
                                32 to 4096 random bytes; --make makes the file
        credential --name NAME [--credential-file PATH]
                                What systemd hands to a unit under this name; --credential-file
                                says where it is outside of the unit
    First it asks for a way in that the keychain has. The first passphrase, and the first way into an
    open keychain other than a recovery code, make all keys anew: then it asks for all.
    \(SecretOptions.usageOfOne)
    \(KeychainTarget.about)
    """
  static let summary = "Add a way into a keychain"

  private let kind: WayInKind
  private let new: NewWayIn
  private let secrets: SecretOptions
  private let keychain: Word?

  init(_ arguments: Arguments) throws(CommandLineError) {
    guard let word = arguments.operands.first else {
      throw CommandLineError(
        .missingOption, "say which kind of way in to add: \(WayInKind.words)")
    }
    kind = try WayInKind(word)
    new = try NewWayIn(kind, arguments)
    secrets = try SecretOptions(arguments)
    keychain = try Self.keychain(arguments, after: 1)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    let isOpen = try target.state() == .open
    let slots = try target.slots()
    let questions = WayInQuestions(target, secrets, answer.console)
    let isFirstPassphrase =
      kind == .passphrase && !slots.contains { $0.kind == .passphrase }
    if (isOpen && kind != .recoveryCode) || isFirstPassphrase {
      try addWithNewKeys(target, slots, questions, answer)
    } else {
      let authorization = try questions.current(slots)
      let made = try new.make(questions, secrets, answer)
      try made.orUndone { () throws(Failure) in
        let wayIn = try [made.credential].waysIn()[0]
        try target.attempt { (engine) throws(KeychainEngineError) in
          try engine.addSlot(wayIn, authorizedBy: authorization)
        }
      }
    }
    answer.give(
      "\(target.path): has another way in, a \(kind.name)",
      [("keychain", .string(target.path)), ("added", .string(kind.rawValue))])
    if isOpen, kind == .recoveryCode {
      answer.console.hint("the keychain is open as before; the code is for a lost device key")
    }
    return 0
  }

  private func addWithNewKeys(
    _ target: KeychainTarget, _ slots: [SlotDescription], _ questions: WayInQuestions,
    _ answer: Answer
  ) throws(Failure) {
    answer.console.say("all keys are made anew, and every way in is asked for again")
    let others = try questions.again(slots)
    let made = try new.make(questions, secrets, answer)
    try made.orUndone { () throws(Failure) in
      try target.rotate(
        to: try (others + [made.credential]).waysIn(),
        authorizedBy: slots.contains { $0.kind == .open } ? nil : others.first)
    }
  }
}
