// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// What a command answers: lines for people, or one line of JSON for programs.
final class Answer {
  let console: Console
  let isJSON: Bool

  init(_ console: Console, isJSON: Bool) {
    self.console = console
    self.isJSON = isJSON
  }

  /// Says `text` to people, or `fields` to programs.
  func give(_ text: String, _ fields: [(String, JSONValue)]) {
    if isJSON {
      JSONValue.object(fields).write(to: console.output)
      console.output.write("\n")
    } else {
      console.output.write(text + "\n")
    }
  }

  /// Says what went wrong: to people on standard error, to programs also in their answer.
  func fail(_ failure: Failure) {
    if isJSON {
      give(
        "",
        [("error", .string(failure.name)), ("reason", .string(failure.message ?? failure.name))])
    }
    try? console.output.flush()
    if let message = failure.message { console.say("error: \(message)") }
    if let usage = failure.usage { console.print("Usage: strongroom \(usage)\n") }
    if let hint = failure.hint { console.hint(hint) }
  }
}
