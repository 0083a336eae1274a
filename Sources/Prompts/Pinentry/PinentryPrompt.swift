// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import Secrets

/// Asks by a pinentry, the program of GnuPG that asks for passphrases in a window or at a terminal.
package struct PinentryPrompt: PassphrasePrompt {
  private static let rounds = 3

  private let environment: PromptEnvironment

  package init(_ environment: PromptEnvironment = .process) { self.environment = environment }

  package func check() throws(PromptFailure) {
    _ = try PinentryProgram(environment)
    if environment.hasDisplay { return }
    do throws(PromptFailure) {
      _ = try ControllingTerminal.open()
    } catch {
      throw PromptFailure(.nobodyToAsk, "there is no display for a pinentry")
    }
  }

  package func ask(_ question: PassphraseQuestion) throws(PromptFailure) -> SecretBytes {
    try check()
    let program = try PinentryProgram(environment)
    do throws(PromptFailure) {
      return try OpenQuestion.ask(question, heeding: SignalWatch.endingOrStopping) {
        (open) throws(PromptFailure) in
        try askOnTerminalIfAny(question, program, open)
      }
    } catch {
      guard error.code == .programFailed, !program.isChosen else { throw error }
      // Found and not chosen, as a window program without a window: another way may still do.
      throw PromptFailure(.nobodyToAsk, "\(program.path) could not ask (\(error.reason))")
    }
  }

  /// Lends the terminal to the pinentry if we have it ourselves, and takes it back in order.
  private func askOnTerminalIfAny(
    _ question: PassphraseQuestion, _ program: PinentryProgram, _ open: OpenQuestion
  ) throws(PromptFailure) -> SecretBytes {
    let file: Descriptor?
    do throws(PromptFailure) {
      file = try ControllingTerminal.open()
    } catch {
      guard environment.hasDisplay else { throw error }
      file = nil
    }
    let number: CInt
    switch file {
    case .some(let file): number = file.number
    case .none: return try talk(question, program, open, hasTerminal: false)
    }
    let answer = try HiddenEcho.during(on: number) { () throws(PromptFailure) in
      try talk(question, program, open, hasTerminal: true)
    }
    guard let answer else {
      throw PromptFailure(.nobodyToAsk, "the terminal cannot be told to hide what is typed")
    }
    return answer
  }

  private func talk(
    _ question: PassphraseQuestion, _ program: PinentryProgram, _ open: OpenQuestion,
    hasTerminal: Bool
  ) throws(PromptFailure) -> SecretBytes {
    let text = PromptText(question)
    var session = try PinentrySession(program.path, environment, open)
    try session.greet()
    for (name, value) in options(hasTerminal: hasTerminal) {
      try session.tell("OPTION", "\(name)=\(value)")
    }
    // It should give up just before we do, so that it can tidy up.
    try session.tell("SETTIMEOUT", String(max(1, open.deadline.remaining.components.seconds)))
    try session.tell("SETTITLE", text.title)
    try session.tell("SETDESC", text.reason.isEmpty ? text.label : text.reason)
    if let cancel = text.cancelTitle {
      // An underscore marks the letter that a key reaches.
      try session.tell(
        "SETCANCEL",
        cancel.split(separator: "_", omittingEmptySubsequences: false)
          .joined(separator: "__"))
    }
    let answer = try ask(&session, text, isNew: question.isNew)
    session.end()
    return answer
  }

  private func ask(
    _ session: inout PinentrySession, _ text: PromptText, isNew: Bool
  ) throws(PromptFailure) -> SecretBytes {
    var complaint = text.complaint
    for _ in 0..<Self.rounds {
      try session.tell("SETPROMPT", text.label + ":")
      if let complaint { try session.tell("SETERROR", complaint) }
      if isNew {
        // A pinentry may know how to ask twice; it forgets after each answer.
        try session.tell("SETREPEATERROR", PromptText.differ)
        try session.tell("SETREPEAT", text.labelAgain + ":")
      }
      let given = try session.passphrase()
      if !isNew || given.isRepeated { return given.bytes }
      try session.tell("SETPROMPT", text.labelAgain + ":")
      if try session.passphrase().bytes.isEqual(to: given.bytes) { return given.bytes }
      complaint = PromptText.differ
    }
    throw .neverRepeated
  }

  private func options(hasTerminal: Bool) -> [(String, String)] {
    var options: [(String, String)] = []
    if hasTerminal, let path = ControllingTerminal.path {
      options.append(("ttyname", path))
      options.append(("ttytype", environment["TERM"] ?? "dumb"))
    }
    let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"]
    // Without one it would take nothing but ASCII.
    options.append(("lc-ctype", locale ?? "C.UTF-8"))
    if let display = environment["DISPLAY"] { options.append(("display", display)) }
    return options
  }
}
