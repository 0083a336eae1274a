// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// Commands that share their first word, or one that is a word by itself.
struct CommandFamily {
  /// The first word, such as `db`; empty for commands that are a word by themselves.
  let name: String
  /// What stands above the list of its commands.
  let heading: String
  let commands: [any (Command & SendableMetatype).Type]

  /// Runs the command that `words` name; they come behind the family's name.
  func run(_ words: [Word], _ console: Console) throws(Failure) -> Int32 {
    guard let typed = words.first?.shown, !["-h", "--help", "help"].contains(typed) else {
      list(to: console.output)
      return words.isEmpty ? ExitCode.usage : 0
    }
    guard let command = find(typed) else {
      let near = Suggestion.nearest(to: typed, among: commands.map { $0.name })
      throw Failure(
        ExitCode.usage, "unknown command \"\(name) \(typed)\"",
        hint: near.map { "did you mean strongroom \(name) \($0)?" }
          ?? "strongroom help lists the commands")
    }
    return try run(command, Array(words.dropFirst()), console)
  }

  func find(_ name: String) -> (any Command.Type)? { commands.first { $0.name == name } }

  /// Runs `command` with `words`, which come behind its name.
  func run(
    _ command: any Command.Type, _ words: [Word], _ console: Console
  ) throws(Failure) -> Int32 {
    do throws(CommandLineError) {
      let arguments = try Arguments(
        words, options: command.options + [Option("h"), Option("help"), Option("json")],
        isMixed: true)
      if arguments.has(Option("h")) || arguments.has(Option("help")) {
        console.output.write("Usage: strongroom \(typed(command)) \(command.usage)\n")
        return 0
      }
      let parsed: any Command = try command.init(arguments)
      return run(parsed, Answer(console, isJSON: arguments.has(Option("json"))))
    } catch {
      throw failure(error, command)
    }
  }

  /// The command as it is typed behind `strongroom`.
  private func typed(_ command: any Command.Type) -> String {
    name.isEmpty ? command.name : "\(name) \(command.name)"
  }

  private func failure(_ error: CommandLineError, _ command: any Command.Type) -> Failure {
    let firstLine = command.usage.split(separator: "\n").first ?? ""
    return Failure(
      error.isAboutUsage ? ExitCode.usage : ExitCode.dataError,
      "\(typed(command)): \(error.reason)",
      usage: error.isAboutUsage ? "\(typed(command)) \(firstLine)" : nil)
  }

  private func run(_ command: any Command, _ answer: Answer) -> Int32 {
    do throws(Failure) {
      return try command.run(answer)
    } catch {
      answer.fail(error)
      return error.exitCode
    }
  }

  /// Prints a line a command.
  func list(to sink: some ByteSink) {
    sink.write(heading)
    for command in commands {
      let padding = String(repeating: " ", count: max(0, 9 - command.name.utf8.count))
      sink.write("    \(command.name)\(padding)\(command.summary)\n")
    }
    sink.write(
      "strongroom \(name.isEmpty ? "" : name + " ")command -h shows how one of them is used.\n")
  }
}
