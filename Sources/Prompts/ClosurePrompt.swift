// SPDX-License-Identifier: Apache-2.0

package import Secrets

/// Asks by the code of the program itself.
///
/// Nobody can end foreign code: it has to obey the time limit of the question, and to stop when the
/// question is withdrawn.
package struct ClosurePrompt: PassphrasePrompt {
  private let body: @Sendable (PassphraseQuestion) throws(PromptFailure) -> SecretBytes

  package init(
    _ body: @escaping @Sendable (PassphraseQuestion) throws(PromptFailure) -> SecretBytes
  ) {
    self.body = body
  }

  package func check() throws(PromptFailure) {}

  package func ask(_ question: PassphraseQuestion) throws(PromptFailure) -> SecretBytes {
    let given = try body(question)
    var answer = AnswerBuffer()
    for offset in 0..<given.count {
      try answer.append(given.withBytes { $0.byte(at: offset) })
    }
    return try answer.answer()
  }
}
