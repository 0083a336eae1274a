// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Prompts
import Secrets
import Testing

/// One after the other: a process puts one question at a time, and its time limit includes the wait
/// for it.
@Suite("Asking for a passphrase", .serialized)
enum Asking {}

func question(
  isNew: Bool = false, complaint: String? = nil, reason: String = "unlock it",
  limit: Duration = .seconds(30), withdrawal: Withdrawal = Withdrawal()
) -> PassphraseQuestion {
  PassphraseQuestion(
    subject: "the keychain", reason: reason, complaint: complaint, isNew: isNew, timeLimit: limit,
    withdrawal: withdrawal)
}

/// What came of a question.
enum Outcome: Equatable {
  case bytes([UInt8])
  case failure(PromptFailure.Code, exitCode: Int32? = nil)

  static func text(_ text: String) -> Outcome { .bytes(Array(text.utf8)) }
}

func outcome(
  _ prompt: some PassphrasePrompt, _ question: PassphraseQuestion = question()
) -> Outcome {
  do throws(PromptFailure) {
    let answer = try prompt.ask(question)
    return .bytes(answer.withBytes { $0.array })
  } catch {
    return .failure(error.code, exitCode: error.exitCode)
  }
}

func promptFailure(
  _ prompt: some PassphrasePrompt, _ question: PassphraseQuestion = question()
) -> PromptFailure? {
  do throws(PromptFailure) {
    _ = try prompt.ask(question)
    return nil
  } catch {
    return error
  }
}

func checkFailure(_ prompt: some PassphrasePrompt) -> PromptFailure? {
  do throws(PromptFailure) {
    try prompt.check()
    return nil
  } catch {
    return error
  }
}
