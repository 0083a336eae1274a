// SPDX-License-Identifier: Apache-2.0

import Testing

/// A scenario written down as text: commands, and what each must answer.
///
/// The first line is the claim. Then, each with its mark and a space in front of it:
///
///     #  a comment
///     $  a command for the shell, in a folder and with a keychain of the script's own
///     >  a line of its standard output
///     !  a line of its standard error
///     ?  what it exits with; 0 when nothing is said
///     ~  text that must come up at the terminal; a command with any of these four marks has one
///     <  a line that is typed then
///     *  a line that is typed then and must not be seen
///     ^  a letter that is typed with the control key
struct Script: CustomTestStringConvertible {
  struct Step {
    let line: Int
    let command: String
    var output: [String] = []
    var errors: [String] = []
    var exitCode: Int32 = 0
    var dialog: [Dialog] = []
  }

  enum Dialog {
    case expect(String)
    case type(String)
    case typeHidden(String)
    case control(Character)
  }

  struct Mistake: Error {
    let file: String
    let line: Int
  }

  let name: String
  let claim: String
  private(set) var steps: [Step] = []

  var testDescription: String { "\(name): \(claim)" }

  init(name: String, text: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.name = name
    claim = String(lines.first?.drop { $0 == "#" || $0 == " " } ?? "")
    for (index, line) in lines.enumerated().dropFirst() {
      guard let mark = line.first else { continue }
      let rest = String(line.dropFirst(2))
      guard mark == "#" || mark == "$" || !steps.isEmpty, line.dropFirst().first ?? " " == " "
      else {
        throw Mistake(file: name, line: index + 1)
      }
      let last = steps.count - 1
      switch mark {
      case "#": break
      case "$": steps.append(Step(line: index + 1, command: rest))
      case ">": steps[last].output.append(rest)
      case "!": steps[last].errors.append(rest)
      case "?":
        guard let code = Int32(rest) else { throw Mistake(file: name, line: index + 1) }
        steps[last].exitCode = code
      case "~": steps[last].dialog.append(.expect(rest))
      case "<": steps[last].dialog.append(.type(rest))
      case "*": steps[last].dialog.append(.typeHidden(rest))
      case "^":
        guard let letter = rest.first else { throw Mistake(file: name, line: index + 1) }
        steps[last].dialog.append(.control(letter))
      default: throw Mistake(file: name, line: index + 1)
      }
    }
  }
}
