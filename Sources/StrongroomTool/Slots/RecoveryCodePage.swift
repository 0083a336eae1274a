// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import Glibc
internal import KeychainEngine
internal import KeychainRequests
internal import Secrets

/// Shows a new recovery code, once.
enum RecoveryCodePage {
  /// Prints the code where answers go, and has a person who sees it there type it again.
  ///
  /// - Throws: ``Failure`` when it was not typed again.
  static func show(
    _ code: RecoveryCode, _ questions: WayInQuestions, _ answer: Answer
  ) throws(Failure) {
    let output = answer.console.output
    // Printed by hand: text that is given to an answer is copied to memory that nobody wipes.
    output.write(answer.isJSON ? "{\"recoveryCode\":\"" : "")
    code.text.bytes.withBytes { output.write($0) }
    output.write(answer.isJSON ? "\"}\n" : "\n")
    do throws(CommandLineError) { try output.flush() } catch { throw Failure(error) }
    answer.console.hint(
      "write the recovery code down and keep it away from this machine: it is not shown again, and it opens the keychain by itself"
    )
    guard questions.isPerson, isatty(STDOUT_FILENO) == 1 else {
      answer.console.hint("strongroom slots test recovery-code shows whether it was written right")
      return
    }
    var complaint: String?
    for attempt in 1... {
      do throws(Failure) {
        let typed = try questions.recoveryCode(
          "the recovery code, as it was written down", complaint)
        guard typed.text.bytes.isEqual(to: code.text.bytes) else {
          throw Failure(
            ExitCode.dataError, "that is another recovery code", name: "invalid")
        }
        return
      } catch {
        guard error.name == "invalid", attempt < PassphraseAsker.tries else { throw error }
        complaint = error.message
      }
    }
  }
}
