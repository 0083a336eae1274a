// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import Secrets

/// Asks by a program that `STRONGROOM_ASKPASS` names.
///
/// It gets the question as its one argument and writes the answer to its standard output, in one
/// line. Programs that were chosen for ssh (`SSH_ASKPASS`) are not taken: some answer by
/// themselves, with what they keep for ssh.
package struct AskpassPrompt: PassphrasePrompt {
  private static let rounds = 3
  /// What is read and thrown away behind the answer, at most.
  private static let longestRest = 1 << 16

  private let environment: PromptEnvironment

  package init(_ environment: PromptEnvironment = .process) { self.environment = environment }

  package func check() throws(PromptFailure) { _ = try program() }

  private func program() throws(PromptFailure) -> String {
    if environment.isSecureExecution {
      throw PromptFailure(
        .nobodyToAsk, "a program with more rights than its caller starts no other to ask")
    }
    guard let path = environment[PromptEnvironment.askpass] else {
      throw PromptFailure(.nobodyToAsk, "\(PromptEnvironment.askpass) names no program")
    }
    return try ProgramPath.checked(path, namedBy: PromptEnvironment.askpass)
  }

  package func ask(_ question: PassphraseQuestion) throws(PromptFailure) -> SecretBytes {
    let path = try program()
    let text = PromptText(question)
    // Not SIGTSTP: what it shows is not on this terminal.
    return try OpenQuestion.ask(question, heeding: SignalWatch.ending) {
      (open) throws(PromptFailure) in
      var complaint = text.complaint
      for _ in 0..<Self.rounds {
        let answer = try run(path, text.paragraph(text.label, complaint: complaint), open)
        if !question.isNew { return answer }
        let copy = try run(path, text.paragraph(text.labelAgain, complaint: nil), open)
        if copy.isEqual(to: answer) { return answer }
        complaint = PromptText.differ
      }
      throw .neverRepeated
    }
  }

  private func run(
    _ path: String, _ words: String, _ open: OpenQuestion
  ) throws(PromptFailure) -> SecretBytes {
    let program = try AskingProgram(
      path, arguments: [words], environment: environment, takesCommands: false)
    var reader = SecretReader()
    var line = AnswerLine()
    var isAtEnd = false
    var pause: CInt = 1
    while true {
      let ending = program.ending
      var count = 0
      while !isAtEnd, count < 1 << 16 {
        let reading = reader.fill(from: program.output.number)
        if reading == .nothingYet { break }
        if reading != .bytes { isAtEnd = true }
        while let byte = reader.next() {
          try line.take(byte)
          count += 1
        }
      }
      if let ending { return try line.answer(ending, path) }
      // A program may close its output and take its time to end.
      if isAtEnd { pause = min(pause * 2, 20) }
      _ = try open.wait(for: isAtEnd ? nil : program.output.number, slice: isAtEnd ? pause : 20)
    }
  }

  /// The first line of what a program writes.
  private struct AnswerLine: ~Copyable {
    private var bytes = AnswerBuffer()
    private var isComplete = false
    private var rest = 0

    mutating func take(_ byte: UInt8) throws(PromptFailure) {
      if isComplete {
        rest += 1
        if rest > AskpassPrompt.longestRest { throw .tooLong }
      } else if byte == UInt8(ascii: "\n") {
        isComplete = true
      } else {
        try bytes.append(byte)
      }
    }

    /// What it comes to when the program has ended so.
    borrowing func answer(
      _ ending: AskingProgram.Ending, _ path: String
    ) throws(PromptFailure) -> SecretBytes {
      let isAnswered = isComplete || bytes.count > 0
      switch ending {
      case .exit(0): return try bytes.answer()
      case .unknown where isAnswered: return try bytes.answer()
      case .exit(1) where !isAnswered:
        throw PromptFailure(
          .cancelled, "the person cancelled: \(path) exited with 1 and without an answer",
          exitCode: 1)
      case .exit(let code):
        throw PromptFailure(
          .programFailed, "\(path) should have asked, and exited with \(code)", exitCode: code)
      case .signal(let number):
        throw PromptFailure(
          .programFailed, "\(path) should have asked, and was ended by signal \(number)")
      case .unknown:
        throw PromptFailure(.programFailed, "\(path) should have asked, and gave no answer")
      }
    }
  }
}
