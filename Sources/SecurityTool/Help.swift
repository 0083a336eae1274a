// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// `help`: all commands, or the usage of those named.
struct Help: Command {
  static let name = "help"
  static let options: [Option] = []
  static let usage = "[command ...]"
  static let summary = "List the commands, or show how to use some of them."

  private let names: [Word]

  init(_ words: [Word]) { names = words }

  func run(_ session: Session) throws(Failure) -> Int32 {
    let output = session.console.output
    if names.isEmpty { CommandTable.list(to: output) }
    for name in names {
      guard let command = CommandTable.find(name.shown)?.command else {
        throw Failure(CommandLineError(.invalidValue, "help: no such command: \(name.shown)"))
      }
      output.write("Usage: \(command.name) \(command.usage)\n")
    }
    return 0
  }
}
