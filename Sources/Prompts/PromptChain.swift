// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
package import Secrets

/// Several ways to ask, of which the first that can is taken.
///
/// A way that was chosen by name and does not work ends the search: the question is not put by
/// another one instead.
package struct PromptChain: PassphrasePrompt {
  private let prompts: [any PassphrasePrompt]

  package init(_ prompts: [any PassphrasePrompt]) { self.prompts = prompts }

  /// The program's own way if it has one, then an askpass program, a pinentry, the terminal.
  package static func standard(
    explicit: (any PassphrasePrompt)? = nil, environment: PromptEnvironment = .process
  ) -> PromptChain {
    PromptChain(
      (explicit.map { [$0] } ?? []) + [
        AskpassPrompt(environment), PinentryPrompt(environment), TerminalPrompt(),
      ])
  }

  /// What a command at a terminal takes: a program only where somebody has chosen one, else the
  /// terminal, where the person is.
  package static func atTerminal(environment: PromptEnvironment = .process) -> PromptChain {
    environment.namesProgram
      ? .standard(environment: environment) : PromptChain([TerminalPrompt()])
  }

  package func check() throws(PromptFailure) {
    _ = try first { (prompt) throws(PromptFailure) in
      try prompt.check()
      return true
    }
  }

  package func ask(_ question: PassphraseQuestion) throws(PromptFailure) -> SecretBytes {
    if question.withdrawal.hasHappened { throw .withdrawn }
    let deadline = Deadline(after: question.timeLimit)
    return try first { (prompt) throws(PromptFailure) in
      try prompt.check()
      var rest = question
      rest.timeLimit = deadline.remaining
      return try prompt.ask(rest)
    }
  }

  private func first<R: ~Copyable>(
    _ body: (any PassphrasePrompt) throws(PromptFailure) -> R
  ) throws(PromptFailure) -> R {
    var reasons: [String] = []
    for prompt in prompts {
      do throws(PromptFailure) {
        return try body(prompt)
      } catch {
        guard error.code == .nobodyToAsk else { throw error }
        reasons.append(error.reason)
      }
    }
    throw PromptFailure(
      .nobodyToAsk, "nobody can be asked for the passphrase: " + reasons.joined(separator: "; "))
  }
}
