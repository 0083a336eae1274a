// SPDX-License-Identifier: Apache-2.0

/// What a command talks through: its input, its answer, and what it says to people.
package final class Console {
  /// The name in front of every message.
  package let program: String
  package let input = InputLines()
  /// The answer, and nothing else.
  package let output = Output.standardOutput()
  /// For people.
  ///
  /// Not for messages; those go through ``say(_:)``.
  package let errors = Output.standardError()
  /// Whether to leave out what is only a hint.
  package var isQuiet = false

  package init(program: String) { self.program = program }

  /// Says `message` in a line of its own, after the program's name.
  package func say(_ message: String) { print("\(program): \(message)\n") }

  /// Says what the person may want to try.
  package func hint(_ advice: String) { if !isQuiet { say("hint: \(advice)") } }

  /// Says `text` as it is.
  package func print(_ text: String) {
    errors.write(text)
    // Whoever closed standard error does not want to hear about it.
    try? errors.flush()
  }
}
