// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// The program: a family of commands, and one of them.
enum Tool {
  private static let databases = CommandFamily(
    name: "db",
    heading: """
      Usage: strongroom db command FILE [option ...]
      Encrypted databases, as EncryptedSQLite writes them. The commands are:

      """,
    commands: [
      Create.self, Info.self, Verify.self, Rekey.self, Encrypt.self, Decrypt.self, BackUp.self,
      SalvageFile.self,
    ])
  private static let slots = CommandFamily(
    name: "slots",
    heading: """
      Usage: strongroom slots command [option ...] [KEYCHAIN]
      The ways into a keychain. The commands are:

      """,
    commands: [ListSlots.self, AddSlot.self, RemoveSlot.self, TestSlot.self])
  private static let device = CommandFamily(
    name: "device",
    heading: """
      Usage: strongroom device command [option ...] [KEYCHAIN]
      Where a keychain's device key is kept. The commands are:

      """,
    commands: [ShowDevice.self, UseDevice.self])
  private static let families = [databases, slots, device]
  private static let single = CommandFamily(
    name: "",
    heading: """
      Usage: strongroom command [option ...] [KEYCHAIN]
      The keys of a keychain. The commands are:

      """,
    commands: [ReplaceKeys.self, RecoverDevice.self])

  /// Runs what `words` say and returns the code to exit with.
  ///
  /// - Parameters:
  ///   - words: the command line.
  ///   - inherited: the limit on core files that the program was started with.
  static func run(_ words: [Word], _ inherited: CoreFileLimit) -> Int32 {
    let console = Console(program: "strongroom")
    var code: Int32
    do throws(Failure) {
      code = try run(words, console, inherited)
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

  private static func run(
    _ words: [Word], _ console: Console, _ inherited: CoreFileLimit
  ) throws(Failure) -> Int32 {
    let family = words.first?.shown
    if family == nil || ["-h", "--help", "help"].contains(family) {
      list(to: family == nil ? console.errors : console.output)
      if family == nil { console.print("") }
      return family == nil ? ExitCode.usage : 0
    }
    let rest = Array(words.dropFirst())
    if family == "swift" {
      // Programs that are built and tested may leave core files, where they did before.
      inherited.apply()
      return try SwiftPackages.run(rest, console)
    }
    if family == Doctor.name { return try Doctor.run(rest, console, inherited) }
    if let family = families.first(where: { $0.name == family }) {
      return try family.run(rest, console)
    }
    if let family, let command = single.find(family) {
      return try single.run(command, rest, console)
    }
    let names = families.map(\.name) + single.commands.map { $0.name } + [Doctor.name, "swift"]
    let near = Suggestion.nearest(to: family ?? "", among: names)
    throw Failure(
      ExitCode.usage, "unknown command \"\(family ?? "")\"",
      hint: near.map { "did you mean strongroom \($0)?" }
        ?? "strongroom help lists the commands")
  }

  private static func list(to sink: some ByteSink) {
    for family in families + [single] {
      family.list(to: sink)
      sink.write("\n")
    }
    sink.write(Doctor.usage + "\n")
    sink.write(SwiftPackages.usage)
  }
}
