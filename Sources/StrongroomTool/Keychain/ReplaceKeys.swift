// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// `rotate`: all keys of a keychain anew.
struct ReplaceKeys: Command {
  private static let compromised = Option("compromised")
  private static let goOn = Option("continue")
  private static let abandon = Option("abandon")

  static let name = "rotate"
  static let options = [compromised, goOn, abandon] + SecretOptions.all
  static let usage = """
    [KEYCHAIN] [option ...]
    Makes all keys of the keychain anew while programs use it, and asks for every way in again.
        --compromised           For a passphrase that somebody else knows: asks for another one
                                in the place of each
        --continue              Go on where one was interrupted, with the same ways in; others
                                begin anew
        --abandon               Give up one that was interrupted; the keys stay, and nothing is asked
    \(SecretOptions.usage)
    For each passphrase, --compromised reads two: the old one, then the new one.
    \(KeychainTarget.about)
    """
  static let summary = "Make all keys of a keychain anew"

  private let isCompromised: Bool
  private let goesOn: Bool
  private let givesUp: Bool
  private let secrets: SecretOptions
  private let keychain: Word?

  init(_ arguments: Arguments) throws(CommandLineError) {
    isCompromised = arguments.has(Self.compromised)
    goesOn = arguments.has(Self.goOn)
    givesUp = arguments.has(Self.abandon)
    guard !givesUp || !(isCompromised || goesOn) else {
      throw CommandLineError(
        .illegalOption, "\(Self.abandon.typed) goes with no other option")
    }
    secrets = try SecretOptions(arguments)
    keychain = try Self.keychain(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    let isOpen = try target.state() == .open
    let isRotating = try target.attempt { (engine) throws(KeychainEngineError) in
      try engine.isRotating()
    }
    if givesUp || goesOn, !isRotating {
      throw Failure(
        ExitCode.dataError, "no replacement of the keychain's keys was interrupted",
        name: "notRotating")
    }
    if givesUp {
      try target.attempt { (engine) throws(KeychainEngineError) in try engine.abandonRotation() }
      answer.give(
        "\(target.path): the keys are as before",
        [("keychain", .string(target.path)), ("abandoned", .boolean(true))])
      return 0
    }
    guard !isRotating || goesOn else {
      throw Failure(
        ExitCode.temporaryFailure,
        "a replacement of the keychain's keys was interrupted, or is going on",
        hint: "--continue goes on with it, --abandon gives it up", name: "rotating")
    }
    try replace(target, isOpen: isOpen, answer)
    answer.give(
      "\(target.path): all keys are new",
      [("keychain", .string(target.path)), ("rotated", .boolean(true))])
    if isCompromised {
      answer.console.hint(
        "who knew a passphrase may have kept what was stored so far: change those passwords where they are used"
      )
    }
    return 0
  }

  private func replace(
    _ target: KeychainTarget, isOpen: Bool, _ answer: Answer
  ) throws(Failure) {
    let slots = try target.slots()
    let questions = WayInQuestions(target, secrets, answer.console)
    guard !isCompromised || slots.contains(where: { $0.kind == .passphrase }) else {
      throw Failure(
        ExitCode.dataError, "the keychain has no passphrase that somebody could know",
        hint: "strongroom rotate without --compromised makes new keys all the same", name: "open")
    }
    var now: [Credential] = []
    var next: [Credential] = []
    for slot in slots {
      guard let kind = WayInKind(slot.kind) else { continue }
      let credential = try questions.credential(kind, for: slot, among: slots)
      now.append(credential)
      next.append(
        isCompromised && kind == .passphrase ? try questions.newPassphrase() : credential)
    }
    if isOpen {
      try OpenKeychainRotation.run(target, keeping: next)
    } else {
      try target.rotate(to: try next.waysIn(), authorizedBy: now.first)
    }
  }
}
