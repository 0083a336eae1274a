// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// The program: a family of commands, and one of them.
enum Tool {
  private static let commands: [any (Command & SendableMetatype).Type] = [
    Create.self, Info.self, Verify.self, Rekey.self, Encrypt.self, Decrypt.self, BackUp.self,
    SalvageFile.self,
  ]

  /// Runs what `words` say and returns the code to exit with.
  static func run(_ words: [Word]) -> Int32 {
    let console = Console(program: "strongroom")
    var code: Int32
    do throws(Failure) {
      code = try run(words, console)
    } catch {
      // Said before it was known whether the words are right.
      let isJSON = words.contains { $0.shown == "--json" }
      Answer(console, isJSON: isJSON).fail(error)
      code = error.exitCode
    }
    do throws(CommandLineError) {
      try console.output.flush()
    } catch {
      console.say("error: \(error.reason)")
      code = ExitCode.inputOutput
    }
    return code
  }

  private static func run(_ words: [Word], _ console: Console) throws(Failure) -> Int32 {
    let family = words.first?.shown
    if family == nil || ["-h", "--help", "help"].contains(family) {
      list(to: family == nil ? console.errors : console.output)
      if family == nil { console.print("") }
      return family == nil ? ExitCode.usage : 0
    }
    if family == "swift" { return try SwiftPackages.run(Array(words.dropFirst()), console) }
    if family == Doctor.name { return try Doctor.run(Array(words.dropFirst()), console) }
    guard family == "db" else {
      throw Failure(
        ExitCode.usage, "unknown command \"\(family ?? "")\"",
        hint:
          "the commands are strongroom db …, strongroom doctor and strongroom swift …; strongroom help lists them"
      )
    }
    guard let typed = words.dropFirst().first?.shown, !["-h", "--help", "help"].contains(typed)
    else {
      list(to: console.output)
      return words.count < 2 ? ExitCode.usage : 0
    }
    guard let command = find(typed) else {
      let near = Suggestion.nearest(to: typed, among: commands.map { $0.name })
      throw Failure(
        ExitCode.usage, "unknown command \"db \(typed)\"",
        hint: near.map { "did you mean strongroom db \($0)?" }
          ?? "strongroom help lists the commands")
    }
    return try run(command, Array(words.dropFirst(2)), console)
  }

  private static func find(_ name: String) -> (any Command.Type)? {
    commands.first { $0.name == name }
  }

  private static func run(
    _ command: any Command.Type, _ words: [Word], _ console: Console
  ) throws(Failure) -> Int32 {
    do throws(CommandLineError) {
      let arguments = try Arguments(
        words, options: command.options + [Option("h"), Option("help"), Option("json")],
        isMixed: true)
      if arguments.has(Option("h")) || arguments.has(Option("help")) {
        console.output.write("Usage: strongroom db \(command.name) \(command.usage)\n")
        return 0
      }
      let parsed: any Command = try command.init(arguments)
      return run(parsed, Answer(console, isJSON: arguments.has(Option("json"))))
    } catch {
      throw failure(error, command)
    }
  }

  private static func failure(_ error: CommandLineError, _ command: any Command.Type) -> Failure {
    let firstLine = command.usage.split(separator: "\n").first ?? ""
    return Failure(
      error.isAboutUsage ? ExitCode.usage : ExitCode.dataError,
      "db \(command.name): \(error.reason)",
      usage: error.isAboutUsage ? "db \(command.name) \(firstLine)" : nil)
  }

  private static func run(_ command: any Command, _ answer: Answer) -> Int32 {
    do throws(Failure) {
      return try command.run(answer)
    } catch {
      answer.fail(error)
      return error.exitCode
    }
  }

  private static func list(to sink: some ByteSink) {
    sink.write(
      """
      Usage: strongroom db command FILE [option ...]
      Encrypted databases, as EncryptedSQLite writes them. The commands are:

      """)
    for command in commands {
      let padding = String(repeating: " ", count: max(0, 9 - command.name.count))
      sink.write("    \(command.name)\(padding)\(command.summary)\n")
    }
    sink.write("strongroom db command -h shows how one of them is used.\n\n")
    sink.write(Doctor.usage + "\n")
    sink.write(SwiftPackages.usage)
  }
}
