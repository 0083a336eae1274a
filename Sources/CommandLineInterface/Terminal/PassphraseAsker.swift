// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Prompts
internal import Secrets

/// Gets the secrets that open a keychain: from a person, or from a program that writes them to
/// standard input, one a line in the order in which they are asked for.
package final class PassphraseAsker {
  /// Who is asked.
  package enum Source: Sendable {
    /// A person, wherever one can be reached; never standard input that is no terminal.
    case person
    /// The lines of standard input, which must not be a terminal: what is typed would be seen.
    case lines
    /// A person where standard input is a terminal, else its lines, as macOS's `security` does; and
    /// a person again where there are none.
    case whoeverIsThere
  }

  /// How often a person may try whom a command gives more than one chance.
  package static let tries = 3
  /// Longer than usual: somebody may have to look for a sheet of paper.
  private static let timeLimit = Duration.seconds(300)

  private let console: Console
  private let source: Source
  /// The option that has secrets read from standard input, for a message; nil without one.
  private let linesOption: String?
  private var hasAskedPerson = false

  package init(_ console: Console, _ source: Source, linesOption: String? = nil) {
    self.console = console
    self.source = source
    self.linesOption = linesOption
  }

  /// Whether a person answers, who can be told what was wrong and try again.
  package var isPerson: Bool { source != .lines && (console.input.isTerminal || hasAskedPerson) }

  /// Asks for a secret that exists.
  ///
  /// - Parameters:
  ///   - label: the words in front of the place where it is typed.
  ///   - complaint: what was wrong with the answer before.
  /// - Throws: ``CommandLineError`` with `noSecret` when there is none.
  package func existing(
    _ label: String, complaint: String? = nil
  ) throws(CommandLineError) -> SharedSecret {
    if let line = try line() { return line }
    return try ask(label, again: nil, complaint)
  }

  /// Asks for a new secret, twice; of ``Source/lines`` it is one.
  ///
  /// - Parameters:
  ///   - label: the words in front of the place where it is typed.
  ///   - again: the words for the second time.
  /// - Throws: ``CommandLineError`` with `noSecret` when there is none or the two differ.
  package func new(_ label: String, again: String) throws(CommandLineError) -> SharedSecret {
    guard let line = try line() else { return try ask(label, again: again, nil) }
    if source == .whoeverIsThere, let copy = try console.input.next(),
      !copy.bytes.isEqual(to: line.bytes)
    {
      throw CommandLineError(
        .noSecret, "two lines of standard input differ; both must be the new password")
    }
    return line
  }

  /// Asks for a plain yes, which may be seen; false where nobody is at the terminal.
  package func agrees(to question: String) throws(CommandLineError) -> Bool {
    guard source != .lines, console.input.isTerminal else { return false }
    try HiddenTyping(input: console.input).say("\(question)\nType yes to go on:")
    guard let line = try console.input.next() else { return false }
    return line.bytes.withBytes { $0.array } == Array("yes".utf8)
  }

  /// The next line, where lines are what answers; nil where a person is to be asked.
  private func line() throws(CommandLineError) -> SharedSecret? {
    switch source {
    case .person: return nil
    case .lines:
      guard !console.input.isTerminal else {
        throw CommandLineError(
          .noSecret,
          "standard input is a terminal, where a secret would be shown; pipe it in, or leave "
            + "\(linesOption ?? "the option") out")
      }
      guard let line = try console.input.next() else {
        throw CommandLineError(
          .noSecret, "standard input has too few lines; write each secret there as one")
      }
      return line
    case .whoeverIsThere: return console.input.isTerminal ? nil : try console.input.next()
    }
  }

  private func ask(
    _ label: String, again: String?, _ complaint: String?
  ) throws(CommandLineError) -> SharedSecret {
    var question = PassphraseQuestion(
      subject: "the keychain", reason: "", complaint: complaint, isNew: again != nil,
      timeLimit: Self.timeLimit)
    question.label = label
    question.labelAgain = again
    do throws(PromptFailure) {
      let chain = console.input.isTerminal ? PromptChain.atTerminal() : .standard()
      let answer = SharedSecret(try chain.ask(question))
      hasAskedPerson = true
      return answer
    } catch {
      let advice =
        error.code == .nobodyToAsk ? linesOption.map { "; with \($0) standard input answers" } : nil
      throw CommandLineError(.noSecret, error.reason + (advice ?? ""))
    }
  }
}
