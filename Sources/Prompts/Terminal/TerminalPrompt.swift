// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import Secrets

/// Asks at the terminal of the process, which does not show what is typed.
///
/// Lines are edited as the terminal always does it. Ctrl-D on an empty line cancels; so does Ctrl-C
/// in a program that survives it. Ctrl-Z stops the program, and it asks again when it is continued.
package struct TerminalPrompt: PassphrasePrompt {
  private static let rounds = 3

  package init() {}

  package func check() throws(PromptFailure) { _ = try ControllingTerminal.open() }

  package func ask(_ question: PassphraseQuestion) throws(PromptFailure) -> SecretBytes {
    let text = PromptText(question)
    return try OpenQuestion.ask(question, heeding: SignalWatch.endingOrStopping) {
      (open) throws(PromptFailure) in
      let terminal = try ControllingTerminal.open()
      let file = terminal.number
      let answer = try HiddenEcho.during(on: file) { () throws(PromptFailure) in
        try Self.talk(text, isNew: question.isNew, TerminalDialogue(file: file, open: open))
      }
      _ = consume terminal
      guard let answer else {
        throw PromptFailure(.nobodyToAsk, "the terminal cannot be told to hide what is typed")
      }
      return answer
    }
  }

  private static func talk(
    _ text: PromptText, isNew: Bool, _ dialogue: consuming TerminalDialogue
  ) throws(PromptFailure) -> SecretBytes {
    if let complaint = text.complaint { try dialogue.say(complaint + "\n") }
    if !text.reason.isEmpty { try dialogue.say(text.reason + "\n") }
    for _ in 0..<rounds {
      let answer = try dialogue.ask(text.label + ": ")
      if !isNew { return answer }
      if try dialogue.ask(text.labelAgain + ": ").isEqual(to: answer) { return answer }
      try dialogue.say(PromptText.differ + "\n")
    }
    throw .neverRepeated
  }
}

/// Writes to a terminal and reads hidden lines from it, within the limits of a question.
struct TerminalDialogue: ~Copyable {
  private let file: CInt
  private let open: OpenQuestion
  private var reader = SecretReader()

  init(file: CInt, open: OpenQuestion) {
    self.file = file
    self.open = open
  }

  /// Shows words; a terminal whose output somebody has halted takes none.
  borrowing func say(_ words: String) throws(PromptFailure) {
    var bytes = Array(words.utf8)[...]
    while !bytes.isEmpty {
      _ = try open.wait(for: file, toWrite: true)
      let count = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { throw Self.gone }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Shows `label` and returns the line that is typed behind it.
  mutating func ask(_ label: String) throws(PromptFailure) -> SecretBytes {
    try say(label)
    do throws(PromptFailure) {
      let line = try line()
      try say("\n")
      return line
    } catch {
      // What comes next should begin a line also after Ctrl-C; if it does not, nothing is lost.
      _ = unsafe write(file, "\n", 1)
      throw error
    }
  }

  private mutating func line() throws(PromptFailure) -> SecretBytes {
    var answer = AnswerBuffer()
    var isTooLong = false
    while true {
      while let byte = reader.next() {
        if byte == UInt8(ascii: "\n") {
          if isTooLong { throw .tooLong }
          return try answer.answer()
        }
        // The rest of the line is read all the same: it must not answer the next question.
        do throws(PromptFailure) { try answer.append(byte) } catch { isTooLong = true }
      }
      _ = try open.wait(for: file)
      switch reader.fill(from: file) {
      case .bytes, .nothingYet: break
      case .end:
        // Ctrl-D hands over what has been typed so far; on an empty line that is nothing.
        guard answer.count > 0 else { throw .cancelled }
        return try answer.answer()
      case .failure: throw Self.gone
      }
    }
  }

  private static let gone = PromptFailure(
    .nobodyToAsk, "the terminal has gone, or another job has it now")
}
